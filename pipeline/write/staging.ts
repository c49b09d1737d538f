/** Writes Parquet files through an in-memory DuckDB. Each file is read back and compared. */
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { PipelineError } from '../errors.ts';
import type { Footer } from './footer.ts';
import { type Join, joinTables } from './join-tables.ts';

/** Column name -> DuckDB type, in order. */
export type TableColumns = Readonly<Record<string, string>>;

/** Buffer size for writes. */
const chunkChars = 1 << 20;

/** Sorting spills to disk above this limit: a build of 6.6 million rows stays under 4 GB. */
const memoryLimit = '1500MB';

/** A query. The read-back comparison runs it without the order. */
export interface Query {
  readonly select: string;
  readonly orderBy: string | null;
  /** SQL of the hash of a row; of all its columns if left out. A file that is joined later has that of the joined table. */
  readonly hash?: string;
}

export class Staging {
  readonly #instance: DuckDBInstance;
  readonly #folder: string;
  /** Key-value metadata of every Parquet file. */
  readonly #footer: Footer;
  /** Each written Parquet file as read back, by path. */
  readonly #written = new Map<string, Digest>();

  private constructor(instance: DuckDBInstance, folder: string, footer: Footer) {
    this.#instance = instance;
    this.#folder = folder;
    this.#footer = footer;
  }

  /** `folder` holds temporary files. `close` removes it. */
  static async open(folder: string, footer: Footer): Promise<Staging> {
    await mkdir(folder, { recursive: true });
    const spill = path.join(folder, 'spill');
    const instance = await DuckDBInstance.create(':memory:', { memory_limit: memoryLimit, temp_directory: spill });
    return new Staging(instance, folder, footer);
  }

  /** Loads records into a table. Missing keys are null. */
  async load(
    table: string,
    columns: TableColumns,
    records: Iterable<Readonly<Record<string, unknown>>>,
  ): Promise<void> {
    const file = path.join(this.#folder, `${table}.ndjson`);
    const written = await writeLines(file, records);
    const types = Object.entries(columns).map(([name, type]) => `${quoteName(name)}: ${quoteText(type)}`);
    const source = `read_json(${quoteText(file)}, format = 'newline_delimited', columns = {${types.join(', ')}})`;
    const [loaded] = await this.#run(`CREATE TABLE ${quoteName(table)} AS FROM ${source}`);
    if (Number(loaded) !== written)
      throw new PipelineError('read-back', `${loaded} of ${written} records arrived in ${table}`);
    await rm(file);
  }

  /** Writes the rows of a query to a Parquet file; throws if the file does not give the same rows back. */
  async copy({ select, orderBy, hash = 'hash(t)' }: Query, file: string, footer: Footer = {}): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true });
    const sorted = orderBy === null ? select : `${select} ORDER BY ${orderBy}`;
    const entries = Object.entries({ ...this.#footer, ...footer }).map(([key, value]) => `${key}: ${quoteText(value)}`);
    const metadata = `{${entries.join(', ')}}`;
    await this.#run(
      `COPY (${sorted}) TO ${quoteText(file)} (FORMAT parquet, COMPRESSION zstd, KV_METADATA ${metadata})`,
    );
    const [written, read] = [await this.#digest(select, hash), await this.#digest(`FROM ${parquet(file)}`, hash)];
    assertSame(file, written, read);
    this.#written.set(file, read);
  }

  /** Joins files that `copy` wrote with `hash`; throws if the rows of one are not in the joined file as they were. */
  async join(join: Join, file: string, hash: string): Promise<void> {
    await joinTables({ ...join, footer: { ...this.#footer, ...join.footer } }, file);
    const label = quoteName(join.label);
    const digests = await this.query(`SELECT ${label}, ${digestOf(hash)} FROM ${parquet(file)} GROUP BY 1`);
    const found = new Map(digests.map(([name, rows, digest]) => [name, toDigest(rows, digest)]));
    for (const { file: table, label: name } of join.tables) {
      assertSame(file, this.#written.get(table) ?? noRows, found.get(name) ?? noRows);
      found.delete(name);
    }
    const [unknown] = found.keys();
    if (unknown !== undefined) throw new PipelineError('read-back', `${file} has rows of an unknown table ${unknown}`);
    const rows = digests.reduce((sum, [, count]) => sum + Number(count), 0);
    this.#written.set(file, { rows, digest: '' });
  }

  /** Rows of a written file, as read back; null for other files. */
  countRows(file: string): number | null {
    return this.#written.get(file)?.rows ?? null;
  }

  async close(): Promise<void> {
    this.#instance.closeSync();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #digest(query: string, hash: string): Promise<Digest> {
    const [rows, digest] = await this.#run(`SELECT ${digestOf(hash)} FROM (${query}) t`);
    return toDigest(rows, digest);
  }

  /** Returns the first row. */
  async #run(sql: string): Promise<readonly unknown[]> {
    const [first = []] = await this.query(sql);
    return first;
  }

  /** Uses a new connection, so that statements run in parallel. */
  async query(sql: string): Promise<readonly (readonly unknown[])[]> {
    const connection: DuckDBConnection = await this.#instance.connect();
    try {
      const reader = await connection.runAndReadAll(sql);
      return reader.getRows();
    } catch (error) {
      throw describeFailure(error);
    } finally {
      connection.closeSync();
    }
  }
}

interface Digest {
  readonly rows: number;
  /** Does not depend on the order of the rows. */
  readonly digest: string;
}

const noRows: Digest = { rows: 0, digest: '0' };

function digestOf(hash: string): string {
  return `count(*), coalesce(bit_xor(${hash}), 0)`;
}

function toDigest(rows: unknown, digest: unknown): Digest {
  return { rows: Number(rows), digest: String(digest) };
}

function assertSame(file: string, written: Digest, read: Digest): void {
  if (written.rows === read.rows && written.digest === read.digest) return;
  const [found, expected] = [read, written].map(({ rows, digest }) => `${rows} rows, digest ${digest}`);
  throw new PipelineError('read-back', `${file} does not hold what was written (${found} instead of ${expected})`);
}

/** Translates I/O errors such as a full disk, but not a missing file. DuckDB's errors have no code. */
function describeFailure(error: unknown): unknown {
  const isDisk = error instanceof Error && /^IO Error: (?!No files found)/.test(error.message);
  return isDisk ? new PipelineError('disk', error.message, { cause: error }) : error;
}

/** Returns the number of records. Uses appendFile, because `write` may write only part of a chunk on a full disk. */
async function writeLines(file: string, records: Iterable<unknown>): Promise<number> {
  const handle = await open(file, 'w');
  try {
    let chunk = '';
    let count = 0;
    for (const record of records) {
      count++;
      chunk += `${JSON.stringify(record)}\n`;
      if (chunk.length < chunkChars) continue;
      await handle.appendFile(chunk);
      chunk = '';
    }
    await handle.appendFile(chunk);
    return count;
  } finally {
    await handle.close();
  }
}

/** A Parquet file as a table in SQL. */
export function parquet(file: string): string {
  return `read_parquet(${quoteText(file)})`;
}

/**
 * Hash of columns in SQL. DuckDB hashes the items of lists as if they were columns and skips empty lists, so that `['x'], []` and
 * `[], ['x']` have the same hash: the length of each list is hashed, too. `columns`: DuckDB types by name. A column that is not
 * `known` counts as null, so that a table with fewer columns has the same hash.
 */
export function hashOf(columns: ReadonlyMap<string, string>, known?: ReadonlySet<string>): string {
  const hashed = Array.from(columns, ([name, type]) => {
    const cell = known === undefined || known.has(name) ? quoteName(name) : `NULL::${type}`;
    return type.endsWith('[]') ? `coalesce(len(${cell}), -1), ${cell}` : cell;
  });
  return `hash(${hashed.join(', ')})`;
}

/** Quotes a name for SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes a text for SQL. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
