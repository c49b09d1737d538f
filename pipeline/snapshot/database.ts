/**
 * An in-memory DuckDB that writes Parquet files. Sorting and joining spill to a folder above the
 * memory limit.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { quoteName, quoteText, readParquet } from '../../common/sql.ts';
import { formatVersion } from '../../model/manifest.ts';
import { PipelineError } from '../errors.ts';

/** Column name -> DuckDB type, in order. */
export type TableColumns = Readonly<Record<string, string>>;

/** Key-value metadata of a Parquet file. */
export type Footer = Readonly<Record<string, string>>;

const memoryLimit = '1000MB';

/**
 * Characters of lines that are written at once. With a million, a build of the corpus takes 15 MB
 * more.
 */
const partChars = 1 << 16;

/**
 * Rows of a row group, which is in memory while it is written. With DuckDB's default, 122,880, the
 * widest table takes 100 MB more.
 */
const rowGroupRows = 40_960;

/**
 * Level 9 takes no measurable time more than the default, 3, and saves followers a tenth of the
 * bytes. Bloom filters take another twentieth, and skip row groups, of which most files have one.
 */
const compression = 'COMPRESSION zstd, COMPRESSION_LEVEL 9, WRITE_BLOOM_FILTER false';

export interface WrittenLines {
  readonly file: string;
  readonly lines: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface ParquetFile {
  readonly file: string;
  /** The query must give these columns. */
  readonly columns: TableColumns;
  /** Key-value metadata. */
  readonly footer: Footer;
}

export class Database {
  readonly #instance: Promise<DuckDBInstance>;
  readonly #folder: string;

  private constructor(instance: Promise<DuckDBInstance>, folder: string) {
    this.#instance = instance;
    this.#folder = folder;
  }

  /**
   * `folder` holds temporary files; `close` removes it. DuckDB starts meanwhile: the first
   * statement waits for it, or throws its error.
   */
  static async open(folder: string): Promise<Database> {
    await mkdir(folder, { recursive: true });
    const instance = DuckDBInstance.create(':memory:', {
      memory_limit: memoryLimit,
      temp_directory: path.join(folder, 'spill'),
      // Two statements run at once. With two threads for each, a build takes a fifth more CPU time.
      threads: '1',
      // Joins run as they are written: the rows of the first table keep their order as long as the
      // others fit into the memory.
      disabled_optimizers: 'join_order,build_side_probe_side',
    });
    instance.catch(() => undefined);
    return new Database(instance, folder);
  }

  /** Writes records to a file for `loadFile`. Missing keys are null. */
  async writeRecords(table: string, records: Iterable<object>): Promise<WrittenLines> {
    return this.writeLines(table, toJson(records));
  }

  /**
   * Writes records that are JSON already. Uses appendFile, because `write` may write only part of
   * the bytes on a full disk.
   */
  async writeLines(table: string, lines: Iterable<string>): Promise<WrittenLines> {
    const file = path.join(this.#folder, `${table}.ndjson`);
    const handle = await open(file, 'w');
    try {
      const hash = createHash('sha256');
      const written = { lines: 0, bytes: 0 };
      let part = '';
      const append = async () => {
        const bytes = Buffer.from(part);
        part = '';
        written.bytes += bytes.length;
        hash.update(bytes);
        await handle.appendFile(bytes);
      };
      for (const line of lines) {
        written.lines++;
        part += `${line}\n`;
        if (part.length > partChars) await append();
      }
      await append();
      return { file, ...written, sha256: hash.digest('hex') };
    } finally {
      await handle.close();
    }
  }

  /** Creates a table of written records. */
  async loadFile(
    table: string,
    columns: TableColumns,
    { file, lines }: WrittenLines,
  ): Promise<void> {
    const types = Object.entries(columns).map(
      ([name, type]) => `${quoteName(name)}: ${quoteText(type)}`,
    );
    const options = [
      "format = 'newline_delimited'",
      "compression = 'uncompressed'",
      'hive_partitioning = false',
      `columns = {${types.join(', ')}}`,
    ];
    const source = `read_json(${quoteText(file)}, ${options.join(', ')})`;
    const [[loaded] = []] = await this.query(`CREATE TABLE ${quoteName(table)} AS FROM ${source}`);
    if (Number(loaded) !== lines)
      throw new PipelineError('read-back', `${loaded} of ${lines} records arrived in ${table}`);
    await rm(file);
  }

  async load(table: string, columns: TableColumns, records: Iterable<object>): Promise<void> {
    await this.loadFile(table, columns, await this.writeRecords(table, records));
  }

  /**
   * Writes the rows of a query to a Parquet file. Throws unless the file has all of them, with
   * these columns. Returns their number.
   */
  async copy(query: string, { file, columns, footer }: ParquetFile): Promise<number> {
    await mkdir(path.dirname(file), { recursive: true });
    const entries = Object.entries(footer).map(([key, value]) => `${key}: ${quoteText(value)}`);
    const options = `FORMAT parquet, ${compression}, ROW_GROUP_SIZE ${rowGroupRows}, KV_METADATA {${entries.join(', ')}}`;
    const [[written] = []] = await this.query(`COPY (${query}) TO ${quoteText(file)} (${options})`);
    const counted = `SELECT num_rows FROM parquet_file_metadata(${quoteText(file)})`;
    const read = await this.query(
      `SELECT column_name, column_type, (${counted}) FROM (DESCRIBE FROM ${parquet(file)})`,
    );
    const rows = read[0]?.[2];
    const found = JSON.stringify(read.map(([name, type]) => [name, type]));
    if (rows !== written || found !== JSON.stringify(Object.entries(columns)))
      throw new PipelineError(
        'read-back',
        `${file} has ${rows} of ${written} rows, or not the columns of its table`,
      );
    return Number(rows);
  }

  /** Uses a new connection, so that statements run in parallel. */
  async query(sql: string): Promise<readonly (readonly unknown[])[]> {
    const connection = await (await this.#instance).connect();
    try {
      const reader = await connection.runAndReadAll(sql);
      return reader.getRows();
    } catch (error) {
      throw describeFailure(error);
    } finally {
      connection.closeSync();
    }
  }

  /** No statement may run: closing DuckDB under one crashes the process. */
  async close(): Promise<void> {
    await this.#instance.then(
      (instance) => instance.closeSync(),
      () => undefined,
    );
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Writes records to a Parquet file of the build folder that is no file of a snapshot. */
export async function writeParquet(
  file: string,
  columns: TableColumns,
  records: Iterable<object>,
): Promise<void> {
  const database = await Database.open(`${file}-database`);
  try {
    await database.load('records', columns, records);
    await database.copy('FROM records', {
      file,
      columns,
      footer: { formatVersion: String(formatVersion) },
    });
  } finally {
    await database.close();
  }
}

/**
 * Translates I/O errors such as a full disk, but not a missing file, and damaged files. DuckDB's
 * errors have no code.
 */
function describeFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const [reason = ''] = error.message.split('\n');
  if (/^Invalid Input Error: /.test(reason))
    return new PipelineError('bad-parquet', reason, { cause: error });
  return /^IO Error: (?!No files found)/.test(reason)
    ? new PipelineError('disk', reason, { cause: error })
    : error;
}

function* toJson(records: Iterable<object>): Iterable<string> {
  for (const record of records) yield JSON.stringify(record);
}

/** A Parquet file as a table in SQL. */
export function parquet(file: string): string {
  return readParquet([file]);
}
