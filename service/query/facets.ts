/** Facets: how many rows and providers each filter would select. A filter of the same column is ignored. */
import { groupBy } from '../../common/group-by.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { firstGroup, groupsOf, type ListedPrices } from '../snapshot/texts/price-groups.ts';
import { ask } from './ask.ts';
import { filterKindOf } from './filters/index.ts';
import type { Facet, Matches } from './filters/kind.ts';
import { FoundRows } from './found-rows.ts';
import type { Selection } from './params.ts';

export interface Facets {
  readonly totalOffers: number;
  readonly totalProviders: number;
  readonly facets: readonly Facet[];
}

/** What is counted: rows of a listing, or offers. */
export interface Counted {
  readonly network: string | null;
  readonly selection: Selection;
  readonly found: FoundRows;
  /** Offers count once instead of rows; only rows that pass the test count. */
  readonly offers?: { readonly isWanted: (id: number) => boolean };
}

export function countFacets(snapshot: Snapshot, { network, selection, found, offers }: Counted): Facets {
  const { columns } = snapshot.facetIndex(selection.category);
  const listed = snapshot.pricesOf(network, selection.category);
  const providerOf = (id: number) => snapshot.providerOf(id);
  const itemOf = (id: number): unknown => (offers ? snapshot.offers.of(id) : id);
  // Tallies expect the rows of a provider, and those of an offer, next to each other.
  const prepare = (ids: readonly number[]) => {
    const inOrder = Array.from(Int32Array.from(ids).sort());
    return offers ? [...groupBy(inOrder.filter(offers.isWanted), itemOf).values()].flat() : inOrder;
  };
  const all = prepare(found.ids);
  const filtered = new Set(selection.filters.map(({ column }) => column.key));
  return {
    totalOffers: offers ? new Set(all.map(itemOf)).size : all.length,
    totalProviders: new Set(all.map(providerOf)).size,
    facets: columns.flatMap((index) => {
      const { key } = index.column;
      const ids = filtered.has(key) ? prepare(found.ignoring(key)) : all;
      const prices = comparedPrices(snapshot, selection, { key, ids, listed });
      return filterKindOf(index.column)?.count(index, { ids, providerOf, itemOf, prices }) ?? [];
    }),
  };
}

/** Facets of a selection. The rows of a whole listing are known without a question. */
export async function findFacets(
  snapshot: Snapshot,
  { network, selection, offers }: Omit<Counted, 'found'>,
): Promise<Facets> {
  if (selection.terms.length + selection.filters.length === 0)
    return countListing(snapshot, { network, category: selection.category, ...(offers ? { offers } : {}) });
  const found = await ask(snapshot, network, selection);
  return countFacets(snapshot, { network, selection, found, ...(offers ? { offers } : {}) });
}

/** Facets of a whole listing. */
export function countListing(
  snapshot: Snapshot,
  { category, network, ...counted }: Omit<Counted, 'selection' | 'found'> & { readonly category: string },
): Facets {
  const found = new FoundRows(Array.from(snapshot.rowsOfListing(network, category)), [], []);
  return countFacets(snapshot, { ...counted, network, selection: { category, terms: [], filters: [] }, found });
}

/** Groups of a money column, and the one that is compared; null for other columns. */
function comparedPrices(
  snapshot: Snapshot,
  { category, filters }: Selection,
  { key, ids, listed }: { key: string; ids: readonly number[]; listed: ReadonlyMap<string, ListedPrices> },
): Matches['prices'] {
  const priced = snapshot.facetIndex(category);
  const index = priced.prices.get(key);
  if (index === undefined) return null;
  const asked = filters.flatMap((filter) => (filter.kind === 'range' && filter.column.key === key ? filter : []))[0];
  const compared = asked?.group ?? listed.get(key)?.main.id ?? firstGroup;
  return { index, compared, groups: groupsOf(priced, key, ids) };
}
