/** deploy/nginx.conf and requests that a replica does not answer: which of them another replica gets. The times are a fifth of those delivered. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { missingNginx, type RunningNginx, readDelivered, startNginx, upstreamOf } from '../../support/nginx.ts';
import { findFreePort } from '../../support/service-process.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { ask } from '../support/raw.ts';

/** Seconds of `directive`, and what they become here. */
function shorten(conf: string, directive: string, from: string, to: string): string {
  const line = `${directive} ${from};`;
  assert.ok(conf.includes(line), line);
  return conf.replace(line, `${directive} ${to};`);
}

const works: RequestListener = (_, response) => response.end('works');
const hangs: RequestListener = () => undefined;
const overloaded: RequestListener = (_, response) => response.writeHead(503).end();
const resets: RequestListener = (request) => void request.socket.destroy();
const resetsLate: RequestListener = (request) => void delay(1000).then(() => request.socket.destroy());

describe('deploy/nginx.conf passes on', { skip: missingNginx() ?? false, timeout: 180_000 }, () => {
  const cleanUp = afterAll();
  let nginx: RunningNginx;
  let servers: Server[] = [];
  /** What the replicas do with the next requests, in their order. */
  let answers: RequestListener[] = [];

  before(async () => {
    const answer: RequestListener = (request, response) => (answers.shift() ?? works)(request, response);
    servers = [createServer(answer), createServer(answer)];
    for (const server of servers) server.listen(0, '127.0.0.1');
    await Promise.all(servers.map((server) => once(server, 'listening')));
    const delivered = await readDelivered('nginx.conf');
    const conf = shorten(delivered, 'proxy_next_upstream_timeout', '3s', '600ms');
    nginx = await startNginx({
      folder: await makeTemporaryFolder(cleanUp),
      conf: shorten(conf, 'proxy_read_timeout', '15s', '3s'),
      upstream: await upstreamOf(servers.map((server) => (server.address() as AddressInfo).port)),
    });
  });

  after(async () => {
    nginx.process.kill();
    await once(nginx.process, 'exit');
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  for (const [name, replica, status, rest] of [
    ['a request whose connection is reset at once', resets, 200, 0],
    ['a request that gets 503', overloaded, 200, 0],
    ['no request that times out', hangs, 504, 1],
    ['no request whose replica the watchdog ends', resetsLate, 502, 1],
  ] as const) {
    it(name, async () => {
      answers = [replica, works];
      assert.equal((await ask(nginx.port, `/${encodeURIComponent(name)}`)).status, status);
      assert.equal(answers.length, rest, 'requests that no replica got');
    });
  }

  it('a request to a replica that refuses the connection', async (t) => {
    const folder = await makeTemporaryFolder(t);
    const [server] = servers;
    assert.ok(server);
    const ports = [await findFreePort(), (server.address() as AddressInfo).port];
    const options = { folder, conf: await readDelivered('nginx.conf'), upstream: await upstreamOf(ports) };
    const { port, process } = await startNginx(options);
    for (let turn = 0; turn < 4; turn++) assert.equal((await ask(port, `/${turn}`)).status, 200);
    process.kill();
    await once(process, 'exit');
  });
});
