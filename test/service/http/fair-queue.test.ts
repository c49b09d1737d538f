import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { HttpError } from '../../../service/errors.ts';
import { FairQueue, type Kind } from '../../../service/http/fair-queue.ts';

/** Longer than any test takes. */
const timeoutMs = 60_000;
/** Clients do not give way. */
const giveWayMs = 0;

const places = (requests: number) => ({ requests, exports: 1, calls: 1 });

/** Runs works of the given clients at once; returns the clients in the order of their starts. */
async function order(queue: FairQueue, clients: readonly string[], tookMs = 1): Promise<string[]> {
  const started: string[] = [];
  const works = clients.map((client) =>
    queue.run(client, 'requests', async () => {
      started.push(client);
      await delay(tookMs);
    }),
  );
  await Promise.allSettled(works);
  return started;
}

/** Runs works of 30 ms of the given clients at once; returns how many ran when each began, itself included. */
async function concurrency(queue: FairQueue, clients: readonly string[]): Promise<number[]> {
  let running = 0;
  const counts: number[] = [];
  const work = async () => {
    counts.push(++running);
    await delay(30);
    running--;
  };
  await Promise.all(clients.map((client) => queue.run(client, 'requests', work)));
  return counts;
}

describe('FairQueue', () => {
  it('alternates between clients, however many requests one of them has', async () => {
    const clients = ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c'];
    const started = await order(new FairQueue({ slots: places(1), maxWaiting: 100, timeoutMs, giveWayMs }), clients, 5);
    assert.deepEqual(started, ['a', 'a', 'b', 'c', 'a', 'b', 'a', 'a']);
  });

  it('has one request of a client in progress, so that another client starts at once', async () => {
    const queue = new FairQueue({ slots: places(3), maxWaiting: 100, timeoutMs, giveWayMs });
    const counts = await concurrency(queue, new Array<string>(12).fill('a'));
    assert.equal(Math.max(...counts), 1);
    let ended = 0;
    const greedy = Array.from({ length: 12 }, () => queue.run('a', 'requests', () => delay(30)).then(() => ended++));
    await queue.run('b', 'requests', async () => undefined);
    assert.equal(ended, 0);
    await Promise.all(greedy);
  });

  it('has one request of a client in progress, of whatever kind, and lets those pass whose kind has a free place', async () => {
    const queue = new FairQueue({ slots: places(2), maxWaiting: 100, timeoutMs, giveWayMs });
    const order: string[] = [];
    const run = (client: string, kind: Kind) =>
      queue.run(client, kind, async () => {
        order.push(`${client} ${kind}`);
        await delay(10);
        order.push('end');
      });
    await Promise.all([run('a', 'exports'), run('b', 'exports'), run('a', 'calls'), run('b', 'requests')]);
    assert.deepEqual(order.slice(0, 3), ['a exports', 'b requests', 'end']);
    assert.deepEqual(order.filter((step) => step !== 'end').toSorted(), [
      'a calls',
      'a exports',
      'b exports',
      'b requests',
    ]);
  });

  it('lets the request of another client finish before the next one of a client with many', async () => {
    const queue = new FairQueue({ slots: places(3), maxWaiting: 100, timeoutMs, giveWayMs: timeoutMs });
    const started: string[] = [];
    let isEnded = false;
    const greedy = Array.from({ length: 5 }, () =>
      queue.run('a', 'requests', async () => {
        started.push(isEnded ? 'after' : 'before');
        await delay(1);
      }),
    );
    await queue.run('b', 'requests', async () => {
      await delay(8);
      isEnded = true;
    });
    await Promise.all(greedy);
    assert.deepEqual(started, ['before', 'after', 'after', 'after', 'after']);
  });

  it('lets a client with many requests go on beside a long one', async () => {
    const queue = new FairQueue({ slots: places(3), maxWaiting: 100, timeoutMs, giveWayMs: 2 });
    let isEnded = false;
    const long = queue.run('b', 'requests', () => delay(1000).then(() => void (isEnded = true)));
    await Promise.all(Array.from({ length: 4 }, () => queue.run('a', 'requests', () => delay(1))));
    assert.equal(isEnded, false);
    await long;
  });

  it('uses all places for several clients', async () => {
    const queue = new FairQueue({ slots: places(3), maxWaiting: 100, timeoutMs, giveWayMs });
    const counts = await concurrency(queue, ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd']);
    assert.equal(Math.max(...counts), 3);
  });

  it('serves a client that comes after many others within one round', async () => {
    const queue = new FairQueue({ slots: places(1), maxWaiting: 100, timeoutMs, giveWayMs });
    const others = Array.from({ length: 60 }, (_, at) => 'abc'[at % 3] ?? '');
    const started = await order(queue, [...others, 'polite'], 2);
    assert.ok(started.indexOf('polite') <= 4, `${started.indexOf('polite')}`);
  });

  it('reads new requests between those that wait for nothing', async () => {
    const queue = new FairQueue({ slots: places(3), maxWaiting: 100, timeoutMs, giveWayMs });
    const order: string[] = [];
    const all = Array.from({ length: 5 }, () => queue.run('a', 'requests', async () => void order.push('a')));
    setImmediate(() => order.push('event'));
    await Promise.all(all);
    const at = order.indexOf('event');
    assert.ok(at >= 0 && at < 4, order.join());
  });

  it('refuses the newest of the client that has most waiting', async () => {
    const queue = new FairQueue({ slots: places(1), maxWaiting: 3, timeoutMs, giveWayMs });
    const work = () => delay(5);
    const many = Array.from({ length: 4 }, () => queue.run('a', 'requests', work));
    const one = queue.run('b', 'requests', work);
    assert.equal(queue.waiting.requests, 3);
    const ended = await Promise.allSettled(many);
    assert.deepEqual([queue.waiting.requests, queue.refused.requests], [0, 1]);
    const refused = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    assert.equal(refused.length, 1);
    assert.ok(refused[0] instanceof HttpError && refused[0].code === 'overloaded');
    await one;
  });

  it('lets nobody wait without room for it', async () => {
    const queue = new FairQueue({ slots: places(1), maxWaiting: 0, timeoutMs, giveWayMs });
    const first = queue.run('a', 'requests', () => delay(5));
    await assert.rejects(
      queue.run('a', 'requests', () => delay(5)),
      HttpError,
    );
    await first;
  });

  it('refuses a request that waits too long, and go on', async () => {
    const queue = new FairQueue({ slots: places(1), maxWaiting: 10, timeoutMs: 1, giveWayMs });
    let release: () => void = () => undefined;
    const first = queue.run('a', 'requests', () => new Promise((resolve) => (release = resolve)));
    const isRefusal = (error: unknown) =>
      error instanceof HttpError && error.status === 503 && error.headers['Retry-After'] === '1';
    let worked = false;
    const late = queue.run('b', 'requests', async () => {
      worked = true;
    });
    await assert.rejects(late, isRefusal);
    release();
    await first;
    assert.equal(worked, false);
    assert.deepEqual(await order(queue, ['b']), ['b']);
  });

  it('goes on after a work that throws', async () => {
    const queue = new FairQueue({ slots: places(1), maxWaiting: 10, timeoutMs, giveWayMs });
    await assert.rejects(
      queue.run('a', 'requests', () => Promise.reject(new Error('x'))),
      /x/,
    );
    assert.deepEqual((await order(queue, ['a', 'b'])).toSorted(), ['a', 'b']);
  });
});
