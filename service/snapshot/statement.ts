/** SQL text with its parameters, and the files of a snapshot as tables. */

import path from 'node:path';
import { quoteText } from '../../common/sql.ts';

export type SqlValue = string | number | boolean | readonly string[];

export interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Collects the values of a statement while its text is written. */
export class SqlValues {
  readonly list: SqlValue[] = [];

  /** Adds a value and returns its placeholder, `$1` for the first. Equal texts share one. */
  add(value: SqlValue): string {
    const known = typeof value === 'string' ? this.list.indexOf(value) : -1;
    return `$${known === -1 ? this.list.push(value) : known + 1}`;
  }
}

/** The rows of one or several files of a snapshot. */
export function parquet(folder: string, ...files: readonly string[]): string {
  return `read_parquet([${files.map((file) => quoteText(path.join(folder, file))).join(', ')}])`;
}
