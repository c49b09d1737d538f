/**
 * Floods the service with distinct hostile addresses. Its memory ends within 15 % of what it was once the caches were full.
 * Run: `node --import tsx test/security/flood.ts [addresses]`.
 */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { buildSources, smallSources } from './support/build.ts';
import { open, request, statuses } from './support/raw.ts';
import { hostileTarget } from './support/requests.ts';
import { type RunningService, residentMb, startService, waitFor } from './support/service.ts';

const addresses = Number(process.argv[2] ?? 200_000);
const connections = 4;
const batch = 50;
/** Fills the response cache and the cache of fragments. */
const warmUp = 20_000;

async function flood(service: RunningService, count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = (await open(service.port)).resume();
      let answered = 0;
      socket.on('data', (chunk: Buffer) => (answered += statuses(chunk.toString('latin1')).length));
      for (let sent = 0; sent < count / connections; sent += batch) {
        socket.write(Array.from({ length: batch }, () => request(hostileTarget())).join(''));
        // A status line may be cut in two: the count may be a few short.
        await waitFor('answers', 60_000, () => answered >= sent + batch - (sent / batch + 1) || socket.destroyed);
      }
      socket.destroy();
    }),
  );
}

/** The least of some readings, after garbage collection had time. */
async function settledMb(service: RunningService): Promise<number> {
  const readings: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    await delay(500);
    readings.push(await residentMb(service.pid));
  }
  return Math.min(...readings);
}

const service = await startService(buildSources(smallSources), { LOG_LEVEL: 'error' });
const startedMs = performance.now();
await flood(service, warmUp);
const before = await settledMb(service);
await flood(service, addresses);
const after = await settledMb(service);
const tookS = Math.round((performance.now() - startedMs) / 1000);
assert.equal(await service.stop(), 0);
process.stdout.write(`${addresses} addresses in ${tookS} s: ${before.toFixed(0)} -> ${after.toFixed(0)} MB\n`);
assert.ok(after < before * 1.15, 'memory ends within 15 % of the memory it began with');
