/** Facets: how many rows and providers each filter would select. A filter of the same column is ignored. */
import { groupBy } from '../../common/group-by.ts';
import { firstGroup, groupsOf, type ListedPrices } from '../snapshot/price-groups.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { filterKindOf } from './filters/index.ts';
import type { Facet, Matches } from './filters/kind.ts';
import type { Selection } from './params.ts';
import { findMatches, maskOf, matching, type Near, nearOf } from './rows.ts';

export interface Facets {
  readonly totalOffers: number;
  readonly totalProviders: number;
  readonly facets: readonly Facet[];
}

export interface Known {
  readonly near?: Near;
  /** Contents that the selection matches, in default order. */
  readonly rows?: readonly number[] | undefined;
  /** Offers count once instead of rows; only contents that pass the test count. */
  readonly offers?: { readonly isWanted: (content: number) => boolean };
}

/** `known`: results of the selection that the caller has already. */
export async function countFacets(
  snapshot: Snapshot,
  network: string | null,
  selection: Selection,
  { near: findNear = nearOf(snapshot, network, selection), rows, offers }: Known = {},
): Promise<Facets> {
  const { columns } = snapshot.facetIndex(selection.category);
  const listed = snapshot.pricesOf(network, selection.category);
  const providerOf = (id: number) => snapshot.providerOf(id);
  const itemOf = (id: number): unknown => (offers ? snapshot.offers.of(id) : id);
  // Brings the contents of each offer together.
  const prepare = (ids: readonly number[]) =>
    offers ? [...groupBy(ids.filter(offers.isWanted), itemOf).values()].flat() : ids;
  const { filters } = selection;
  const near = filters.length === 0 ? [] : await findNear();
  const all = prepare(
    rows ?? (filters.length === 0 ? await findMatches(snapshot, network, selection) : matching(near, 0)),
  );
  const withoutOwn = new Map<string, readonly number[]>();
  for (const key of new Set(filters.map(({ column }) => column.key))) {
    withoutOwn.set(key, prepare(matching(near, maskOf(filters, key))));
  }
  return {
    totalOffers: offers ? new Set(all.map(itemOf)).size : all.length,
    totalProviders: new Set(all.map(providerOf)).size,
    facets: columns.flatMap((index) => {
      const ids = withoutOwn.get(index.column.key) ?? all;
      const prices = comparedPrices(snapshot, selection, { key: index.column.key, ids, listed });
      return filterKindOf(index.column)?.count(index, { ids, providerOf, itemOf, prices }) ?? [];
    }),
  };
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
