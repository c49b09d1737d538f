/** What holds on every route alike, and on addresses that are none. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { createService } from '../../../service/app.ts';
import { parseConfig } from '../../../service/config.ts';
import { createHttpServer } from '../../../service/http/server.ts';
import { directory } from '../../support/directory.ts';
import { readFailure } from '../../support/service-answers.ts';
import { everyPath } from '../../support/service-every-path.ts';
import { type Answer, asBrowser, type Get, get as request } from '../../support/service-get.ts';
import { rowsOf, toolboxOf } from '../../support/service-paths.ts';
import { keepLog, useService } from '../../support/service-server.ts';

const paths = everyPath();
const failing: readonly (readonly [path: string, status: number])[] = [
  ['/nowhere', 404],
  ['/api/nowhere', 404],
  ['/networks/aria/nowhere', 404],
  ['/networks/nope/', 404],
  ['/networks/nope/api/infrastructure-providers/categories', 404],
  ['/networks/aria/api/infrastructure-providers/rows', 400],
  ['/networks/aria/toolbox/nope', 404],
  ['/networks/aria/toolbox/apis?page=0', 400],
  ['/api/networks?q=1', 400],
];

function assertCommonHeaders({ headers }: Answer, path: string): void {
  const policy = String(headers['content-security-policy']);
  // Other sites show the card of an answer in frames.
  const isFramed = /\/answer(\.svg)?\?/.test(path);
  assert.match(policy, /default-src 'none'/, path);
  assert.match(policy, isFramed ? /script-src 'none'/ : /script-src 'self'/, path);
  assert.equal(headers['x-frame-options'], isFramed ? undefined : 'DENY', path);
  assert.equal(/frame-ancestors 'none'/.test(policy), !isFramed, path);
  // The page of SQL compiles WebAssembly.
  assert.doesNotMatch(
    path === '/data/sql' ? policy.replace("'wasm-unsafe-eval'", '') : policy,
    /unsafe|\*/,
    path,
  );
  assert.equal(headers['x-content-type-options'], 'nosniff', path);
  assert.ok(headers['referrer-policy'], path);
  assert.equal(headers['access-control-allow-origin'], '*', path);
  assert.equal(headers['access-control-allow-credentials'], undefined, path);
  assert.match(String(headers['x-request-id']), /^[\w-]{8,}$/, path);
  assert.equal(headers['x-powered-by'], undefined, path);
}

const asProgram = { headers: { accept: 'application/json' } };

describe('every route', () => {
  const { get } = useService(directory);

  for (const path of paths) {
    it(`${path} answers GET and HEAD with the common headers, and refuses to change anything`, async () => {
      const answer = await get(path, { headers: { origin: 'https://elsewhere.example' } });
      assert.equal(answer.status, 200, answer.text);
      assert.ok(answer.headers['content-type'], 'says what it is');
      const [head, refused] = [
        await get(path, { method: 'HEAD' }),
        await get(path, { ...asProgram, method: 'QUERY' }),
      ];
      const seen = [head.status, head.text, head.headers['content-type']];
      assert.deepEqual(seen, [200, '', answer.headers['content-type']]);
      // Figures of the moment change between two requests.
      if (answer.headers['cache-control'] !== 'no-store')
        assert.equal(head.headers['content-length'], String(answer.bytes.length));
      assert.equal(readFailure(refused, 405).code, 'method-not-allowed');
      assert.equal(refused.headers.allow, 'GET, HEAD, OPTIONS');
      for (const each of [answer, head, refused]) assertCommonHeaders(each, path);
    });
  }
});

describe('every failure', () => {
  const { get, service } = useService(directory);

  for (const [path, status] of failing) {
    it(`${path} is ${status} with the headers of every answer, and is not kept`, async () => {
      for (const options of [{}, asBrowser]) {
        const answer = await get(path, options);
        assert.equal(answer.status, status);
        assert.equal(answer.headers['cache-control'], 'no-store');
        assertCommonHeaders(answer, path);
      }
      readFailure(await get(path, path.includes('/api/') ? asBrowser : asProgram), status);
    });
  }

  it('is HTML on pages only, also before a route is asked', async () => {
    const long = `x=${'x'.repeat(8000)}`;
    const pages =
      '/ /about /networks/aria/ /networks/aria/toolbox/apis /networks/aria/compare /nowhere'.split(
        ' ',
      );
    const others = [
      ...[
        '/openapi.json',
        '/llms.txt',
        '/api/networks',
        '/data/nothing',
        '/data/manifest.json',
        '/assets/nothing.css',
      ],
      ...[
        '/networks/aria/openapi.json',
        '/networks/aria/logos/x.png',
        '/icons/nope.svg',
        '/.well-known/api-catalog',
      ],
      '/networks/aria/api/infrastructure-providers/rows',
    ];
    const typeOf = async (path: string, method: string) =>
      (await get(path, { ...asBrowser, method })).headers['content-type']?.split(';')[0];
    for (const path of pages) {
      assert.equal(await typeOf(path, 'POST'), 'text/html', path);
      assert.equal(await typeOf(`${path}?${long}`, 'GET'), 'text/html', path);
    }
    for (const path of others) {
      assert.equal(await typeOf(path, 'POST'), 'application/json', path);
      assert.equal(await typeOf(`${path}?${long}`, 'GET'), 'application/json', path);
    }
    for (const path of ['/data/nothing', '/assets/nothing.css', '/icons/nope.svg'])
      assert.equal(readFailure(await get(path, asBrowser), 404).code, 'not-found');
    const outside = await get('/data/manifest.json', {
      headers: { ...asBrowser.headers, range: 'bytes=999999-' },
    });
    assert.equal(readFailure(outside, 416).code, 'bad-range');
    assert.match(outside.headers['content-range'] ?? '', /^bytes \*\/\d+$/);
  });

  it('is Markdown where Markdown is asked for, without markup of the request', async () => {
    const odd =
      '/networks/aria/toolbox/apis.md?pageSize=3&filters=%5B%7B%22id%22%3A%22%5Bx%5D(javascript%3Ay)%0A%23%20z%22%7D%5D';
    for (const path of [
      '/nowhere.md',
      '/networks/nope/search.md',
      '/networks/aria/toolbox/nope.md',
      '/providers/nope.md',
      odd,
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await get(path, { ...asBrowser, method });
        assert.ok(answer.status === 404 || answer.status === 400, path);
        assert.equal(answer.headers['content-type'], 'text/markdown; charset=utf-8', path);
        if (method === 'GET') assert.match(answer.text, /^# Error \d+\n\n(?: {4}[^\n]+\n)+$/, path);
        assertCommonHeaders(answer, path);
      }
    }
    const preferred = await get('/networks/aria/toolbox/nope', {
      headers: { accept: 'text/markdown' },
    });
    assert.equal(preferred.headers['content-type'], 'text/markdown; charset=utf-8');
    const json = await get('/providers/nope.md', { headers: { accept: 'application/json' } });
    assert.equal(readFailure(json, 404).code, 'unknown-provider');
  });

  it('is a page for a browser, which tells the same and escapes it', async () => {
    const path = toolboxOf('aria', 'apis', { page: '<script>' });
    const page = await get(path, asBrowser);
    assert.equal(page.status, 400);
    assert.match(page.headers['content-type'] ?? '', /^text\/html/);
    assert.doesNotMatch(page.text, /<script>/);
    const { message } = readFailure(
      await get(path, { headers: { accept: 'application/json' } }),
      400,
    );
    assert.ok(message.includes('<script>') && page.text.includes('&lt;script&gt;'));
  });

  it('is 414 from 8,001 characters of an address, and 400 from 51 values of a parameter', async () => {
    const path = rowsOf('aria', { category: 'apis' });
    const padded = (length: number) => `${path}&utm_source=`.padEnd(length, 'x');
    assert.equal((await get(padded(8000))).status, 200);
    readFailure(await get(padded(8001)), 414);
    const values = (count: number) => path + '&f.provider=Alchemy'.repeat(count);
    assert.equal((await get(values(50))).status, 200);
    readFailure(await get(values(51)), 400);
  });

  it('is logged with its id and status, and only the fault of ours as an error', async () => {
    const answer = await get(rowsOf('aria', { category: 'nope' }));
    const id = answer.headers['x-request-id'];
    const lines = service().logLines.filter((line) => line.requestId === id);
    const seen = lines.map(({ msg, status, level }) => [msg, status, level]);
    assert.deepEqual(seen, [['request', 400, 30]]);
  });
});

/** The same in all answers of an address, whatever the method and the status. */
const lasting = [
  ...[
    'vary',
    'access-control-allow-origin',
    'access-control-expose-headers',
    'content-security-policy',
  ],
  ...['x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy', 'x-frame-options'],
];

async function assertAgree(ask: Get, path: string): Promise<void> {
  const pick = ({ headers }: Answer, names: readonly string[]) =>
    names.map((name) => `${name}: ${headers[name]}`);
  const whole = await ask(path);
  const long = `${path}${path.includes('?') ? '&' : '?'}x=${'x'.repeat(8000)}`;
  const [options, refused, isLong] = [
    await ask(path, { method: 'OPTIONS' }),
    await ask(path, { method: 'PATCH' }),
    await ask(long),
  ];
  const head = await ask(path, { method: 'HEAD' });
  const failed = await ask(path, { headers: { 'if-match': '"other"' } });
  const same = await ask(path, { headers: { 'if-none-match': '*' } });
  for (const answer of [options, refused, isLong, head, failed, await ask(path, asBrowser)])
    assert.deepEqual(pick(answer, lasting), pick(whole, lasting), `${path} ${answer.status}`);
  // An address for POST refuses GET, whatever its length.
  const lengthStatus = whole.status === 405 ? 405 : 414;
  const statuses = [options.status, refused.status, isLong.status, head.status];
  assert.deepEqual(statuses, [204, 405, lengthStatus, whole.status], path);
  for (const answer of [options, refused, isLong])
    assert.equal(answer.headers['cache-control'], 'no-store', path);
  assert.deepEqual(
    pick(head, ['cache-control', 'allow']),
    pick(whole, ['cache-control', 'allow']),
    path,
  );
  assert.equal(options.headers.allow, refused.headers.allow, path);
  const named = String(
    options.headers['access-control-allow-methods'] ?? options.headers.allow,
  ).split(/, ?/);
  assert.deepEqual(named, options.headers.allow?.split(', '), path);
  // RFC 9110, 15.4.5.
  const kept = ['cache-control', 'content-location', 'etag', 'vary'];
  if (same.status === 304) assert.deepEqual(pick(same, kept), pick(whole, kept), path);
}

describe('all answers of an address', () => {
  const { get, built } = useService(directory);

  it('allow the headers of clients, of which the wildcard leaves out Authorization', async () => {
    const { headers } = await get('/api/networks', { method: 'OPTIONS' });
    assert.equal(headers['access-control-allow-headers'], '*, Authorization');
  });

  it('agree in CORS, Vary, Allow, Cache-Control and security headers, on the public surface', async () => {
    const files = ['providers.parquet', 'manifest.json', 'images/beacon.svg'].flatMap((name) => [
      `/data/${name}`,
      `/snapshots/${built().manifest?.id}/${name}`,
    ]);
    const logos = ['/logos/beacon.svg', '/networks/aria/logos/beacon.svg'];
    const others = [
      '/mcp',
      '/networks/Aria/',
      '/networks/aria/toolbox/APIs',
      '/logos/nope.svg',
      '/data/nope.json',
    ];
    for (const path of [...paths, ...files, ...logos, ...others, ...failing.map(([each]) => each)])
      await assertAgree(get, path);
    for (const path of [...logos, ...files.filter((each) => each.endsWith('.svg'))])
      assert.match(String((await get(path)).headers['content-security-policy']), /^sandbox/, path);
  });

  it('agree on the surface of operators, which has no CORS', async () => {
    const config = parseConfig({ PORT: '8080', ADMIN_PORT: '8091', BUILD_DIR: built().build });
    const { adminListener } = await createService({
      config,
      log: keepLog().log,
      now: () => new Date(),
    });
    const server = createHttpServer(adminListener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const ask: Get = (path, options) =>
      request((server.address() as AddressInfo).port, path, options);
    for (const path of ['/healthz', '/readyz', '/metrics', '/', '/api/networks'])
      await assertAgree(ask, path);
    assert.equal((await ask('/healthz')).headers['access-control-allow-origin'], undefined);
    server.close();
  });
});
