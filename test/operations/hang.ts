/**
 * Two replicas behind deploy/nginx.conf, each under a supervisor, and one request that makes a replica hang for ever: which requests of
 * others fail, and for how long. Once as delivered, once without `least_conn`, and once with what nginx.conf passed on before.
 * As delivered, only requests that the replica has may fail, and only one replica may end.
 * Run: `npm run hang [part of a name]`; needs nginx (`apt-get install nginx-light`). Half a minute for each.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildSources, largestSources, temporaryFolder } from '../security/support/build.ts';
import {
  isAnswered,
  launchService,
  type RunningService,
  readMetric,
  startService,
  waitFor,
} from '../security/support/service.ts';
import { supervise } from '../security/support/supervise.ts';
import { missingNginx, readDelivered, startNginx, upstreamOf, withoutLimits } from '../support/nginx.ts';
import { projectFolder } from '../support/paths.ts';
import { Client, quantile, runLoad } from './load.ts';

/** Clients that each wait for an answer before they ask again. */
const clients = 16;
const beforeMs = 3000;
/** The watchdog waits 10 s, and the supervisor 1 s. */
const afterMs = 22_000;
const hostile = '/api/search?q=hostile&hang=1';
const slowMs = 1000;

interface Asked {
  readonly startMs: number;
  readonly tookMs: number;
  /** Null if the connection was closed. */
  readonly status: number | null;
}

interface Variant {
  readonly name: string;
  readonly conf: (text: string) => string;
  readonly upstream: (text: string) => string;
}

const same = (text: string) => text;
const variants: readonly Variant[] = [
  { name: 'as delivered', conf: same, upstream: same },
  { name: 'without least_conn', conf: same, upstream: (text) => text.replace('least_conn;', '') },
  {
    name: 'passing on after 3 s, too',
    conf: (text) => text.replace(/^ *proxy_next_upstream_timeout .*$/m, ''),
    upstream: (text) => text.replace('least_conn;', ''),
  },
];

async function measure(build: string, variant: Variant): Promise<string> {
  const hang = path.join(projectFolder, 'test/support/hang.mjs');
  const state = mkdtempSync(path.join(temporaryFolder(), 'state-'));
  const environment = (name: string) => ({
    NODE_OPTIONS: `--import=${hang}`,
    HANG_AT: 'turn',
    CLIENT_HEADER: 'x-real-ip',
    SITE_URL: 'https://directory.example',
    STATE_DIR: path.join(state, name),
  });
  const replicas = await Promise.all(['a', 'b'].map((name) => startService(build, environment(name))));
  const supervisors = replicas.map((replica, at) => {
    const again = { ...environment(at === 0 ? 'a' : 'b'), PORT: String(replica.port) };
    return supervise(replica, () => launchService(build, again), 1000);
  });
  const nginx = await startNginx({
    folder: temporaryFolder(),
    conf: variant.conf(withoutLimits(await readDelivered('nginx.conf'))),
    upstream: variant.upstream(await upstreamOf(replicas.map(({ port }) => port))),
  });
  const { asked, attack, hostileMs } = await ask(nginx.port);
  const restarts = await restartsOf(replicas);
  nginx.process.kill();
  await once(nginx.process, 'exit');
  await Promise.all(supervisors.map((supervisor) => supervisor.stop()));
  rmSync(state, { recursive: true, force: true });
  if (variant === variants[0]) assertContained({ asked, attack, hostileMs }, restarts);
  return describe(variant.name, { asked, attack, hostileMs, restarts });
}

/** Time in which nginx learns that the replica does not answer: it has as many requests as the other one by then. */
const learningMs = 500;

function assertContained({ asked, hostileMs }: Result, restarts: number): void {
  const failed = asked.filter(({ status }) => status !== 200);
  assert.ok(failed.length <= clients, `${failed.length} requests of ${clients} clients fail`);
  const lastMs = Math.max(0, ...failed.map(({ startMs }) => startMs - hostileMs));
  assert.ok(lastMs < learningMs, `a request of ${Math.round(lastMs)} ms later fails`);
  assert.equal(restarts, 1, 'watchdog restarts');
}

/** Watchdog restarts of all replicas, once they answer. */
async function restartsOf(replicas: readonly RunningService[]): Promise<number> {
  let restarts = 0;
  for (const { port } of replicas) {
    await waitFor('a replica to come back', 30_000, () => isAnswered(port));
    restarts += await readMetric(port, 'directory_watchdog_restarts_total');
  }
  return restarts;
}

interface Result {
  readonly asked: readonly Asked[];
  readonly attack: Asked;
  /** When the hostile request was sent. */
  readonly hostileMs: number;
}

async function ask(port: number): Promise<Result> {
  const client = new Client(port, clients);
  const asked: Asked[] = [];
  let [count, isOver] = [0, false];
  const add = (tookMs: number, status: number | null) =>
    asked.push({ startMs: performance.now() - tookMs, tookMs, status });
  const load = runLoad(client, {
    connections: clients,
    until: () => isOver,
    pauseMs: 20,
    // Each address is new, so that the replicas answer and not the cache of nginx.
    nextPath: () => `/api/search?q=rpc&_=${++count}`,
    onResponse: (_, { status, tookMs }) => add(tookMs, status),
    onFailure: () => add(0, null),
  });
  await delay(beforeMs);
  const hostileMs = performance.now();
  const attacker = new Client(port, 1);
  const attack = attacker.request(hostile).then(
    ({ status, tookMs }) => ({ startMs: hostileMs, status, tookMs }),
    () => ({ startMs: hostileMs, status: null, tookMs: performance.now() - hostileMs }),
  );
  await delay(afterMs);
  isOver = true;
  await load;
  client.close();
  const result = { asked, attack: await attack, hostileMs };
  attacker.close();
  return result;
}

function describe(
  name: string,
  { asked, attack, hostileMs, restarts }: Result & { readonly restarts: number },
): string {
  const failed = asked.filter(({ status }) => status !== 200);
  const ended = ({ startMs, tookMs }: Asked) => startMs + tookMs;
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const during = asked.filter(
    (each) => ended(each) > hostileMs && ended(each) < hostileMs + 10_000 && each.status === 200,
  );
  const before = asked.filter((each) => ended(each) < hostileMs);
  const lastMs = Math.max(0, ...failed.map((each) => ended(each) - hostileMs));
  const slow = asked.filter(({ tookMs, status }) => status === 200 && tookMs > slowMs).length;
  const kinds = [...new Set(failed.map(({ status }) => status ?? 'closed'))].join(', ') || '-';
  const cells = [
    name,
    `${attack.status ?? 'closed'} after ${seconds(attack.tookMs)} s`,
    asked.length,
    `${failed.length} (${kinds})`,
    slow,
    `${seconds(lastMs)} s`,
    `${Math.round(before.length / (beforeMs / 1000))} / ${Math.round(during.length / 10)}`,
    `${quantile(
      during.map(({ tookMs }) => tookMs),
      0.99,
    ).toFixed(0)} ms`,
    restarts,
  ];
  return `| ${cells.join(' | ')} |`;
}

const missing = missingNginx();
if (missing !== null) {
  process.stdout.write(`skipped: ${missing}\n`);
} else {
  const build = buildSources(largestSources);
  const lines = [
    '| nginx | hostile request | requests of others | failed | over 1 s | last failure after | answers a second before / while one hangs | p99 while one hangs | watchdog restarts |',
    '|---|---|---|---|---|---|---|---|---|',
  ];
  const wanted = variants.filter(({ name }) => name.includes(process.argv[2] ?? ''));
  for (const variant of wanted) lines.push(await measure(build, variant));
  process.stdout.write(`${lines.join('\n')}\n`);
}
