/** What breaks programs, asked once a week of endpoints with limits of their own. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { WebSocketServer } from 'ws';
import { collectPast, planRun } from '../../../pipeline/probe/plan.ts';
import { found } from '../../../pipeline/probe/reading.ts';
import type { EndpointTarget } from '../../../pipeline/probe/targets.ts';
import { endpoint, listen, probeWorld, readBody, serve } from '../../support/probe-world.ts';
import { afterAll } from '../../support/temporary-folder.ts';

const head = 2_000_000;

interface Limits {
  readonly methods?: readonly string[];
  readonly depth?: number;
  readonly range?: number;
  readonly batch?: number;
  /** Of each block, and of the largest result. */
  readonly logs?: number;
  readonly results?: number;
  /** Calls after which all get 429. */
  readonly calls?: number;
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly never[];
}

/** Undefined for an error. */
const results: Readonly<Record<string, (limits: Limits, params: readonly never[]) => unknown>> = {
  eth_chainId: () => '0x1',
  eth_blockNumber: () => `0x${head.toString(16)}`,
  eth_getBalance: ({ depth = 0 }, [, block]) => (head - Number(block) <= depth ? '0x0' : undefined),
  eth_getLogs: ({ range = 0, logs = 0, results: most = 0 }, params) => {
    const [{ fromBlock, toBlock, address }] = params as unknown as [Record<string, string>];
    const blocks = Number(toBlock) - Number(fromBlock) + 1;
    const count = address === undefined ? blocks * logs : 0;
    return blocks <= range && count <= most ? Array.from({ length: count }, () => ({})) : undefined;
  },
};

function answer(limits: Limits, { id, method, params }: Call) {
  const isKnown = limits.methods?.includes(method) === true;
  const value = results[method]?.(limits, params) ?? (isKnown ? '0x9' : undefined);
  const error = { code: -32601, message: 'no' };
  return { jsonrpc: '2.0', id, ...(value === undefined ? { error } : { result: value }) };
}

describe('capabilities of endpoints', () => {
  const cleanUp = afterAll();
  const calls: string[] = [];
  async function ask(limits: Limits, stated: Partial<EndpointTarget['limits']> = {}) {
    calls.length = 0;
    const port = await serve(async (request, response) => {
      const body = JSON.parse(await readBody(request)) as Call | Call[];
      const each = [body].flat();
      calls.push(...each.map(({ method }) => method));
      if (calls.length > (limits.calls ?? 1000)) response.statusCode = 429;
      if (Array.isArray(body) && body.length > (limits.batch ?? 0)) response.statusCode = 413;
      const replies = each.map((call) => answer(limits, call));
      response.end(JSON.stringify(Array.isArray(body) ? replies : replies[0]));
    }, cleanUp);
    const unstated = { logRange: null, batchSize: null, logResults: null };
    const options = { asksCapabilities: true, limits: { ...unstated, ...stated } };
    const target = endpoint(`http://node.world.dev:${port}/`, options);
    const { readings } = await probeWorld([target]);
    return readings[0];
  }
  const countOf = (method: string) => calls.filter((each) => each === method).length;

  const everything = ['trace_call', 'debug_traceCall'];
  const cases: readonly (readonly [Limits, object])[] = [
    [
      { methods: everything, depth: head, range: 10_000, batch: 100 },
      { trace: true, debug: true, archiveDepth: head - 1, logRange: 10_000, batchSize: 100 },
    ],
    [
      { methods: ['trace_call'], depth: 10_000, range: 1024, batch: 10 },
      { trace: true, debug: false, archiveDepth: 10_000, logRange: 1024, batchSize: 10 },
    ],
    [{}, { trace: false, debug: false, archiveDepth: 0, logRange: 0, batchSize: 1 }],
    [
      { depth: 150, range: 5_000_000 },
      { trace: false, debug: false, archiveDepth: 100, logRange: 1_000_000, batchSize: 1 },
    ],
  ];
  for (const [limits, expected] of cases)
    it(`finds ${JSON.stringify(limits)} with few calls`, async () => {
      const reading = await ask(limits);
      const { logRange, ...others } = reading?.capabilities ?? { logRange: null };
      const { logRange: range, ...wanted } = expected as { logRange: number };
      assert.deepEqual(others, { logResults: null, ...wanted, subscribes: null });
      // A limit between two usual ones is found to half of their distance.
      const isNear = logRange !== null && logRange <= range && logRange >= range * 0.85;
      assert.ok(isNear, `${logRange} of ${range}`);
      assert.equal(reading?.result, 'answered');
      assert.ok(countOf('eth_getLogs') <= 8);
      assert.ok(
        countOf('trace_call') + countOf('debug_traceCall') + countOf('eth_getBalance') <= 6,
      );
    });

  /** Limits of the endpoint, stated ones, and what is found. */
  const statedCases: readonly (readonly [Limits, Partial<EndpointTarget['limits']>, object])[] = [
    // What is stated is asked for as it is: nothing usual is near it.
    [
      { range: 1234, batch: 37 },
      { logRange: 1234, batchSize: 37 },
      { logRange: 1234, batchSize: 37 },
    ],
    [
      { range: 1233, batch: 36 },
      { logRange: 1234, batchSize: 37 },
      { logRange: 1117, batchSize: 10 },
    ],
    [
      { range: 5_000_000, batch: 9999, calls: 9999 },
      { batchSize: 5000 },
      { logRange: 1_000_000, batchSize: 1000 },
    ],
    // 10 logs in each block: 60 blocks of 1,000, or 600 of 10,000.
    [{ range: 5000, logs: 10, results: 9999 }, {}, { logRange: 5000, logResults: 600 }],
    [{ range: 5000, logs: 10, results: 9999 }, { logResults: 10_000 }, { logResults: 6000 }],
    [{ range: 5000, logs: 10, results: 5999 }, { logResults: 10_000 }, { logResults: 600 }],
    [{ range: 5000, logs: 10, results: 99 }, { logResults: 10_000 }, { logResults: 10 }],
    // No filter without an address; too few logs within the range; no call left.
    [{ range: 5000, logs: 10, results: 9 }, {}, { logResults: null }],
    [{ range: 50, logs: 10, results: 9999 }, {}, { logResults: null }],
  ];
  for (const [limits, stated, expected] of statedCases)
    it(`asks ${JSON.stringify(limits)} for ${JSON.stringify(stated)}`, async () => {
      const { capabilities } = (await ask(limits, stated)) ?? {};
      const found = Object.keys(expected).map((key) => capabilities?.[key as 'logRange']);
      assert.deepEqual(found, Object.values(expected));
      assert.ok(countOf('eth_getLogs') <= 8);
    });

  it('asks nothing more of an endpoint that limits the calls', async () => {
    const reading = await ask({ methods: everything, depth: head, range: 10_000, calls: 6 });
    assert.equal(reading?.result, 'answered');
    assert.deepEqual(
      [
        reading?.capabilities?.trace,
        reading?.capabilities?.logRange,
        reading?.capabilities?.batchSize,
      ],
      [true, null, null],
    );
    assert.equal(calls.length, 7);
  });

  it('asks for a subscription over a WebSocket', async () => {
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket) => {
      socket.on('message', (data) => {
        const limits = { methods: ['eth_subscribe'] };
        socket.send(JSON.stringify(answer(limits, JSON.parse(String(data)))));
      });
    });
    const port = await listen(server, cleanUp);
    const target = endpoint(`ws://socket.world.dev:${port}/`, { asksCapabilities: true });
    const { readings } = await probeWorld([target]);
    const { subscribes, batchSize } = readings[0]?.capabilities ?? {};
    assert.deepEqual([subscribes, batchSize], [true, null]);
    sockets.close();
  });

  it('are asked once a week, and not of endpoints that do not answer', () => {
    const target = endpoint('https://a.dev/');
    const beginMs = Date.parse('2025-12-01T00:00:00Z');
    const hourMs = 3_600_000;
    const readings: ReturnType<typeof found>[] = [];
    const asked = Array.from({ length: 4 * 22 }, (_, run) => {
      const nowMs = beginMs + run * 6 * hourMs;
      const options = { past: collectPast([], readings), nowMs, maxRequests: 1000 };
      const [planned] = planRun([target], options);
      const isAsked = planned?.kind === 'endpoint' && planned.asksCapabilities === true;
      const none = {
        trace: null,
        debug: null,
        archiveDepth: null,
        logRange: null,
        logResults: null,
      };
      const capabilities = isAsked ? { ...none, batchSize: null, subscribes: null } : null;
      const facts = { result: 'answered', detail: null, capabilities } as const;
      readings.push(found(target, facts, { now: () => new Date(nowMs) }));
      return isAsked ? [run] : [];
    });
    assert.deepEqual(asked.flat(), [1, 29, 57, 85]);
    const failing = [
      ...readings,
      found(
        target,
        { result: 'error', detail: null },
        { now: () => new Date(beginMs + 30 * 24 * hourMs) },
      ),
    ];
    const past = collectPast([], failing);
    const [planned] = planRun([target], {
      past,
      nowMs: beginMs + 40 * 24 * hourMs,
      maxRequests: 9,
    });
    assert.deepEqual(planned, target);
  });
});
