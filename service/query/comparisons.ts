/** How a result compares prices: the groups of its order, and the offers that a range filter could not compare. */
import { isMoney } from '../../model/columns.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { countPrices, groupOf, type PriceGroup, parseGroup } from '../snapshot/texts/price-groups.ts';
import type { FoundRows } from './ask.ts';
import { singleFilters } from './filters/index.ts';
import { isOpen } from './filters/range.ts';
import type { Selection, SortedSelection } from './params.ts';

type Unit = Pick<PriceGroup, 'currency' | 'unit'>;

export interface PriceOrder {
  /** Key of a money column. */
  readonly id: string;
  /** In the order of the rows. What is free is in the first group. */
  readonly groups: readonly (Unit & { readonly totalOffers: number })[];
  readonly withoutNumber: number;
}

export interface PriceFilter extends Unit {
  /** Key of a money column. */
  readonly id: string;
  /** All that were compared, if there are several. */
  readonly groups?: readonly string[];
  /** Offers left out because their price has another currency or unit. */
  readonly notCompared: number;
  /** Offers left out because they state no number. */
  readonly withoutNumber: number;
}

export interface Comparisons {
  /** Of the money columns that the result is sorted by. */
  readonly priceOrder?: readonly PriceOrder[];
  /** Of the range filters of money columns. */
  readonly priceFilters?: readonly PriceFilter[];
}

interface Result {
  readonly query: SortedSelection;
  /** The rows that the query matches, one for each item that is counted. */
  readonly rows: readonly number[];
  readonly found: FoundRows;
}

/** What is counted: the rows of a network, or offers on all networks. */
export interface ComparedItems {
  /** The rows that count: those within the limits, of each item that is counted the one with the lowest rank. */
  readonly oneEach: (rows: readonly number[], rankOf: (id: number) => number) => readonly number[];
  /** Whether a row is of one of the found items. */
  readonly isFound: (id: number) => boolean;
}

/** Each row counts. */
export const comparedRows: ComparedItems = { oneEach: (rows) => rows, isFound: () => false };

/** Null if the query compares no prices. */
export function findComparisons(
  snapshot: Snapshot,
  items: ComparedItems,
  { query, rows, found }: Result,
): Comparisons | null {
  const sorted = query.sorting.filter(({ column }) => isMoney(column));
  const filtered = singleFilters(query.filters).flatMap((filter) =>
    filter.kind === 'range' && isMoney(filter.column) && !isOpen(filter) ? [filter] : [],
  );
  if (sorted.length + filtered.length === 0) return null;
  const priceOrder = sorted.map(({ column }) => orderOf(snapshot, { id: column.key, query, rows, found }));
  const priceFilters = filtered.flatMap(({ column: { key: id }, group, others }) => {
    const compared = group ?? found.question.pricesOf(id)?.main.id;
    return compared === undefined
      ? []
      : [filterOf(snapshot, items, { id, query, compared: [compared, ...others], found })];
  });
  return {
    ...(priceOrder.length > 0 ? { priceOrder } : {}),
    ...(priceFilters.length > 0 ? { priceFilters } : {}),
  };
}

function orderOf(snapshot: Snapshot, { id, query, rows, found }: Result & { readonly id: string }): PriceOrder {
  const { counts, withoutNumber } = countPrices(snapshot.facetIndex(query.category), id, rows);
  const groups = (found.question.pricesOf(id)?.groups ?? []).flatMap(({ id: group, currency, unit }) => {
    const totalOffers = counts.get(group) ?? 0;
    return totalOffers === 0 ? [] : [{ currency, unit, totalOffers }];
  });
  return { id, groups, withoutNumber };
}

interface Compared {
  readonly id: string;
  readonly query: Selection;
  readonly compared: readonly string[];
  readonly found: FoundRows;
}

/** Counts the offers that match everything else. An offer states a number if one of its rows does. */
function filterOf(snapshot: Snapshot, items: ComparedItems, { id, query, compared, found }: Compared): PriceFilter {
  const index = snapshot.facetIndex(query.category);
  const rankOf = (row: number) => {
    const group = groupOf(index, id, row);
    return group === null ? 2 : Number(!compared.includes(group));
  };
  const others = items.oneEach(
    found.ignoring(id).filter((row) => !items.isFound(row)),
    rankOf,
  );
  const { paid, withoutNumber } = countPrices(index, id, others);
  const all = [...paid.values()].reduce((sum, count) => sum + count, 0);
  const [first = ''] = compared;
  const { currency = null, unit = null } = parseGroup(first) ?? {};
  const among = compared.reduce((sum, group) => sum + (paid.get(group) ?? 0), 0);
  const groups = compared.length === 1 ? {} : { groups: compared };
  return { id, currency, unit, ...groups, notCompared: all - among, withoutNumber };
}
