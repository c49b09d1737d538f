/**
 * A question about the table `rows` -> SQL text and its values. What a client wrote is no part of
 * the text.
 */
import { quoteName, quoteText } from '../../common/sql.ts';
import {
  type ColumnDefinition,
  isFigure,
  isMoney,
  numberKeys,
  orderKey,
  quotaKind,
  quotaUnitOf,
  sortingNumber,
} from '../../model/columns.ts';
import type { Scope } from '../../model/rows.ts';
import type { SqlValue, Statement } from '../snapshot/database/database.ts';
import { groupColumn, type ListedPrices } from '../snapshot/texts/price-groups.ts';
import { type Filter, kindOf } from './filters/index.ts';
import type { AddValue, FigureSpan } from './filters/kind.ts';
import { converted } from './filters/range.ts';
import { type Conversion, headsOf, type OrderedGroup, orderedGroups } from './rates.ts';
import type { Sort } from './selection.ts';

/** A term that a row must have, unless its category is one of those that the term names. */
export interface Term {
  readonly text: string;
  /** Numbers of categories. */
  readonly names: readonly number[];
}

/** Everything that a statement needs to know. */
export interface Question {
  /** Number of the network whose listing is asked; null for that of all networks. */
  readonly network: number | null;
  /** Numbers of networks of which a row must be on one; empty for any. */
  readonly networks: readonly number[];
  /** Numbers of the categories, in the order of the answer; null for all, in their order. */
  readonly categories: readonly number[] | null;
  readonly terms: readonly Term[];
  /** Both by default. */
  readonly scope?: Scope | undefined;
  /** Whether rows that miss terms are found as well, as those that miss filters are. */
  readonly isLoose?: boolean;
  readonly filters: readonly Filter[];
  /** Whether a probe must have confirmed something of the row lately. */
  readonly confirmed?: boolean | undefined;
  /** Empty for the default order: providers whose name has all terms first. */
  readonly sorting: readonly Sort[];
  /** Price groups of a money column in the listing. */
  readonly pricesOf: (key: string) => ListedPrices | undefined;
  /** Conversions into a price group of a money column. */
  readonly conversionsOf: (key: string, group: string) => readonly Conversion[];
  /** Rows of the listing whose offers have a figure within a span. */
  readonly rowsOf: (span: FigureSpan) => readonly number[];
  /** Rows of the listing in the order of a figure; those without it are not among them. */
  readonly orderOf: (sort: Sort) => readonly number[];
}

/**
 * Ids of the rows in order. With filters or loose terms, rows that miss some are among them, with a
 * mask: bit i is set if the row misses filter i, and after the filters, term i.
 */
export function buildRowsSql(question: Question): Statement {
  const values: SqlValue[] = [];
  const isWhole = question.terms.length + question.filters.length + question.networks.length === 0;
  const add: AddValue = isWhole ? literal : (value) => `$${values.push(value)}`;
  const conditions = conditionsSql(question, add);
  const wanted = filtersSql(question, add);
  if (question.isLoose) wanted.push(...termsSql(question, '_text', add));
  const missed = wanted.map((condition, at) => `CASE WHEN ${condition} THEN 0 ELSE ${2 ** at} END`);
  const columns = missed.length === 0 ? '_id' : `_id, (${missed.join(' + ')})::INTEGER`;
  return {
    sql: `SELECT ${columns} FROM rows WHERE ${conditions}${orderSql(question, add)}`,
    values,
  };
}

/** What a row must match, whatever filters it misses. */
export function conditionsSql(question: Question, add: AddValue): string {
  const where = [
    networkSql(question, add),
    categorySql(question, add),
    question.scope === undefined ? null : `_scope = ${add(question.scope)}`,
    question.confirmed === true ? '_confirmed' : null,
    ...(question.isLoose === true ? [] : termsSql(question, '_text', add)),
  ];
  return where.filter((condition) => condition !== null).join(' AND ') || 'true';
}

/** A condition for each filter. */
export function filtersSql(
  { filters, pricesOf, conversionsOf, rowsOf }: Question,
  add: AddValue,
): string[] {
  const mainOf = (key: string) => pricesOf(key)?.main.id ?? null;
  const facts = { mainOf, conversionsOf, rowsOf };
  return filters.map((filter) => kindOf(filter).toSql(filter, add, facts));
}

/**
 * For a sorted listing, whose values are the snapshot's: DuckDB plans a statement with values again
 * for each execution, which takes half its time.
 */
function literal(value: SqlValue): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? quoteText(value) : `[${value.map(literal).join(', ')}]`;
}

/** Number of rows. */
export const countSql: Statement = { sql: 'SELECT count(*)::INTEGER FROM rows', values: [] };

function networkSql({ network, networks }: Question, add: AddValue): string | null {
  const all = network === null ? networks : [network];
  const tests = all.map((networkIndex) => `get_bit(_networks, ${add(networkIndex)}::INTEGER) = 1`);
  return tests.length < 2 ? (tests[0] ?? null) : `(${tests.join(' OR ')})`;
}

function categorySql({ categories }: Question, add: AddValue): string | null {
  if (categories === null) return null;
  const [only, ...others] = categories;
  return only !== undefined && others.length === 0
    ? `_category = ${add(only)}::INTEGER`
    : `list_contains(${integers(categories, add)}, _category)`;
}

function integers(numbers: readonly number[], add: AddValue): string {
  return `${add(numbers)}::INTEGER[]`;
}

/**
 * A condition for each term: the texts of `column` have it, or it names the category of the row.
 */
function termsSql({ terms }: Question, column: '_text' | '_provider', add: AddValue): string[] {
  return terms.map(({ text, names }) => {
    const contained = `contains(${column}, ${add(text)})`;
    return names.length === 0
      ? contained
      : `(${contained} OR list_contains(${integers(names, add)}, _category))`;
  });
}

/**
 * Empty for the order of the table, by category and id: DuckDB keeps it without a sort, which takes
 * an eighth of the query.
 */
function orderSql(question: Question, add: AddValue): string {
  const { categories, terms, sorting } = question;
  const byCategory =
    categories === null || categories.length > 1 ? [categoryOrder(categories, add)] : [];
  const named =
    sorting.length > 0 || terms.length === 0 ? [] : termsSql(question, '_provider', add);
  const namedFirst = named.length === 0 ? [] : [`(${named.join(' AND ')}) DESC`];
  const order = [...sorting.map((sort) => sortSql(sort, question, add)), ...namedFirst];
  const isOrderOfTable = order.length === 0 && (categories === null || categories.length === 1);
  return isOrderOfTable ? '' : ` ORDER BY ${[...byCategory, ...order, '_id'].join(', ')}`;
}

function categoryOrder(categories: Question['categories'], add: AddValue): string {
  return categories === null
    ? '_category'
    : `list_position(${integers(categories, add)}, _category)`;
}

/**
 * Prices, and amounts of tokens, are ordered inside their groups only. The groups keep their order
 * in both directions.
 */
function sortSql(
  sort: Sort,
  { pricesOf, orderOf, conversionsOf }: Question,
  add: AddValue,
): string {
  const { column, desc } = sort;
  if (isFigure(column)) return `list_position(${integers(orderOf(sort), add)}, _id) ASC NULLS LAST`;
  const direction = `${desc ? 'DESC' : 'ASC'} NULLS LAST`;
  const inOrder = `${sortKey(column)} ${direction}`;
  const kind = quotaKind(column);
  if (kind === 'hours' || kind === 'amount') {
    const token = `${quoteName(groupColumn(column.key))} ASC NULLS LAST, `;
    const amount = `${quoteName(numberKeys(column.key)[0])} ${direction}`;
    // Of equal times and amounts, and where none was read, the text decides.
    return `${kind === 'amount' ? token : ''}${amount}, ${inOrder}`;
  }
  const unit = quotaUnitOf(column);
  if (unit !== null)
    return `coalesce(${quoteName(groupColumn(column.key))} <> ${add(unit)}, true), ${inOrder}`;
  const ordered = isMoney(column) ? orderedGroups({ pricesOf, conversionsOf }, column.key) : [];
  const isOneGroup = ordered.length <= 1 && (ordered[0]?.converted.length ?? 0) === 0;
  return isOneGroup ? inOrder : pricesSql(sort, ordered, add);
}

/** Amounts that can be converted are ordered among those of the first group of their unit. */
function pricesSql(
  { column, desc }: Sort,
  ordered: readonly OrderedGroup[],
  add: AddValue,
): string {
  const name = quoteName(groupColumn(column.key));
  const all = ordered.flatMap(({ converted: conversions }) => conversions);
  const heads = Array.from(
    headsOf(ordered),
    ([group, head]) => `WHEN ${quoteText(group)} THEN ${quoteText(head)}`,
  );
  const head = heads.length === 0 ? name : `CASE ${name} ${heads.join(' ')} ELSE ${name} END`;
  const groups = add(ordered.map(({ group }) => group));
  const amount = converted(sortKey(column), name, all);
  // Rows without a number have no group and are last, because their number is null.
  return `list_position(${groups}, ${head}) ASC NULLS LAST, ${amount} ${desc ? 'DESC' : 'ASC'} NULLS LAST`;
}

function sortKey(column: ColumnDefinition): string {
  const { key, valueKind, sorting } = column;
  if (valueKind === 'array') return `len(${quoteName(key)})`;
  if (valueKind !== 'string') return quoteName(key);
  return quoteName(sorting === 'number' ? sortingNumber(column) : orderKey(column));
}
