/** News items as pages show them. */
import { isDefinitionCause } from '../../../../model/changes.ts';
import { namesFor } from '../../../notations/changes/names.ts';
import { formatDay, isoDay, type News, writeNews } from '../../../notations/changes/news.ts';
import { type ChangesQuery, readNews } from '../../../query/changes.ts';
import { factsOfNews } from '../../../questions/changes.ts';
import type { Place } from '../../../questions/place.ts';
import { type LogoOf, logosOf } from '../logos.ts';

/** With the logo of the provider if the item is about one. */
export function presentNews({ parts, details, direction, change, atMs }: News, logoOf: LogoOf) {
  const { provider } = change;
  return {
    parts,
    direction,
    details,
    time: isoDay(atMs),
    day: formatDay(atMs),
    mark: provider === null || isDefinitionCause(change.cause.kind) ? null : logoOf(provider),
  };
}

const maxItems = 6;

/** Prices that changed, or other changes if no price did. */
export async function presentRecentPrices(input: Place) {
  return (
    (await presentRecent(input, { title: 'Recently changed prices', facts: ['price'] })) ??
    presentRecent(input)
  );
}

/** Null if nothing has changed. `providers`: names. */
export async function presentRecent(
  place: Place,
  {
    title = 'Recently changed',
    facts = [],
    providers = [],
  }: Partial<ChangesQuery> & { readonly title?: string } = {},
) {
  const { snapshot, networks } = place;
  const query = { networks, facts, providers };
  const newsQuery = { ...query, facts: factsOfNews(query, undefined) };
  const items = await readNews(snapshot, newsQuery, { offset: 0, limit: maxItems });
  if (items.length === 0) return null;
  const news = writeNews(items, { names: namesFor(place), hasNetworks: networks.length === 0 });
  const logoOf = logosOf(place);
  const href = place.href('/changes', { provider: providers });
  return { title, href, items: news.map((item) => presentNews(item, logoOf)) };
}
