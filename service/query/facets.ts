/** Facets: how many rows and providers each filter would select. A filter of the same column is ignored. */
import type { RowOwners } from '../snapshot/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { firstGroup, groupsOf } from '../snapshot/texts/price-groups.ts';
import type { FoundRows } from './ask.ts';
import { askUnlessWhole } from './ask.ts';
import { filterKindOf } from './filters/index.ts';
import type { Facet, Matches } from './filters/kind.ts';
import type { Selection } from './params.ts';

export interface Facets {
  readonly totalOffers: number;
  readonly totalProviders: number;
  readonly facets: readonly Facet[];
}

/** What is counted: rows of a category, or offers. */
export interface Counted {
  readonly category: string;
  readonly found: FoundRows;
  /** Key of the only column to count; all by default. */
  readonly column?: string | undefined;
  /** Offers count once instead of rows; only rows that pass the test count. */
  readonly offers?: { readonly isWanted: (id: number) => boolean };
}

export function countFacets(snapshot: Snapshot, { category, found, column, offers }: Counted): Facets {
  const { columns } = snapshot.facetIndex(category);
  const counted = column === undefined ? columns : columns.filter((index) => index.column.key === column);
  const { owners } = snapshot.offers;
  const items = offers ? owners.offer : owners.row;
  const prepare = (ids: readonly number[]) => byOwner(owners, offers ? ids.filter(offers.isWanted) : ids);
  const all = prepare(found.ids);
  const filtered = new Set(found.question.filters.map(({ column }) => column.key));
  return {
    totalOffers: countRuns(items, all),
    totalProviders: countRuns(owners.provider, all),
    facets: counted.flatMap((index) => {
      const { key } = index.column;
      const ids = filtered.has(key) ? prepare(found.ignoring(key)) : all;
      const prices = comparedPrices(snapshot, { category, key, ids, items, question: found.question });
      return filterKindOf(index.column)?.count(index, { ids, owners, items, prices }) ?? [];
    }),
  };
}

/** Rows in the order of their offers, which are in the order of their providers. */
function byOwner({ offer }: RowOwners, ids: readonly number[]): Int32Array {
  const rows = offer.length;
  const keys = Float64Array.from(ids, (id) => (offer[id] ?? 0) * rows + id).sort();
  return Int32Array.from(keys, (key) => key % rows);
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
  const found = await askUnlessWhole(snapshot, network, selection);
  return countFacets(snapshot, { category: selection.category, found, ...counted });
}

interface PriceQuestion extends Pick<Matches, 'ids' | 'items'> {
  readonly category: string;
  readonly key: string;
  readonly question: FoundRows['question'];
}

/** Groups of a money column, and the one that is compared; null for other columns. */
function comparedPrices(snapshot: Snapshot, { category, key, ids, items, question }: PriceQuestion): Matches['prices'] {
  const priced = snapshot.facetIndex(category);
  const index = priced.prices.get(key);
  if (index === undefined) return null;
  const asked = question.filters.flatMap((filter) =>
    filter.kind === 'range' && filter.column.key === key ? filter : [],
  )[0];
  const compared = asked?.group ?? question.pricesOf(key)?.main.id ?? firstGroup;
  return { index, compared, groups: groupsOf(priced, key, ids, (id) => items[id]) };
}
