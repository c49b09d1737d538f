/** The Parquet files of a snapshot as tables, and their rows. */
import path from 'node:path';
import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import { readParquet } from '../../../common/sql.ts';
import { createPause } from '../../pauses.ts';

/** Rows of a query chunk by chunk, with pauses in which the service answers requests. */
export async function* streamChunks(
  connection: DuckDBConnection,
  sql: string,
): AsyncGenerator<DuckDBDataChunk> {
  const rows = await connection.stream(sql);
  const pause = createPause();
  for (
    let chunk = await rows.fetchChunk();
    chunk && chunk.rowCount > 0;
    chunk = await rows.fetchChunk()
  ) {
    yield chunk;
    await pause();
  }
}

/** The rows of one or several files of a snapshot. */
export function parquet(folder: string, ...files: readonly string[]): string {
  return readParquet(files.map((file) => path.join(folder, file)));
}
