/** The past of an offer: when it appeared, what changed, and its price over time as a line. */
import { groupBy } from '../../../../common/group-by.ts';
import { isProbeColumn } from '../../../../model/changes.ts';
import { isMoney } from '../../../../model/columns.ts';
import { firstChangeMs, type LoggedChange } from '../../../query/changes/changes.ts';
import { readPasts } from '../../../query/changes/past.ts';
import { extraFields } from '../../../query/parameters.ts';
import type { Place } from '../../../query/place.ts';
import type { Offer } from '../../../snapshot/offers.ts';
import { plural } from '../../../text/counts.ts';
import { detailOf } from './cell-change.ts';
import { type ChangeNames, namesFor } from './names.ts';
import { formatDay, isoDay } from './news.ts';
import { presentSteps, readSteps } from './price-steps.ts';
import { joinSome, joinWords, labelOf } from './words.ts';

/** Moments shown; a link leads to all of them. */
const maxMoments = 5;

export interface PastView {
  readonly chart: ReturnType<typeof presentSteps> | null;
  readonly moments: readonly { readonly time: string; readonly day: string; readonly text: string }[];
  /** The day before which the offer was listed, if its listing is older than the records. */
  readonly before: string | null;
  readonly more: { readonly href: string; readonly text: string } | null;
}

/** Presents the past of offers on a page; null for an offer of which nothing changed, and for others than `offers`. */
export async function pastPresenter(
  place: Place,
  offers: readonly Offer[],
): Promise<(offer: Offer) => PastView | null> {
  if (offers.length === 0) return () => null;
  const { snapshot, network, networks } = place;
  const find = await readPasts(snapshot, networks, offers);
  const startMs = (await firstChangeMs(snapshot)) ?? 0;
  const names = namesFor(place);
  return (offer) => {
    const past = find(offer);
    if (past.length === 0) return null;
    const moments = [...groupBy(past, ({ atMs }) => atMs)];
    const slugs = [...new Set(past.map(({ slug }) => slug))];
    const isListed = past.some(({ kind }) => kind === 'added');
    return {
      chart: presentChart(past.toReversed(), names, { startMs, endMs: Date.parse(snapshot.manifest.generatedAt) }),
      moments: moments.slice(0, maxMoments).map(([atMs, changes]) => ({
        time: isoDay(atMs),
        day: formatDay(atMs),
        text: textOf(changes, names, network),
      })),
      before: isListed ? null : formatDay(startMs),
      more:
        moments.length <= maxMoments
          ? null
          : {
              href: place.href('/changes', {
                category: offer.category,
                slug: slugs,
                fields: extraFields[0],
              }),
              text: `All ${plural(past.length, 'change')}`,
            },
    };
  };
}

/** What changed at one moment. */
function textOf(changes: readonly LoggedChange[], names: ChangeNames, network: string | null): string {
  const texts = changes.map((change) => {
    const { kind, column, before, after, networks, wholeOffer, chains } = change;
    if (column !== null) return detailOf({ key: column, column: names.column(column), before, after });
    const where = network === null ? ` on ${joinSome(networks.map(names.network))}` : '';
    const listing = wholeOffer === false && chains.length > 0 ? ` for ${joinWords(chains)}` : '';
    return `${kind === 'added' ? 'Listed' : 'Removed'}${listing}${where}`;
  });
  return [...new Set(texts)].join('; ');
}

/** The first price column that has had several amounts; null if there is none. `past` is oldest first. */
function presentChart(
  past: readonly LoggedChange[],
  names: ChangeNames,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
) {
  const byColumn = groupBy(
    past.filter(({ column }) => column !== null && !isProbeColumn(column)),
    ({ column }) => column ?? '',
  );
  const listedMs = past.find(({ kind }) => kind === 'added')?.atMs ?? startMs;
  for (const [key, changes] of byColumn) {
    const column = names.column(key);
    const steps = column && isMoney(column) ? readSteps(changes, Math.min(listedMs, changes[0]?.atMs ?? 0)) : null;
    if (steps === null) continue;
    return presentSteps(labelOf({ key, column }), steps, endMs);
  }
  return null;
}
