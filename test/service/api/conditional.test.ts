/** Conditional requests, encodings, HEAD and the caches, on every route of the tables. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { decode } from '../../support/interface-exports.ts';
import { unbounded } from '../../support/lane.ts';
import { readFailure } from '../../support/service-answers.ts';
import { everyPath } from '../../support/service-every-path.ts';
import type { Answer, GetOptions } from '../../support/service-get.ts';
import { openCurrent, startService, useService } from '../../support/service-server.ts';

/** What these say is true for a moment only. */
const momentary = ['/healthz', '/readyz', '/metrics'];
const kept = everyPath().filter((path) => !momentary.includes(path));
/**
 * Files are sent in ranges of their bytes: as they are, in no encoding, and not out of the cache of
 * answers.
 */
const isFile = (path: string) => /^\/data\/.*\./.test(path);
const isPicture = (path: string) => /\.png(?:\?|$)/.test(path);
const accept = { br: 'br', gzip: 'gzip', identity: 'identity' } as const;

/** Both print the same addresses, whatever their ports are. */
const environment = { SITE_URL: 'https://dir.test' };
const service = useService(directory, environment);
/** Every request is answered by its route. */
const uncached = useService(directory, { ...environment, ANSWER_CACHE: 'off' });

function ask(
  path: string,
  headers: Record<string, string> = {},
  options: GetOptions = {},
): Promise<Answer> {
  return service.get(path, { ...options, headers });
}

function etagOf({ headers }: Answer): string {
  assert.match(headers.etag ?? '', /^"[\w-]{10,}"$/, 'a strong ETag');
  return headers.etag ?? '';
}

function assertNotModified(answer: Answer, whole: Answer, why: string): void {
  assert.equal(answer.status, 304, why);
  assert.equal(answer.bytes.length, 0, why);
  for (const name of [
    'etag',
    'cache-control',
    'vary',
    'last-modified',
    'access-control-allow-origin',
  ]) {
    assert.equal(answer.headers[name], whole.headers[name], `${name}, ${why}`);
  }
  for (const name of [
    'content-type',
    'content-encoding',
    'content-length',
    'repr-digest',
    'transfer-encoding',
  ]) {
    assert.equal(answer.headers[name], undefined, `${name}, ${why}`);
  }
}

/** Nothing of the response that the error replaces is left. */
function assertRefused(answer: Answer, why: string): void {
  assert.equal(readFailure(answer, 412).code, 'precondition-failed', why);
  for (const name of ['etag', 'content-encoding', 'content-disposition', 'accept-ranges'])
    assert.equal(answer.headers[name], undefined, `${name}, ${why}`);
}

/**
 * One of each kind: JSON of the site and of a network, files, pages, texts, documents that are kept
 * for an hour.
 */
const oneOfEach = [
  ...[
    '/api/networks',
    '/networks/aria/api/infrastructure-providers/rows?category=apis',
    '/data/providers.parquet',
  ],
  ...[
    '/networks/aria/api/infrastructure-providers/export?category=apis&format=csv',
    '/',
    '/networks/aria/toolbox/apis',
  ],
  ...['/llms.txt', '/changes.atom', '/mcp/server-card', '/assets/style.css', '/icons/aria.svg'],
];
const tested = unbounded ? kept : oneOfEach;

/** Headers that clients send with If-None-Match, as they were recorded. */
const clients: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Node's fetch": {
    accept: '*/*',
    'accept-language': '*',
    'sec-fetch-mode': 'cors',
    pragma: 'no-cache',
    'cache-control': 'no-cache',
  },
  undici: { 'cache-control': 'max-age=0' },
  'node:http': {},
  curl: { accept: '*/*', 'user-agent': 'curl/7.88.1' },
  'requests of Python': { accept: '*/*', 'user-agent': 'python-requests/2.32.3' },
};

for (const path of tested) {
  describe(path, () => {
    it('may be kept for a minute, or an hour, and says since when it is so', async () => {
      const { headers } = await ask(path);
      const isDiscovery = /^\/(?:mcp\/|\.well-known\/ai-catalog)/.test(path);
      const kept = isDiscovery
        ? 'public, max-age=3600'
        : 'public, max-age=60, stale-while-revalidate=600';
      assert.equal(headers['cache-control'], kept);
      // The service opened the snapshot 90 seconds after it was built.
      assert.equal(headers['last-modified'], 'Fri, 02 Jan 2026 03:05:35 GMT');
      const isNegotiated =
        /\/(?:mcp-gateway|compare|search|changes|toolbox\/\w+|providers\/[\w-]+)(?:\?|$)/.test(
          path,
        ) && !/\/api\//.test(path);
      const negotiated = isNegotiated ? 'Accept, Accept-Encoding' : 'Accept-Encoding';
      assert.equal(headers.vary, isFile(path) ? undefined : negotiated);
    });

    it('has a strong ETag that lasts, also over a restart', async () => {
      const etag = etagOf(await ask(path));
      assert.equal(etagOf(await ask(path)), etag);
      assert.equal(etagOf(await uncached.get(path)), etag);
    });

    it('is not sent again to whoever has it', async () => {
      for (const encoding of Object.values(accept)) {
        const headers = { 'accept-encoding': encoding };
        const whole = await ask(path, headers);
        const etag = etagOf(whole);
        for (const match of [etag, `W/${etag}`, `"other", ${etag}`, `W/"other",W/${etag}`, '*']) {
          const given = { ...headers, 'if-none-match': match };
          assertNotModified(await ask(path, given), whole, match);
          assertNotModified(await ask(path, given, { method: 'HEAD' }), whole, `HEAD ${match}`);
          assertNotModified(
            await uncached.get(path, { headers: given }),
            whole,
            `uncached ${match}`,
          );
        }
        const since = { ...headers, 'if-modified-since': whole.headers['last-modified'] ?? '' };
        assertNotModified(await ask(path, since), whole, 'since');
      }
    });

    it('is refused with 412 to whoever asks for another state', async () => {
      const { headers } = await ask(path);
      const since = headers['last-modified'] ?? '';
      const earlier = new Date(Date.parse(since) - 1000).toUTCString();
      const stale: Record<string, string>[] = [
        { 'if-match': '"other"' },
        { 'if-match': `W/${headers.etag}` },
        { 'if-unmodified-since': earlier },
      ];
      for (const condition of stale) {
        const given = { ...condition, 'accept-encoding': 'gzip', accept: 'application/json' };
        assertRefused(await ask(path, given), JSON.stringify(condition));
        assertRefused(
          await uncached.get(path, { headers: given }),
          `uncached ${JSON.stringify(condition)}`,
        );
      }
      const current: Record<string, string>[] = [
        { 'if-match': '*' },
        { 'if-match': `"other", ${headers.etag}` },
        { 'if-match': headers.etag ?? '', 'if-unmodified-since': earlier },
        { 'if-unmodified-since': since },
        { 'if-unmodified-since': 'yesterday' },
      ];
      for (const condition of current)
        assert.equal((await ask(path, condition)).status, 200, JSON.stringify(condition));
    });

    it('is sent to whoever has something else, or wants it anew', async () => {
      const { headers } = await ask(path);
      const earlier = new Date(Date.parse(headers['last-modified'] ?? '') - 1000).toUTCString();
      const conditions: Record<string, string>[] = [
        { 'if-none-match': '"other"' },
        { 'if-none-match': `${headers.etag}x` },
        { 'if-none-match': '' },
        { 'if-none-match': '"other"', 'if-modified-since': headers['last-modified'] ?? '' },
        { 'if-modified-since': earlier },
        { 'if-modified-since': 'yesterday' },
        { 'if-modified-since': new Date('2100-01-01').toUTCString() },
      ];
      for (const condition of conditions)
        assert.equal((await ask(path, condition)).status, 200, JSON.stringify(condition));
    });

    it('is not sent again to clients that add directives for caches', async () => {
      const identity = await ask(path);
      for (const [client, more] of Object.entries(clients)) {
        const given = { ...more, 'accept-encoding': 'identity' };
        const tagged = { ...given, 'if-none-match': etagOf(identity) };
        assert.equal((await ask(path, tagged)).status, 304, client);
      }
    });

    it('is the same in every encoding, under an ETag of each', async () => {
      const identity = await ask(path);
      assert.equal(identity.headers['content-encoding'], undefined);
      for (const encoding of ['br', 'gzip'] as const) {
        const answer = await ask(path, { 'accept-encoding': encoding });
        assert.deepEqual(decode(answer), identity.bytes);
        assert.equal(answer.headers['content-length'], String(answer.bytes.length));
        const isSmall = isFile(path) || isPicture(path) || identity.bytes.length < 1024;
        assert.equal(answer.headers['content-encoding'], isSmall ? undefined : encoding);
        assert.equal(etagOf(answer) === etagOf(identity), isSmall);
        if (!isSmall) assert.ok(answer.bytes.length < identity.bytes.length);
        const held = { 'accept-encoding': 'identity', 'if-none-match': etagOf(answer) };
        assert.equal(
          (await ask(path, held)).status,
          isSmall ? 304 : 200,
          'another encoding is another thing',
        );
      }
    });
  });
}

describe('the cache of responses', () => {
  it('keeps networks apart whose paths are the same below their addresses', async () => {
    for (const tail of ['/', '/openapi.json', '/api/infrastructure-providers/categories']) {
      const bodies = new Map<string, string>();
      for (let round = 0; round < 3; round++) {
        for (const base of ['', '/networks/aria', '/networks/bora']) {
          const answer = await ask(`${base}${tail}`);
          assert.equal(bodies.get(base) ?? answer.text, answer.text, `${base}${tail}`);
          bodies.set(base, answer.text);
        }
      }
      assert.equal(new Set(bodies.values()).size, 3, tail);
    }
  });

  it('keeps hosts apart, also where a header could be taken for a part of another', async () => {
    const hosts = { ...environment, NETWORK_URL_TEMPLATE: 'https://{network}.dir.test' };
    const snapshot = await openCurrent(service.built().build);
    const hosted = await startService({ snapshot, environment: hosts });
    try {
      const from = (host: string, encoding: string) =>
        hosted.get('/', { headers: { host, 'accept-encoding': encoding } });
      const forged = await from('aria.dir.test gzip,', 'br');
      const honest = await from('aria.dir.test', 'gzip, br');
      assert.notEqual(honest.headers.etag, forged.headers.etag);
      assert.match(decode(honest).toString('utf8'), /Aria infrastructure/);
      assert.equal(
        (await from('bora.dir.test', 'gzip, br')).headers.etag === honest.headers.etag,
        false,
      );
    } finally {
      await hosted.close();
    }
  });
});
