/** changes.parquet -> the log of changes that JavaScript keeps. */
import path from 'node:path';
import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import { causeKinds, changeKinds } from '../../model/changes.ts';
import { type Manifest, snapshotPaths } from '../../model/manifest.ts';
import { createPause } from '../pauses.ts';
import { type ChangeColumns, ChangeLog, type TextColumn, textColumns } from './changes.ts';
import { Texts } from './texts.ts';
import { SnapshotError } from './verify.ts';

/** SQL of the columns whose text is not the cell itself. */
const sqlOf: Partial<Readonly<Record<TextColumn, string>>> = {
  networks: 'to_json(networks)::VARCHAR',
  causeKind: 'cause.kind',
  files: 'to_json(cause.files)::VARCHAR',
  chain: `CASE WHEN cause.kind = 'chain' THEN "rows"[1]."chain" END`,
};

/** Throws `inconsistent` for a change without time, kind, category, slug, networks or cause. */
export async function readChanges(
  connection: DuckDBConnection,
  folder: string,
  { id, files }: Manifest,
): Promise<ChangeLog> {
  const { rows } = files.find((file) => file.path === snapshotPaths.changes) ?? { rows: 0 };
  const columns = emptyColumns(rows ?? 0);
  const file = path.join(folder, snapshotPaths.changes).replaceAll("'", "''");
  const cells = textColumns.map((column) => `${sqlOf[column] ?? `"${column}"`} AS "${column}"`);
  const hashes = textColumns.map((column) => `(hash("${column}") & ${Number.MAX_SAFE_INTEGER})::DOUBLE`);
  const result = await connection.stream(
    `SELECT epoch_ms("at")::DOUBLE, ${hashes.join(', ')}, COLUMNS(* EXCLUDE ("at")) ` +
      `FROM (SELECT "at", ${cells.join(', ')} FROM read_parquet('${file}'))`,
  );
  const reader = new ChunkReader(columns);
  const pause = createPause();
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    for (const column of [null, ...textColumns]) {
      reader.read(chunk, column);
      await pause();
    }
    reader.next(chunk.rowCount);
  }
  assertComplete(columns, id);
  return new ChangeLog(columns);
}

function emptyColumns(length: number): ChangeColumns {
  const numbers = textColumns.map((column) => [column, new Int32Array(length)]);
  return {
    atMs: new Float64Array(length),
    numbers: Object.fromEntries(numbers) as ChangeColumns['numbers'],
    texts: new Texts(),
  };
}

/**
 * Reads each text once: most repeat, and DuckDB's hash of a text is read 20 times as fast as the text. Of 53 bits, two of
 * 100,000 texts have the same hash with a probability of one in a million.
 */
class ChunkReader {
  readonly #columns: ChangeColumns;
  /** Numbers of texts by their hashes. */
  readonly #known = new Map<number, number>();
  /** Place of the first row of the chunk. */
  #start = 0;

  constructor(columns: ChangeColumns) {
    this.#columns = columns;
  }

  /** Reads a column of the chunk; the times if it is null. */
  read(chunk: DuckDBDataChunk, column: TextColumn | null): void {
    if (column !== null) {
      this.#readTexts(chunk, column);
      return;
    }
    const times = chunk.getColumnValues(0).map((time) => Number(time ?? Number.NaN));
    this.#columns.atMs.set(times, this.#start);
  }

  next(rows: number): void {
    this.#start += rows;
  }

  #readTexts(chunk: DuckDBDataChunk, column: TextColumn): void {
    const at = textColumns.indexOf(column);
    const texts = chunk.getColumnVector(1 + textColumns.length + at);
    const numbers = this.#columns.numbers[column];
    for (const [row, hash] of (chunk.getColumnValues(1 + at) as number[]).entries()) {
      let number = this.#known.get(hash);
      if (number === undefined) {
        number = this.#columns.texts.add(texts.getItem(row) as string | null);
        this.#known.set(hash, number);
      }
      numbers[this.#start + row] = number;
    }
  }
}

function assertComplete({ atMs, numbers, texts }: ChangeColumns, id: string): void {
  const refuse = (what: string): never => {
    throw new SnapshotError('inconsistent', `changes of ${id}: ${what}`);
  };
  if (atMs.some(Number.isNaN)) refuse('one has no at');
  for (const column of ['kind', 'category', 'slug', 'networks', 'causeKind'] as const)
    if (numbers[column].includes(0)) refuse(`one has no ${column}`);
  const vocabularies = { kind: new Set<string>(changeKinds), causeKind: new Set<string>(causeKinds) };
  for (const column of ['kind', 'causeKind'] as const) {
    const unknown = [...new Set(numbers[column])].find((number) => !vocabularies[column].has(texts.get(number) ?? ''));
    if (unknown !== undefined) refuse(`unknown ${column} "${texts.get(unknown)}"`);
  }
}
