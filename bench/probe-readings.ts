/**
 * CPU of a build that reads the readings of a year: 5,000 endpoints, each asked every six hours. Run:
 * `npm run --silent year`; `ENDPOINTS=500` simulates fewer.
 */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { quoteName } from '../common/sql.ts';
import { formatVersion } from '../model/manifest.ts';
import { readingColumns } from '../model/probes.ts';
import { targetKey } from '../pipeline/probe/reading.ts';
import type { EndpointTarget } from '../pipeline/probe/targets.ts';
import { Database } from '../pipeline/snapshot/database.ts';
import type { Content } from '../pipeline/sources.ts';
import { figuresFolder, listReadings, probesFolder } from '../pipeline/write/probe-files.ts';
import { prepareFigures } from '../pipeline/write/probes.ts';
import { rollUp } from '../pipeline/write/roll-up.ts';
import { say } from './setting.ts';

const endpoints = Number(process.env.ENDPOINTS ?? 5000);
const runsOfDay = 4;
const days = 365;
const begin = '2025-01-01 00:00:00';

/** SQL of the readings of one run: different latencies, a failure in 200, chain heads of ten. */
function selectRun(run: number): string {
  const facts: Record<string, string> = {
    at: `TIMESTAMP '${begin}' + INTERVAL ${run * 6} HOUR + INTERVAL (n) MILLISECOND`,
    kind: `'endpoint'`,
    address: `'https://rpc' || n || '.example.org/v1/mainnet'`,
    expected: `'eip155:1'`,
    result: `CASE WHEN hash(n, ${run}) % 200 = 0 THEN 'unreachable' ELSE 'answered' END`,
    detail: 'NULL',
    latencyMs: `CASE WHEN hash(n, ${run}) % 200 > 0 THEN round(20 + n % 300 + hash(n, ${run}, 1) % 9000 / 100, 2) END`,
    chainId: `'eip155:1'`,
    head: `${20_000_000 + run * 1800} + n % 10`,
    blocksBehind: `hash(n, ${run}, 2) % 3`,
    peers: '10',
    place: `'Frankfurt'`,
  };
  const cells = Object.entries(readingColumns).map(
    ([name, type]) => `(${facts[name] ?? 'NULL'})::${type} AS ${quoteName(name)}`,
  );
  return `SELECT ${cells.join(', ')} FROM range(${endpoints}) t(n)`;
}

async function simulate(build: string): Promise<void> {
  const folder = probesFolder(build);
  await mkdir(folder, { recursive: true });
  const database = await Database.open(`${folder}-database`);
  const footer = { formatVersion: String(formatVersion) };
  try {
    for (let run = 0; run < days * runsOfDay; run++) {
      const day = new Date(Date.parse(`${begin}Z`) + run * 6 * 3_600_000).toISOString();
      const file = path.join(folder, `${day.slice(0, 10)}-000${(run % runsOfDay) + 1}.parquet`);
      await database.copy(selectRun(run), { file, columns: readingColumns, footer });
      // As often as runs do: after each one, and most of them find little.
      if (run % 40 === 39 || run === days * runsOfDay - 1) await rollUp(build);
    }
  } finally {
    await database.close();
  }
}

async function bytesBelow(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(names.map(async (name) => stat(path.join(folder, name))));
  return sizes.reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0);
}

const build = process.env.BUILD ?? (await mkdtemp(path.join(os.tmpdir(), 'year-')));
try {
  if ((await listReadings(build)).length === 0) await simulate(build);
  const targets = Array.from({ length: endpoints }, (_each, n) => ({
    kind: 'endpoint',
    address: `https://rpc${n}.example.org/v1/mainnet`,
    expected: 'eip155:1',
    category: null,
    slug: null,
    column: null,
    places: [],
  })) as unknown as EndpointTarget[];
  const contents = new Map(
    targets.map((target) => [targetKey(target), new Set([{} as Content])] as const),
  );
  const enough = { readings: 20, days: 7 };
  const input = {
    build,
    targets,
    contents,
    enough,
    now: new Date('2026-01-01T00:00:00Z'),
  };
  const readings = await listReadings(build);
  await rm(path.join(probesFolder(build), figuresFolder), { recursive: true, force: true });
  for (const what of ['at the end of a run', 'in a build', 'in the next build']) {
    const before = process.cpuUsage();
    await prepareFigures({ ...input, readings }, { folder: path.join(build, 'database') });
    const { user, system } = process.cpuUsage(before);
    say(
      `figures of ${endpoints} endpoints ${what}: ${Math.round((user + system) / 1000)} ms of CPU`,
    );
  }
  say(`${((await bytesBelow(probesFolder(build))) / 1e6).toFixed(1)} MB`);
} finally {
  if (process.env.BUILD === undefined) await rm(build, { recursive: true });
}
