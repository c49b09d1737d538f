/**
 * Facets: how many rows and providers each filter would select. A filter of the same column is
 * ignored.
 */
import { getOrInsert } from '../../common/get-or-insert.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import type { RowOwners } from '../snapshot/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { FacetIndex, NumberIndex, ValueIndex } from '../snapshot/texts/facet-index.ts';
import type { ColumnPrices, PriceGroup } from '../snapshot/texts/price-groups.ts';
import type { PartOf } from '../snapshot/texts/row-parts.ts';
import { Tally } from '../snapshot/texts/tally.ts';
import { ask } from './ask.ts';
import { keysOf, singleFilters } from './filters/index.ts';
import type { MatchedRows } from './matched-rows.ts';
import type { Selection } from './selection.ts';

export type Facet = ValueFacet | NumberFacet;

export interface ValueFacet {
  readonly kind: 'values';
  readonly column: ColumnDefinition;
  /** Most rows first. */
  readonly values: readonly CountedValue[];
}

interface CountedValue {
  readonly value: string;
  readonly count: number;
  readonly offersCount: number;
  readonly providersCount: number;
}

export interface NumberFacet {
  readonly kind: 'numbers';
  readonly column: ColumnDefinition;
  /** Null if no row has a number. */
  readonly min: number | null;
  readonly max: number | null;
  /** Rows that have a number; of a money column, those whose price can be compared. */
  readonly count: number;
  readonly prices: ComparedPrices | null;
}

/** Of a money column. */
interface ComparedPrices {
  readonly columnPrices: ColumnPrices;
  /** Id of the group that is compared. */
  readonly compared: string;
  /** All groups of the rows. */
  readonly groups: readonly PriceGroup[];
}

export type Facets = ReturnType<typeof countFacets>;

/** What is counted: rows of a category, or offers. */
export interface Counted {
  readonly category: string;
  readonly matchedRows: MatchedRows;
  /** Key of the only column to count; all by default. */
  readonly column?: string | undefined;
  /** Offers count once instead of rows; only rows that pass the test count. */
  readonly offers?: { readonly isWanted: (id: number) => boolean };
}

export function countFacets(
  snapshot: Snapshot,
  { category, matchedRows, column, offers }: Counted,
) {
  const facetIndex = snapshot.facetIndex(category);
  const counted = facetIndex.columns.filter(
    (index) => column === undefined || index.column.key === column,
  );
  const { owners } = snapshot.offers;
  const matchesOf = (ids: readonly number[]) =>
    offers
      ? matchesAmong(owners, ids.filter(offers.isWanted), 'offers')
      : matchesAmong(owners, ids, 'rows');
  const all = matchesOf(matchedRows.ids);
  const filtered = new Set(keysOf(matchedRows.question.filters));
  return {
    totalOffers: offers ? countRuns(owners.offer, all.ids) : all.ids.length,
    totalProviders: countRuns(owners.provider, all.ids),
    facets: counted.map((index) => {
      const { key } = index.column;
      const matches = filtered.has(key) ? matchesOf(matchedRows.ignoring(key)) : all;
      const items = offers && owners.offer;
      return countFacet(
        index,
        matches,
        comparedPrices(facetIndex, key, { matchedRows, ids: matches.ids, items }),
      );
    }),
  };
}

/** Rows to count. */
type Matches = ReturnType<typeof matchesAmong>;

/** The matches among rows, for all columns. */
export function matchesAmong(
  owners: RowOwners,
  rows: readonly number[],
  counts: 'rows' | 'offers',
) {
  const ids = sortByOwner(owners, rows);
  const known = new Map<PartOf, ReturnType<typeof joinEqual>>();
  // Most columns have their values in the same parts.
  const equalIn = (partOf: PartOf) =>
    getOrInsert(known, partOf, () => joinEqual(ids, owners, partOf));
  return { ids, owners, counts, equalIn };
}

/**
 * The rows with neighbours of the same offer and part joined: listings of an offer differ in few
 * columns.
 */
function joinEqual(ids: Int32Array, { offer }: RowOwners, partOf: PartOf) {
  const [parts, first, sizes] = [
    new Int32Array(ids.length),
    new Int32Array(ids.length),
    new Int32Array(ids.length),
  ];
  let last = -1;
  for (const id of ids) {
    const part = partOf(id);
    if (last === -1 || part !== parts[last] || offer[id] !== offer[first[last] ?? 0]) {
      last++;
      parts[last] = part;
      first[last] = id;
    }
    sizes[last] = (sizes[last] ?? 0) + 1;
  }
  return { parts: parts.subarray(0, last + 1), first, sizes };
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
  return ids.reduce(
    (count, id, at) => count + Number(at === 0 || owners[id] !== owners[ids[at - 1] ?? 0]),
    0,
  );
}

/** Counts what the filter of a column could select. */
export function countFacet(
  index: ValueIndex | NumberIndex,
  matches: Matches,
  prices: ComparedPrices | null,
): Facet {
  return index.kind === 'values'
    ? countValues(index, matches)
    : countNumbers(index, matches, prices);
}

function countValues(index: ValueIndex, matches: Matches): ValueFacet {
  const { rows, offers, providers } = tallyValues(index, matches);
  const counted = matches.counts === 'offers' ? offers : rows;
  const countedValues: CountedValue[] = [];
  for (const number of index.inOrder()) {
    const count = counted[number] ?? 0;
    if (count > 0)
      countedValues.push({
        value: index.values[number] ?? '',
        count,
        offersCount: offers[number] ?? 0,
        providersCount: providers[number] ?? 0,
      });
  }
  countedValues.sort((a, b) => b.count - a.count);
  return { kind: 'values', column: index.column, values: countedValues };
}

/** Numbers of rows, offers and providers by value. */
function tallyValues(
  { values, partOf, offsets, numbers }: ValueIndex,
  { owners, equalIn }: Matches,
) {
  const rows = new Int32Array(values.length);
  const [offers, providers] = [new Tally(values.length), new Tally(values.length)];
  const { parts, first, sizes } = equalIn(partOf);
  for (let row = 0; row < parts.length; row++) {
    const [part = 0, id = 0, size = 0] = [parts[row], first[row], sizes[row]];
    const end = offsets[part + 1] ?? 0;
    for (let at = offsets[part] ?? 0; at < end; at++) {
      const value = numbers[at] ?? 0;
      rows[value] = (rows[value] ?? 0) + size;
      if (offers.add(value, owners.offer[id] ?? 0)) providers.add(value, owners.provider[id] ?? 0);
    }
  }
  return { rows, offers: offers.counts, providers: providers.counts };
}

function countNumbers(
  index: NumberIndex,
  { owners: { offer }, counts, equalIn }: Matches,
  prices: ComparedPrices | null,
): NumberFacet {
  const isCompared = testGroup(prices);
  let [least, greatest, count, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -1];
  const { parts, first, sizes } = equalIn(index.partOf);
  for (const [row, part] of parts.entries()) {
    const low = index.min[part] ?? Number.NaN;
    if (Number.isNaN(low) || !isCompared(part)) continue;
    least = Math.min(least, low);
    greatest = Math.max(greatest, index.max[part] ?? low);
    const owner = offer[first[row] ?? 0] ?? -1;
    count += counts === 'rows' ? (sizes[row] ?? 0) : Number(owner !== last);
    last = owner;
  }
  const [min, max] = count === 0 ? [null, null] : [least, greatest];
  return { kind: 'numbers', column: index.column, min, max, count, prices };
}

/**
 * Parts with a price in the compared group, or free: that is 0 in every currency and unit. All
 * parts of columns without money.
 */
function testGroup(prices: ComparedPrices | null): (part: number) => boolean {
  return prices === null ? () => true : prices.columnPrices.comparedWith(prices.compared);
}

interface FacetsQuery extends Omit<Counted, 'category' | 'matchedRows'> {
  /** Null for all networks. */
  readonly network: string | null;
  readonly selection: Selection;
}

/** Facets of a selection. */
export async function findFacets(
  snapshot: Snapshot,
  { network, selection, ...counted }: FacetsQuery,
): Promise<Facets> {
  const matchedRows = await ask(snapshot, network, selection);
  return countFacets(snapshot, { category: selection.category, matchedRows, ...counted });
}

interface Priced {
  readonly matchedRows: MatchedRows;
  readonly ids: Int32Array;
  /** Rows of one owner count once. Each row counts if undefined. */
  readonly items: Int32Array | undefined;
}

/** Null for columns without money. */
function comparedPrices(
  priced: FacetIndex,
  key: string,
  { matchedRows, ids, items }: Priced,
): ComparedPrices | null {
  const columnPrices = priced.prices.get(key);
  if (columnPrices === undefined) return null;
  const { filters, pricesOf } = matchedRows.question;
  const [priceGroup = null] = singleFilters(filters).flatMap((filter) =>
    filter.kind === 'range' && filter.column.key === key ? filter.group : [],
  );
  const compared = priceGroup ?? pricesOf(key)?.main.id ?? columnPrices.first;
  return { columnPrices, compared, groups: columnPrices.groups(ids, items) };
}
