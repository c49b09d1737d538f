/**
 * Fuzzes the service over raw sockets: pipelines, half requests, odd hosts, long addresses, clients that go away.
 * Fails on a crash, a 500, an answer that takes over 5 s, or memory that grows.
 * Run: `node --import tsx test/security/fuzz-http.ts [seconds]`.
 */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { buildSources, smallSources } from './support/build.ts';
import { exchange, open, statuses } from './support/raw.ts';
import { hostileRequest, malformedBytes, pick } from './support/requests.ts';
import { type RunningService, residentMb, startService } from './support/service.ts';

const seconds = Number(process.argv[2] ?? 60);
const clients = 8;
const maxGrowthMb = 300;

const counts = new Map<number, number>();
const found: string[] = [];

function note(bytes: string, text: string, tookMs: number): void {
  for (const status of statuses(text)) {
    counts.set(status, (counts.get(status) ?? 0) + 1);
    if (status >= 500 && status !== 503) found.push(`${status}: ${JSON.stringify(bytes.slice(0, 500))}`);
  }
  if (tookMs > 5000) found.push(`${Math.round(tookMs)} ms: ${JSON.stringify(bytes.slice(0, 500))}`);
}

/** Each way to use a connection. */
const uses: readonly ((port: number) => Promise<void>)[] = [
  async (port) => {
    const bytes = malformedBytes();
    const { text, tookMs } = await exchange(port, bytes, { end: true, limitMs: 7000 });
    note(bytes, text, tookMs);
  },
  async (port) => {
    const bytes = Array.from({ length: 1 + Math.floor(Math.random() * 30) }, hostileRequest).join('');
    const { text } = await exchange(port, bytes, { limitMs: 500 });
    note(bytes, text, 0);
  },
  async (port) => {
    const socket = await open(port);
    socket.write(Array.from({ length: 50 }, hostileRequest).join(''));
    await delay(Math.random() * 50);
    socket.resetAndDestroy();
  },
  async (port) => {
    const bytes = hostileRequest();
    const socket = (await open(port)).resume();
    const half = Math.floor(Math.random() * bytes.length);
    socket.write(bytes.slice(0, half));
    await delay(Math.random() * 200);
    if (Math.random() < 0.5) socket.write(bytes.slice(half));
    await delay(20);
    socket.destroy();
  },
];

async function fuzz(service: RunningService, endMs: number): Promise<void> {
  while (performance.now() < endMs && found.length < 20) await pick(uses)(service.port).catch(() => undefined);
}

const service = await startService(buildSources(smallSources), { LOG_LEVEL: 'error' });
await fuzz(service, performance.now() + 5000);
const before = await residentMb(service.pid);
const endMs = performance.now() + seconds * 1000;
await Promise.all(Array.from({ length: clients }, () => fuzz(service, endMs)));
const after = await residentMb(service.pid);
const status = await service.stop();
process.stdout.write(
  `${[...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([code, count]) => `${code}: ${count}`)
    .join(', ')}; memory ${Math.round(before)} -> ${Math.round(after)} MB\n`,
);
assert.deepEqual(found, [], 'no 500 and nothing slow');
assert.equal(status, 0, service.log.join('\n'));
assert.ok(after - before < maxGrowthMb, 'memory is bounded');
