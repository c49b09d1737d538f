import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { disconnectStalled } from '../../../service/http/server.ts';

/** More than the socket buffers of both ends hold: part of the response waits for its reader. */
const large = Buffer.alloc(64 * 1024 * 1024, 'x');
const step = 2 * 1024 * 1024;
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

/** Connects a client that has sent a request, which the listener has received, and reads nothing yet. */
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
    const startedMs = performance.now();
    check();
    await once(served, 'close');
    assert.ok(performance.now() - startedMs >= stalledMs - 10, 'not before its time');
  });

  it('keeps a client that reads slowly, for longer than one may stall', async () => {
    const stalledMs = 1500;
    const { client, served } = await ask(stalledMs, (_, response) => response.end(large));
    const startedMs = performance.now();
    check();
    let read = 0;
    client.on('data', (chunk: Buffer) => {
      read += chunk.length;
      // Two megabytes at a time: the kernel acknowledges smaller reads late.
      if (Math.floor(read / step) > Math.floor((read - chunk.length) / step)) client.pause();
    });
    while (read < large.length && !served.destroyed) {
      // The last steps wait until more time has passed than a client may stall.
      await delay(read < large.length - 2 * step || performance.now() - startedMs > stalledMs ? 50 : 500);
      client.resume();
    }
    assert.ok(read >= large.length, `disconnected after ${read} bytes`);
    assert.ok(performance.now() - startedMs > stalledMs, 'the client was too fast for this test');
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

  it('clears the timeout when the response is sent', async () => {
    const stalledMs = 20_000;
    const responses: ServerResponse[] = [];
    const { client, served } = await ask(stalledMs, (_, response) => {
      responses.push(response);
      response.end(large);
    });
    check();
    assert.equal(served.timeout, stalledMs);
    client.resume();
    const [sent] = responses;
    assert.ok(sent);
    if (!sent.writableFinished) await once(sent, 'finish');
    assert.ok((served.timeout ?? 0) >= keepAliveMs, `${served.timeout} ms`);
    assert.ok(!served.destroyed);
  });
});
