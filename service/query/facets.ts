/** Facets: how many rows and providers each filter would select. A filter of the same column is ignored. */
import type { RowOwners } from '../snapshot/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { FacetIndex } from '../snapshot/texts/facet-index.ts';
import { firstGroup, groupsOf } from '../snapshot/texts/price-groups.ts';
import { ask, type FoundRows } from './ask.ts';
import { filterKindOf, keysOf, singleFilters } from './filters/index.ts';
import type { Matches } from './filters/kind.ts';
import type { Selection } from './params.ts';

export type Facets = ReturnType<typeof countFacets>;

/** What is counted: rows of a category, or offers. */
export interface Counted {
  readonly category: string;
  readonly found: FoundRows;
  /** Key of the only column to count; all by default. */
  readonly column?: string | undefined;
  /** Offers count once instead of rows; only rows that pass the test count. */
  readonly offers?: { readonly isWanted: (id: number) => boolean };
}

export function countFacets(snapshot: Snapshot, { category, found, column, offers }: Counted) {
  const facetIndex = snapshot.facetIndex(category);
  const counted = facetIndex.columns.filter((index) => column === undefined || index.column.key === column);
  const { owners } = snapshot.offers;
  const matchesOf = (ids: readonly number[]) =>
    offers ? matchesAmong(owners, ids.filter(offers.isWanted), 'offers') : matchesAmong(owners, ids, 'rows');
  const all = matchesOf(found.ids);
  const filtered = new Set(keysOf(found.question.filters));
  return {
    totalOffers: offers ? countRuns(owners.offer, all.ids) : all.ids.length,
    totalProviders: countRuns(owners.provider, all.ids),
    facets: counted.flatMap((index) => {
      const { key } = index.column;
      const matches = filtered.has(key) ? matchesOf(found.ignoring(key)) : all;
      const prices = comparedPrices(facetIndex, key, { found, ids: matches.ids, items: offers && owners.offer });
      return filterKindOf(index.column)?.count(index, { ...matches, prices }) ?? [];
    }),
  };
}

/** The matches among rows, for all columns. */
export function matchesAmong(owners: RowOwners, rows: readonly number[], counts: Matches['counts']) {
  return { ids: sortByOwner(owners, rows), owners, counts };
}

/** Rows in the order of their offers, which are in the order of their providers. */
function sortByOwner({ offer }: RowOwners, ids: readonly number[]): Int32Array {
  const rows = offer.length;
  const keys = Float64Array.from(ids);
  for (const [at, id] of keys.entries()) keys[at] = (offer[id] ?? 0) * rows + id;
  return Int32Array.from(keys.sort().map((key) => key % rows));
}

/** Number of different owners of rows. The rows of an owner are next to each other. */
function countRuns(owners: Int32Array, ids: Int32Array): number {
  return ids.reduce((count, id, at) => count + Number(at === 0 || owners[id] !== owners[ids[at - 1] ?? 0]), 0);
}

interface Asked extends Omit<Counted, 'category' | 'found'> {
  /** Null for all networks. */
  readonly network: string | null;
  readonly selection: Selection;
}

/** Facets of a selection. */
export async function findFacets(snapshot: Snapshot, { network, selection, ...counted }: Asked): Promise<Facets> {
  const found = await ask(snapshot, network, selection);
  return countFacets(snapshot, { category: selection.category, found, ...counted });
}

interface Priced {
  readonly found: FoundRows;
  readonly ids: Int32Array;
  /** Rows of one owner count once. Each row counts if undefined. */
  readonly items: Int32Array | undefined;
}

/** Groups of a money column, and the one that is compared; null for other columns. */
function comparedPrices(priced: FacetIndex, key: string, { found, ids, items }: Priced): Matches['prices'] {
  const index = priced.prices.get(key);
  if (index === undefined) return null;
  const { filters, pricesOf } = found.question;
  const [asked = null] = singleFilters(filters).flatMap((filter) =>
    filter.kind === 'range' && filter.column.key === key ? filter.group : [],
  );
  const compared = asked ?? pricesOf(key)?.main.id ?? firstGroup;
  return { index, compared, groups: groupsOf(priced, key, ids, items) };
}
