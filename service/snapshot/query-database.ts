/**
 * The DuckDB database that answers queries: tables of contents of the open snapshots. It reads and writes no file. Snapshots with
 * the same contents of a category share a table, so that another snapshot costs only the tables that differ.
 */
import { DuckDBInstance, type DuckDBResult } from '@duckdb/node-api';
import { quoteName } from '../../common/sql.ts';
import { chunksOf } from './chunks.ts';
import { ConnectionPool, type PoolOptions } from './pool.ts';
import type { Statement } from './statement.ts';
import { type Connect, connectTo } from './with-connection.ts';

export interface DatabaseOptions extends PoolOptions {
  /** DuckDB threads in total. A query usually runs on one. */
  readonly threads: number;
  readonly memoryMb: number;
}

/** DuckDB settings of a database in memory. */
export function settingsOf({ threads, memoryMb }: DatabaseOptions): Record<string, string> {
  return {
    threads: String(threads),
    memory_limit: `${memoryMb}MB`,
    temp_directory: '', // never write to disk: the file system may be read-only
    allocator_background_threads: 'true', // return memory used for loading to the system
  };
}

interface SharedTable {
  readonly name: string;
  readonly filled: Promise<void>;
  /** Number of snapshots that use it. */
  users: number;
}

export class QueryDatabase {
  readonly #instance: DuckDBInstance;
  readonly #connect: Connect;
  readonly #pool: ConnectionPool;
  /** By version of the contents. */
  readonly #tables = new Map<string, SharedTable>();
  #created = 0;
  /** Tables that were created up to the last checkpoint. */
  #packed = 0;
  #snapshots = 0;
  #isClosed = false;
  /** Statements that remove tables, one after the other. */
  #removals: Promise<unknown> = Promise.resolve();

  private constructor(instance: DuckDBInstance, pool: ConnectionPool) {
    this.#instance = instance;
    this.#connect = connectTo(instance);
    this.#pool = pool;
  }

  static async open(options: DatabaseOptions): Promise<QueryDatabase> {
    const settings = { ...settingsOf(options), enable_external_access: 'false', lock_configuration: 'true' };
    const instance = await DuckDBInstance.create(':memory:', settings);
    return new QueryDatabase(instance, await ConnectionPool.open(instance, options));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The tables of another snapshot, empty. With those of the last snapshot the database is closed. */
  addSnapshot(): SnapshotTables {
    this.#snapshots++;
    return new SnapshotTables(this);
  }

  query(statement: Statement): Promise<number[]> {
    return this.#pool.query(statement);
  }

  interrupt(): void {
    this.#pool.interrupt();
  }

  /** Fills a table with the rows that `read` gives, unless an open snapshot has it. Returns its name. */
  async take(version: string, read: () => Promise<DuckDBResult>): Promise<string> {
    const table = this.#tables.get(version) ?? this.#create(version, read);
    table.users++;
    await table.filled;
    return table.name;
  }

  /** Packs the tables, which take five times the memory as loaded: a block for each column. */
  async pack(): Promise<void> {
    const created = this.#created;
    if (created === this.#packed) return;
    await this.#run('CHECKPOINT');
    this.#packed = created;
  }

  /** Only call this when nobody queries the tables any more. */
  removeSnapshot(versions: readonly string[]): void {
    this.#snapshots--;
    if (this.#snapshots === 0) this.#close();
    else for (const version of versions) this.#release(version);
  }

  #create(version: string, read: () => Promise<DuckDBResult>): SharedTable {
    this.#created++;
    const name = `contents_${this.#created}`;
    const table = { name, filled: this.#fill(name, read), users: 0 };
    this.#tables.set(version, table);
    return table;
  }

  async #fill(name: string, read: () => Promise<DuckDBResult>): Promise<void> {
    const rows = await read();
    const types = rows.columnTypes();
    const columns = rows.columnNames().map((column, at) => `${quoteName(column)} ${types[at]}`);
    await this.#connect(async (connection) => {
      await connection.run(`CREATE TABLE ${quoteName(name)} (${columns.join(', ')})`);
      const appender = await connection.createAppender(name);
      for await (const chunk of chunksOf(rows)) appender.appendDataChunk(chunk);
      appender.closeSync();
    });
  }

  #release(version: string): void {
    const table = this.#tables.get(version);
    if (table === undefined || --table.users > 0) return;
    this.#tables.delete(version);
    // A table that stays costs memory only.
    this.#removals = this.#removals.then(() =>
      this.#run(`DROP TABLE IF EXISTS ${quoteName(table.name)}`).catch(() => undefined),
    );
  }

  async #run(sql: string): Promise<void> {
    await this.#connect((connection) => connection.run(sql));
  }

  #close(): void {
    this.#isClosed = true;
    // Closing DuckDB under a running statement crashes the process.
    this.#pool.close(() => void this.#removals.then(() => this.#instance.closeSync()));
  }
}

/** The tables of a snapshot. */
export class SnapshotTables {
  readonly #database: QueryDatabase;
  readonly #versions: string[] = [];
  /** By category. */
  readonly #names = new Map<string, string>();
  #isClosed = false;

  constructor(database: QueryDatabase) {
    this.#database = database;
  }

  /** Adds the contents of a category. `version` names the rows that `read` gives, and contains all that they depend on. */
  async add(category: string, version: string, read: () => Promise<DuckDBResult>): Promise<void> {
    this.#versions.push(version);
    this.#names.set(category, await this.#database.take(version, read));
  }

  pack(): Promise<void> {
    return this.#database.pack();
  }

  /** Table of the contents of a category, one line for each row without its network. Throws if the category has none. */
  nameOf(category: string): string {
    const name = this.#names.get(category);
    if (name === undefined) throw new Error(`no table of contents of "${category}"`);
    return name;
  }

  /** Names of all tables. */
  get names(): readonly string[] {
    return [...this.#names.values()];
  }

  /** First column of the result, whole numbers. Throws 503 if too many queries wait or the query takes too long. */
  async query(statement: Statement): Promise<number[]> {
    if (this.#isClosed) throw new Error('the snapshot is closed');
    return this.#database.query(statement);
  }

  /** Aborts running and waiting queries of all snapshots with 503. */
  interrupt(): void {
    this.#database.interrupt();
  }

  /** Only call this when no request uses the snapshot any more. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#database.removeSnapshot(this.#versions);
  }
}
