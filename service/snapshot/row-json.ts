/** A row as consumers see it. Rendered by DuckDB once per content when a snapshot is opened, never per request. */
import type { ColumnDefinition } from '../../model/columns.ts';
import { quoteName } from '../query/build-sql.ts';

/** A row as its JSON has it: flags are 0 and 1. */
export type RowObject = Readonly<Record<string, string | number | readonly string[] | null>>;

/** SQL of the row's JSON text: every column in order, flags as 0 and 1. */
export function rowJsonSql(columns: readonly ColumnDefinition[]): string {
  const entries = columns.map((column) => {
    const name = quoteName(column.key);
    const value = column.valueKind === 'boolean' ? `${name}::TINYINT` : name;
    return `'${column.key}', ${value}`;
  });
  return `json_object(${entries.join(', ')})`;
}

/** A row of a network from its content's JSON, which lacks the opening brace. */
export function rowJson(network: string, contentJson: string): string {
  return `{"network":${JSON.stringify(network)},${contentJson}`;
}

/** The columns of a row from its content's JSON. */
export function parseRow(contentJson: string | undefined): RowObject {
  return JSON.parse(`{${contentJson ?? '}'}`) as RowObject;
}
