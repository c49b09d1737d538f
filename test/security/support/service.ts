/** The compiled service as a process of its own, driven over sockets only. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../../support/service-process.ts';

export const projectFolder = path.resolve(import.meta.dirname, '../../..');

export interface RunningService {
  readonly port: number;
  readonly pid: number;
  /** Lines of stdout and stderr so far. */
  readonly log: readonly string[];
  /** Exit status, null if a signal ended the process. */
  readonly ended: Promise<number | null>;
  /** Sends the signal and resolves with the exit status; kills the process after 15 s. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export type Environment = Readonly<Record<string, string>>;

/** Starts the service without waiting for it. Only PATH and HOME are inherited. */
export async function launchService(build: string, environment: Environment = {}): Promise<RunningService> {
  const port = environment.PORT === undefined ? await findFreePort() : Number(environment.PORT);
  const child = spawn('sh', ['deploy/start.sh'], {
    cwd: projectFolder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'warn',
      BUILD_DIR: build,
      SNAPSHOT_POLL_MS: '50',
      ...environment,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'close').then(([code]) => {
    process.removeListener('exit', kill);
    return code as number | null;
  });
  return { port, pid: child.pid ?? 0, log: collectLines(child), ended, stop: (signal) => stop(child, ended, signal) };
}

/** Starts the service and waits until it answers. */
export async function startService(build: string, environment: Environment = {}): Promise<RunningService> {
  const service = await launchService(build, environment);
  let early = false;
  void service.ended.then(() => (early = true));
  try {
    await waitFor(`an answer on port ${service.port}: ${service.log.join('\n')}`, 60_000, async () => {
      if (early) throw new Error(`the service ended: ${service.log.join('\n')}`);
      return isAnswered(service.port);
    });
    return service;
  } catch (error) {
    // Node does not end while a child of it runs.
    await service.stop('SIGKILL');
    throw error;
  }
}

export async function isAnswered(port: number, target = '/robots.txt'): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}${target}`).then(
    (response) => response.ok,
    () => false,
  );
}

export async function waitFor(what: string, limitMs: number, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const endMs = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`not within ${limitMs} ms: ${what}`);
    await delay(20);
  }
}

/** Resident memory of the process. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** A figure of /metrics; NaN if there is none. */
export async function readMetric(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}

function collectLines(child: ChildProcess): string[] {
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
    });
  }
  return lines;
}

async function stop(
  child: ChildProcess,
  ended: Promise<number | null>,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  const code = await ended;
  clearTimeout(timer);
  return code;
}
