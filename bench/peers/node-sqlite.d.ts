/**
 * The part of node:sqlite that the peer uses: Node 20, whose types the project has, lacks the
 * module.
 */
declare module 'node:sqlite' {
  type SqliteValue = string | number | null;
  class StatementSync {
    all(...values: SqliteValue[]): Record<string, SqliteValue>[];
    get(...values: SqliteValue[]): Record<string, SqliteValue> | undefined;
    run(...values: SqliteValue[]): void;
  }
  export class DatabaseSync {
    constructor(path: string);
    exec(sql: string): void;
    prepare(sql: string): StatementSync;
  }
}
