/** The service as a process of its own, as an operator runs it, with its memory and its open files. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { startScript } from '../support/compiled.ts';

export const projectFolder = path.resolve(import.meta.dirname, '../..');

export interface ServiceProcess {
  readonly port: number;
  readonly process: ChildProcess;
  /** Lines of the log so far. */
  readonly log: string[];
  /** Resolves with the exit status. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export async function startProcess(
  buildDir: string,
  environment: Record<string, string> = {},
): Promise<ServiceProcess> {
  const port = environment.PORT === undefined ? await freePort() : Number(environment.PORT);
  const child = spawn('sh', [startScript()], {
    cwd: projectFolder,
    env: {
      ...process.env,
      LOG_LEVEL: 'warn',
      ...environment,
      PORT: String(port),
      BUILD_DIR: buildDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', (line) => log.push(line));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    const [status] = await exited;
    return status;
  };
  const service = { port, process: child, log, stop };
  await waitFor(`the service on port ${port}`, 30_000, () => answers(port, '/healthz'));
  return service;
}

export async function answers(port: number, address: string): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}${address}`).then(
    (response) => response.ok,
    () => false,
  );
}

export async function waitFor(what: string, limitMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`${what}: not within ${limitMs} ms`);
    await delay(20);
  }
}

export interface Footprint {
  readonly residentMb: number;
  readonly openFiles: number;
}

export async function footprint(pid: number): Promise<Footprint> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const residentKb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  return { residentMb: Math.round(residentKb / 1024), openFiles: (await readdir(`/proc/${pid}/fd`)).length };
}
