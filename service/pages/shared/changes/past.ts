/** The past of an offer: when it appeared and what changed. */
import { groupBy } from '../../../../common/group-by.ts';
import { momentText } from '../../../notations/changes/moment.ts';
import { namesFor } from '../../../notations/changes/names.ts';
import { formatDay, isoDay } from '../../../notations/changes/news.ts';
import { firstChangeMs } from '../../../query/change-times.ts';
import { readPasts } from '../../../query/changes.ts';
import { extraFields } from '../../../questions/parameters.ts';
import type { Place } from '../../../questions/place.ts';
import type { Offer } from '../../../snapshot/offers.ts';
import { plural } from '../../../text/counts.ts';

/** Moments shown; a link leads to all of them. */
const maxMoments = 5;

export type PastView = NonNullable<ReturnType<Awaited<ReturnType<typeof pastPresenter>>>>;

/**
 * Presents the past of offers on a page; null for an offer of which nothing changed, and for others
 * than `offers`.
 */
export async function pastPresenter(place: Place, offers: readonly Offer[]) {
  if (offers.length === 0) return () => null;
  const { snapshot, network, networks } = place;
  const find = await readPasts(snapshot, networks, offers);
  const startMs = (await firstChangeMs(snapshot)) ?? 0;
  const names = namesFor(place);
  return (offer: Offer) => {
    const past = find(offer);
    if (past.length === 0) return null;
    const moments = [...groupBy(past, ({ atMs }) => atMs)];
    const slugs = [...new Set(past.map(({ slug }) => slug))];
    const all = { category: offer.category, slug: slugs, fields: extraFields[0] };
    const text = `All ${plural(past.length, 'change')}`;
    const isListed = past.some(({ kind }) => kind === 'added');
    const priced = past.filter(({ fact }) => fact === 'price');
    const { fields: _, ...ofOffer } = all;
    return {
      /** Time of the last change of each column. The newest come first. */
      changed: new Map(past.toReversed().map(({ column, atMs }) => [column, atMs])),
      prices:
        priced.length === 0
          ? null
          : {
              href: place.href('/changes', { ...ofOffer, fact: 'price' }),
              text: `Past prices: ${plural(priced.length, 'change')}`,
            },
      moments: moments.slice(0, maxMoments).map(([atMs, changes]) => ({
        time: isoDay(atMs),
        day: formatDay(atMs),
        text: momentText(changes, names, network),
      })),
      /** The day before which the offer was listed, if its listing is older than the records. */
      before: isListed ? null : formatDay(startMs),
      more: moments.length <= maxMoments ? null : { href: place.href('/changes', all), text },
    };
  };
}
