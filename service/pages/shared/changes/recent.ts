/** The newest changes, for a home page. */

import { toldFacts } from '../../../query/changes/change-params.ts';
import { allChanges, type ChangesQuery, findChanges, itemsOf, readItems } from '../../../query/changes/changes.ts';
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
export function presentRecentPrices(input: Place) {
  return presentRecent(input, { title: 'Recently changed prices', facts: ['price'] }) ?? presentRecent(input);
}

/** Null if nothing has changed. */
export function presentRecent(place: Place, { title = 'Recently changed', facts = [], providers = [] }: Wanted = {}) {
  const { snapshot, network, networks, urls } = place;
  const { changes: log } = snapshot;
  const query = { ...allChanges, networks, facts, providers };
  const places = findChanges(log, { ...query, facts: toldFacts(query, undefined) });
  if (places.length === 0) return null;
  const numbers = itemsOf(log, places).slice(0, maxItems);
  const names = namesFor(place);
  const news = writeNews(readItems(log, places, { numbers, networks }), { names, hasNetworks: networks.length === 0 });
  const logoOf = logosOf(snapshot, network, urls);
  const href = place.href('/changes', { provider: providers });
  return { title, href, items: news.map((item) => presentNews(item, logoOf)) };
}
