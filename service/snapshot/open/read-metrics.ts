/** Figures of a snapshot, from their table. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { snapshotPaths } from '../../../model/manifest.ts';
import { collectMetrics, type MetricsRow, type SnapshotMetrics } from '../../../model/metrics.ts';
import { parquet } from '../database/parquet.ts';

const figures = ['rows', 'providers', 'activeCategories', 'providerCategoryEntries']
  .map((name) => `${name}::DOUBLE AS ${name}`)
  .join(', ');

export async function readMetrics(connection: DuckDBConnection, folder: string): Promise<SnapshotMetrics> {
  const sql = `SELECT network, category, provider, ${figures} FROM ${parquet(folder, snapshotPaths.metrics)}`;
  return collectMetrics((await connection.runAndReadAll(sql)).getRowObjectsJS() as unknown as MetricsRow[]);
}
