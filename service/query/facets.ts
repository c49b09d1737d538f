/** Facets: how many rows and providers each filter would select. A filter of the same column is ignored. */
import type { Snapshot } from '../snapshot/snapshot.ts';
import { filterKindOf } from './filters/index.ts';
import type { Facet } from './filters/kind.ts';
import type { Selection } from './params.ts';
import { findMatches } from './rows.ts';

export interface Facets {
  readonly totalOffers: number;
  readonly totalProviders: number;
  readonly facets: readonly Facet[];
}

/** `known`: contents that the selection matches in default order, if the caller has them already. */
export async function countFacets(
  snapshot: Snapshot,
  network: string,
  selection: Selection,
  known?: readonly number[],
): Promise<Facets> {
  const { base, columns } = snapshot.facetIndex(selection.category);
  const providerOf = (id: number) => snapshot.providerOf(id);
  const all = known ?? (await findMatches(snapshot, network, selection));
  const withoutOwn = new Map<string, readonly number[]>();
  for (const key of new Set(selection.filters.map(({ column }) => column.key))) {
    const filters = selection.filters.filter(({ column }) => column.key !== key);
    withoutOwn.set(key, await findMatches(snapshot, network, { ...selection, filters }));
  }
  return {
    totalOffers: all.length,
    totalProviders: new Set(all.map(providerOf)).size,
    facets: columns.flatMap((index) => {
      const ids = withoutOwn.get(index.column.key) ?? all;
      return filterKindOf(index.column)?.count(index, { ids, base, providerOf }) ?? [];
    }),
  };
}
