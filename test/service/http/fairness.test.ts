/**
 * Clients take turns, and none holds all of the memory: by address, in the queue and while answers
 * are sent.
 */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, it, mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HttpError } from '../../../service/errors.ts';
import {
  clientOf,
  FairQueue,
  type Kind,
  type QueueOptions,
} from '../../../service/http/fair-queue.ts';
import { SendBudget } from '../../../service/http/respond.ts';

describe('the client of a request', () => {
  const clientAt = (address: string) =>
    clientOf({ headers: { from: address }, socket: {} } as unknown as IncomingMessage, 'from');
  const cases = {
    '2001:db8:0:0': [
      ...[
        '2001:db8::1',
        '2001:db8:0:0::1',
        '2001:DB8::',
        '2001:db8:0:0:ffff:1:2:3',
        '2001:0db8:0000:0::8:9',
      ],
      ...['2001:db8::1.2.3.4', '2001:db8::a%eth0'],
    ],
    '2001:0:0:0': ['2001::1:0:0:1', '2001::ffff:0:0:1'],
    '2001:db8:0:1': ['2001:db8:0:1::1'],
    '0:0:0:0': ['::1'],
    '192.0.2.7': ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:c000:207', '0:0:0:0:0:ffff:c000:0207'],
  };
  for (const [client, addresses] of Object.entries(cases))
    it(`is ${client} for a /64 of IPv6 or one IPv4 address, in every spelling`, () =>
      assert.deepEqual([...new Set(addresses.map(clientAt))], [client]));
});

/** A queue whose works end when they are told to. */
function queueOf(slots: number, options: Partial<QueueOptions> = {}) {
  const places = { requests: slots, exports: 1, calls: 1 };
  const queue = new FairQueue({
    slots: places,
    maxWaiting: 100,
    timeoutMs: 60_000,
    giveWayMs: 0,
    ...options,
  });
  const running: { readonly name: string; readonly end: () => void }[] = [];
  const run = (client: string, kind: Kind = 'requests') =>
    queue.run(
      client,
      kind,
      () => new Promise((resolve) => running.push({ name: `${client} ${kind}`, end: resolve })),
    );
  const started: string[] = [];
  /** Ends the oldest work, until all have ended. */
  async function drain(): Promise<string[]> {
    await nextTurn();
    for (let next = running.shift(); next !== undefined; next = running.shift()) {
      started.push(next.name.replace(' requests', ''));
      next.end();
      for (let turn = 0; turn < 3; turn++) await nextTurn();
    }
    return started;
  }
  return { queue, run, running, drain };
}

describe('FairQueue', () => {
  it('alternates between clients, however many requests one of them has', async () => {
    const { run, drain } = queueOf(1);
    const all = Promise.all(['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c'].map((client) => run(client)));
    assert.deepEqual(await drain(), ['a', 'a', 'b', 'c', 'a', 'b', 'a', 'a']);
    await all;
  });

  it('has one request of a client in progress, of whatever kind, and all places for several clients', async () => {
    const { run, running, drain } = queueOf(2);
    const all = Promise.all([
      run('a', 'exports'),
      run('b', 'exports'),
      run('a', 'calls'),
      run('b'),
      run('c'),
      run('d'),
    ]);
    await nextTurn();
    assert.deepEqual(running.map(({ name }) => name).toSorted(), [
      'a exports',
      'b requests',
      'c requests',
    ]);
    await drain();
    await all;
  });

  it('refuses the newest of the client that has most waiting', async () => {
    const { queue, run, drain } = queueOf(1, { maxWaiting: 3 });
    const many = Promise.allSettled(Array.from({ length: 4 }, () => run('a')));
    const one = run('b');
    assert.equal(queue.waiting.requests, 3);
    await drain();
    const reasons = (await many).map((end) => (end.status === 'rejected' ? end.reason.code : null));
    assert.deepEqual(reasons, [null, null, null, 'overloaded']);
    assert.deepEqual([queue.waiting.requests, queue.refused.requests], [0, 1]);
    await one;
  });

  it('refuses a request that waits too long, and goes on after it and after a work that throws', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { queue, run, drain } = queueOf(1, { timeoutMs: 1000 });
    const [first, late] = [run('a'), run('b')];
    const isRefusal = (error: unknown) =>
      error instanceof HttpError && error.status === 503 && error.headers['Retry-After'] === '1';
    const refused = assert.rejects(late, isRefusal);
    mock.timers.tick(1000);
    await refused;
    mock.timers.reset();
    assert.deepEqual(await drain(), ['a']);
    await first;
    const found = queue.run('a', 'requests', () => Promise.reject(new Error('x')));
    await assert.rejects(found, /x/);
    const next = run('b');
    assert.deepEqual(await drain(), ['a', 'b']);
    await next;
  });
});

const kB = 1024;

/** A response that waits for its client until `close` is called. */
class WaitingResponse extends EventEmitter {
  disconnected = false;
  readonly socket = {
    destroy: () => {
      this.disconnected = true;
      this.close();
    },
  };

  close(): void {
    this.emit('close');
  }
}

describe('SendBudget', () => {
  const sendTo = (budget: SendBudget) => (client: string, size: number | Buffer) => {
    const response = new WaitingResponse();
    const body = typeof size === 'number' ? Buffer.alloc(size * kB) : size;
    budget.add(response as unknown as ServerResponse, client, body);
    return response;
  };

  it('disconnects the client that holds most, its oldest response first', () => {
    const budget = new SendBudget(100 * kB);
    const send = sendTo(budget);
    const greedy = [send('greedy', 25), send('greedy', 25), send('greedy', 25)];
    const others = [send('honest', 20), send('other', 20)];
    const gone = () => [...greedy, ...others].map(({ disconnected }) => disconnected);
    assert.deepEqual(gone(), [true, false, false, false, false]);
    assert.equal(budget.heldBytes, 90 * kB);
    send('third', 35);
    assert.deepEqual(gone(), [true, true, false, false, false]);
    assert.equal(budget.heldBytes, 100 * kB);
  });

  it('counts a body once that several responses share, until the last is closed, and no small body', () => {
    const budget = new SendBudget(100 * kB);
    const send = sendTo(budget);
    const body = Buffer.alloc(60 * kB);
    const [first, second] = [send('a', body), send('b', body)];
    assert.deepEqual([budget.heldBytes, first.disconnected], [60 * kB, false]);
    first.close();
    assert.equal(budget.heldBytes, 60 * kB);
    second.close();
    assert.equal(budget.heldBytes, 0);
    send('a', Buffer.alloc(16 * kB - 1));
    assert.equal(budget.heldBytes, 0);
    assert.equal(send('a', 200).disconnected, false, 'larger than the budget');
  });
});
