/** Questions that a fault puts to a running service, on the loopback. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type ServiceProcess, waitFor } from '../service-process.ts';

export const rows = (rest: string) => `/networks/ethereum/api/infrastructure-providers/rows?category=apis${rest}`;
export const exported = (rest: string) => `/networks/ethereum/api/infrastructure-providers/export?category=apis${rest}`;

export const facets = (rest: string) => `/networks/ethereum/api/infrastructure-providers/facets?category=apis${rest}`;
let asked = 0;

/** Parameters of a query that takes tens of milliseconds on an inflated snapshot, each time others. */
export function slowOrder(): string {
  asked++;
  const sorting = [{ id: 'planName', desc: asked % 2 === 0 }];
  return `&page=${asked}&sorting=${encodeURIComponent(JSON.stringify(sorting))}`;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly tookMs: number;
}

export async function ask({ port }: Pick<ServiceProcess, 'port'>, address: string): Promise<Reply> {
  const startedMs = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${address}`, { signal: AbortSignal.timeout(60_000) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, tookMs: performance.now() - startedMs };
}

/** The code of a failure of the one shape. */
export function codeOf(text: string): string {
  const { error }: { error?: { code?: string } } = JSON.parse(text);
  assert.ok(error?.code, text.slice(0, 300));
  return error.code;
}

/** Which snapshot is served, by a real query. */
export async function served(service: Pick<ServiceProcess, 'port'>): Promise<string | null> {
  const { status, text } = await ask(service, '/readyz');
  if (status !== 200) return null;
  const { result }: { result: { snapshot: string } } = JSON.parse(text);
  return result.snapshot;
}

export async function waitUntilServed(
  service: Pick<ServiceProcess, 'port'>,
  id: string,
  limitMs = 20_000,
): Promise<void> {
  await waitFor(`the service of ${id}`, limitMs, async () => (await served(service)) === id);
}

/** Fails unless a page, a list and a query are answered well. */
export async function assertAnswers(service: ServiceProcess): Promise<void> {
  for (const address of [
    '/',
    '/api/networks',
    rows(`&search=archive&pageSize=${1 + Math.floor(Math.random() * 99)}`),
  ]) {
    const { status, text } = await ask(service, address);
    assert.equal(status, 200, `${address}: ${text.slice(0, 300)}`);
  }
}

/** A line of the log from `from` on that matches; its message and its error's. */
export async function waitForLine(service: ServiceProcess, from: number, wanted: RegExp): Promise<string> {
  let found: string | undefined;
  await waitFor(`a log line ${wanted}`, 10_000, async () => {
    found = service.log.slice(from).find((line) => wanted.test(line));
    return found !== undefined;
  });
  return describeLine(found ?? '');
}

function describeLine(line: string): string {
  const { msg, err }: { msg?: string; err?: { message?: string } } = JSON.parse(line);
  return err?.message === undefined ? `"${msg}"` : `"${msg}: ${err.message}"`;
}

/** Fails where the process is gone, or has logged a fault of its own. */
export function assertUnharmed(service: ServiceProcess): void {
  assert.equal(service.process.exitCode, null, 'the process lives');
  const faults = service.log.filter((line) => /"level":(50|60)/.test(line) && !/snapshot refused|try again/.test(line));
  assert.deepEqual(faults, []);
}

/** All that a connection gets, from the first byte to the end, and how long it was open. */
export interface Talk {
  readonly socket: Socket;
  readonly ended: Promise<{ text: string; tookMs: number }>;
}

/** `limitMs`: the client's own patience; what it has by then is what it got. */
export function talk(port: number, limitMs: number): Talk {
  const startedMs = performance.now();
  const socket = connect({ port, host: '127.0.0.1' });
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  const closed = new Promise<void>((resolve) => {
    socket.on('error', () => resolve()).on('close', () => resolve());
  });
  const ended = Promise.race([closed, delay(limitMs, undefined, { ref: false })]).then(() => {
    socket.destroy();
    return { text, tookMs: performance.now() - startedMs };
  });
  return { socket, ended };
}

/** Sends it as it is; resolves with the whole answer. */
export async function sendRaw(port: number, bytes: string): Promise<{ status: number; text: string; tookMs: number }> {
  const { socket, ended } = talk(port, 20_000);
  socket.write(bytes, 'latin1');
  const { text, tookMs } = await ended;
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text, tookMs };
}
