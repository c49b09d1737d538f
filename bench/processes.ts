/** Programs of the benchmark as processes of their own, with a free port each. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export const projectFolder = path.resolve(import.meta.dirname, '..');

/** The service, as it is started everywhere. */
export const service: readonly string[] = ['sh', 'deploy/start.sh'];

export function peerProgram(program: string, ...words: string[]): readonly string[] {
  return [process.execPath, '--import', 'tsx', `bench/peers/${program}`, ...words];
}

export interface RunningProcess {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

export async function start(
  [program = '', ...words]: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<RunningProcess> {
  const port = await freePort();
  const child = spawn(program, words, {
    cwd: projectFolder,
    env: { ...process.env, NODE_ENV: 'production', ...environment, PORT: String(port) },
    // The log is written, as in production, but nobody reads it here.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  for (let tries = 0; !(await isUp(port)); tries++) {
    if (tries > 600) throw new Error(`${program} ${words.join(' ')} does not answer`);
    await delay(50);
  }
  return {
    port,
    pid: child.pid ?? 0,
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
