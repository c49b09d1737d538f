/** SQL text with its values, and the files of a snapshot as tables. */
import path from 'node:path';
import { type DuckDBPreparedStatement, LIST, listValue, VARCHAR } from '@duckdb/node-api';
import { quoteText } from '../../../common/sql.ts';

export type SqlValue = string | number | readonly string[];

export interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Collects the values of a statement while its text is written. */
export class SqlValues {
  readonly list: SqlValue[] = [];

  /** Adds a value and returns its placeholder, `$1` for the first. A list is one value. */
  add(value: SqlValue): string {
    return `$${this.list.push(value)}`;
  }
}

export function bindValue(statement: DuckDBPreparedStatement, index: number, value: SqlValue): void {
  if (typeof value === 'number') statement.bindDouble(index, value);
  else if (typeof value === 'string') statement.bindVarchar(index, value);
  else statement.bindList(index, listValue([...value]), LIST(VARCHAR));
}

/** The rows of one or several files of a snapshot. */
export function parquet(folder: string, ...files: readonly string[]): string {
  return `read_parquet([${files.map((file) => quoteText(path.join(folder, file))).join(', ')}])`;
}
