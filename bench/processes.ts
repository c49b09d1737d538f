/** The service and its peers as processes, each on a free port. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export const projectFolder = path.resolve(import.meta.dirname, '..');

/** Start command of the service, the same as in production. */
export const service: readonly string[] = ['sh', 'deploy/start.sh'];

export function peerProgram(program: string, ...words: string[]): readonly string[] {
  return [process.execPath, '--import', 'tsx', `bench/peers/${program}`, ...words];
}

export interface RunningProcess {
  readonly port: number;
  readonly pid: number;
  /** CPU time of the process and all its threads since its start, user and system. */
  cpuMs(): number;
  stop(): Promise<void>;
}

const clockTicksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/**
 * CPU time of a process and all its threads: fields 14 and 15 of /proc/<pid>/stat (proc(5)). Field
 * 2 may hold spaces and ends in the last `)`.
 */
export function readCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / clockTicksPerSecond;
}

/** Resident memory of a process. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

const startPollMs = 50;
/** A hundred times the corpus is open after a minute. */
const maxStartMs = 180_000;

export async function start(
  [program = '', ...words]: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<RunningProcess> {
  const port = await freePort();
  const child = spawn(program, words, {
    cwd: projectFolder,
    env: { ...process.env, NODE_ENV: 'production', ...environment, PORT: String(port) },
    // The log is written, as in production, and discarded.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  for (let tries = 0; !(await isUp(port)); tries++) {
    if (tries * startPollMs > maxStartMs || child.exitCode !== null) {
      child.kill('SIGKILL');
      throw new Error(`${program} ${words.join(' ')} does not answer`);
    }
    await delay(startPollMs);
  }
  return {
    port,
    pid: child.pid ?? 0,
    cpuMs: () => readCpuMs(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function isUp(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/api/networks`).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status !== 503;
    },
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address !== null && typeof address === 'object' ? address.port : 0;
}
