/** A query -> SQL text and its values. Values are parameters only; names and scopes in the text are the snapshot's. */
import { type ColumnDefinition, numberKeys } from '../../model/columns.ts';
import type { Scope } from '../snapshot/catalog.ts';
import type { Filter, Selection, Sort } from './query.ts';

export interface Statement {
  readonly sql: string;
  readonly values: readonly (string | number | boolean | readonly string[])[];
}

/** Collects values while text is written: each becomes the next `$n`. */
class Values {
  readonly list: Statement['values'][number][] = [];

  add(value: Statement['values'][number]): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** Ids of the contents of the selected rows; in order only where `sorting` asks for one. */
export function buildRowsSql(scope: Scope, selection: Selection, sorting: readonly Sort[]): Statement {
  const { terms, filters } = selection;
  // DuckDB keeps the plan of a statement without parameters, and plans others anew for each query. This one is asked most.
  if (terms.length + filters.length + sorting.length === 0) {
    return { sql: `SELECT content FROM memberships WHERE scope = ${scope.id}`, values: [] };
  }
  const values = new Values();
  const where = [`list_contains(_networks, ${values.add(scope.network)}::INTEGER)`];
  for (const term of terms) where.push(`contains(_search, ${values.add(term)})`);
  for (const filter of filters) where.push(filterSql(filter, values));
  const order = sorting.length > 0 ? ` ORDER BY ${[...sorting.map(sortSql), '_content'].join(', ')}` : '';
  const table = quoteName(contentsTable(selection.category));
  return { sql: `SELECT _content FROM ${table} WHERE ${where.join(' AND ')}${order}`, values: values.list };
}

export function contentsTable(category: string): string {
  return `contents_${category}`;
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function filterSql(filter: Filter, values: Values): string {
  const name = quoteName(filter.column.key);
  if (filter.kind === 'range') return rangeSql(filter, values);
  if (filter.kind === 'flag') {
    // With both values every row that states one matches; false < true covers one and two alike.
    const low = values.add(filter.values.every(Boolean));
    return `${name} BETWEEN ${low} AND ${values.add(filter.values.some(Boolean))}`;
  }
  const wanted = filter.values.map((value) => `lower(${values.add(value)})`).join(', ');
  return filter.column.valueKind === 'array' ? `list_has_any(${name}, [${wanted}])` : `${name} IN (${wanted})`;
}

/** Whether the numbers of the cell overlap the wanted ones. */
function rangeSql({ column, min, max }: Extract<Filter, { kind: 'range' }>, values: Values): string {
  const { low, high } = numberNames(column);
  const conditions = [`${low} IS NOT NULL`];
  if (min !== null) conditions.push(`${high} >= ${values.add(min)}`);
  if (max !== null) conditions.push(`${low} <= ${values.add(max)}`);
  return `(${conditions.join(' AND ')})`;
}

function sortSql({ column, desc }: Sort): string {
  return `${sortKey(column)} ${desc ? 'DESC' : 'ASC'} NULLS LAST`;
}

function sortKey(column: ColumnDefinition): string {
  const name = quoteName(column.key);
  switch (column.sorting) {
    case 'number':
      return numberNames(column).low;
    case 'arrayLength':
      return `len(${name})`;
    default:
      return name;
  }
}

function numberNames(column: ColumnDefinition): { low: string; high: string } {
  const [min, max] = numberKeys(column.key);
  return { low: quoteName(min), high: quoteName(max) };
}
