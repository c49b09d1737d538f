import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { disconnectStalled } from '../../../service/http/server.ts';

/** More than the sockets of both ends hold: the answer waits for its reader. */
const large = Buffer.alloc(64 * 1024 * 1024, 'x');
const step = 2 * 1024 * 1024;
const limits = { stalledMs: 800, checkMs: 20 };
/** Than a client may stall. */
const longer = limits.stalledMs * 1.5;
const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

interface Connected {
  readonly server: Server;
  readonly client: Socket;
  /** The server's end of the client's connection. */
  readonly served: Socket;
}

const opened: { readonly servers: Server[]; readonly sockets: Socket[] } = { servers: [], sockets: [] };
afterEach(() => {
  for (const socket of opened.sockets.splice(0)) socket.destroy();
  for (const server of opened.servers.splice(0)) server.close().closeAllConnections();
});

/** A client that has asked once and reads nothing yet. */
async function ask(listener: RequestListener): Promise<Connected> {
  const server = createServer(listener);
  server.keepAliveTimeout = 120_000;
  disconnectStalled(server, limits);
  opened.servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  opened.sockets.push(client);
  client.on('error', () => undefined).pause();
  const [served] = (await once(server, 'connection')) as [Socket];
  client.write(request);
  return { server, client, served };
}

describe('disconnectStalled', { timeout: 30_000 }, () => {
  it('cuts off a client that reads nothing, with the answer that waits for it', async () => {
    const { served } = await ask((_, response) => response.end(large));
    const startedMs = performance.now();
    await once(served, 'close');
    assert.ok(performance.now() - startedMs >= limits.stalledMs - 10, 'not before its time');
  });

  it('leaves a client alone that reads slowly, for longer than one may stall', async () => {
    const { client, served } = await ask((_, response) => response.end(large));
    const startedMs = performance.now();
    let read = 0;
    client.on('data', (chunk: Buffer) => {
      read += chunk.length;
      // Two megabytes at a time: of less the other end learns nothing for a while.
      if (Math.floor(read / step) > Math.floor((read - chunk.length) / step)) client.pause();
    });
    while (read < large.length && !served.destroyed) {
      await delay(50);
      client.resume();
    }
    assert.ok(read >= large.length, `cut off after ${read} bytes`);
    assert.ok(performance.now() - startedMs > limits.stalledMs, 'the client was too fast for this test');
  });

  it('leaves a connection alone that nobody asks on, and whose answer is being made', async () => {
    const { client, served } = await ask((_, response) => setTimeout(() => response.end('made'), longer));
    client.resume();
    const [answer] = (await once(client, 'data')) as [Buffer];
    assert.match(String(answer), /made/);
    await delay(longer);
    assert.ok(!served.destroyed);
  });

  it('forgets the limit when the answer is through', async () => {
    const { client, served } = await ask((_, response) => response.end(large));
    while (served.timeout !== limits.stalledMs) await delay(5);
    client.resume();
    while (served.writableLength > 0) await delay(5);
    client.write(request);
    await delay(longer);
    assert.ok(!served.destroyed);
  });
});
