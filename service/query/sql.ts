/** Selection and order -> SQL text and its values. Only names and scopes of the snapshot are part of the text. */
import { type ColumnDefinition, isMoney, numberKeys } from '../../model/columns.ts';
import { groupColumn, type ListedPrices } from '../snapshot/price-groups.ts';
import { contentsTable, quoteName, SqlValues, type Statement } from '../snapshot/statement.ts';
import { type Filter, kindOf } from './filters/index.ts';
import type { Selection, Sort } from './params.ts';

/** A listing to select from. */
export interface ListingScope {
  /** Number of the network as in `Scope`; null for all networks. */
  readonly network: number | null;
  /** Price groups of the money columns that the query compares, by column. */
  readonly prices: ReadonlyMap<string, ListedPrices>;
}

/** Ids of the selected contents. They are unordered unless `sorting` has an item. */
export function buildRowsSql(scope: ListingScope, selection: Selection, sorting: readonly Sort[]): Statement {
  const { terms, filters } = selection;
  const values = new SqlValues();
  const where = conditionsOf(scope, terms, values);
  for (const filter of filters) where.push(filterSql(filter, scope, values));
  const order =
    sorting.length > 0
      ? ` ORDER BY ${[...sorting.map((sort) => sortSql(sort, scope, values)), '_content'].join(', ')}`
      : '';
  const table = quoteName(contentsTable(selection.category));
  return { sql: `SELECT _content FROM ${table}${whereSql(where)}${order}`, values: values.list };
}

/** SELECT of the ids of contents with all of the terms, on a network or on all. */
export function selectContents(
  scope: Pick<ListingScope, 'network'>,
  { category, terms }: Pick<Selection, 'category' | 'terms'>,
  values: SqlValues,
): string {
  return `SELECT _content FROM ${quoteName(contentsTable(category))}${whereSql(conditionsOf(scope, terms, values))}`;
}

function conditionsOf(
  { network }: Pick<ListingScope, 'network'>,
  terms: readonly string[],
  values: SqlValues,
): string[] {
  const place = network === null ? [] : [`list_contains(_networks, ${values.add(network)}::INTEGER)`];
  return [...place, ...terms.map((term) => `contains(_search, ${values.add(term)})`)];
}

function whereSql(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

/** A request has at most so many filters; each is a bit of the number below. */
const maskFactor = 2 ** 20;

/**
 * Contents that match all filters, or all but those of one column: `content * 2^20 + mask`, where bit i of the mask says
 * that filter i does not match. One statement tells what the removal of any filter would give.
 */
export function buildNearSql(scope: ListingScope, { category, terms, filters }: Selection): Statement {
  const values = new SqlValues();
  const where = conditionsOf(scope, terms, values);
  const bits = filters.map((filter, at) => `CASE WHEN ${filterSql(filter, scope, values)} THEN 0 ELSE ${2 ** at} END`);
  const masks = new Map<string, number>();
  for (const [at, { column }] of filters.entries()) masks.set(column.key, (masks.get(column.key) ?? 0) + 2 ** at);
  const missed = [...masks.values()].map((mask) => `(mask & ${mask} <> 0)::INTEGER`);
  const inner = `SELECT _content, ${bits.join(' + ')} AS mask FROM ${quoteName(contentsTable(category))}${whereSql(where)}`;
  return {
    sql: `SELECT (_content::BIGINT * ${maskFactor} + mask)::DOUBLE FROM (${inner}) WHERE ${missed.join(' + ')} <= 1`,
    values: values.list,
  };
}

export interface NearMatch {
  readonly content: number;
  readonly mask: number;
}

/** Reads a number of that statement. */
export function readNearMatch(number: number): NearMatch {
  return { content: Math.floor(number / maskFactor), mask: number % maskFactor };
}

function filterSql(filter: Filter, { prices }: ListingScope, values: SqlValues): string {
  return kindOf(filter).toSql(filter, values, prices.get(filter.column.key) ?? null);
}

/** Prices are ordered inside their groups only. The groups keep their order in both directions. */
function sortSql({ column, desc }: Sort, { prices }: ListingScope, values: SqlValues): string {
  const inOrder = `${sortKey(column)} ${desc ? 'DESC' : 'ASC'} NULLS LAST`;
  const listed = isMoney(column) ? prices.get(column.key) : undefined;
  if (listed === undefined || listed.groups.length <= 1) return inOrder;
  const groups = values.add(listed.groups.map(({ id }) => id));
  // Rows without a number have no group and are last, because their number is null.
  return `list_position(${groups}, ${quoteName(groupColumn(column.key))}) ASC NULLS LAST, ${inOrder}`;
}

function sortKey(column: ColumnDefinition): string {
  const name = quoteName(column.key);
  switch (column.sorting) {
    case 'number':
      return quoteName(numberKeys(column.key)[0]);
    case 'arrayLength':
      return `len(${name})`;
    default:
      return name;
  }
}
