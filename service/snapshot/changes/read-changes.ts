/** changes.parquet -> the log of changes that JavaScript keeps. */
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteText } from '../../../common/sql.ts';
import { laterChangeColumns } from '../../../model/changes.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { type Manifest, snapshotPaths } from '../../../model/manifest.ts';
import { streamChunks } from '../database/parquet.ts';
import { type ChangeColumns, ChangeLog, type TextColumn, textColumns } from './change-log.ts';
import { Texts } from './numbered-texts.ts';

/** SQL of the columns whose text is not the cell itself. */
const sqlOf: Partial<Readonly<Record<TextColumn, string>>> = {
  networks: 'to_json(networks)::VARCHAR',
  causeKind: 'cause.kind',
  files: 'to_json(cause.files)::VARCHAR',
  places: `to_json(list_transform("rows", row -> [row.network, row."chain"]))::VARCHAR`,
  wholeOffer: '"wholeOffer"::VARCHAR',
  chain: `CASE WHEN cause.kind = 'chain' THEN "rows"[1]."chain" END`,
};

const nulls = Object.entries(laterChangeColumns).map(([key, type]) => `NULL::${type} AS ${quoteName(key)}`);
const laterColumns = `SELECT ${nulls.join(', ')} WHERE false`;

export async function readChanges(
  connection: DuckDBConnection,
  folder: string,
  { files }: Manifest,
  definitions: ReadonlyMap<string, ColumnDefinition>,
): Promise<ChangeLog> {
  const { rows } = files.find((file) => file.path === snapshotPaths.changes) ?? { rows: 0 };
  const columns = emptyColumns(rows ?? 0);
  await numberTexts(connection, path.join(folder, snapshotPaths.changes));
  await readTexts(connection, columns.texts);
  await readNumbers(connection, columns);
  await connection.run('DROP TABLE changed_cells; DROP TYPE changed_text');
  return new ChangeLog(columns, definitions);
}

/** Makes the distinct texts an enum: most repeat, and their numbers are read 20 times as fast as texts. */
async function numberTexts(connection: DuckDBConnection, file: string): Promise<void> {
  const cells = textColumns.map((column) => `${sqlOf[column] ?? `"${column}"`} AS "${column}"`);
  await connection.run(
    `CREATE TEMP TABLE changed_cells AS SELECT file_row_number AS number, epoch_ms("at")::DOUBLE AS "at", ${cells.join(', ')} ` +
      `FROM (FROM read_parquet(${quoteText(file)}, file_row_number = true) UNION ALL BY NAME ${laterColumns})`,
  );
  const names = textColumns.map((column) => `"${column}"`).join(', ');
  const texts = `SELECT DISTINCT unnest([${names}]) AS text FROM changed_cells`;
  await connection.run(`CREATE TYPE changed_text AS ENUM (SELECT text FROM (${texts}) WHERE text IS NOT NULL)`);
}

async function readTexts(connection: DuckDBConnection, texts: Texts): Promise<void> {
  for await (const chunk of streamChunks(connection, 'SELECT unnest(enum_range(NULL::changed_text))')) {
    for (const text of chunk.getColumnValues(0)) texts.add(String(text));
  }
}

/** An enum counts from 0, and `Texts` from 1. A missing text becomes 0. */
async function readNumbers(connection: DuckDBConnection, { atMs, numbers }: ChangeColumns): Promise<void> {
  const codes = textColumns.map((column) => `coalesce(enum_code("${column}"::changed_text)::INTEGER + 1, 0)`);
  const sql = `SELECT "at", ${codes.join(', ')} FROM changed_cells ORDER BY number`;
  let start = 0;
  for await (const chunk of streamChunks(connection, sql)) {
    atMs.set(chunk.getColumnValues(0) as number[], start);
    for (const [at, column] of textColumns.entries())
      numbers[column].set(chunk.getColumnValues(at + 1) as number[], start);
    start += chunk.rowCount;
  }
}

function emptyColumns(length: number): ChangeColumns {
  const numbers = textColumns.map((column) => [column, new Int32Array(length)]);
  return {
    atMs: new Float64Array(length),
    numbers: Object.fromEntries(numbers) as ChangeColumns['numbers'],
    texts: new Texts(),
  };
}
