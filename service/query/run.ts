/** Runs statements on a pool of connections, each for one query at a time, with limits on waiting and on the time one may take. */
import {
  type DuckDBConnection,
  type DuckDBInstance,
  type DuckDBPreparedStatement,
  LIST,
  listValue,
  VARCHAR,
} from '@duckdb/node-api';
import { HttpError } from '../http/errors.ts';
import type { Statement } from './build-sql.ts';

/** Statements that a connection keeps prepared. Preparing costs 0.1 to 0.3 ms, about as much as a small query. */
const preparedPerConnection = 100;

/** An interruption is lost on a query that waits for a thread: it is repeated until the query has ended. */
const interruptAgainMs = 100;

export interface PoolOptions {
  readonly connections: number;
  /** Of a query, the time that it waits for a connection included. */
  readonly timeoutMs: number;
  /** Queries that may wait for a connection; beyond that an early 503 is kinder than a late answer. */
  readonly maxWaiting: number;
  /** Told the time of each query, waiting included. */
  readonly onQuery: (tookMs: number) => void;
}

interface Waiting {
  readonly take: (connection: PooledConnection) => void;
  readonly giveUp: () => void;
}

interface PooledConnection {
  readonly connection: DuckDBConnection;
  /** Least recently used first. */
  readonly prepared: Map<string, DuckDBPreparedStatement>;
}

export class ConnectionPool {
  readonly #idle: PooledConnection[] = [];
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting>();
  /** Ends the queries that are at work. */
  readonly #interrupts = new Set<() => void>();
  readonly #options: PoolOptions;
  #open: number;
  /** Set when the pool is being closed. */
  #onClosed: (() => void) | null = null;

  private constructor(connections: readonly DuckDBConnection[], options: PoolOptions) {
    this.#idle.push(...connections.map((connection) => ({ connection, prepared: new Map() })));
    this.#open = connections.length;
    this.#options = options;
  }

  static async open(instance: DuckDBInstance, options: PoolOptions): Promise<ConnectionPool> {
    const connections = await Promise.all(Array.from({ length: options.connections }, () => instance.connect()));
    return new ConnectionPool(connections, options);
  }

  /** The first column of the result, whole numbers. Throws 503 where too many wait, or the query takes too long. */
  async readNumbers(statement: Statement): Promise<number[]> {
    const startedMs = performance.now();
    const pooled = await this.#acquire();
    try {
      return await this.#runOn(pooled, statement, startedMs + this.#options.timeoutMs);
    } finally {
      this.#release(pooled);
      this.#options.onQuery(performance.now() - startedMs);
    }
  }

  /** Ends what is at work and what waits with a 503, as if its time were over. */
  interrupt(): void {
    for (const { giveUp } of this.#waiting) giveUp();
    for (const interrupt of this.#interrupts) interrupt();
  }

  /**
   * Connections are closed as they become idle, then `done` is called: one that is closed under a query never answers
   * it, and a request that failed by one of its queries may have left others at work.
   */
  close(done: () => void): void {
    this.#onClosed = done;
    for (const pooled of this.#idle.splice(0)) this.#discard(pooled);
  }

  async #runOn(pooled: PooledConnection, statement: Statement, endMs: number): Promise<number[]> {
    let late = false;
    const interrupt = () => {
      late = true;
      pooled.connection.interrupt();
      clearTimeout(timer);
      timer = setTimeout(interrupt, interruptAgainMs);
    };
    let timer = setTimeout(interrupt, Math.max(1, endMs - performance.now()));
    this.#interrupts.add(interrupt);
    try {
      const prepared = await prepare(pooled, statement.sql);
      for (const [index, value] of statement.values.entries()) bind(prepared, index + 1, value);
      const result = await prepared.run();
      const chunks = await result.fetchAllChunks();
      return chunks.flatMap((chunk) => chunk.getColumnValues(0) as number[]);
    } catch (cause) {
      // DuckDB's errors have no code; what tells an interruption is that we asked for it.
      if (late) throw tookTooLong(cause);
      throw isOutOfMemory(cause) ? unavailable('query-memory', 'not enough memory; try again', '5', cause) : cause;
    } finally {
      clearTimeout(timer);
      this.#interrupts.delete(interrupt);
    }
  }

  async #acquire(): Promise<PooledConnection> {
    if (this.#onClosed) throw new Error('the snapshot is closed');
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#waiting.size < this.#options.maxWaiting) return this.#wait();
    throw unavailable('overloaded', 'too many requests at once; try again', '1');
  }

  /** A full queue of slow queries must not keep anybody longer than one of them may take. */
  #wait(): Promise<PooledConnection> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        take: (connection) => {
          clearTimeout(timer);
          resolve(connection);
        },
        giveUp: () => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          reject(tookTooLong());
        },
      };
      const timer = setTimeout(waiting.giveUp, this.#options.timeoutMs);
      this.#waiting.add(waiting);
    });
  }

  #release(pooled: PooledConnection): void {
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next.take(pooled);
    } else if (this.#onClosed) this.#discard(pooled);
    else this.#idle.push(pooled);
  }

  #discard({ connection, prepared }: PooledConnection): void {
    for (const statement of prepared.values()) statement.destroySync();
    connection.closeSync();
    this.#open--;
    if (this.#open === 0) this.#onClosed?.();
  }
}

function tookTooLong(cause?: unknown): HttpError {
  return unavailable('query-timeout', 'the query took too long; try again', '5', cause);
}

/** The memory limit was reached, by all queries together: not a fault of this one, and over in a moment. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Out of Memory Error');
}

function unavailable(code: string, message: string, retryAfter: string, cause?: unknown): HttpError {
  return new HttpError(503, code, message, { headers: { 'Retry-After': retryAfter }, cause });
}

/** Prepared statements are never shared between queries in flight: those would get each other's values. */
async function prepare({ connection, prepared }: PooledConnection, sql: string): Promise<DuckDBPreparedStatement> {
  const known = prepared.get(sql);
  const statement = known ?? (await connection.prepare(sql));
  prepared.delete(sql);
  prepared.set(sql, statement);
  const [oldest] = prepared.keys();
  if (prepared.size > preparedPerConnection && oldest !== undefined) {
    prepared.get(oldest)?.destroySync();
    prepared.delete(oldest);
  }
  return statement;
}

function bind(statement: DuckDBPreparedStatement, index: number, value: Statement['values'][number]): void {
  if (typeof value === 'number') statement.bindDouble(index, value);
  else if (typeof value === 'boolean') statement.bindBoolean(index, value);
  else if (typeof value === 'string') statement.bindVarchar(index, value);
  else statement.bindList(index, listValue([...value]), LIST(VARCHAR));
}
