/** The event loop: its delay is a metric, and no task holds it for long. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildSources } from '../support/build.ts';
import { open, request } from '../support/raw.ts';
import { isAnswered, type RunningService, readMetric, startService } from '../support/service.ts';

let build: string;
let service: RunningService;

before(async () => {
  build = buildSources();
  service = await startService(build);
});

after(() => service.stop('SIGKILL'));

describe('the event loop', () => {
  it('has its delay in the metrics, as a histogram of the last scrape', async () => {
    const text = await (await fetch(`http://127.0.0.1:${service.port}/metrics`)).text();
    for (const name of ['max', 'p99', 'p50']) {
      assert.match(text, new RegExp(`^directory_nodejs_eventloop_lag_${name}_seconds \\d`, 'm'));
    }
  });

  it('is measured anew between scrapes', async () => {
    await readMetric(service.port, 'directory_nodejs_eventloop_lag_max_seconds');
    const quiet = await readMetric(service.port, 'directory_nodejs_eventloop_lag_max_seconds');
    assert.ok(quiet < 1, String(quiet));
  });
});

describe('SIGTERM', () => {
  it('ends the process in time while clients pipeline and others read nothing', async () => {
    const busy = await startService(build);
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open(busy.port)));
    for (const [number, socket] of sockets.entries()) {
      const pages = (turn: number) => request(`/networks/aria/toolbox/apis?search=${number}-${turn}`);
      socket.write(Array.from({ length: 300 }, (_, turn) => pages(turn)).join(''));
      if (number % 2 === 0) socket.resume();
    }
    assert.ok(await isAnswered(busy.port, '/healthz'));
    const startedMs = performance.now();
    assert.equal(await busy.stop(), 0);
    const tookMs = performance.now() - startedMs;
    for (const socket of sockets) socket.destroy();
    assert.ok(tookMs < 10_000, `${Math.round(tookMs)} ms`);
  });
});
