import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FinishedResponse, Route } from '../../../service/http/context.ts';
import { canonicalQuery } from '../../../service/http/parse-request.ts';
import { cacheKey, ResponseCache } from '../../../service/http/response-cache.ts';

const maxBytes = 32 * 1024 * 1024;

let made = 0;

function makeResponse(sizeBytes = 1, given: Partial<FinishedResponse> = {}): FinishedResponse {
  const body = Buffer.alloc(sizeBytes);
  return { headers: [], notModifiedHeaders: [], etag: `"${++made}"`, lastModified: undefined, body, ...given };
}

function keyOf(url: string, network: string | null = null): string {
  const [path = '', ...query] = url.split('?');
  return cacheKey({ ...asked, network, path, query: canonicalQuery(query.join('?'), undefined) });
}

const asked = {
  network: null,
  path: '/',
  query: '',
  route: undefined,
  encoding: 'br',
  prefersMarkdown: false,
} as const;

describe('ResponseCache', () => {
  it('is emptied for another snapshot, and ignores late responses of the previous one', () => {
    const cache = new ResponseCache();
    const [first, second] = [{}, {}];
    cache.set('/', makeResponse(), null);
    assert.ok(cache.get('/'), 'before the first snapshot');
    cache.reset(first);
    assert.equal(cache.get('/'), undefined);
    cache.set('/', makeResponse(), first);
    cache.reset(second);
    assert.equal(cache.get('/'), undefined);
    cache.set('/', makeResponse(), first);
    assert.equal(cache.get('/'), undefined);
    cache.set('/', makeResponse(), second);
    assert.ok(cache.get('/'));
  });

  it('holds at most 32 MB, whatever the number and size of the bodies', () => {
    const cache = new ResponseCache();
    const keys = Array.from({ length: 300 }, (_, index) => keyOf(`/${index % 100}`, `network${index}`));
    for (const key of keys) cache.set(key, makeResponse(1024 * 1024), null);
    const heldBytes = keys.reduce((sum, key) => sum + (cache.get(key)?.body.length ?? 0), 0);
    assert.ok(heldBytes > maxBytes / 2 && heldBytes <= maxBytes, `${heldBytes} bytes`);
    assert.ok(cache.heldBytes <= maxBytes);
    assert.ok(cache.get(keyOf('/99', 'network299')), 'the newest');
  });

  it('counts long addresses', () => {
    const cache = new ResponseCache();
    const keys = Array.from({ length: 6000 }, (_, index) => keyOf(`/${index}?${'x'.repeat(20_000)}`));
    for (const key of keys) cache.set(key, makeResponse(), null);
    const heldBytes = keys.reduce((sum, key) => sum + (cache.get(key) ? key.length : 0), 0);
    assert.ok(heldBytes > 0 && heldBytes <= maxBytes, `${heldBytes} bytes`);
  });

  it('does not hold a body larger than 2 MB', () => {
    const cache = new ResponseCache();
    cache.set('/', makeResponse(2 * 1024 * 1024), null);
    assert.equal(cache.get('/'), undefined);
  });

  it('replaces an entry', () => {
    const cache = new ResponseCache();
    const [older, newer] = [makeResponse(1000), makeResponse(2000)];
    cache.set('/', older, null);
    cache.set('/', newer, null);
    assert.deepEqual(cache.get('/'), newer);
  });

  it('holds equal bodies once', () => {
    const cache = new ResponseCache();
    for (let at = 0; at < 155; at++) cache.set(`/${at}`, makeResponse(1024 * 1024, { etag: '"style"' }), null);
    assert.ok(cache.heldBytes < 2 * 1024 * 1024, `${cache.heldBytes} bytes`);
    assert.equal(cache.get('/0')?.body.length, 1024 * 1024);
  });

  it('holds compressed what is sent as it is to a client without encodings', () => {
    const cache = new ResponseCache();
    const response = makeResponse(1024 * 1024, { isCompressible: true });
    cache.set('/', response, null);
    assert.ok(cache.heldBytes < 10_000, `${cache.heldBytes} bytes`);
    assert.deepEqual(cache.get('/'), response);
  });

  it('holds nothing if it is disabled', () => {
    const cache = new ResponseCache({ enabled: false });
    cache.set('/', makeResponse(), null);
    assert.equal(cache.get('/'), undefined);
  });
});

describe('cacheKey', () => {
  it('differs by address, network and encoding', () => {
    const keys = [
      keyOf('/'),
      keyOf('/?a'),
      keyOf('/', 'aria'),
      keyOf('/aria'),
      cacheKey({ ...asked, encoding: 'gzip' }),
      cacheKey({ ...asked, encoding: 'identity' }),
    ];
    assert.equal(new Set(keys).size, keys.length);
  });

  it('leaves out tracking parameters', () => {
    assert.equal(keyOf('/rows?utm_source=x&category=apis&_=1'), keyOf('/rows?category=apis'));
    assert.equal(keyOf('/?utm_source=x'), keyOf('/'));
    assert.equal(keyOf('/?category=apis&_x=1&page=2'), keyOf('/?category=apis&page=2'));
    for (const kept of ['/?utm=1', '/?x_=1', '/?a=1', `/?_=${'x'.repeat(9000)}`])
      assert.ok(keyOf(kept).endsWith(kept.slice(2)), kept);
  });
});

describe('cacheKey of a page with a Markdown form', () => {
  const handler = () => undefined;
  const page = { path: '/', kind: 'page', handler } as const;
  const keys = (route: Route) => [true, false].map((prefersMarkdown) => cacheKey({ ...asked, route, prefersMarkdown }));

  it('differs by the form that the client prefers, on no other route', () => {
    assert.equal(new Set(keys({ ...page, markdown: handler })).size, 2);
    assert.equal(new Set(keys(page)).size, 1);
  });
});

describe('canonicalQuery', () => {
  it('keeps what the route reads, in the order of the request', () => {
    assert.equal(canonicalQuery('x=1&b=2&a=1&a=2&b', ['a', 'b']), 'b=2&a=1&a=2&b');
    assert.equal(canonicalQuery('f.a=1&f=2&fx=3&f.=4', ['f.']), 'f.a=1&f.=4');
    assert.equal(canonicalQuery('a=1&x=2', []), '');
    assert.equal(canonicalQuery('a=1&x=2', undefined), 'a=1&x=2');
    assert.equal(canonicalQuery('utm_source=a&utmost=1&_x=2&x_=3', undefined), 'utmost=1&x_=3');
  });

  it('keeps no name that is written in another way, because the handler sees only what is kept', () => {
    assert.equal(canonicalQuery('%61=1&A=1&+a=1&a%20=1&=a&&a=1', ['a']), 'a=1');
  });
});
