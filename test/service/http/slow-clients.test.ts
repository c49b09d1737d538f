import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { disconnectStalled } from '../../../service/http/server.ts';

/** More than the socket buffers of both ends hold: part of the response waits for its reader. */
const large = Buffer.alloc(64 * 1024 * 1024, 'x');
const checkMs = 20;
const keepAliveMs = 120_000;
const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

interface Connected {
  readonly client: Socket;
  /** The server's end of the client's connection. */
  readonly served: Socket;
}

/** Closes what a test opened. */
const closers: (() => Promise<void>)[] = [];
beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  mock.timers.reset();
});

/**
 * Connects a client that has sent a request, which the listener has received, and reads nothing
 * yet.
 */
async function ask(stalledMs: number, listener: RequestListener): Promise<Connected> {
  const server = createServer(listener);
  server.keepAliveTimeout = keepAliveMs;
  disconnectStalled(server, { stalledMs, checkMs });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined).pause();
  closers.push(async () => {
    client.destroy();
    server.close().closeAllConnections();
    await once(server, 'close');
  });
  const [served] = (await once(server, 'connection')) as [Socket];
  client.write(request);
  await once(server, 'request');
  return { client, served };
}

/** Runs the periodic check once. */
function check(): void {
  mock.timers.tick(checkMs);
}

describe('disconnectStalled', { timeout: 120_000 }, () => {
  it('disconnects a client that reads nothing of its response', async () => {
    const stalledMs = 300;
    const { served } = await ask(stalledMs, (_, response) => response.end(large));
    check();
    assert.equal(served.timeout, stalledMs);
    await once(served, 'close');
  });

  it('sets no timeout on a connection whose response is being made, or that is idle', async () => {
    const stalledMs = 50;
    const responses: ServerResponse[] = [];
    const { client, served } = await ask(stalledMs, (_, response) => responses.push(response));
    check();
    assert.equal(served.timeout, undefined);
    for (const response of responses) response.end('made');
    client.resume();
    const [answer] = (await once(client, 'data')) as [Buffer];
    assert.match(String(answer), /made/);
    check();
    assert.ok((served.timeout ?? 0) >= keepAliveMs, `${served.timeout} ms`);
  });
});
