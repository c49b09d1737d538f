/**
 * The DuckDB database of a snapshot: filled from its files, then locked, then asked by a few
 * connections. One query runs at a time on a connection. The time of each query has a limit; the
 * queue of requests limits how many run at once.
 */
import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBListType,
  type DuckDBMaterializedResult,
  type DuckDBPreparedStatement,
  DuckDBTypeId,
  type DuckDBValue,
  INTEGER,
  LIST,
  listValue,
  VARCHAR,
} from '@duckdb/node-api';
import { LRUCache } from 'lru-cache';
import { HttpError } from '../../errors.ts';

/** Numbers of a list are integers. */
export type SqlValue = string | number | readonly string[] | readonly number[];

export interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export interface DatabaseOptions {
  /** Connections that are opened before the first query. */
  readonly connections: number;
  /** Memory limit of queries. */
  readonly memoryMb: number;
  /** Timeout of a query. */
  readonly timeoutMs: number;
  /** Told of the time of each query. */
  readonly querySeconds: { readonly observe: (seconds: number) => void };
}

/**
 * Memory that filling may take, as a multiple of the limit of queries: unpacked rows take several
 * times the memory of packed ones.
 */
const fillTimes = 2;

/**
 * DuckDB plans a statement again for each execution with values, which takes half the time of a
 * query here. These steps gain nothing for one table of a few thousand rows, and cost a sixth of a
 * sorted list.
 */
const uselessOptimizers = [
  'compressed_materialization',
  'late_materialization',
  'statistics_propagation',
];

/** Prepared statements kept per connection. Preparing costs 0.3 ms, as much as a small query. */
const preparedPerConnection = 100;

/**
 * Interrupts are repeated until the query ends, because a query that waits for a thread ignores
 * them.
 */
const interruptRetryMs = 100;

/** Runs work with a connection of its own, and closes it. */
export type Connect = <T>(work: (connection: DuckDBConnection) => Promise<T>) => Promise<T>;

export class Database {
  readonly #instance: DuckDBInstance;
  readonly #options: DatabaseOptions;
  readonly #idle: Prepared[] = [];
  /** Interrupts of the running queries. */
  readonly #interrupts = new Set<() => void>();
  /** Connections for queries that are not closed. */
  #open = 0;
  #isClosing = false;

  private constructor(instance: DuckDBInstance, options: DatabaseOptions) {
    this.#instance = instance;
    this.#options = options;
  }

  /** An empty database, which may read files. */
  static async create(options: DatabaseOptions): Promise<Database> {
    const { memoryMb } = options;
    const instance = await DuckDBInstance.create(':memory:', {
      threads: '1', // in total: a query usually runs on one
      memory_limit: `${fillTimes * memoryMb}MB`,
      temp_directory: '', // never write to disk: the file system may be read-only
      checkpoint_threshold: '1TB', // the table is packed once, when it is full: packing half of it again and again takes more memory
      allocator_background_threads: 'true', // return memory used for loading to the system
      enable_external_file_cache: 'false', // each file is read once
    });
    return new Database(instance, options);
  }

  /**
   * Runs `work` with a connection of its own. For filling the database only: nothing limits the
   * time.
   */
  async connect<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = await this.#instance.connect();
    try {
      return await work(connection);
    } finally {
      connection.closeSync();
    }
  }

  /** Forbids files and other settings, and opens the connections for queries. */
  async lock(): Promise<void> {
    await this.connect(async (connection) => {
      await connection.run(`SET memory_limit = '${this.#options.memoryMb}MB'`);
      await connection.run(`SET disabled_optimizers = '${uselessOptimizers.join()}'`);
      await connection.run('SET enable_external_access = false');
      await connection.run('SET lock_configuration = true');
    });
    for (; this.#open < this.#options.connections; this.#open++)
      this.#idle.push(new Prepared(await this.#instance.connect()));
  }

  /** Columns of the result, whole numbers. Throws 503 if the query takes too long. */
  async query(statement: Statement): Promise<number[][]> {
    return readColumns(await this.#ask(statement));
  }

  /** Lines of the result. Throws as `query` does. */
  async read(statement: Statement): Promise<unknown[]> {
    return (await this.#ask(statement)).getRowObjectsJson();
  }

  async #ask(statement: Statement): Promise<DuckDBMaterializedResult> {
    const startedMs = performance.now();
    const connection = await this.#acquire();
    try {
      return await this.#run(connection, statement);
    } finally {
      this.#release(connection);
      this.#options.querySeconds.observe((performance.now() - startedMs) / 1000);
    }
  }

  /** Aborts running queries with 503, as their timeout does. */
  interrupt(): void {
    for (const interrupt of this.#interrupts) interrupt();
  }

  /**
   * Closes each connection when it is idle: closing it under a running query would leave that
   * query's promise pending for ever.
   */
  close(): void {
    this.#isClosing = true;
    this.#closeIdle();
  }

  async #run(connection: Prepared, { sql, values }: Statement): Promise<DuckDBMaterializedResult> {
    let isLate = false;
    const interrupt = () => {
      isLate = true;
      connection.interrupt();
      clearTimeout(timer);
      timer = setTimeout(interrupt, interruptRetryMs);
    };
    let timer = setTimeout(interrupt, this.#options.timeoutMs);
    this.#interrupts.add(interrupt);
    try {
      return await (await connection.prepare(sql)).run(values);
    } catch (cause) {
      // DuckDB errors have no code: a failure after our interrupt counts as the timeout.
      if (isLate) throw unavailable('query-timeout', 'the query timed out; try again', cause);
      throw isOutOfMemory(cause)
        ? unavailable('query-memory', 'not enough memory; try again', cause)
        : cause;
    } finally {
      clearTimeout(timer);
      this.#interrupts.delete(interrupt);
    }
  }

  async #acquire(): Promise<Prepared> {
    if (this.#isClosing) throw new Error('the snapshot is closed');
    const idle = this.#idle.pop();
    if (idle) return idle;
    this.#open++;
    return new Prepared(await this.#instance.connect());
  }

  #release(connection: Prepared): void {
    this.#idle.push(connection);
    if (this.#isClosing) this.#closeIdle();
  }

  /** Closes the connections that no query uses, and the instance with the last one. */
  #closeIdle(): void {
    for (const connection of this.#idle.splice(0)) {
      connection.close();
      this.#open--;
    }
    if (this.#open === 0) this.#instance.closeSync();
  }
}

/**
 * A connection with its prepared statements: running queries that shared one would overwrite each
 * other's values.
 */
class Prepared {
  readonly #connection: DuckDBConnection;
  /** By SQL text. */
  readonly #statements = new LRUCache<string, PreparedStatement>({
    max: preparedPerConnection,
    dispose: (statement) => statement.destroy(),
  });

  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  async prepare(sql: string): Promise<PreparedStatement> {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = new PreparedStatement(await this.#connection.prepare(sql));
    this.#statements.set(sql, statement);
    return statement;
  }

  interrupt(): void {
    this.#connection.interrupt();
  }

  close(): void {
    this.#statements.clear();
    this.#connection.closeSync();
  }
}

/**
 * Binds each value as the type that the statement expects: with another one, planning takes a third
 * longer.
 */
class PreparedStatement {
  readonly #statement: DuckDBPreparedStatement;
  /** Whether each value is an INTEGER. */
  readonly #isInteger: readonly boolean[];

  constructor(statement: DuckDBPreparedStatement) {
    this.#statement = statement;
    const typeOf = (index: number) => statement.parameterTypeId(index);
    const indexes = Array.from({ length: statement.parameterCount }, (_, at) => at + 1);
    this.#isInteger = indexes.map((index) => typeOf(index) === DuckDBTypeId.INTEGER);
  }

  run(values: readonly SqlValue[]): Promise<DuckDBMaterializedResult> {
    for (const [at, value] of values.entries())
      this.#bind(at + 1, value, this.#isInteger[at] ?? false);
    return this.#statement.run();
  }

  #bind(index: number, value: SqlValue, isInteger: boolean): void {
    if (typeof value === 'string') this.#statement.bindVarchar(index, value);
    else if (typeof value !== 'number')
      this.#statement.bindList(index, listValue([...value]), listTypeOf(value));
    else if (isInteger) this.#statement.bindInteger(index, value);
    else this.#statement.bindDouble(index, value);
  }

  destroy(): void {
    this.#statement.destroySync();
  }
}

function listTypeOf([first]: readonly string[] | readonly number[]): DuckDBListType {
  return LIST(typeof first === 'number' ? INTEGER : VARCHAR);
}

/** The result is in memory, so that its chunks are read without waiting. */
function readColumns(result: DuckDBMaterializedResult): number[][] {
  const columns: number[][] = [];
  for (let at = 0; at < result.chunkCount; at++)
    result.getChunk(at).appendToColumns(columns as DuckDBValue[][]);
  return columns;
}

/** All queries share the memory limit, so a retry succeeds as soon as others have ended. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Out of Memory Error');
}

function unavailable(code: string, message: string, cause: unknown): HttpError {
  return new HttpError(503, code, message, { headers: { 'Retry-After': '5' }, cause });
}
