/** How many rows and providers each value of each filter would leave, the column's own filter left out. */
import type { ColumnDefinition } from '../../model/columns.ts';
import type { FacetIndex, NumberIndex, ValueIndex } from '../snapshot/facet-index.ts';
import type { Snapshot } from '../snapshot/open.ts';
import { findMatches } from './find-rows.ts';
import type { Selection } from './query.ts';

export type Facet = ValueFacet | NumberFacet;

export interface ValueFacet {
  readonly kind: 'values';
  readonly column: ColumnDefinition;
  /** Most rows first. */
  readonly values: readonly { readonly value: string; readonly count: number; readonly providersCount: number }[];
}

export interface NumberFacet {
  readonly kind: 'numbers';
  readonly column: ColumnDefinition;
  /** Null where no row states a number. */
  readonly min: number | null;
  readonly max: number | null;
  /** Rows that state one. */
  readonly count: number;
}

export interface Facets {
  readonly totalOffers: number;
  readonly totalProviders: number;
  readonly facets: readonly Facet[];
}

/** Contents in an order in which those of one provider stand together. */
type Matches = readonly number[];

/** `known`: what the selection matches, where somebody has asked already. */
export async function countFacets(
  snapshot: Snapshot,
  network: string,
  selection: Selection,
  known?: Matches,
): Promise<Facets> {
  const { provider, facets } = snapshot.contents;
  const index: FacetIndex = facets.get(selection.category) ?? { base: 0, columns: [] };
  const all = known ?? (await findMatches(snapshot, network, selection));
  const filtered = new Set(selection.filters.map(({ column }) => column.key));
  const withoutOwn = new Map<string, Matches>();
  for (const key of filtered) {
    const filters = selection.filters.filter(({ column }) => column.key !== key);
    withoutOwn.set(key, await findMatches(snapshot, network, { ...selection, filters }));
  }
  return {
    totalOffers: all.length,
    totalProviders: new Set(all.map((content) => provider[content])).size,
    facets: index.columns.map((column) => {
      const matches = withoutOwn.get(column.column.key) ?? all;
      return column.kind === 'numbers'
        ? spanNumbers(column, matches, index.base)
        : countValues(column, matches, { base: index.base, provider });
    }),
  };
}

function countValues(
  { column, values, offsets, places }: ValueIndex,
  matches: Matches,
  { base, provider }: { base: number; provider: readonly string[] },
): ValueFacet {
  const counts = new Int32Array(values.length);
  const providers = new Int32Array(values.length);
  const last: (string | undefined)[] = new Array(values.length);
  for (const content of matches) {
    const name = provider[content];
    const end = offsets[content - base + 1] ?? 0;
    for (let at = offsets[content - base] ?? 0; at < end; at++) {
      const place = places[at] ?? 0;
      counts[place] = (counts[place] ?? 0) + 1;
      if (last[place] === name) continue;
      last[place] = name;
      providers[place] = (providers[place] ?? 0) + 1;
    }
  }
  return { kind: 'values', column, values: collect(values, counts, providers) };
}

/** Values that are found, most rows first. */
function collect(values: readonly string[], counts: Int32Array, providers: Int32Array): CountedValue[] {
  const found: CountedValue[] = [];
  for (const [place, value] of values.entries()) {
    const count = counts[place] ?? 0;
    if (count > 0) found.push({ value, count, providersCount: providers[place] ?? 0 });
  }
  return found.sort(byCount);
}

type CountedValue = ValueFacet['values'][number];

function byCount(a: CountedValue, b: CountedValue): number {
  return b.count - a.count || (a.value < b.value ? -1 : 1);
}

function spanNumbers({ column, min, max }: NumberIndex, matches: Matches, base: number): NumberFacet {
  let [least, greatest, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const content of matches) {
    const low = min[content - base] ?? Number.NaN;
    if (Number.isNaN(low)) continue;
    least = Math.min(least, low);
    greatest = Math.max(greatest, max[content - base] ?? low);
    count++;
  }
  return { kind: 'numbers', column, min: count === 0 ? null : least, max: count === 0 ? null : greatest, count };
}
