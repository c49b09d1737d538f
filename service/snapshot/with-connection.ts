/** Connections to DuckDB for single pieces of work. */
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

/** Runs `work` with a connection of its own, and closes it. */
export type Connect = <T>(work: (connection: DuckDBConnection) => Promise<T>) => Promise<T>;

export function connectTo(instance: DuckDBInstance): Connect {
  return async (work) => {
    const connection = await instance.connect();
    try {
      return await work(connection);
    } finally {
      connection.closeSync();
    }
  };
}
