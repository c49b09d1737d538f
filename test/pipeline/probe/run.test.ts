import assert from 'node:assert/strict';
import { appendFile, copyFile, readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { describe, it } from 'node:test';
import { WebSocketServer } from 'ws';
import { Turns } from '../../../pipeline/probe/http/turns.ts';
import { found } from '../../../pipeline/probe/reading.ts';
import { Journal, probesFolder } from '../../../pipeline/write/probe-files.ts';
import { readAddresses } from '../../support/probe-readings.ts';
import {
  answerCall,
  endpoint,
  fakeClock,
  link,
  listen,
  plenty,
  probeWorld,
  rpcNode,
  serve,
  timeoutMs,
} from '../../support/probe-world.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

describe('runProbes', () => {
  const cleanUp = afterAll();
  const pages = (port: number, hosts: number, each: number) =>
    Array.from({ length: hosts * each }, (_, at) =>
      link(`http://host${at % hosts}.world.dev:${port}/${at}`),
    );

  it('reads each page once, one at a time from a host, and few at once in all', async () => {
    const busy = new Map<string, number>();
    const seen = new Map<string, number>();
    const most = { all: 0, host: 0 };
    const port = await serve((request, response) => {
      const host = request.headers.host ?? '';
      seen.set(`${host}${request.url}`, (seen.get(`${host}${request.url}`) ?? 0) + 1);
      busy.set(host, (busy.get(host) ?? 0) + 1);
      most.host = Math.max(most.host, busy.get(host) ?? 0);
      most.all = Math.max(
        most.all,
        [...busy.values()].reduce((sum, count) => sum + count),
      );
      setImmediate(() => {
        response.writeHead(request.url === '/robots.txt' ? 404 : 200).end('page');
        busy.set(host, (busy.get(host) ?? 0) - 1);
      });
    }, cleanUp);
    const { readings } = await probeWorld(pages(port, 20, 5), {
      turns: { connections: 6, hostPauseMs: 0 },
    });
    assert.equal(readings.length, 100);
    assert.deepEqual([...new Set(seen.values())], [1]);
    assert.equal(seen.size, 120);
    assert.equal(most.host, 1);
    assert.ok(most.all <= 6, String(most.all));
  });

  it('pauses before the next request to a host', async () => {
    for (const [hostPauseMs, expected] of [
      [0, true],
      [500, false],
    ] as const) {
      const turns = new Turns({ connections: 6, hostPauseMs });
      (await turns.take('a.dev'))();
      let isNext = false;
      const next = turns.take('a.dev').then(() => void (isNext = true));
      await turns.take('b.dev');
      await new Promise((resolve) => setTimeout(resolve, 2));
      assert.equal(isNext, expected);
      await next;
    }
  });

  it('gives a host up that does not answer three times, and records nothing for the rest of its pages', async () => {
    const isOf = ({ headers: { host = '' } }: IncomingMessage, name: string) =>
      host.startsWith(name);
    let asked = 0;
    const port = await serve((request, response) => {
      const isLost = isOf(request, 'host2') && request.url !== '/robots.txt' && ++asked % 3 !== 0;
      if (isOf(request, 'host0') || isLost) request.socket.destroy();
      else response.end('page');
    }, cleanUp);
    const { readings, summary } = await probeWorld(pages(port, 3, 10));
    const results = readings.map(({ address, result }) => `${new URL(address).hostname} ${result}`);
    assert.equal(results.filter((line) => line === 'host0.world.dev unreachable').length, 3);
    assert.equal(results.filter((line) => line === 'host1.world.dev answered').length, 10);
    const ofThird = results.filter((line) => line.startsWith('host2.'));
    assert.equal(ofThird.filter((line) => line.endsWith('answered')).length, 3, 'two in a row');
    assert.equal(results.length, 23);
    assert.deepEqual(summary.givenUp, ['host0.world.dev']);
  });

  it('counts no time in which the event loop was blocked, as by the answer of another host', async (t) => {
    const clock = fakeClock({ after: (work) => t.after(work) });
    const block = () => clock.block(2 * timeoutMs);
    const server = createServer(async (request, response) => {
      await (request.method === 'POST' ? rpcNode({})(request, response) : response.end('page'));
      block();
    });
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket) =>
      socket.on('message', (data) => {
        const { id, method, params } = JSON.parse(String(data));
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...answerCall({}, method, params) }));
        block();
      }),
    );
    const host = `page.world.dev:${await listen(server, cleanUp)}`;
    const targets = [
      link(`http://${host}/a`),
      endpoint(`http://${host}/`),
      endpoint(`ws://${host}/`),
    ];
    const { readings } = await probeWorld(targets);
    const found = readings.map(({ result, latencyMs }) => [result, (latencyMs ?? 0) < timeoutMs]);
    assert.deepEqual(found, Array(3).fill(['answered', true]));
    sockets.close();
  });

  const limits: readonly (readonly [string, Partial<typeof plenty>])[] = [
    ['requests', { requests: 7 }],
    ['bytes', { bytes: 5000 }],
    ['time', { timeMs: 0 }],
  ];
  for (const [name, limit] of limits)
    it(`ends at the limit of ${name}, and records whole readings only`, async () => {
      let asked = 0;
      const port = await serve((_request, response) => {
        asked++;
        response.end('x'.repeat(1000));
      }, cleanUp);
      const { readings, summary } = await probeWorld(pages(port, 4, 5), {
        total: { ...plenty, ...limit },
        turns: { connections: 1, hostPauseMs: 1 },
      });
      assert.equal(summary.ended, name);
      assert.ok(readings.length < 20 && readings.every(({ result }) => result === 'answered'));
      assert.ok(asked <= 7, String(asked));
      assert.equal(asked, summary.requests);
    });

  it('ends when it is stopped', async () => {
    const controller = new AbortController();
    const port = await serve((_request, response) => {
      controller.abort();
      response.end('page');
    }, cleanUp);
    const { readings, summary } = await probeWorld(pages(port, 1, 5), {
      signal: controller.signal,
    });
    assert.deepEqual([summary.ended, readings], ['stopped', []]);
  });
});

describe('the journal of a killed run', () => {
  const reading = (at: number) =>
    found(
      link(`http://host.dev/${at}`),
      { result: 'answered', detail: null },
      { now: () => new Date(at) },
    );

  it('loses a line that it had not finished', async (t) => {
    const build = await makeTemporaryFolder(t);
    const first = await Journal.open(build, new Date(0));
    first.append([reading(1), reading(2)]);
    await appendFile(path.join(probesFolder(build), '1970-01-01-0001.ndjson'), '{"at":"1970');
    const second = await Journal.open(build, new Date(1e12));
    assert.deepEqual(second.readings, [reading(1), reading(2)]);
    second.append([reading(3)]);
    await second.finish();
    assert.deepEqual(await readdir(probesFolder(build)), ['1970-01-01-0001.parquet']);
    assert.equal((await readAddresses(build)).length, 3);
  });

  it('doubles nothing if it had written its Parquet file, and each run of a day has a file', async (t) => {
    const build = await makeTemporaryFolder(t);
    const journal = await Journal.open(build, new Date(0));
    journal.append([reading(1)]);
    const file = path.join(probesFolder(build), '1970-01-01-0001.ndjson');
    const kept = path.join(build, 'kept');
    await copyFile(file, kept);
    await journal.finish();
    await copyFile(kept, file);
    const next = await Journal.open(build, new Date(0));
    assert.deepEqual(next.readings, []);
    next.append([reading(2)]);
    await next.finish();
    const third = await Journal.open(build, new Date(1));
    third.append([reading(3)]);
    await third.finish();
    const expected = [1, 2, 3].map((number) => `1970-01-01-000${number}.parquet`);
    assert.deepEqual((await readdir(probesFolder(build))).toSorted(), expected);
    assert.equal((await readFile(kept, 'utf8')).split('\n').length, 2);
    assert.equal((await readAddresses(build)).length, 3);
  });
});
