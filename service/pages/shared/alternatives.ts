/** Other providers of the categories in which a provider has most listings, with their prices. */
import { groupBy } from '../../../common/group-by.ts';
import type { ProviderOffers } from '../../query/offers/directory.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { plural } from '../../text/counts.ts';
import type { Urls } from '../../urls.ts';
import { logosOf } from './logos.ts';
import { describePrices, pricesOfRows } from './price-range.ts';

const maxCategories = 2;
const maxAlternatives = 4;

export function presentAlternatives({ provider, offers }: ProviderOffers, snapshot: Snapshot, urls: Urls) {
  const listed = Array.from(offers, ([category, list]) => ({ category, rows: list.flatMap(({ rows }) => rows) }));
  const most = listed.toSorted((a, b) => b.rows.length - a.rows.length).slice(0, maxCategories);
  return most.flatMap(({ category, rows }) => {
    const near = nearest(provider.name, { category, rows }, snapshot);
    const tiles = near.slice(0, maxAlternatives).map((name) => presentTile(name, category, snapshot, urls));
    const all = urls.href(null, null, '/search', { category });
    return tiles.length === 0 ? [] : [{ label: snapshot.catalog.categoryLabel(category), all, tiles }];
  });
}

interface Listed {
  readonly category: string;
  readonly rows: readonly number[];
}

/** Names of the other providers of a category, those on most of the same networks first, and of those the ones with most listings. */
function nearest(own: string, { category, rows }: Listed, snapshot: Snapshot): readonly string[] {
  const networks = new Set(rows.flatMap((id) => Array.from(snapshot.listingIdsOf(id))));
  const others = groupBy(snapshot.offers.rowsOfCategory(category), (id) => snapshot.providerOf(id));
  others.delete(own);
  const counted = Array.from(others, ([name, ids]) => {
    const shared = new Set(ids.flatMap((id) => Array.from(snapshot.listingIdsOf(id))).filter((at) => networks.has(at)));
    return { name, shared: shared.size, rows: ids.length };
  });
  const known = counted.filter(({ name }) => snapshot.catalog.providers.has(name));
  return known.toSorted((a, b) => b.shared - a.shared || b.rows - a.rows).map(({ name }) => name);
}

function presentTile(name: string, category: string, snapshot: Snapshot, urls: Urls) {
  const rows = snapshot.rowsOfProvider(name).filter((id) => snapshot.categoryOf(id) === category);
  const prices = describePrices(pricesOfRows(snapshot, null, category, rows));
  const counts = plural(snapshot.countOffers(rows), 'offer');
  return {
    ...logosOf(snapshot, null, urls)(name),
    name,
    answer: prices === null ? counts : `${counts}, ${prices}`,
    href: urls.href(null, null, `/providers/${snapshot.catalog.providers.get(name)?.slug ?? ''}`),
  };
}
