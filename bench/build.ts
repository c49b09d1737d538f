/**
 * Whole processes: a build and a check of the sources, and the service's start, beside DuckDB
 * reading the same files.
 */
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { compare, type Spread, spreadOf } from './measure.ts';
import { projectFolder, residentMb, service, start } from './processes.ts';
import type { Result } from './table.ts';

const runs = 5;

export interface Usage {
  readonly wallMs: number;
  /** CPU time of all threads. */
  readonly cpuMs: number;
  readonly maxMb: number;
}

/** Loaded into the process, which writes its time and its greatest memory when it ends. */
const reportUsage = `data:text/javascript,${encodeURIComponent(`
import { writeFileSync } from 'node:fs';
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const usage = { wallMs: performance.now(), cpuMs: (user + system) / 1000, maxMb: process.resourceUsage().maxRSS / 1024 };
  writeFileSync(process.env.BENCH_USAGE, JSON.stringify(usage));
});`)}`;

/** `timeout`: after how many milliseconds the process is killed; 0 for never. */
export async function runMeasured(
  words: readonly string[],
  scratch: string,
  timeout = 0,
): Promise<Usage> {
  const file = path.join(scratch, 'usage.json');
  const env = { ...process.env, BENCH_USAGE: file, CI: 'true' };
  await promisify(execFile)(
    process.execPath,
    ['--import', reportUsage, 'dist/pipeline.js', ...words],
    {
      cwd: projectFolder,
      env,
      timeout,
      maxBuffer: 1 << 28,
    },
  );
  return JSON.parse(await readFile(file, 'utf8'));
}

/** A first build into an empty folder, and a second one of the same sources. */
export async function benchBuild(
  sources: string,
  scratch: string,
): Promise<{ results: Result[]; notes: string[] }> {
  const memory: number[] = [];
  const folder = path.join(scratch, 'again');
  const build = async () => {
    const { wallMs, maxMb } = await runMeasured(
      ['build', '--force', '--sources', sources, '--build', folder],
      scratch,
    );
    memory.push(maxMb);
    return wallMs;
  };
  const firstBuild = async () => {
    await rm(folder, { recursive: true, force: true });
    return build();
  };
  const peer = () => readWithDuckdb(sources, scratch);
  const first = await compare(runs, firstBuild, peer);
  const second = await compare(runs, build, peer);
  const checks: Usage[] = [];
  for (let run = 0; run < runs; run++)
    checks.push(await runMeasured(['check', '--sources', sources], scratch));
  const result = { section: 'build', peer: 'read_csv and COPY alone', unit: 'ms' };
  return {
    results: [
      { ...result, what: 'first build', comparison: first, target: null },
      { ...result, what: 'second build', comparison: second, target: { most: 2.5 } },
    ],
    notes: [
      `first build: ${describe(first.ours, 'ms')}, ${describe(spreadOf(memory), 'MB')} (target at most 600)`,
      `check: ${describe(spreadOf(checks.map(({ wallMs }) => wallMs)), 'ms')} (target at most 1200), ${describe(spreadOf(checks.map(({ maxMb }) => maxMb)), 'MB')}`,
    ],
  };
}

/** From the start of the process to the first answer, and the memory after some use. */
export async function benchStart(build: string): Promise<string[]> {
  const times: number[] = [];
  const memory: number[] = [];
  for (let run = 0; run < runs; run++) {
    const startedMs = performance.now();
    const running = await start(service, { BUILD_DIR: build, LOG_LEVEL: 'warn' });
    times.push(performance.now() - startedMs);
    for (const network of ['ethereum', 'base', 'solana']) {
      for (const category of ['apis', 'wallets', 'sdks', 'mcpservers']) {
        const address = `http://127.0.0.1:${running.port}/networks/${network}`;
        await (await fetch(`${address}/toolbox/${category}`)).text();
        await (
          await fetch(`${address}/api/infrastructure-providers/rows?category=${category}`)
        ).text();
      }
    }
    memory.push(await residentMb(running.pid));
    await running.stop();
  }
  return [
    `service ready: ${describe(spreadOf(times), 'ms')} (target at most 1000), ${describe(spreadOf(memory), 'MB')} after 24 pages (target at most 250)`,
  ];
}

/**
 * The peer: DuckDB's own CSV reader over all files of a category, and a plain COPY of what it read.
 */
async function readWithDuckdb(sources: string, scratch: string): Promise<number> {
  const startedMs = performance.now();
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const files = `'${sources}/listings/**/*.csv'`;
  const options =
    'union_by_name = true, hive_partitioning = false, header = true, filename = true, ' +
    'all_varchar = true, ignore_errors = true, null_padding = true';
  await connection.run(
    `COPY (FROM read_csv(${files}, ${options})) TO '${scratch}/peer.parquet' (FORMAT parquet, COMPRESSION zstd)`,
  );
  connection.closeSync();
  instance.closeSync();
  return performance.now() - startedMs;
}

function describe({ median, min, max }: Spread, unit: string): string {
  return `${Math.round(median)} ${unit} (${Math.round(min)} to ${Math.round(max)})`;
}
