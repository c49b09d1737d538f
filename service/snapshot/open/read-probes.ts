/**
 * probes.parquet and confirmations.parquet -> the log of probes. Snapshots of older builds have no
 * such files.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteText } from '../../../common/sql.ts';
import type { Benchmark } from '../../../model/benchmarks.ts';
import type { Quoted } from '../../../model/coverage.ts';
import { snapshotPaths } from '../../../model/manifest.ts';
import { recentDays } from '../../../model/probes.ts';
import { parquet } from '../database/parquet.ts';
import type { Manifest } from '../metrics.ts';
import { type MeasuredRow, type Probe, type ProbeCount, ProbeLog, probeSchema } from '../probes.ts';

const times: readonly string[] = [
  'firstRead',
  'lastRead',
  'lastConfirmed',
] satisfies (keyof Probe)[];
const integers: readonly string[] = [
  'readings',
  'failures',
  'blocksBehind',
] satisfies (keyof Probe)[];
const lists: readonly string[] = [
  'latencies',
  'tools',
  'capabilities',
  'measure',
  'byPlace',
  'daily',
] satisfies (keyof Probe)[];

/** Null without a value; the others are empty then. */
const nullable: readonly string[] = ['tools', 'capabilities', 'measure'];

export async function readProbes(
  connection: DuckDBConnection,
  folder: string,
  manifest: Manifest,
): Promise<ProbeLog> {
  if (!manifest.files.some(({ path }) => path === snapshotPaths.probes))
    return new ProbeLog([], [], []);
  const file = parquet(folder, snapshotPaths.probes);
  const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
  const known = new Set((await read(`DESCRIBE FROM ${file}`)).map((row) => row.column_name));
  const cells = Object.keys(probeSchema.shape)
    // Snapshots of older builds have no figures.
    .filter((key) => known.has(key))
    .map((key) => `${sqlOf(key)} AS ${quoteName(key)}`);
  const rows = await read(`SELECT ${cells.join(', ')} FROM ${file} WHERE lastRead IS NOT NULL`);
  const counts = await read(
    `SELECT kind, count(*)::INTEGER AS targets, count(lastRead)::INTEGER AS read, count(lastConfirmed)::INTEGER AS confirmed, ` +
      `count(*) FILTER (WHERE stopped)::INTEGER AS stopped FROM ${file} GROUP BY kind ORDER BY kind`,
  );
  const ids = await read(confirmedRowsSql(folder, manifest));
  return new ProbeLog(
    rows.map(parseLists) as unknown as Probe[],
    counts as unknown as ProbeCount[],
    ids.map(({ _content }) => Number(_content)),
    {
      measured: await readMeasured(connection, folder, manifest),
      benchmarks: await readBenchmarks(connection, folder, manifest),
      quoted: await readQuoted(connection, folder, manifest),
    },
  );
}

/** Quotations of the sources, also those that no probe has read. */
async function readQuoted(
  connection: DuckDBConnection,
  folder: string,
  { files }: Manifest,
): Promise<Map<string, Quoted>> {
  if (!files.some(({ path }) => path === snapshotPaths.quotations)) return new Map();
  const confirmed = `SELECT category, slug, "column", lastConfirmed FROM ${parquet(folder, snapshotPaths.probes)} WHERE kind = 'quotation'`;
  const rows = await connection.runAndReadAll(
    `SELECT category || ' ' || "column", count(DISTINCT slug)::INTEGER, strftime(max(lastConfirmed), '%Y-%m-%dT%H:%M:%SZ')
     FROM ${parquet(folder, snapshotPaths.quotations)} LEFT JOIN (${confirmed}) USING (category, slug, "column") GROUP BY ALL`,
  );
  return new Map(
    rows.getRows().map(([key, offers, at]) => {
      const confirmedAt = typeof at === 'string' ? at : null;
      return [String(key), { offers: Number(offers), confirmedAt }];
    }),
  );
}

async function readMeasured(
  connection: DuckDBConnection,
  folder: string,
  { files }: Manifest,
): Promise<Map<number, MeasuredRow>> {
  if (!files.some(({ path }) => path === snapshotPaths.measurements)) return new Map();
  const sql = `SELECT _content, to_json(m)::VARCHAR FROM ${parquet(folder, snapshotPaths.measurements)} m`;
  const rows = (await connection.runAndReadAll(sql)).getRows();
  return new Map(
    rows.map(([id, json]) => {
      const { filled, measure, byPlace, daily } = JSON.parse(String(json)) as MeasuredRow;
      return [Number(id), { filled, measure, byPlace, daily }];
    }),
  );
}

/** Texts of strangers are in it: pages show them as text. */
async function readBenchmarks(
  connection: DuckDBConnection,
  folder: string,
  { files }: Manifest,
): Promise<Benchmark[]> {
  if (!files.some(({ path }) => path === snapshotPaths.benchmarks)) return [];
  const sql = `SELECT to_json(b)::VARCHAR FROM ${parquet(folder, snapshotPaths.benchmarks)} b`;
  const rows = (await connection.runAndReadAll(sql)).getRows();
  // Directories without chains or endpoints have no column of them.
  const absent = { chain: null, endpoint: null, blocksBehind: null };
  return rows.map(([json]) => ({ ...absent, ...JSON.parse(String(json)) }) as Benchmark);
}

/**
 * Rows of which a probe confirmed something in the days before the snapshot that count as recent.
 */
export function confirmedRowsSql(folder: string, { generatedAt, files }: Manifest): string {
  if (!files.some(({ path }) => path === snapshotPaths.confirmations))
    return 'SELECT NULL::INTEGER AS _content WHERE false';
  const since = `${quoteText(generatedAt)}::TIMESTAMP - INTERVAL ${recentDays} DAY`;
  return `SELECT _content FROM ${parquet(folder, snapshotPaths.confirmations)} WHERE confirmedAt > ${since}`;
}

function sqlOf(key: string): string {
  const name = quoteName(key);
  if (times.includes(key)) return `strftime(${name}, '%Y-%m-%dT%H:%M:%SZ')`;
  if (integers.includes(key)) return `${name}::INTEGER`;
  return lists.includes(key) ? `to_json(${name})::VARCHAR` : name;
}

function parseLists(row: Record<string, unknown>): Record<string, unknown> {
  const parsed = lists.map((key) => {
    const list = row[key];
    const value = typeof list === 'string' ? JSON.parse(list) : null;
    return [key, value ?? (nullable.includes(key) ? null : [])];
  });
  return { ...row, ...Object.fromEntries(parsed) };
}
