/** probes.parquet -> the log of probes. Snapshots of older builds have no such file. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import { quoteName } from '../../../common/sql.ts';
import { type Manifest, snapshotPaths } from '../../../model/manifest.ts';
import { probeKinds } from '../../../model/probes.ts';
import { parquet } from '../database/parquet.ts';
import { type Probe, ProbeLog, probeSchema } from '../probes.ts';
import { SnapshotError } from './verify.ts';

const times: readonly string[] = ['firstRead', 'lastRead', 'lastConfirmed'] satisfies (keyof Probe)[];
const integers: readonly string[] = ['readings', 'failures', 'blocksBehind'] satisfies (keyof Probe)[];
const lists: readonly string[] = ['latencies', 'tools'] satisfies (keyof Probe)[];

const countSchema = z.object({
  kind: z.enum(probeKinds),
  targets: z.int(),
  read: z.int(),
  confirmed: z.int(),
  stopped: z.int(),
});

/** Throws `inconsistent` for a row of another form. */
export async function readProbes(
  connection: DuckDBConnection,
  folder: string,
  { id, files }: Manifest,
): Promise<ProbeLog> {
  if (!files.some(({ path }) => path === snapshotPaths.probes)) return new ProbeLog([], []);
  const file = parquet(folder, snapshotPaths.probes);
  const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
  const cells = Object.keys(probeSchema.shape).map((key) => `${sqlOf(key)} AS ${quoteName(key)}`);
  const rows = await read(`SELECT ${cells.join(', ')} FROM ${file} WHERE lastRead IS NOT NULL`);
  const counts = await read(
    `SELECT kind, count(*)::INTEGER AS targets, count(lastRead)::INTEGER AS read, count(lastConfirmed)::INTEGER AS confirmed, ` +
      `count(*) FILTER (WHERE stopped)::INTEGER AS stopped FROM ${file} GROUP BY kind ORDER BY kind`,
  );
  const probes = z.array(probeSchema).safeParse(rows.map(parseLists));
  const counted = z.array(countSchema).safeParse(counts);
  if (probes.success && counted.success) return new ProbeLog(probes.data, counted.data);
  throw new SnapshotError('inconsistent', `${snapshotPaths.probes} of ${id} has a row of another form`);
}

function sqlOf(key: string): string {
  const name = quoteName(key);
  if (times.includes(key)) return `strftime(${name}, '%Y-%m-%dT%H:%M:%SZ')`;
  if (integers.includes(key)) return `${name}::INTEGER`;
  return lists.includes(key) ? `to_json(${name})::VARCHAR` : name;
}

function parseLists(row: Record<string, unknown>): Record<string, unknown> {
  const { latencies, tools } = row;
  const parse = (list: unknown) => (typeof list === 'string' ? JSON.parse(list) : null);
  return { ...row, latencies: parse(latencies) ?? [], tools: parse(tools) };
}
