/** The delay of the event loop is a metric. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildSources } from '../support/build.ts';
import { type RunningService, readMetric, startService } from '../support/service.ts';

let service: RunningService;

before(async () => {
  service = await startService(buildSources());
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
