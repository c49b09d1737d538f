/** Rows of a query chunk by chunk, with pauses in which the service answers requests. */
import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import { createPause } from '../../../common/pauses.ts';

export async function* streamChunks(connection: DuckDBConnection, sql: string): AsyncGenerator<DuckDBDataChunk> {
  const rows = await connection.stream(sql);
  const pause = createPause();
  for (let chunk = await rows.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await rows.fetchChunk()) {
    yield chunk;
    await pause();
  }
}
