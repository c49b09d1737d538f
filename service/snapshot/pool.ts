/** Connection pool: one query at a time per connection, with a limit on the queue and a timeout for each query. */
import {
  type DuckDBConnection,
  type DuckDBInstance,
  type DuckDBPreparedStatement,
  LIST,
  listValue,
  VARCHAR,
} from '@duckdb/node-api';
import { HttpError } from '../errors.ts';
import type { SqlValue, Statement } from './statement.ts';

/** Prepared statements kept per connection. Preparing costs 0.1 to 0.3 ms, as much as a small query. */
const preparedPerConnection = 100;

/** Interrupts are repeated until the query ends, because a query that waits for a thread ignores them. */
const interruptRetryMs = 100;

export interface PoolOptions {
  readonly connections: number;
  /** Timeout of a query, including the time it waits for a connection. */
  readonly timeoutMs: number;
  /** Queries that may wait for a connection; any more get 503 at once. */
  readonly maxWaiting: number;
  /** Called with the duration of each query, including its time in the queue. */
  readonly onQuery: (tookMs: number) => void;
}

interface Waiting {
  readonly take: (connection: PooledConnection) => void;
  readonly expire: () => void;
}

interface PooledConnection {
  readonly connection: DuckDBConnection;
  /** Least recently used first. */
  readonly prepared: Map<string, DuckDBPreparedStatement>;
}

export class ConnectionPool {
  readonly #idle: PooledConnection[] = [];
  /** Queue, oldest first. */
  readonly #waiting = new Set<Waiting>();
  /** Interrupts of the running queries. */
  readonly #interrupts = new Set<() => void>();
  readonly #options: PoolOptions;
  #open: number;
  /** Set once the pool is closing. */
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

  /** First column of the result, whole numbers. Throws 503 if the queue is full or the query takes too long. */
  async query(statement: Statement): Promise<number[]> {
    const startedMs = performance.now();
    const pooled = await this.#acquire();
    try {
      return await this.#runOn(pooled, statement, startedMs + this.#options.timeoutMs);
    } finally {
      this.#release(pooled);
      this.#options.onQuery(performance.now() - startedMs);
    }
  }

  /** Aborts running and waiting queries with 503, as their timeout does. */
  interrupt(): void {
    for (const { expire } of this.#waiting) expire();
    for (const interrupt of this.#interrupts) interrupt();
  }

  /**
   * Closes each connection when it is idle, then calls `done`. Closing a connection under a running query would leave
   * that query's promise pending for ever.
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
      timer = setTimeout(interrupt, interruptRetryMs);
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
      // DuckDB errors have no code: a failure after our interrupt counts as the timeout.
      if (late) throw timedOut(cause);
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

  /** Time in the queue counts towards the timeout. */
  #wait(): Promise<PooledConnection> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        take: (connection) => {
          clearTimeout(timer);
          resolve(connection);
        },
        expire: () => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          reject(timedOut());
        },
      };
      const timer = setTimeout(waiting.expire, this.#options.timeoutMs);
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

export function timedOut(cause?: unknown): HttpError {
  return unavailable('query-timeout', 'the query timed out; try again', '5', cause);
}

/** All queries share the memory limit, so a retry succeeds as soon as others have ended. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Out of Memory Error');
}

function unavailable(code: string, message: string, retryAfter: string, cause?: unknown): HttpError {
  return new HttpError(503, code, message, { headers: { 'Retry-After': retryAfter }, cause });
}

/** Statements are prepared per connection: running queries that shared one would overwrite each other's values. */
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

function bind(statement: DuckDBPreparedStatement, index: number, value: SqlValue): void {
  if (typeof value === 'number') statement.bindDouble(index, value);
  else if (typeof value === 'boolean') statement.bindBoolean(index, value);
  else if (typeof value === 'string') statement.bindVarchar(index, value);
  else statement.bindList(index, listValue([...value]), LIST(VARCHAR));
}
