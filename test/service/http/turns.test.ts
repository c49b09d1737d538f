import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { HttpError } from '../../../service/errors.ts';
import { Turns } from '../../../service/http/turns.ts';

/** Longer than any test takes. */
const timeoutMs = 60_000;

/** Runs works of the given clients at once; returns the clients in the order of their starts. */
async function order(turns: Turns, clients: readonly string[], tookMs = 1): Promise<string[]> {
  const started: string[] = [];
  const works = clients.map((client) =>
    turns.run(client, async () => {
      started.push(client);
      await delay(tookMs);
    }),
  );
  await Promise.allSettled(works);
  return started;
}

/** Runs works of 30 ms of the given clients at once; returns how many ran when each began, itself included. */
async function concurrency(turns: Turns, clients: readonly string[]): Promise<number[]> {
  let running = 0;
  const counts: number[] = [];
  const work = async () => {
    counts.push(++running);
    await delay(30);
    running--;
  };
  await Promise.all(clients.map((client) => turns.run(client, work)));
  return counts;
}

describe('Turns', () => {
  it('alternate between clients, however many requests one of them has', async () => {
    const started = await order(
      new Turns({ slots: 1, maxWaiting: 100, timeoutMs }),
      ['a', 'a', 'a', 'a', 'a', 'b', 'b'],
      5,
    );
    assert.ok(started.indexOf('b') <= 2, started.join());
    assert.equal(started.length, 7);
  });

  it('leave places free of a client that keeps the service busy', async () => {
    const turns = new Turns({ slots: 3, maxWaiting: 100, timeoutMs });
    const counts = await concurrency(turns, new Array<string>(12).fill('a'));
    assert.deepEqual(counts.slice(6), [1, 1, 1, 1, 1, 1]);
  });

  it('leave one place free of all clients that keep the service busy', async () => {
    const turns = new Turns({ slots: 3, maxWaiting: 100, timeoutMs });
    const clients = Array.from({ length: 24 }, (_, at) => 'abc'[at % 3] ?? '');
    const counts = await concurrency(turns, clients);
    assert.ok(Math.max(...counts.slice(15)) <= 2, counts.join());
  });

  it('let a request of another client end before the next one of a busy client', async () => {
    const turns = new Turns({ slots: 3, maxWaiting: 100, timeoutMs });
    const busy = new Array<string>(12).fill('a');
    let started = 0;
    const all = busy.map(() =>
      turns.run('a', async () => {
        started++;
        await delay(20);
      }),
    );
    await delay(110);
    await turns.run('b', async () => {
      await delay(25);
      const before = started;
      await delay(30);
      assert.equal(started, before);
    });
    await Promise.all(all);
    assert.equal(started, 12);
  });

  it('read new requests between those that wait for nothing', async () => {
    const turns = new Turns({ slots: 3, maxWaiting: 100, timeoutMs });
    const order: string[] = [];
    const all = Array.from({ length: 5 }, () => turns.run('a', async () => void order.push('a')));
    setImmediate(() => order.push('event'));
    await Promise.all(all);
    assert.ok(order.indexOf('event') < 4, order.join());
  });

  it('let long work wait for requests in progress, but not for long', async () => {
    const turns = new Turns({ slots: 1, maxWaiting: 100, timeoutMs });
    let isDone = false;
    const short = turns.run('a', async () => {
      await delay(5);
      isDone = true;
    });
    await turns.giveWay();
    assert.ok(isDone);
    await short;
    const long = turns.run('a', () => delay(300));
    const startedMs = performance.now();
    await turns.giveWay();
    assert.ok(performance.now() - startedMs < 250);
    await long;
  });

  it('let long work not wait for requests of busy clients', async () => {
    const turns = new Turns({ slots: 1, maxWaiting: 100, timeoutMs });
    let isDone = false;
    const told: boolean[] = [];
    const work = async (isBusy: boolean) => {
      told.push(isBusy);
      await delay(80);
    };
    const first = turns.run('busy', work);
    const second = turns.run('busy', work).then(() => (isDone = true));
    await first;
    await delay(20);
    await turns.giveWay();
    assert.ok(!isDone);
    await second;
    assert.deepEqual(told, [false, true]);
  });

  it('refuse the newest of the client that has most waiting', async () => {
    const turns = new Turns({ slots: 1, maxWaiting: 3, timeoutMs });
    const work = () => delay(5);
    const many = Array.from({ length: 4 }, () => turns.run('a', work));
    const one = turns.run('b', work);
    assert.equal(turns.waiting, 3);
    const ended = await Promise.allSettled(many);
    const refused = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    assert.equal(refused.length, 1);
    assert.ok(refused[0] instanceof HttpError && refused[0].code === 'overloaded');
    await one;
    assert.deepEqual([turns.waiting, turns.refused], [0, 1]);
  });

  it('refuse a request that waits too long, and go on', async () => {
    const turns = new Turns({ slots: 1, maxWaiting: 10, timeoutMs: 1 });
    let release: () => void = () => undefined;
    const first = turns.run('a', () => new Promise((resolve) => (release = resolve)));
    const isRefusal = (error: unknown) =>
      error instanceof HttpError && error.status === 503 && error.headers['Retry-After'] === '1';
    let worked = false;
    const late = turns.run('b', async () => {
      worked = true;
    });
    await assert.rejects(late, isRefusal);
    assert.equal(turns.refused, 1);
    release();
    await first;
    assert.equal(worked, false);
    assert.deepEqual(await order(turns, ['b']), ['b']);
  });

  it('give a client with a slow request its turn before the others have used as much time', async () => {
    const turns = new Turns({ slots: 1, maxWaiting: 200, timeoutMs });
    await order(turns, ['a'], 400);
    const others = Array.from({ length: 100 }, (_, at) => (at % 2 ? 'b' : 'c'));
    const started = await order(turns, [...others, 'a'], 5);
    assert.ok(started.indexOf('a') < 50, `${started.indexOf('a')}`);
  });

  it('go on after a work that throws', async () => {
    const turns = new Turns({ slots: 1, maxWaiting: 10, timeoutMs });
    await assert.rejects(
      turns.run('a', () => Promise.reject(new Error('x'))),
      /x/,
    );
    assert.deepEqual((await order(turns, ['a', 'b'])).toSorted(), ['a', 'b']);
  });
});
