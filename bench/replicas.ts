/**
 * `npm run throughput`: requests per second through deploy/nginx.conf with 1, 2 and 3 replicas on
 * this machine, and the CPU time of each process for a request. The load generator, nginx and the
 * replicas share the machine. Needs nginx (`apt-get install nginx-light`).
 */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import {
  missingNginx,
  readDelivered,
  startNginx,
  upstreamOf,
  withoutLimits,
} from '../test/support/nginx.ts';
import { runMeasured } from './build.ts';
import { getRaw, mixed } from './http.ts';
import { type RunningProcess, readCpuMs, service, start } from './processes.ts';
import { machine, say, sources, writeResults } from './setting.ts';

const connections = 32;
const mostReplicas = 3;
const seconds = 10;
/** For V8 and for the caches of nginx. */
const warmUpSeconds = 3;

interface Mix {
  readonly name: string;
  readonly paths: readonly string[];
  /**
   * True for nginx.conf as it is delivered, which caches responses; false for a copy of it that
   * does not.
   */
  readonly inNginx: boolean;
  /** `ANSWER_CACHE` of the replicas. */
  readonly answerCache: 'on' | 'off';
}

const pages = ['ethereum', 'base', 'filecoin', 'solana', 'bsc', 'polygon'].map(
  (key) => `/networks/${key}/toolbox/apis`,
);
/** Five lists for one page: scripts and browsers. */
const paths = [...mixed, ...pages];
const mixes: readonly Mix[] = [
  { name: 'cached in nginx', paths, inNginx: true, answerCache: 'on' },
  { name: 'cached in the replicas', paths, inNginx: false, answerCache: 'on' },
  { name: 'uncached', paths, inNginx: false, answerCache: 'off' },
];

interface Measured {
  readonly mix: string;
  readonly replicas: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of a request, in milliseconds. */
  readonly cpuMs: { readonly replicas: number; readonly nginx: number; readonly load: number };
}

const missing = missingNginx();
if (missing === null) await main();
else say(`skipped: ${missing}`);

async function main(): Promise<void> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'directory-throughput-'));
  try {
    say(
      `sources: ${path.basename(sources)}; machine: ${machine}; load: ${loadavg()[0]?.toFixed(1)}`,
    );
    const build = path.join(scratch, 'build');
    await runMeasured(['build', '--sources', sources, '--build', build], scratch);
    const results: Measured[] = [];
    for (const mix of mixes)
      results.push(
        ...(await measureMix(mix, build, path.join(scratch, mix.name.replaceAll(' ', '-')))),
      );
    say(`\n${formatMeasured(results)}\n\n${formatArithmetic(results)}`);
    await writeResults('throughput-', { results });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** All replicas run all the while; nginx knows the first one, the first two, then all of them. */
async function measureMix(mix: Mix, build: string, folder: string): Promise<Measured[]> {
  const environment = {
    BUILD_DIR: build,
    ANSWER_CACHE: mix.answerCache,
    CLIENT_HEADER: 'x-real-ip',
    LOG_LEVEL: 'info',
  };
  const running: RunningProcess[] = [];
  const results: Measured[] = [];
  try {
    for (let at = 0; at < mostReplicas; at++) running.push(await start(service, environment));
    // nginx asks the replicas in turn, and with an even number of paths always the same one for a
    // path.
    for (const { port } of running) await fillCache(port, mix);
    for (let replicas = 1; replicas <= mostReplicas; replicas++) {
      const measured = await measure(mix, running.slice(0, replicas), `${folder}-${replicas}`);
      say(`${mix.name}, replicas: ${replicas}: ${Math.round(measured.perSecond)} requests/s`);
      results.push(measured);
    }
  } finally {
    await Promise.all(running.map((each) => each.stop()));
  }
  return results;
}

async function measure(
  mix: Mix,
  running: readonly RunningProcess[],
  folder: string,
): Promise<Measured> {
  await mkdir(folder);
  const delivered = withoutLimits(await readDelivered('nginx.conf'));
  const nginx = await startNginx({
    folder,
    conf: mix.inNginx
      ? delivered
      : delivered.replace(/^ *proxy_cache directory;$/m, 'proxy_cache off;'),
    upstream: await upstreamOf(running.map(({ port }) => port)),
  });
  try {
    await load(nginx.port, mix, warmUpSeconds);
    const nginxPids = await familyOf(nginx.process.pid ?? 0);
    const before = readCpu(running, nginxPids);
    const result = await load(nginx.port, mix, seconds);
    const after = readCpu(running, nginxPids);
    const total = result.requests.total;
    const perRequest = (part: keyof Measured['cpuMs']) => (after[part] - before[part]) / total;
    return {
      mix: mix.name,
      replicas: running.length,
      perSecond: total / result.duration,
      p50Ms: result.latency.p50,
      p99Ms: result.latency.p99,
      cpuMs: {
        replicas: perRequest('replicas'),
        nginx: perRequest('nginx'),
        load: perRequest('load'),
      },
    };
  } finally {
    nginx.process.kill();
  }
}

/** Asks a replica for every path as nginx does: responses are cached by host. */
async function fillCache(port: number, mix: Mix): Promise<void> {
  for (const address of mix.paths) await getRaw(port, address, { host: '127.0.0.1' });
}

async function load(port: number, mix: Mix, duration: number) {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration,
    requests: mix.paths.map((address) => ({ path: address, headers: { 'accept-encoding': 'br' } })),
  });
  if (result.errors + result.non2xx > 0)
    throw new Error(`${result.errors + result.non2xx} requests failed: ${mix.name}`);
  return result;
}

function readCpu(
  replicas: readonly RunningProcess[],
  nginxPids: readonly number[],
): Measured['cpuMs'] {
  const { user, system } = process.cpuUsage();
  return {
    replicas: replicas.reduce((sum, each) => sum + each.cpuMs(), 0),
    nginx: nginxPids.reduce((sum, pid) => sum + readCpuMs(pid), 0),
    load: (user + system) / 1000,
  };
}

/** A process and its children. */
async function familyOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.trim().split(/\s+/).map(Number)];
}

function formatMeasured(results: readonly Measured[]): string {
  const lines = results.map(({ mix, replicas, perSecond, p50Ms, p99Ms, cpuMs }) => {
    const times = [cpuMs.replicas, cpuMs.nginx, cpuMs.load].map((ms) => `${ms.toFixed(2)} ms`);
    return [mix, replicas, Math.round(perSecond), `${p50Ms} ms`, `${p99Ms} ms`, ...times];
  });
  const header = [
    'responses',
    'replicas',
    'requests/s',
    'p50',
    'p99',
    'CPU of replicas',
    'of nginx',
    'of the load',
  ];
  return table(header, lines);
}

/**
 * Arithmetic, not a measurement: machines like this one that run nothing else, with a replica for
 * each core. They answer as many requests a second as the CPU time of all cores allows.
 */
function formatArithmetic(results: readonly Measured[]): string {
  const cores = cpus().length;
  const rate = (machines: number, ms: number) =>
    ms < 0.01 ? 'no limit' : String(Number(((machines * cores * 1000) / ms).toPrecision(2)));
  const lines = results
    .filter(({ replicas }) => replicas === cores)
    .map(({ mix, cpuMs }) => [
      mix,
      rate(1, cpuMs.replicas),
      rate(10, cpuMs.replicas),
      rate(1, cpuMs.nginx),
    ]);
  const header = [
    'responses',
    'arithmetic: 1 machine of replicas',
    '10 machines of replicas',
    '1 machine of nginx',
  ];
  return table(header, lines);
}

function table(
  header: readonly string[],
  lines: readonly (readonly (string | number)[])[],
): string {
  return [header, header.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
