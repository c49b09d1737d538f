/**
 * Search over all networks and categories: rows that match, and the number of their offers and
 * providers in each.
 */

import { askIn } from '../../query/ask.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';

export interface Wanted {
  /** Folded; all must be found. Empty for everything in the category or network. */
  readonly terms: readonly string[];
  /** Null for all. */
  readonly category: string | null;
  readonly network: string | null;
}

export interface Hit {
  readonly network: string;
  readonly category: string;
  readonly offers: number;
  readonly providers: number;
}

export interface Matches {
  /** In the order of categories; networks with most offers first. */
  readonly hits: readonly Hit[];
  /** Ascending; empty without terms. */
  readonly rows: readonly number[];
}

export const noMatches: Matches = { hits: [], rows: [] };

/** Words that name the network or a category count as found there. */
export async function searchAll(snapshot: Snapshot, wanted: Wanted): Promise<Matches> {
  const rows = wanted.terms.length === 0 ? [] : await findRows(snapshot, wanted);
  const hits = wanted.terms.length === 0 ? countedHits(snapshot) : countHits(snapshot, rows);
  const orderOf = (hit: Hit) => snapshot.catalog.categoryKeys.indexOf(hit.category);
  const inOrder = hits
    .filter(({ network }) => wanted.network === null || wanted.network === network)
    .filter(({ category }) => wanted.category === null || wanted.category === category)
    .toSorted(
      (a, b) => orderOf(a) - orderOf(b) || b.offers - a.offers || (a.network < b.network ? -1 : 1),
    );
  return { hits: inOrder, rows };
}

/** Counts of the manifest, for a search without terms. */
function countedHits({ manifest }: Snapshot): Hit[] {
  return Object.entries(manifest.metrics.networks).flatMap(([network, { categories }]) =>
    categories
      .filter(({ count }) => count > 0)
      .map(({ key, count, providersCount }) => ({
        network,
        category: key,
        offers: count,
        providers: providersCount,
      })),
  );
}

async function findRows(
  snapshot: Snapshot,
  { terms, category, network }: Wanted,
): Promise<number[]> {
  const categories = category === null ? snapshot.catalog.categoryKeys : [category];
  const { ids } = await askIn(snapshot, network, { categories, terms, filters: [] });
  return ids.toSorted((a, b) => a - b);
}

function countHits(snapshot: Snapshot, rows: readonly number[]): Hit[] {
  const { catalog } = snapshot;
  const { networkKeys, categoryKeys } = catalog;
  return countListings(snapshot, rows, networkKeys.length * categoryKeys.length).map(
    ({ listing, ...counts }) => ({
      network: catalog.networkKey(catalog.networkOfListing(listing)),
      category: categoryKeys[listing % categoryKeys.length] ?? '',
      ...counts,
    }),
  );
}

/**
 * Offers and providers of each listing. Rows in ascending order have those of a provider next to
 * each other.
 */
function countListings(snapshot: Snapshot, rows: readonly number[], count: number) {
  const offers = new Int32Array(count);
  const providers = new Int32Array(count);
  const last: (string | undefined)[] = new Array(count);
  for (const id of rows) {
    const provider = snapshot.providerOf(id);
    for (const listing of snapshot.listingIdsOf(id)) {
      offers[listing] = (offers[listing] ?? 0) + 1;
      if (last[listing] === provider) continue;
      last[listing] = provider;
      providers[listing] = (providers[listing] ?? 0) + 1;
    }
  }
  return [...offers.keys()]
    .filter((listing) => (offers[listing] ?? 0) > 0)
    .map((listing) => ({
      listing,
      offers: offers[listing] ?? 0,
      providers: providers[listing] ?? 0,
    }));
}
