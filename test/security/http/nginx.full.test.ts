/**
 * deploy/nginx.conf in front of two services: pages by host, odd requests, routes for operators,
 * limits.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { directory } from '../../support/directory.ts';
import {
  missingNginx,
  type RunningNginx,
  readDelivered,
  startNginx,
  upstreamOf,
} from '../../support/nginx.ts';
import { findFreePort, type ServiceProcess, serve } from '../../support/service-process.ts';
import { buildOnce } from '../../support/service-server.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { ask } from '../support/raw.ts';

const missing = missingNginx() ?? false;
if (missing) process.stderr.write(`tests of deploy/nginx.conf are skipped: ${missing}\n`);
const environment = {
  SITE_URL: 'https://example.org/directory',
  NETWORK_URL_TEMPLATE: 'https://{network}.example.org',
  CLIENT_HEADER: 'x-real-ip',
};
const categories = '/api/infrastructure-providers/categories';

let replicas: ServiceProcess[] = [];
let nginx: RunningNginx;
let port: number;
let folder: string;
/** What Chrome sends for a page. */
const browser =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8';

describe('deploy/nginx.conf', { skip: missing, timeout: 120_000 }, () => {
  const cleanUp = afterAll();
  before(async () => {
    folder = await makeTemporaryFolder(cleanUp);
    const { build } = await buildOnce(directory);
    const given = { BUILD_DIR: build, LOG_LEVEL: 'warn', ...environment };
    replicas = [await serve(given), await serve(given)];
    nginx = await startNginx({
      folder,
      conf: await readDelivered('nginx.conf'),
      upstream: await upstreamOf(replicas.map((replica) => replica.port)),
    });
    port = nginx.port;
  });

  after(async () => {
    nginx.process.kill();
    await once(nginx.process, 'exit');
    await Promise.all(replicas.map((replica) => replica.stop()));
  });

  it('keeps the pages of networks apart in its cache', async () => {
    for (let turn = 0; turn < 2; turn++) {
      for (const network of ['aria', 'bora', 'cela']) {
        const { status, body } = await ask(port, '/', [`Host: ${network}.example.org`]);
        assert.equal(status, 200);
        assert.match(body, new RegExp(`<title>[^<]*${network}`, 'i'));
      }
    }
  });

  it('stores no answer to an address with parameters that the service leaves out', async () => {
    const cached = async (query: string) => {
      await ask(port, `/providers?${query}`, ['Host: example.org']);
      const [line = ''] = (await readFile(path.join(folder, 'access.log'), 'utf8'))
        .trimEnd()
        .split('\n')
        .slice(-1);
      return JSON.parse(line).cache;
    };
    const queries = ['a=1', 'a=1', 'utm_source=x', 'a=1&utm_id=y', '_=1', 'a=1&_=2', 'a_=1', 'a=1'];
    const seen: string[] = [];
    for (const query of queries) seen.push(await cached(query));
    const passed = Array.from({ length: 4 }, () => 'BYPASS');
    assert.deepEqual(seen, ['MISS', 'HIT', ...passed, 'MISS', 'HIT']);
  });

  it('keeps both replicas in service under odd requests', async () => {
    const form = Array.from({ length: 50 }, (_, at) => `f.provider=${'x'.repeat(60)}${at}`).join(
      '&',
    );
    for (let turn = 0; turn < 20; turn++) {
      const { status } = await ask(port, `/toolbox/apis?${form}&search=${turn}`, [
        'Host: aria.example.org',
      ]);
      assert.equal(status, 200, 'headers fit into its buffer');
    }
    assert.equal((await ask(port, categories, ['Host: aria.example.org'])).status, 200);
  });

  for (const target of '/metrics /healthz /readyz /directory/metrics /directory//metrics /%6detrics /x/../metrics'.split(
    ' ',
  )) {
    it(`does not pass ${target}`, async () => {
      assert.equal((await ask(port, target, ['Host: example.org'])).status, 404);
    });
  }

  it('passes providers with the names of these routes', async () => {
    const { status, body } = await ask(port, '/api/infrastructure-providers/providers/metrics', [
      'Host: aria.example.org',
    ]);
    assert.equal(status, 404);
    assert.match(body, /unknown-provider/, 'the service answers');
  });

  it('serves one response for all spellings of Accept-Encoding', async () => {
    const encodings = ['br', 'gzip, br', 'br;q=1.0, *', 'deflate, gzip, br, zstd'];
    for (const encoding of encodings) {
      const { headers } = await ask(port, '/', [
        'Host: aria.example.org',
        `Accept-Encoding: ${encoding}`,
      ]);
      assert.equal(headers['content-encoding'], 'br', encoding);
    }
    const plain = await ask(port, '/', ['Host: aria.example.org', 'Accept-Encoding: br;q=0']);
    assert.equal(plain.headers['content-encoding'], undefined);
  });

  for (const [page, form, type] of [
    ['/search', 'text/markdown', 'text/markdown'],
    ['/providers/1rpc', 'text/markdown, text/html;q=0.9', 'text/markdown'],
    ['/changes', 'TEXT/MARKDOWN', 'text/markdown'],
    ['/mcp-gateway', 'application/json', 'application/json'],
    ['/mcp-gateway', 'application/*, text/html;q=0.5', 'application/json'],
    ['/mcp-gateway', 'image/png, */*, text/html;q=0.5', 'application/json'],
  ] as const) {
    it(`keeps HTML and what "${form}" asks for apart in its cache: ${page}`, async () => {
      // Nothing is cached at an address of its own, so that the first answer is the one that would
      // stay.
      const target = `${page}?_=${encodeURIComponent(form)}`;
      for (let turn = 0; turn < 2; turn++) {
        for (const [accept, expected] of [
          [form, type],
          [browser, 'text/html'],
          ['*/*', 'text/html'],
        ] as const) {
          const { status, headers } = await ask(port, target, [
            'Host: example.org',
            `Accept: ${accept}`,
          ]);
          assert.equal(status, 200);
          assert.match(headers['cache-control'] ?? '', /^public/, 'a response that nginx keeps');
          assert.equal(headers['content-type']?.split(';')[0], expected, `${accept}, turn ${turn}`);
        }
      }
    });
  }

  it('answers with the form that its key names, whichever of several Accept headers it reads', async () => {
    const two = ['Host: example.org', 'Accept: */*', 'Accept: text/markdown'];
    const { headers } = await ask(port, '/search?two', two);
    const { headers: next } = await ask(port, '/search?two', ['Host: example.org', 'Accept: */*']);
    assert.equal(
      next['content-type'],
      'text/html; charset=utf-8',
      `the first was ${headers['content-type']}`,
    );
  });

  it('keeps one page for all browsers', async () => {
    for (const accept of [
      browser,
      'text/html,*/*;q=0.8',
      'text/html',
      '*/*',
      'image/avif,image/webp,*/*;q=0.8',
    ])
      assert.equal(
        (await ask(port, '/providers?one', ['Host: example.org', `Accept: ${accept}`])).status,
        200,
      );
    const lines = (await readFile(path.join(folder, 'access.log'), 'utf8')).trim().split('\n');
    const told = lines
      .map((line) => JSON.parse(line))
      .filter(({ request }) => request.includes('/providers?one'));
    const caches = told.map(({ cache }) => cache);
    assert.deepEqual(caches, ['MISS', 'HIT', 'HIT', 'HIT', 'HIT']);
    assert.match(told[0].upstreamSeconds, /^\d\.\d{3}$/);
    assert.match(told[0].requestId, /^[0-9a-f]{12}-/);
  });

  it('gives a cached answer an id of its own', async () => {
    const ids = [];
    for (let turn = 0; turn < 3; turn++)
      ids.push((await ask(port, '/about?id', ['Host: example.org'])).headers['x-request-id']);
    assert.equal(new Set(ids).size, 3);
    assert.match(String(ids[0]), /^[0-9a-f]{12}-/);
    assert.match(String(ids[1]), /^[0-9a-f]{32}$/);
  });

  it('answers errors of its own in the error shape of the API, pages excepted', async () => {
    for (const [target, header, status, code] of [
      ['/directory/api/networks', 'Content-Length: 20000', 413, 'body-too-large'],
      ['/mcp', 'Content-Length: 70000', 413, 'body-too-large'],
      ['/api/networks', 'Host: other.org', 400, 'bad-request'],
      [`/api/networks?${'a'.repeat(20_000)}`, 'A: b', 414, 'uri-too-long'],
      ['/api/networks', `A: ${'a'.repeat(20_000)}`, 431, 'headers-too-large'],
      ['/about', 'Content-Length: 20000', 413, null],
    ] as const) {
      const answer = await ask(port, target, ['Host: example.org', header]);
      assert.equal(answer.status, status, target.slice(0, 20));
      assert.match(
        answer.headers['content-type'] ?? '',
        code === null ? /^text\/html/ : /^application\/json/,
      );
      if (code !== null) assert.equal(JSON.parse(answer.body).error.code, code);
    }
  });

  it('limits the requests of one address, and only beyond what a browser sends', async () => {
    const asked = Array.from({ length: 1500 }, (_, at) =>
      ask(port, `/robots.txt?${at % 10}`, ['Host: example.org']),
    );
    const answers = await Promise.all(asked);
    const statuses = answers.map(({ status }) => status);
    assert.ok(statuses.filter((status) => status === 200).length >= 100);
    assert.ok(statuses.includes(429));
    const wrong = [...new Set(statuses)].filter((status) => ![200, 429, 0].includes(status));
    assert.deepEqual(wrong, []);
    const { headers, body } = answers.find(({ status }) => status === 429) ?? assert.fail();
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.deepEqual(Object.keys(JSON.parse(body).error), ['code', 'message']);
    assert.equal(headers['retry-after'], '1');
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['cache-control'], 'no-store');
  });
});

// deploy/nginx.conf and requests that a replica does not answer: which of them another replica
// gets. The times are a fifth of those delivered.

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
const resetsLate: RequestListener = (request) =>
  void delay(1000).then(() => request.socket.destroy());

describe('deploy/nginx.conf passes on', { skip: missingNginx() ?? false, timeout: 180_000 }, () => {
  const cleanUp = afterAll();
  let nginx: RunningNginx;
  let servers: Server[] = [];
  /** What the replicas do with the next requests, in their order. */
  let answers: RequestListener[] = [];

  before(async () => {
    const answer: RequestListener = (request, response) =>
      (answers.shift() ?? works)(request, response);
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
    const options = {
      folder,
      conf: await readDelivered('nginx.conf'),
      upstream: await upstreamOf(ports),
    };
    const { port, process } = await startNginx(options);
    for (let turn = 0; turn < 4; turn++) assert.equal((await ask(port, `/${turn}`)).status, 200);
    process.kill();
    await once(process, 'exit');
  });
});
