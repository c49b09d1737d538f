import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { SendBudget } from '../../../service/http/respond.ts';

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

function send(budget: SendBudget, client: string, body: Buffer): WaitingResponse {
  const response = new WaitingResponse();
  budget.add(response as unknown as ServerResponse, client, body);
  return response;
}

describe('SendBudget', () => {
  it('counts a body until its response is closed', () => {
    const budget = new SendBudget(100 * kB);
    const responses = [30, 40].map((size) => send(budget, 'a', Buffer.alloc(size * kB)));
    assert.equal(budget.heldBytes, 70 * kB);
    responses[0]?.close();
    assert.equal(budget.heldBytes, 40 * kB);
    responses[1]?.close();
    assert.equal(budget.heldBytes, 0);
  });

  it('counts a body once that several responses share, as those from the cache do', () => {
    const budget = new SendBudget(100 * kB);
    const body = Buffer.alloc(60 * kB);
    const responses = ['a', 'b', 'c'].map((client) => send(budget, client, body));
    assert.equal(budget.heldBytes, 60 * kB);
    for (const response of responses) assert.equal(response.disconnected, false);
    responses[0]?.close();
    responses[1]?.close();
    assert.equal(budget.heldBytes, 60 * kB);
    responses[2]?.close();
    assert.equal(budget.heldBytes, 0);
  });

  it('does not count small bodies', () => {
    const budget = new SendBudget(20 * kB);
    const responses = Array.from({ length: 100 }, () => send(budget, 'a', Buffer.alloc(16 * kB - 1)));
    assert.equal(budget.heldBytes, 0);
    assert.ok(responses.every(({ disconnected }) => !disconnected));
  });

  it('disconnects the client that holds most, its oldest response first', () => {
    const budget = new SendBudget(100 * kB);
    const greedy = [1, 2, 3].map(() => send(budget, 'greedy', Buffer.alloc(25 * kB)));
    const honest = send(budget, 'honest', Buffer.alloc(20 * kB));
    const last = send(budget, 'other', Buffer.alloc(20 * kB));
    assert.deepEqual(
      [...greedy, honest, last].map(({ disconnected }) => disconnected),
      [true, false, false, false, false],
    );
    assert.equal(budget.heldBytes, 90 * kB);
  });

  it('disconnects as many as it takes', () => {
    const budget = new SendBudget(100 * kB);
    const greedy = [1, 2, 3].map(() => send(budget, 'greedy', Buffer.alloc(30 * kB)));
    send(budget, 'other', Buffer.alloc(50 * kB));
    assert.deepEqual(
      greedy.map(({ disconnected }) => disconnected),
      [true, true, false],
    );
    assert.equal(budget.heldBytes, 80 * kB);
  });

  it('sends a response that is larger than the budget', () => {
    const budget = new SendBudget(100 * kB);
    const response = send(budget, 'a', Buffer.alloc(200 * kB));
    assert.equal(response.disconnected, false);
    response.close();
    assert.equal(budget.heldBytes, 0);
  });
});
