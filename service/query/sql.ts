/** Selection and order -> SQL text and its values. Only names and scopes of the snapshot are part of the text. */
import { type ColumnDefinition, numberKeys } from '../../model/columns.ts';
import type { Scope } from '../snapshot/catalog.ts';
import { contentsTable, quoteName, SqlValues, type Statement } from '../snapshot/statement.ts';
import { kindOf } from './filters/index.ts';
import type { Selection, Sort } from './params.ts';

/** Ids of the selected contents. They are unordered unless `sorting` has an item. */
export function buildRowsSql(scope: Scope, selection: Selection, sorting: readonly Sort[]): Statement {
  const { terms, filters } = selection;
  // The most frequent query has no parameters: DuckDB keeps the plan of such a statement and plans all others each time.
  if (terms.length + filters.length + sorting.length === 0) {
    return { sql: `SELECT content FROM memberships WHERE scope = ${scope.id}`, values: [] };
  }
  const values = new SqlValues();
  const where = [`list_contains(_networks, ${values.add(scope.network)}::INTEGER)`];
  for (const term of terms) where.push(`contains(_search, ${values.add(term)})`);
  for (const filter of filters) where.push(kindOf(filter).toSql(filter, values));
  const order = sorting.length > 0 ? ` ORDER BY ${[...sorting.map(sortSql), '_content'].join(', ')}` : '';
  const table = quoteName(contentsTable(selection.category));
  return { sql: `SELECT _content FROM ${table} WHERE ${where.join(' AND ')}${order}`, values: values.list };
}

function sortSql({ column, desc }: Sort): string {
  return `${sortKey(column)} ${desc ? 'DESC' : 'ASC'} NULLS LAST`;
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
