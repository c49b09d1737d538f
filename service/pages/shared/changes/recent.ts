/** The newest changes, for a home page. */
import type { Place } from '../../../api/resource.ts';
import { toldFacts } from '../../../query/changes/change-params.ts';
import { allChanges, type ChangesQuery, findChanges, itemsOf, readItems } from '../../../query/changes/changes.ts';
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
export function presentRecentPrices(input: Place) {
  return presentRecent(input, { title: 'Recently changed prices', facts: ['price'] }) ?? presentRecent(input);
}

/** Null if nothing has changed. */
export function presentRecent(
  { snapshot, network, urls }: Place,
  { title = 'Recently changed', facts = [], providers = [] }: Wanted = {},
) {
  const { changes: log } = snapshot;
  const networks = network === null ? [] : [network];
  const query = { ...allChanges, networks, facts, providers };
  const places = findChanges(log, { ...query, facts: toldFacts(query, undefined) });
  if (places.length === 0) return null;
  const numbers = itemsOf(log, places).slice(0, maxItems);
  const names = namesFor({ snapshot, network, urls });
  const news = writeNews(readItems(log, places, { numbers, networks }), { names, hasNetworks: network === null });
  const logoOf = logosOf(snapshot, network, urls);
  const href = urls.href(network, network, '/changes', { provider: providers });
  return { title, href, items: news.map((item) => presentNews(item, logoOf)) };
}
