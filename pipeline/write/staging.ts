/** Writes Parquet files through an in-memory DuckDB. Each file is read back and compared while the next ones are written. */

import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type DuckDBConnection, DuckDBDataChunk, DuckDBInstance, INTEGER } from '@duckdb/node-api';
import { inParallel, settleAll } from '../../common/settle.ts';
import { quoteName, quoteText } from '../../common/sql.ts';
import { PipelineError } from '../errors.ts';
import type { Footer } from './footer.ts';
import { type Join, joinTables } from './join-tables.ts';
import { writeLines } from './write-lines.ts';

/** Column name -> DuckDB type, in order. */
export type TableColumns = Readonly<Record<string, string>>;

/** Bytes of a cell in DuckDB besides its text. */
const bytesPerCell = 16;

/** Rows that are handed to DuckDB at once. */
const chunkRows = 2048;

/** Statements of a comparison that run at once. */
const statements = 2;

/** Sorting spills to disk above this limit. */
const memoryLimit = '1000MB';

/** A query. The read-back comparison runs it without the order. */
export interface Query {
  /** A list is written one after the other, each in its order, so that only the rows of one are in memory. At least one. */
  readonly select: string | readonly string[];
  readonly orderBy: string | null;
  readonly hashes?: RowHashes;
  /** The file becomes part of a joined one, in which its rows are compared: the bytes are the same. */
  readonly isJoined?: boolean;
}

/** Hashes of rows that are cheaper to compute than those of all columns of a query. */
export interface RowHashes {
  /** SQL of the hash of a row of the file. `position`: SQL of the row's place in it, from 0. */
  readonly inFile: (position: string) => string;
  /** Query of the hashes of the rows, a column `hash`, before they are written. */
  readonly select: string;
}

export class Staging {
  readonly #instance: Promise<DuckDBInstance>;
  readonly #folder: string;
  /** Key-value metadata of every Parquet file. */
  readonly #footer: Footer;
  /** Number and hash of the rows that were written to each Parquet file, by path. */
  readonly #written = new Map<string, Digest>();
  /** Comparisons of written files. */
  readonly #checks: Promise<void>[] = [];

  private constructor(instance: Promise<DuckDBInstance>, folder: string, footer: Footer) {
    this.#instance = instance;
    this.#folder = folder;
    this.#footer = footer;
  }

  /** `folder` holds temporary files. `close` removes it. DuckDB starts meanwhile: the first statement waits for it, or throws its error. */
  static async open(folder: string, footer: Footer): Promise<Staging> {
    await mkdir(folder, { recursive: true });
    const spill = path.join(folder, 'spill');
    const instance = DuckDBInstance.create(':memory:', {
      memory_limit: memoryLimit,
      temp_directory: spill,
      // Several statements run at once. With two threads for each, a build takes a fifth more CPU time.
      threads: '1',
      // Joins run as they are written: the rows of the first table keep their order as long as the others fit into the memory.
      disabled_optimizers: 'join_order,build_side_probe_side',
    });
    instance.catch(() => undefined);
    return new Staging(instance, folder, footer);
  }

  /** Loads records into a table. Missing keys are null. */
  async load(
    table: string,
    columns: TableColumns,
    records: Iterable<Readonly<Record<string, unknown>>>,
  ): Promise<void> {
    await this.loadLines(table, columns, linesOf(records));
  }

  /** Loads records that are JSON already. Returns about how many bytes the table takes in DuckDB. */
  async loadLines(table: string, columns: TableColumns, lines: Iterable<string>): Promise<number> {
    const file = path.join(this.#folder, `${table}.ndjson`);
    const written = await writeLines(file, lines);
    const types = Object.entries(columns).map(([name, type]) => `${quoteName(name)}: ${quoteText(type)}`);
    const source = `read_json(${quoteText(file)}, format = 'newline_delimited', columns = {${types.join(', ')}})`;
    const [loaded] = await this.#run(`CREATE TABLE ${quoteName(table)} AS FROM ${source}`);
    if (Number(loaded) !== written.lines)
      throw new PipelineError('read-back', `${loaded} of ${written.lines} records arrived in ${table}`);
    await rm(file);
    return written.bytes + written.lines * types.length * bytesPerCell;
  }

  /** Loads rows of integers into a table, in less than a tenth of the time of `load`. A row is read before the next one is asked for. */
  async loadIntegers(table: string, columns: readonly string[], rows: Iterable<readonly number[]>): Promise<void> {
    await this.query(
      `CREATE TABLE ${quoteName(table)} (${columns.map((name) => `${quoteName(name)} INTEGER`).join(', ')})`,
    );
    const connection = await (await this.#instance).connect();
    const appender = await connection.createAppender(table);
    const chunk = DuckDBDataChunk.create(columns.map(() => INTEGER));
    let waiting: number[][] = columns.map(() => []);
    const append = () => {
      chunk.reset();
      chunk.setColumns(waiting);
      appender.appendDataChunk(chunk);
      waiting = columns.map(() => []);
    };
    for (const row of rows) {
      for (let column = 0; column < columns.length; column++) waiting[column]?.push(row[column] ?? 0);
      if (waiting[0]?.length === chunkRows) append();
    }
    append();
    appender.closeSync();
    connection.closeSync();
  }

  /** Writes the rows of a query to a Parquet file. `checked` throws if the file does not give the same rows back. */
  async copy({ select, orderBy, hashes, isJoined = false }: Query, file: string, footer: Footer = {}): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true });
    const selects = typeof select === 'string' ? [select] : select;
    const [first = '', ...others] = selects;
    const metadata = { ...this.#footer, ...footer };
    const hashAll = () => selects.map((part) => `SELECT hash(t) AS hash FROM (${part}) t`).join(' UNION ALL ');
    const [written] = await settleAll([
      this.#digest(hashes?.select ?? hashAll()),
      others.length === 0
        ? this.#write(first, orderBy, { file, metadata })
        : this.#writeParts(selects, orderBy, { file, metadata }),
    ]);
    this.#written.set(file, written);
    if (isJoined) return;
    const hash = hashes?.inFile('file_row_number') ?? 'hash(t)';
    this.#check(async () => {
      const read = await this.#digest(`SELECT ${hash} AS hash FROM ${numberedRows(file, hashes !== undefined)} t`);
      assertSame(file, written, read);
    });
  }

  #check(compare: () => Promise<void>): void {
    const check = compare();
    this.#checks.push(check);
    // `checked` throws it.
    check.catch(() => undefined);
  }

  /** Throws if a file does not give back what was written. Publish nothing before. */
  async checked(): Promise<void> {
    await settleAll(this.#checks);
  }

  async #write(select: string, orderBy: string | null, { file, metadata }: Target): Promise<void> {
    const sorted = orderBy === null ? select : `${select} ORDER BY ${orderBy}`;
    const entries = Object.entries(metadata).map(([key, value]) => `${key}: ${quoteText(value)}`);
    const keyValues = entries.length === 0 ? '' : `, KV_METADATA {${entries.join(', ')}}`;
    await this.#run(`COPY (${sorted}) TO ${quoteText(file)} (FORMAT parquet, COMPRESSION zstd${keyValues})`);
  }

  /** Writes a file for each query, and joins them. */
  async #writeParts(selects: readonly string[], orderBy: string | null, { file, metadata }: Target): Promise<void> {
    const tables = selects.map((_, part) => ({ file: `${file}.${part}`, label: '' }));
    for (const [part, table] of tables.entries())
      await this.#write(selects[part] ?? '', orderBy, { file: table.file, metadata: {} });
    const columns = await this.query(`DESCRIBE FROM ${parquet(tables[0]?.file ?? '')}`);
    await joinTables({ columns: columns.map(([name]) => String(name)), label: null, tables, footer: metadata }, file);
    for (const table of tables) await rm(table.file);
  }

  /**
   * Joins files. `checked` throws if the rows of one are not in the joined file as they were. The rows of files that `copy` wrote
   * with hashes are compared, others are counted: they are of an earlier snapshot, and their bytes are copied.
   */
  async join(join: Join & { readonly label: string }, file: string, inFile: RowHashes['inFile']): Promise<void> {
    const counts = await joinTables({ ...join, footer: { ...this.#footer, ...join.footer } }, file);
    const label = quoteName(join.label);
    const starts = new Map<string, number>();
    let rows = 0;
    for (const [name, count] of counts) {
      starts.set(name, rows);
      rows += count;
    }
    this.#written.set(file, { rows, digest: '' });
    const written = join.tables.filter((table) => this.#written.has(table.file));
    this.#check(async () => {
      await this.#assertCounts(file, label, counts);
      await inParallel(statements, written, async ({ file: table, label: name }) => {
        const hash = inFile(`file_row_number - ${starts.get(name) ?? 0}`);
        const source = `${numberedRows(file, true)} WHERE ${label} = ${quoteText(name)}`;
        const read = await this.#digest(`SELECT ${hash} AS hash FROM ${source}`);
        assertSame(file, this.#written.get(table) ?? noRows, read);
      });
    });
  }

  async #assertCounts(file: string, label: string, counts: ReadonlyMap<string, number>): Promise<void> {
    const found = await this.query(`SELECT ${label}, count(*) FROM ${parquet(file)} GROUP BY 1`);
    const rows = new Map(found.map(([name, count]) => [String(name), Number(count)]));
    for (const name of new Set([...counts.keys(), ...rows.keys()])) {
      const [there, wanted] = [rows.get(name) ?? 0, counts.get(name) ?? 0];
      if (there === wanted) continue;
      throw new PipelineError('read-back', `${file} has ${there} rows of ${name} instead of ${wanted}`);
    }
  }

  /** Rows of a written file; null for other files. */
  countRows(file: string): number | null {
    return this.#written.get(file)?.rows ?? null;
  }

  async close(): Promise<void> {
    // Closing DuckDB under a running statement crashes the process.
    await Promise.allSettled(this.#checks);
    await this.#instance.then(
      (instance) => instance.closeSync(),
      () => undefined,
    );
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** `hashes`: a query of the hashes of rows, a column `hash`. */
  async #digest(hashes: string): Promise<Digest> {
    const [rows, digest] = await this.#run(`SELECT ${digestOf('hash')} FROM (${hashes})`);
    return toDigest(rows, digest);
  }

  /** Returns the first row. */
  async #run(sql: string): Promise<readonly unknown[]> {
    const [first = []] = await this.query(sql);
    return first;
  }

  /** Uses a new connection, so that statements run in parallel. */
  async query(sql: string): Promise<readonly (readonly unknown[])[]> {
    const connection: DuckDBConnection = await (await this.#instance).connect();
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

interface Target {
  readonly file: string;
  readonly metadata: Footer;
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

function* linesOf(records: Iterable<unknown>): Iterable<string> {
  for (const record of records) yield JSON.stringify(record);
}

/** Rows of a Parquet file, with their places in a column `file_row_number` if wanted. */
function numberedRows(file: string, isNumbered: boolean): string {
  return isNumbered ? `read_parquet(${quoteText(file)}, file_row_number = true)` : parquet(file);
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
