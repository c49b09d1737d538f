import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Counter, Histogram, Registry } from 'prom-client';
import { RequestMetrics } from '../../service/request-metrics.ts';

const limits = [0.001, 0.01, 0.1];
/** Seconds on, between and beyond the limits. */
const requests: readonly (readonly [route: string, status: number, seconds: number])[] = [
  ['/', 200, 0],
  ['/', 200, 0.001],
  ['/', 304, 0.0010001],
  ['/networks/{network}', 200, 0.05],
  ['/', 500, 0.1],
  ['other', 404, 7],
  ['/networks/{network}', 404, 0.1000001],
];

function ofPromClient(): Registry {
  const registry = new Registry();
  const counter = new Counter({
    name: 'x_http_requests_total',
    help: 'Requests by route and status.',
    labelNames: ['route', 'status'],
    registers: [registry],
  });
  const histogram = new Histogram({
    name: 'x_http_request_duration_seconds',
    help: 'Time until the answer was handed to the socket, by route.',
    labelNames: ['route'],
    buckets: [...limits],
    registers: [registry],
  });
  for (const [route, status, seconds] of requests) {
    counter.inc({ route, status });
    histogram.observe({ route }, seconds);
  }
  return registry;
}

/** Counters name what was first counted first; nobody depends on it. */
async function linesOf(registry: Registry): Promise<string[]> {
  return (await registry.metrics()).split('\n').sort();
}

describe('RequestMetrics', () => {
  it("gives the text that prom-client's own counter and histogram would", async () => {
    const registry = new Registry();
    const metrics = new RequestMetrics({ registry, prefix: 'x_', limits });
    for (const [route, status, seconds] of requests) metrics.count(route, status, seconds);
    assert.deepEqual(await linesOf(registry), await linesOf(ofPromClient()));
    assert.deepEqual(await linesOf(registry), await linesOf(ofPromClient()), 'asked again');
  });

  it('has nothing to say before the first request', async () => {
    const registry = new Registry();
    new RequestMetrics({ registry, prefix: 'x_', limits });
    const text = await registry.metrics();
    assert.match(text, /^# TYPE x_http_request_duration_seconds histogram$/m);
    assert.doesNotMatch(text, /^x_/m);
  });
});
