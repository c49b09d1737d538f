/** The service as a process of its own. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { startScript } from './compiled.ts';
import { projectFolder } from './paths.ts';
import { get } from './service-get.ts';
import type { LogLine } from './service-server.ts';

export interface EndedService {
  /** Null where a signal ended the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<EndedService>;
  /** What it has logged so far; throws where a line is no JSON. */
  logLines(): LogLine[];
}

/** Nothing of the environment that the tests run in, but for what node needs. */
export function startProcess(environment: Readonly<Record<string, string>>): ServiceProcess {
  const child = spawn('sh', [startScript()], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<EndedService>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, ended, logLines: () => parseLines(stdout) };
}

export function parseLines(text: string): LogLine[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as LogLine);
}

/** Waits until the process answers; fails where it ends before. */
export async function waitUntilAlive(port: number, { ended }: Pick<ServiceProcess, 'ended'>): Promise<void> {
  let early: EndedService | null = null;
  void ended.then((end) => (early = end));
  for (let attempt = 0; attempt < 600; attempt++) {
    assert.equal(early, null, `the process ended: ${JSON.stringify(early)}`);
    const status = await get(port, '/healthz').then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    await delay(50);
  }
  assert.fail('the process does not answer');
}

/** A port that was free a moment ago. Below those that the system gives out itself: a client of another test could take one of them before the process does. */
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
