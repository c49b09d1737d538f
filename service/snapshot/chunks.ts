/** Rows of a query chunk by chunk, with pauses in which the service answers requests. */
import type { DuckDBConnection, DuckDBDataChunk, DuckDBValue } from '@duckdb/node-api';
import { createPause } from '../../common/pauses.ts';

export async function* streamChunks(
  connection: DuckDBConnection,
  sql: string,
  values?: DuckDBValue[],
): AsyncGenerator<DuckDBDataChunk> {
  const pause = createPause();
  const result = await connection.stream(sql, values);
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    yield chunk;
    await pause();
  }
}
