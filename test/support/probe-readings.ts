/** Readings in the Parquet files of a build folder. */
import path from 'node:path';
import { Database } from '../../pipeline/snapshot/database.ts';
import { listReadings, readingsTable } from '../../pipeline/write/probe-files.ts';

/** Addresses of all readings, sorted. */
export async function readAddresses(build: string): Promise<string[]> {
  const database = await Database.open(path.join(build, 'database'));
  try {
    const rows = await database.query(
      `SELECT address FROM ${readingsTable(await listReadings(build))} ORDER BY 1`,
    );
    return rows.map(([address]) => String(address));
  } finally {
    await database.close();
  }
}
