import assert from 'node:assert/strict';
import { Agent, createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { prepareShutdown } from '../../../service/http/connections.ts';
import { get } from '../../support/service-get.ts';

/** More than the sockets of both ends hold: the answer waits for its reader. */
const large = Buffer.alloc(32 * 1024 * 1024, 'x');

interface Draining {
  readonly server: Server;
  readonly port: number;
  /** Begins the end; resolves when every connection is closed. */
  drain(ms?: number): Promise<void>;
}

/** Time for requests on idle connections. */
const idleMs = 400;

const opened: { readonly servers: Server[]; readonly sockets: Socket[] } = {
  servers: [],
  sockets: [],
};
afterEach(() => {
  for (const socket of opened.sockets.splice(0)) socket.destroy();
  for (const server of opened.servers.splice(0)) server.closeAllConnections();
});

async function serve(listener: RequestListener): Promise<Draining> {
  const server = createServer();
  // What is not closed by the drain outlasts the test.
  server.keepAliveTimeout = 120_000;
  const drain = prepareShutdown(server, listener);
  opened.servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, port, drain: (ms = idleMs) => new Promise((resolve) => drain(resolve, ms)) };
}

/** A connection that has asked for something and reads nothing yet. */
async function ask(port: number, requests: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  opened.sockets.push(socket);
  socket.pause();
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  if (requests !== '') socket.write(requests);
  return socket;
}

async function readToEnd(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}

const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('prepareShutdown', { timeout: 120_000 }, () => {
  it('answers once more on idle connections, then closes them and those that nobody uses', async () => {
    const { port, drain } = await serve((_, response) => response.end('short'));
    const agent = new Agent({ keepAlive: true });
    await get(port, '/', { agent });
    const [idle, unused] = [await ask(port, ''), await ask(port, '')];
    // Long enough for a machine that does other work meanwhile.
    const drained = drain(2000);
    await delay(100);
    idle.write(request);
    assert.equal((await get(port, '/', { agent })).headers.connection, 'close');
    assert.match(await readToEnd(idle), /^HTTP\/1\.1 200 OK\r\n.*Connection: close/s);
    await assert.rejects(get(port, '/'), /ECONNREFUSED/);
    assert.equal(await readToEnd(unused), '');
    await drained;
    agent.destroy();
  });

  it('waits for an answer that is written but not read yet', async () => {
    const received = signal();
    const { port, drain } = await serve((_, response) => {
      response.end(large);
      received.give();
    });
    const socket = await ask(port, request);
    await received.given;
    const drained = drain();
    const text = await readToEnd(socket);
    assert.equal(text.length - text.indexOf('\r\n\r\n') - 4, large.length);
    await drained;
  });
});

/** Something that happens once, and can be waited for. */
function signal(): { readonly given: Promise<void>; give(): void } {
  let give = () => undefined as unknown;
  const given = new Promise<void>((resolve) => (give = () => resolve()));
  return { given, give: () => void give() };
}
