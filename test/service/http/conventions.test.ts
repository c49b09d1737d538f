/** Conventions of the web: RFC 9457 errors, the API catalog (RFC 9727), RFC 9745 and RFC 8594. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resource } from '../../../service/api/resource.ts';
import { setDeprecation } from '../../../service/http/deprecation.ts';
import { directory } from '../../support/directory.ts';
import { asBrowser } from '../../support/service-get.ts';
import { useService } from '../../support/service-server.ts';

describe('problems as RFC 9457 has them', () => {
  const { get } = useService(directory);
  const bad = '/api/offers?category=wallet';
  const ask = (address: string, accept: string) => get(address, { headers: { accept } });

  it('are for clients that ask for them, with the facts of the published body', async () => {
    const { status, headers, text } = await ask(bad, 'application/problem+json');
    assert.equal(status, 400);
    assert.equal(headers['content-type'], 'application/problem+json');
    const { error } = JSON.parse((await get(bad)).text);
    const { message, ...facts } = error;
    const head = { type: 'about:blank', title: 'Bad Request', status: 400, detail: message };
    assert.deepEqual(JSON.parse(text), { ...head, ...facts });
    for (const address of ['/api/nothing', '/nothing', '/networks/none/api/x'])
      assert.equal(
        JSON.parse((await ask(address, 'application/problem+json')).text).status,
        404,
        address,
      );
  });

  it('are not for others', async () => {
    const json = 'application/json; charset=utf-8';
    for (const accept of ['application/json', '*/*', 'application/json, application/problem+json'])
      assert.equal((await ask(bad, accept)).headers['content-type'], json, accept);
    assert.match(String((await get('/nothing', asBrowser)).headers['content-type']), /^text\/html/);
    assert.equal((await ask('/api/networks', 'application/problem+json')).status, 200);
  });
});

describe('the API catalog', () => {
  const used = useService(directory);

  it('names itself to HEAD and on each page, and has each address once', async () => {
    const { url } = used.service();
    const path = '/.well-known/api-catalog';
    const head = await used.get(path, { method: 'HEAD' });
    assert.equal(head.headers.link, `<${url}${path}>; rel="api-catalog"`);
    for (const page of ['/', '/networks/base/', '/toolbox/apis']) {
      const [, href = ''] =
        /<link rel="api-catalog" href="([^"]+)">/.exec((await used.get(page, asBrowser)).text) ??
        [];
      assert.equal(new URL(href, `${url}${page}`).href, `${url}${path}`, page);
    }
    const { text } = await used.get(path);
    const { linkset } = JSON.parse(text) as {
      linkset: { anchor: string; 'service-desc'?: { href: string }[]; item?: { href: string }[] }[];
    };
    const [catalog, api] = linkset;
    assert.deepEqual(catalog?.item, [{ href: `${url}/` }]);
    const described = api?.['service-desc']?.map(({ href }) => href) ?? [];
    assert.ok(described.includes(`${url}/networks/base/openapi.json`));
    const all = [...linkset.map(({ anchor }) => anchor), ...described];
    assert.equal(new Set(all).size, all.length);
    assert.equal(linkset.length, 2);
  });
});

describe('what is to be removed', () => {
  it('says since when, until when and what takes its place', () => {
    const set = new Map<string, string>();
    const ctx = {
      set: (name: string, value: string) => set.set(name, value),
      append: (name: string, value: string) => set.set(name, value),
    };
    setDeprecation(
      ctx as unknown as Parameters<typeof setDeprecation>[0],
      { since: '2027-01-31', sunset: '2027-08-01', successor: '/api/offers' },
      (path) => `https://directory.example${path}`,
    );
    assert.deepEqual(Object.fromEntries(set), {
      Deprecation: '@1801353600',
      Sunset: 'Sun, 01 Aug 2027 00:00:00 GMT',
      Link: '<https://directory.example/api/offers>; rel="successor-version"',
    });
  });

  it('is announced six months before', () => {
    const define = (sunset: string) =>
      resource({
        path: '/api/old',
        operationId: 'old',
        summary: 'Old.',
        parameters: {},
        content: {},
        deprecated: { since: '2027-01-31', sunset },
        answer: () => ({}),
      });
    assert.throws(() => define('2027-07-30'), /less than 6 months/);
    assert.equal(define('2027-07-31').deprecated?.sunset, '2027-07-31');
  });
});
