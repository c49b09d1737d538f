/** Order and number of contents -> SQL text and its values. Only names of the snapshot are part of the text. */
import { quoteName } from '../../common/sql.ts';
import { type ColumnDefinition, isMoney, numberKeys } from '../../model/columns.ts';
import { groupColumn, type ListedPrices } from '../snapshot/price-groups.ts';
import { SqlValues, type Statement } from '../snapshot/statement.ts';
import type { Sort } from './params.ts';

/** Contents of a category to sort. */
export interface Sorted {
  /** Table of the contents of the category. */
  readonly table: string;
  /** Null for all of the category. */
  readonly contents: ArrayLike<number> | null;
  /** Price groups of the money columns, by column: the order of prices. */
  readonly prices: ReadonlyMap<string, ListedPrices>;
}

/** Ids of the contents, in order. They are given as one text, because binding a list takes longer than sorting it. */
export function buildOrderSql({ table, contents, prices }: Sorted, sorting: readonly Sort[]): Statement {
  const values = new SqlValues();
  const where = contents === null ? '' : ` WHERE _content IN (${idsSql(contents, values)})`;
  const order = [...sorting.map((sort) => sortSql(sort, prices, values)), '_content'].join(', ');
  const sql = `SELECT _content FROM ${quoteName(table)}${where} ORDER BY ${order}`;
  return { sql, values: values.list };
}

/** Number of contents in some tables. */
export function buildCountSql(tables: readonly string[]): Statement {
  const counts = tables.map((table) => `(SELECT count(*) FROM ${quoteName(table)})`);
  return { sql: `SELECT (${['0', ...counts].join(' + ')})::INTEGER`, values: [] };
}

function idsSql(ids: ArrayLike<number>, values: SqlValues): string {
  const separator = ',';
  return `SELECT unnest(string_split(${values.add(Array.from(ids).join(separator))}, ${values.add(separator)})::INTEGER[])`;
}

/** Prices are ordered inside their groups only. The groups keep their order in both directions. */
function sortSql({ column, desc }: Sort, prices: Sorted['prices'], values: SqlValues): string {
  const inOrder = `${sortKey(column)} ${desc ? 'DESC' : 'ASC'} NULLS LAST`;
  const listed = isMoney(column) ? prices.get(column.key) : undefined;
  if (listed === undefined || listed.groups.length <= 1) return inOrder;
  const groups = values.add(listed.groups.map(({ id }) => id));
  // Rows without a number have no group and are last, because their number is null.
  return `list_position(${groups}, ${quoteName(groupColumn(column.key))}) ASC NULLS LAST, ${inOrder}`;
}

function sortKey({ key, valueKind, sorting }: ColumnDefinition): string {
  return quoteName(valueKind === 'string' && sorting === 'number' ? numberKeys(key)[0] : key);
}
