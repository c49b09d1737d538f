/** Connections to DuckDB for single pieces of work. */
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

/** Runs `work` with a connection of its own, and closes it. */
export type Connect = <T>(work: (connection: DuckDBConnection) => Promise<T>) => Promise<T>;

/** The first piece of work waits for an instance that is being created, or throws its error. */
export function connectTo(instance: DuckDBInstance | Promise<DuckDBInstance>): Connect {
  return async (work) => {
    const connection = await (await instance).connect();
    try {
      return await work(connection);
    } finally {
      connection.closeSync();
    }
  };
}
