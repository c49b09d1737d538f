/**
 * Pipelined requests: one in progress per connection, and a bound on the bytes that wait for a
 * client.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { smallSources } from '../../support/paths.ts';
import {
  readMetric,
  residentMb,
  type ServiceProcess,
  serve,
  until,
} from '../../support/service-process.ts';
import { buildOnce } from '../../support/service-server.ts';
import { exchange, open, request, statuses } from '../support/raw.ts';

let service: ServiceProcess;

before(async () => {
  service = await serve({ BUILD_DIR: (await buildOnce(smallSources)).build, LOG_LEVEL: 'warn' });
});

after(async () => void (await service.stop()));

const style = '/assets/style.css';

async function answered(route: string): Promise<number> {
  const count = await readMetric(
    service.port,
    `directory_http_requests_total{route="${route}",status="200"}`,
  );
  return Number.isNaN(count) ? 0 : count;
}

/** Waits until the count no longer changes. */
async function settled(route = '/assets/{file}'): Promise<number> {
  let last = -1;
  let now = await answered(route);
  while (now !== last) {
    await delay(300);
    [last, now] = [now, await answered(route)];
  }
  return now;
}

describe('pipelined requests', () => {
  it('are answered all and in order', async () => {
    const targets = [
      '/robots.txt',
      '/nowhere',
      style,
      '/api/networks?x=1',
      '/llms.txt',
      '/healthz',
    ];
    const bytes = [
      ...targets.map((target) => request(target)),
      request('/about', ['Connection: close']),
    ].join('');
    const { text } = await exchange(service.port, bytes);
    assert.deepEqual(statuses(text), [200, 404, 200, 400, 200, 200, 200]);
  });

  it('are answered when they arrive byte by byte', async () => {
    const socket = (await open(service.port)).resume();
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    for (const byte of request('/healthz') + request('/robots.txt')) socket.write(byte);
    await until('two answers', () => statuses(text).length === 2);
    assert.deepEqual(statuses(text), [200, 200]);
    socket.destroy();
  });

  it('end with the first that asks to close', async () => {
    const bytes = request('/robots.txt', ['Connection: close']) + request('/nowhere').repeat(20);
    const { text, closed } = await exchange(service.port, bytes);
    assert.deepEqual(statuses(text), [200]);
    assert.ok(closed);
  });

  it('end with one that is malformed, after the answers before it', async () => {
    const bytes = `${request('/robots.txt')}nonsense\r\n\r\n${request('/robots.txt')}`;
    const { text, closed } = await exchange(service.port, bytes);
    assert.deepEqual(statuses(text)[0], 200);
    assert.ok(statuses(text).length <= 2);
    assert.ok(closed);
  });

  it('are not answered ahead of a client that does not read', async () => {
    const before = await settled();
    const socket = await open(service.port);
    socket.write(request(style, ['Accept-Encoding: identity']).repeat(3000));
    const ahead = (await settled()) - before;
    socket.destroy();
    // The buffers of both sockets hold a few MB, which is about 150 answers.
    assert.ok(ahead < 400, `${ahead} of 3000 were answered`);
  });

  it('take no memory from many clients that do not read', async () => {
    const startMb = await residentMb(service.pid);
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open(service.port)));
    for (const [number, socket] of sockets.entries()) {
      const target = (turn: number) => `/data?x=${number}-${turn}`;
      socket.write(Array.from({ length: 200 }, (_, turn) => request(target(turn))).join(''));
    }
    await until('an answer', async () => (await answered('/data')) > 0);
    await settled('/data');
    const heldMb = (await residentMb(service.pid)) - startMb;
    for (const socket of sockets) socket.destroy();
    assert.ok(heldMb < 120, `${Math.round(heldMb)} MB more`);
  });

  it('are left alone when the client goes away', async () => {
    const before = await settled();
    const socket = await open(service.port);
    socket.write(
      Array.from({ length: 400 }, (_, turn) => request(`/assets/icons.svg?x=${turn}`)).join(''),
    );
    await delay(20);
    socket.resetAndDestroy();
    const after = (await settled()) - before;
    assert.ok(after < 300, `${after} of 400 were answered for nobody`);
  });

  it('of one connection do not keep others waiting', async () => {
    const socket = (await open(service.port)).resume();
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    const page = (search: string) => `/networks/aria/toolbox/apis?search=${search}`;
    socket.write(Array.from({ length: 500 }, (_, turn) => request(page(String(turn)))).join(''));
    await until('the first answer', () => statuses(text).length > 0);
    const before = statuses(text).length;
    const { status } = await fetch(`http://127.0.0.1:${service.port}${page('mine')}`);
    const meanwhile = statuses(text).length - before;
    socket.destroy();
    assert.equal(status, 200);
    assert.ok(meanwhile < 50, `${meanwhile} of 500 were answered before another client's request`);
  });
});
