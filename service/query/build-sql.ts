/** A query -> SQL text and its values. Values are parameters only; names in the text come from the snapshot's columns. */
import type { ColumnDefinition } from '../../model/columns.ts';
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

/** Ids of the contents of the selected rows, in order. `scope` is the network and category, as the tables number them. */
export function buildRowsSql(scope: number, selection: Selection, sorting: readonly Sort[]): Statement {
  const values = new Values();
  const where = [`m.scope = ${values.add(scope)}::INTEGER`];
  for (const term of selection.terms) where.push(`contains(c._search, ${values.add(term)})`);
  for (const filter of selection.filters) where.push(filterSql(filter, values));
  const order = [...orderSql(selection, sorting, values), 'm.position'];
  const joined = where.length > 1 || order.length > 1;
  const join = joined ? ` JOIN ${quoteName(contentsTable(selection.category))} c ON c._content = m.content` : '';
  const sql = `SELECT m.content FROM memberships m${join} WHERE ${where.join(' AND ')} ORDER BY ${order.join(', ')}`;
  return { sql, values: values.list };
}

export function contentsTable(category: string): string {
  return `contents_${category}`;
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function filterSql(filter: Filter, values: Values): string {
  const name = `c.${quoteName(filter.column.key)}`;
  if (filter.kind === 'range') return rangeSql(filter, values);
  if (filter.kind === 'flag') {
    // With both values every row that states one matches; false < true covers one and two alike.
    const low = values.add(filter.values.every(Boolean));
    return `${name} BETWEEN ${low} AND ${values.add(filter.values.some(Boolean))}`;
  }
  const wanted = `list_transform(${values.add(filter.values)}, lambda x: lower(x))`;
  return filter.column.valueKind === 'array'
    ? `list_has_any(list_transform(${name}, lambda x: lower(x)), ${wanted})`
    : `list_contains(${wanted}, lower(${name}))`;
}

/** Whether the numbers of the cell overlap the wanted ones. */
function rangeSql({ column, min, max }: Extract<Filter, { kind: 'range' }>, values: Values): string {
  const { low, high } = numberNames(column);
  const conditions = [`${low} IS NOT NULL`];
  if (min !== null) conditions.push(`${high} >= ${values.add(min)}`);
  if (max !== null) conditions.push(`${low} <= ${values.add(max)}`);
  return `(${conditions.join(' AND ')})`;
}

function orderSql(selection: Selection, sorting: readonly Sort[], values: Values): string[] {
  if (sorting.length > 0) return sorting.map(sortSql);
  if (selection.terms.length === 0) return [];
  // Providers whose name matches come first.
  const found = selection.terms.map((term) => `contains(c._provider, ${values.add(term)})`);
  return [`(${found.join(' AND ')}) DESC`];
}

function sortSql({ column, desc }: Sort): string {
  return `${sortKey(column)} ${desc ? 'DESC' : 'ASC'} NULLS LAST`;
}

function sortKey(column: ColumnDefinition): string {
  const name = `c.${quoteName(column.key)}`;
  switch (column.sorting) {
    case 'number':
      return numberNames(column).low;
    case 'arrayLength':
      return `len(${name})`;
    case 'boolean':
      return name;
    default:
      return `lower(${name})`;
  }
}

function numberNames(column: ColumnDefinition): { low: string; high: string } {
  return { low: `c.${quoteName(`${column.key}Min`)}`, high: `c.${quoteName(`${column.key}Max`)}` };
}
