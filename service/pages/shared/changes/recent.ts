/** The newest changes, for a home page. */
import { toldFacts } from '../../../query/changes/change-params.ts';
import { type ChangesQuery, readNews } from '../../../query/changes/changes.ts';
import type { Place } from '../../../query/place.ts';
import { logosOf } from '../logos.ts';
import { namesFor } from './names.ts';
import { presentNews, writeNews } from './news.ts';

const maxItems = 6;

/** Limits of the list. */
interface Wanted {
  readonly title?: string;
  readonly facts?: ChangesQuery['facts'];
  /** Names. */
  readonly providers?: readonly string[];
}

/** Prices that changed, or other changes if no price did. */
export async function presentRecentPrices(input: Place) {
  return (await presentRecent(input, { title: 'Recently changed prices', facts: ['price'] })) ?? presentRecent(input);
}

/** Null if nothing has changed. */
export async function presentRecent(
  place: Place,
  { title = 'Recently changed', facts = [], providers = [] }: Wanted = {},
) {
  const { snapshot, network, networks, urls } = place;
  const query = { networks, facts, providers };
  const told = { ...query, facts: toldFacts(query, undefined) };
  const items = await readNews(snapshot, told, { offset: 0, limit: maxItems });
  if (items.length === 0) return null;
  const news = writeNews(items, { names: namesFor(place), hasNetworks: networks.length === 0 });
  const logoOf = logosOf(snapshot, network, urls);
  const href = place.href('/changes', { provider: providers });
  return { title, href, items: news.map((item) => presentNews(item, logoOf)) };
}
