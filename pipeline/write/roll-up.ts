/**
 * Keeps `build/probes/` small and quick to read. Files of runs are merged into one,
 * `<first run>--<last run>.parquet`, sorted by target. Of readings that no figure of a snapshot counts
 * any more it keeps sums: one row for each target, place and kind of result. What each day was like
 * goes to `build/probes/days/`, which no build reads.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { quoteName } from '../../common/sql.ts';
import { formatVersion } from '../../model/manifest.ts';
import { readingColumns, recentDays, targetColumns } from '../../model/probes.ts';
import { Database } from '../snapshot/database.ts';
import {
  daysFolder,
  isGood,
  listRuns,
  probesFolder,
  rangeOf,
  readingsTable,
} from './probe-files.ts';

/** Fewer files of runs are read as they are: three days of a run every six hours. */
const maxRuns = 12;

const target = targetColumns.map(quoteName);
const footer = { formatVersion: String(formatVersion) };

const dayColumns = {
  ...Object.fromEntries(targetColumns.map((name) => [name, 'VARCHAR'])),
  place: 'VARCHAR',
  day: 'DATE',
  readings: 'BIGINT',
  good: 'BIGINT',
  latencyMs: 'DOUBLE',
  latencyP95Ms: 'DOUBLE',
  blocksBehind: 'DOUBLE',
} as const;

/** Merges the files of this prober but those of the last day. Requires the lock of the folder. */
export async function rollUp(build: string): Promise<void> {
  const folder = probesFolder(build);
  const files = await listRuns(folder);
  const lastDay = rangeOf(files.at(-1) ?? '')?.last.slice(0, 10) ?? '';
  const merged = files.filter((file) => (rangeOf(file)?.last ?? '') < lastDay);
  const [first, last] = [rangeOf(merged[0] ?? '')?.first, rangeOf(merged.at(-1) ?? '')?.last];
  if (merged.length < maxRuns || first === undefined || last === undefined) return;
  const database = await Database.open(path.join(folder, `.rolling-${process.pid}`));
  try {
    await database.query(`CREATE TABLE readings AS SELECT *, ${isGood} AS good, date_trunc('day', max("at") OVER ()) - INTERVAL ${recentDays + 1} DAY AS since,
      "at" > max("at") FILTER (${isGood}) OVER (PARTITION BY ${target.join(', ')}) AS afterGood FROM ${readingsTable(merged)}`);
    await mkdir(path.join(folder, daysFolder), { recursive: true });
    const names = {
      days: `${daysFolder}/${first}--${last}.parquet`,
      runs: `${first}--${last}.parquet`,
    };
    await write(database, daysSql, dayColumns, path.join(folder, names.days));
    // After the days, which a run that is killed between the two writes again.
    await write(database, mergedSql(), readingColumns, path.join(folder, names.runs));
  } finally {
    await database.close();
  }
  for (const name of await readdir(folder)) {
    const range = rangeOf(name);
    const isCovered = range !== null && name !== `${first}--${last}.parquet` && range.last <= last;
    if (isCovered && name.endsWith('.parquet')) await rm(path.join(folder, name));
  }
}

async function write(
  database: Database,
  query: string,
  columns: Readonly<Record<string, string>>,
  file: string,
): Promise<void> {
  await database.copy(query, { file: `${file}.part`, columns, footer });
  await rename(`${file}.part`, file);
}

const daysSql = `SELECT ${target.join(', ')}, place, "at"::DATE AS "day", count(good) AS readings, count(*) FILTER (good) AS good,
    round(median(latencyMs) FILTER (good), 1) AS latencyMs, round(quantile_cont(latencyMs, 0.95) FILTER (good), 1) AS latencyP95Ms,
    round(avg(blocksBehind), 2) AS blocksBehind
  FROM readings WHERE "at" < since AND times IS NULL GROUP BY ALL ORDER BY ALL`;

/** The last reading of each kind, before and after the last good one, stands for those before it. */
function mergedSql(): string {
  const summed = new Map(
    Object.entries({
      at: 'max("at")',
      times: 'sum(coalesce(times, 1))::BIGINT',
      onDays: `(coalesce(sum(onDays), 0) + count(DISTINCT "at"::DATE) FILTER (onDays IS NULL))::BIGINT`,
      firstAt: 'min(coalesce(firstAt, "at"))',
    }),
  );
  const keys = [...target, 'place', 'withKey'];
  const cells = Object.keys(readingColumns).map((name) => {
    const cell = quoteName(name);
    if (keys.includes(cell) || keys.includes(name)) return cell;
    return `${summed.get(name) ?? `arg_max_null(${cell}, "at")`} AS ${cell}`;
  });
  const columns = Object.keys(readingColumns).map(quoteName).join(', ');
  return `SELECT ${columns} FROM readings WHERE "at" >= since
    UNION ALL BY NAME SELECT ${cells.join(', ')} FROM readings WHERE "at" < since GROUP BY ${keys.join(', ')}, good, afterGood
    ORDER BY ${target.join(', ')}, "at"`;
}
