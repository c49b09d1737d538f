/**
 * How a result compares prices: the groups of its order, and the offers that a range filter could
 * not compare.
 */
import * as z from 'zod';
import { isMoney } from '../../model/columns.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type ColumnPrices, parseGroup } from '../snapshot/texts/price-groups.ts';
import { singleFilters } from './filters/index.ts';
import { conversionsOf, isOpen } from './filters/range.ts';
import type { MatchedRows } from './matched-rows.ts';
import { type Conversion, orderedGroups } from './rates.ts';
import type { Selection, SortedSelection } from './selection.ts';
import type { Question } from './sql.ts';

const unitShape = {
  currency: z
    .string()
    .nullable()
    .describe('ISO 4217 code or token ticker; null if none is stated.'),
  unit: z.string().nullable().describe('What an amount is for; null if it is not stated.'),
};

const convertedShape = z
  .array(
    z.object({
      group: z.string().describe('Currency and unit.'),
      factor: z.number().describe('An amount times it is one of the compared currency.'),
      day: z.string().describe('Day of the older of the two rates.'),
    }),
  )
  .optional()
  .describe('Currencies whose amounts were converted with the rates of the directory.');

const unreadShape = z
  .int()
  .optional()
  .describe('Those of them whose text is in a form that is not read; absent if there are none.');

const priceOrderShape = z.object({
  id: z.string().describe('Column key.'),
  groups: z.array(
    z.object({
      ...unitShape,
      converted: convertedShape,
      totalOffers: z.int().describe('Rows; over all {{networks}} offers.'),
    }),
  ),
  withoutNumber: z.int().describe('Matching rows without a number: they come last.'),
  unread: unreadShape,
});

const priceFilterShape = z.object({
  id: z.string().describe('Column key.'),
  ...unitShape,
  groups: z
    .array(z.string())
    .optional()
    .describe('All currencies and units that were compared, if there are several.'),
  converted: convertedShape,
  notCompared: z.int().describe('Rows left out because their price has another currency or unit.'),
  withoutNumber: z.int().describe('Rows left out because they state no number.'),
  unread: unreadShape,
});

export const comparisonsShape = z
  .object({
    priceOrder: z
      .array(priceOrderShape)
      .describe(
        'Money columns of `sorting`: the groups of equal currency and unit in which rows are ordered, in order.',
      ),
    priceFilters: z
      .array(priceFilterShape)
      .describe('Range filters of money columns: the currency and unit that were compared.'),
  })
  .partial();

export type Comparisons = z.infer<typeof comparisonsShape>;

interface Result {
  readonly query: SortedSelection;
  /** The rows that the query matches, one for each item that is counted. */
  readonly rows: readonly number[];
  readonly matchedRows: MatchedRows;
}

/** What is counted: the rows of a network, or offers on all networks. */
export interface ComparedItems {
  /**
   * The rows that count: those within the limits, of each item that is counted the one with the
   * lowest rank.
   */
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
  { query, rows, matchedRows }: Result,
): Comparisons | null {
  const sorted = query.sorting.filter(({ column }) => isMoney(column));
  const filtered = singleFilters(query.filters).flatMap((filter) =>
    filter.kind === 'range' && isMoney(filter.column) && !isOpen(filter) ? [filter] : [],
  );
  if (sorted.length + filtered.length === 0) return null;
  const priceOrder = sorted.map(({ column }) =>
    orderOf(snapshot, { id: column.key, query, rows, matchedRows }),
  );
  const priceFilters = filtered.flatMap((filter) => {
    const { column, group, others } = filter;
    const id = column.key;
    const compared = group ?? matchedRows.question.pricesOf(id)?.main.id;
    if (compared === undefined) return [];
    const converted = conversionsOf(filter, compared, matchedRows.question);
    const input = { id, query, compared: [compared, ...others], converted, matchedRows };
    return [filterOf(snapshot, items, input)];
  });
  return {
    ...(priceOrder.length > 0 ? { priceOrder } : {}),
    ...(priceFilters.length > 0 ? { priceFilters } : {}),
  };
}

function orderOf(
  snapshot: Snapshot,
  { id, query, rows, matchedRows }: Result & { readonly id: string },
): z.infer<typeof priceOrderShape> {
  const prices = snapshot.columnPrices(query.category, id);
  const { groups, withoutNumber, unread } = countGroups(prices, matchedRows.question, { id, rows });
  const counted = groups.map(({ group, total, converted }) => {
    const { currency = null, unit = null } = parseGroup(group) ?? {};
    const others = converted.length === 0 ? {} : { converted };
    return { currency, unit, totalOffers: total, ...others };
  });
  return { id, groups: counted, withoutNumber, ...unreadIn(unread) };
}

/** Groups of sorted prices in their order, each with what is converted into it. */
export function countGroups(
  prices: ColumnPrices,
  question: Question,
  { id, rows }: { readonly id: string; readonly rows: Iterable<number> },
) {
  const { counts, withoutNumber, unread } = prices.count(rows);
  const groups = orderedGroups(question, id).flatMap(({ group, converted: all }) => {
    const converted = all.filter((other) => counts.has(other.group));
    const ids = [group, ...converted.map((other) => other.group)];
    const total = ids.reduce((sum, each) => sum + (counts.get(each) ?? 0), 0);
    return total === 0 ? [] : [{ group, total, converted }];
  });
  return { groups, withoutNumber, unread };
}

/** Left out of JSON without one. */
function unreadIn(unread: number): { readonly unread?: number } {
  return unread === 0 ? {} : { unread };
}

interface Compared {
  readonly id: string;
  readonly query: Selection;
  readonly compared: readonly string[];
  readonly converted: readonly Conversion[];
  readonly matchedRows: MatchedRows;
}

/**
 * Counts the offers that match everything else. An offer states a number if one of its rows does.
 */
function filterOf(
  snapshot: Snapshot,
  items: ComparedItems,
  { id, query, compared: asStated, converted, matchedRows }: Compared,
): z.infer<typeof priceFilterShape> {
  const prices = snapshot.columnPrices(query.category, id);
  const compared = [...asStated, ...converted.map(({ group }) => group)];
  const rankOf = (row: number) => {
    const group = prices.groupOf(row);
    return group === null ? 2 : Number(!compared.includes(group));
  };
  const others = items.oneEach(
    matchedRows.ignoring(id).filter((row) => !items.isFound(row)),
    rankOf,
  );
  const { paid, withoutNumber, unread } = prices.count(others);
  const all = [...paid.values()].reduce((sum, count) => sum + count, 0);
  const [first = ''] = compared;
  const { currency = null, unit = null } = parseGroup(first) ?? {};
  const among = compared.reduce((sum, group) => sum + (paid.get(group) ?? 0), 0);
  const groups = {
    ...(asStated.length === 1 ? {} : { groups: [...asStated] }),
    ...(converted.length === 0 ? {} : { converted: [...converted] }),
  };
  const notCompared = all - among;
  return { id, currency, unit, ...groups, notCompared, withoutNumber, ...unreadIn(unread) };
}
