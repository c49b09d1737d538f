/** The service as a process of its own. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { startScript } from './compiled.ts';
import { type Ended, type Started, start } from './run-pipeline.ts';
import { get } from './service-get.ts';
import type { LogLine } from './service-server.ts';

export interface ServiceProcess extends Started {
  readonly port: number;
  readonly pid: number;
  /** What it wrote so far, standard error included. */
  log(): string;
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

export type Environment = Readonly<Record<string, string>>;

/**
 * Nothing of the environment that the tests run in, but for what node needs. A free port is chosen
 * unless PORT names one. `uid`: of another user, for tests that root runs.
 */
export async function launchService(
  environment: Environment,
  uid?: number,
): Promise<ServiceProcess> {
  const port = Number(environment.PORT ?? (await findFreePort()));
  const inherited = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    SNAPSHOT_POLL_MS: '50',
    QUERY_TIMEOUT_MS: '60000',
    WATCHDOG_MS: '60000',
  };
  const env = { ...inherited, PORT: String(port), ...environment };
  const { child, ended } = start('sh', [startScript()], env, uid === undefined ? {} : { uid });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  void ended.then(() => process.removeListener('exit', kill));
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return ended;
  };
  return { child, ended, port, pid: child.pid ?? 0, log: keepOutput(child), stop };
}

/** Waits until the service answers. */
export async function serve(environment: Environment, uid?: number): Promise<ServiceProcess> {
  const service = await launchService(environment, uid);
  await waitUntilAlive(Number(environment.ADMIN_PORT ?? service.port), service);
  return service;
}

function keepOutput({ stdout, stderr }: ChildProcess): () => string {
  let text = '';
  for (const stream of [stdout, stderr]) stream?.on('data', (part: string) => (text += part));
  return () => text;
}

/** Throws where a line is no JSON. */
export function parseLines(text: string): LogLine[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as LogLine);
}

/** Waits until the process answers; fails where it ends before. */
export async function waitUntilAlive(
  port: number,
  { ended }: Pick<Started, 'ended'>,
): Promise<void> {
  let early: Ended | null = null;
  void ended.then((end) => (early = end));
  await until('the process answers', () => {
    assert.equal(early, null, `the process ended: ${JSON.stringify(early)}`);
    return isAnswered(port, '/healthz');
  });
}

export function isAnswered(port: number, target = '/robots.txt'): Promise<boolean> {
  return get(port, target).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** The limit is a guard against hanging. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const endMs = performance.now() + 60_000;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`${what}: not within 60 s`);
    await delay(20);
  }
}

/** Resident memory. */
export async function residentMb(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** A figure of /metrics; NaN if there is none. */
export async function readMetric(port: number, name: string): Promise<number> {
  const line = (await get(port, '/metrics')).text
    .split('\n')
    .find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? Number.NaN);
}

/**
 * A port that was free a moment ago. Below those that the system gives out itself: a client of
 * another test could take one of them before the process does.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    const server = createServer();
    const listening = once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.listen(port, '127.0.0.1');
    if (!(await listening)) continue;
    await new Promise<void>((resolve) => server.close(() => resolve()));
    return port;
  }
}
