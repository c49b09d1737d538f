/**
 * The service on the whole corpus during its dearest requests: health checks are answered, no task holds the event loop
 * for long, and SIGTERM ends the process. The targets are 100 ms, 50 ms and 10 s; the limits here allow for a busy machine.
 */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { buildSources, largestScope, largestSources } from '../support/build.ts';
import { ask, open, request } from '../support/raw.ts';
import { token } from '../support/requests.ts';
import { isAnswered, type RunningService, readMetric, startService } from '../support/service.ts';

const maxHealthMs = 5000;
const maxLagSeconds = 2;
const checks = 10;
const connections = 8;

let build: string;
let dearest: Readonly<Record<string, () => string>>;

before(async () => {
  build = buildSources(largestSources);
  const { network, category } = await largestScope(build);
  const base = `/networks/${network}`;
  const api = `${base}/api/infrastructure-providers`;
  const letters = () => Array.from(token().replace(/[^a-z]/g, '')).join('+');
  const ranges = () =>
    encodeURIComponent(
      JSON.stringify(Array.from({ length: 20 }, () => ({ id: 'accessPrice', value: ['', `9${Date.now()}`] }))),
    );
  const values = () => Array.from({ length: 50 }, () => `f.planName=${token()}`);
  dearest = {
    search: () => `/search?q=${letters()}`,
    'a page of 100 providers': () => `${base}/toolbox/${category}?pageSize=100&search=${letters().slice(0, 3)}`,
    'a page with many filters': () => `${base}/toolbox/${category}?filters=${ranges()}&search=${letters()}`,
    'a page with many values': () => `${base}/toolbox/${category}?${values().join('&')}`,
    facets: () => `${api}/facets?category=${category}&filters=${ranges()}`,
    ...Object.fromEntries(
      ['csv', 'ndjson', 'parquet'].map((format) => [
        `a ${format} export`,
        () => `${api}/export?category=${category}&format=${format}&search=${letters().slice(0, 3)}`,
      ]),
    ),
  };
});

/** Connections that always wait for the response to another of these requests. */
async function keepBusy(port: number, write: () => string): Promise<readonly Socket[]> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  for (const socket of sockets) {
    socket.resume();
    socket.write(Array.from({ length: 90 }, () => request(write())).join(''));
  }
  return sockets;
}

describe('the service during its dearest requests', { timeout: 300_000 }, () => {
  let service: RunningService;

  before(async () => {
    service = await startService(build);
  });

  after(() => service.stop('SIGKILL'));

  it('answers health checks, and lets no task hold the event loop', async (t) => {
    for (const [name, write] of Object.entries(dearest)) {
      await readMetric(service.port, 'directory_nodejs_eventloop_lag_max_seconds');
      const sockets = await keepBusy(service.port, write);
      const times: number[] = [];
      for (let check = 0; check < checks; check++) {
        const startedMs = performance.now();
        assert.equal((await ask(service.port, '/healthz')).status, 200);
        times.push(performance.now() - startedMs);
        await delay(20);
      }
      const lag = await readMetric(service.port, 'directory_nodejs_eventloop_lag_max_seconds');
      for (const socket of sockets) socket.destroy();
      const longestMs = Math.max(...times);
      t.diagnostic(
        `${name}: health check ${longestMs.toFixed(0)} ms, event loop ${(1000 * lag).toFixed(0)} ms at most`,
      );
      assert.ok(longestMs < maxHealthMs, `${name}: a health check took ${longestMs.toFixed(0)} ms`);
      assert.ok(lag < maxLagSeconds, `${name}: the event loop was held for ${(1000 * lag).toFixed(0)} ms`);
    }
  });

  it('ends within 10 s of SIGTERM while clients export, pipeline and read nothing', async (t) => {
    const busy = await startService(build);
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open(busy.port)));
    for (const [number, socket] of sockets.entries()) {
      const pages = (turn: number) => request(`/networks/aria/toolbox/apis?search=${number}-${turn}`);
      socket.write(Array.from({ length: 300 }, (_, turn) => pages(turn)).join(''));
      if (number % 2 === 0) socket.resume();
    }
    const exports = await keepBusy(busy.port, dearest['a parquet export'] ?? assert.fail());
    assert.ok(await isAnswered(busy.port, '/healthz'));
    const startedMs = performance.now();
    assert.equal(await busy.stop(), 0);
    const tookMs = performance.now() - startedMs;
    for (const socket of [...sockets, ...exports]) socket.destroy();
    t.diagnostic(`ended after ${tookMs.toFixed(0)} ms`);
    assert.ok(tookMs < 10_000, `${tookMs.toFixed(0)} ms`);
  });
});
