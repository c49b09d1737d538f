/** metrics.parquet -> the figures of a snapshot. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { type StoredManifest, snapshotPaths } from '../../../model/manifest.ts';
import { collectMetrics, type MetricsRow, type SnapshotMetrics } from '../../../model/metrics.ts';
import { parquet } from '../database/parquet.ts';
import { checkMetrics } from './check-manifest.ts';
import { SnapshotError } from './verify.ts';

const figures = ['rows', 'providers', 'activeCategories', 'providerCategoryEntries']
  .map((name) => `${name}::DOUBLE AS ${name}`)
  .join(', ');

/** Throws `inconsistent` if the file is not that of the snapshot. */
export async function readMetrics(
  connection: DuckDBConnection,
  folder: string,
  manifest: StoredManifest,
): Promise<SnapshotMetrics> {
  const sql = `SELECT network, category, provider, ${figures} FROM ${parquet(folder, snapshotPaths.metrics)}`;
  const rows = (await connection.runAndReadAll(sql)).getRowObjectsJS() as unknown as MetricsRow[];
  const metrics = parse(rows, manifest);
  checkMetrics(manifest, metrics);
  return metrics;
}

function parse(rows: readonly MetricsRow[], { id }: StoredManifest): SnapshotMetrics {
  try {
    return collectMetrics(rows);
  } catch (cause) {
    throw new SnapshotError('inconsistent', `metrics of ${id}: the figures are not valid`, { cause });
  }
}
