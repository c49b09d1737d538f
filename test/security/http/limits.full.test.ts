/**
 * Bounds on what one request may ask for, on every route and in every tool, on the headers that
 * come back, and on host names.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maxSuggestions, maxValues } from '../../../service/errors.ts';
import { directory } from '../../support/directory.ts';
import { readDocument } from '../../support/interface-documents.ts';
import { call, connect } from '../../support/mcp-client.ts';
import { readRows } from '../../support/service-answers.ts';
import { everyPath } from '../../support/service-every-path.ts';
import { useService } from '../../support/service-server.ts';
import { afterAll } from '../../support/temporary-folder.ts';
import { ask, exchange, parseAnswer } from '../support/raw.ts';

const repeat = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${name}=v${at}`).join('&');
const list = (count: number) => Array.from({ length: count }, (_, at) => `v${at}`);
const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const joined = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;

const cleanUp = afterAll();
const used = useService(directory);
const { get } = used;

describe('a parameter that is repeated too often', () => {
  it('gets 400 with the limit on every route', async () => {
    for (const path of everyPath()) {
      const { status, text } = await get(joined(path, repeat('slug', maxValues + 1)));
      assert.equal(status, 400, path);
      if (!text.startsWith('<'))
        assert.match(text, new RegExp(`more than ${maxValues} times`), path);
    }
  });

  it(`gets 400 whatever its name and its spelling, and is answered up to ${maxValues} times`, async () => {
    const documents = await Promise.all(
      ['', '/networks/aria'].map((base) => readDocument(get, base)),
    );
    const inQuery = documents.flatMap(({ paths }) =>
      Object.values(paths).flatMap((path) => path.get.parameters),
    );
    const named = inQuery.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    assert.ok(named.length > 20);
    for (const name of new Set([
      ...named,
      'f.provider',
      'f.accessPrice.min',
      'cols',
      'compare',
      'anything',
    ])) {
      const { status, text } = await get(
        `/api/offers?category=apis&${repeat(name, maxValues + 1)}`,
      );
      assert.equal(status, 400, name);
      assert.match(
        text,
        new RegExp(`the parameter \\\\"${name}\\\\" is given more than ${maxValues} times`),
      );
    }
    const spelt = `${repeat('slug', 26)}&${repeat('%73lug', 25)}`;
    assert.match((await get(`/api/offers?category=apis&${spelt}`)).text, /more than 50 times/);
    assert.equal((await get(`/api/offers?category=apis&${repeat('slug', maxValues)}`)).status, 200);
  });
});

describe('a list in JSON', () => {
  it('of more than 50 items gets 400, at any depth', async () => {
    for (const [name, value] of [
      ['filters', [{ id: 'provider', value: list(maxValues + 1) }]],
      ['filters', [{ id: 'provider', value: ['x'], more: { deep: [list(maxValues + 1)] } }]],
      ['filters', new Array(maxValues + 1).fill({ id: 'provider', value: ['x'] })],
      ['sorting', new Array(maxValues + 1).fill({ id: 'provider' })],
      ['sorting', [{ id: list(maxValues + 1) }]],
    ] as const) {
      const { status, text } = await get(`/api/offers?category=apis&${name}=${json(value)}`);
      assert.equal(status, 400, text.slice(0, 100));
      assert.match(text, /has 51 items; \d+ are allowed/);
    }
  });

  it('may repeat a value 50 times, which gives the rows that it gives once', async () => {
    const value = (count: number) =>
      json([{ id: 'provider', value: new Array(count).fill('Alchemy') }]);
    const rows = async (count: number) =>
      readRows(
        await get(
          `/networks/aria/api/infrastructure-providers/rows?category=apis&filters=${value(count)}`,
        ),
      );
    assert.ok((await rows(1)).pagination.totalOffers > 0);
    assert.deepEqual((await rows(maxValues)).pagination, (await rows(1)).pagination);
  });

  it('may have 50 items in an argument of a tool, and an error names the limit', async () => {
    const client = await connect(used.service().url, cleanUp);
    const { tools } = await client.listTools();
    let count = 0;
    for (const { name, inputSchema } of tools) {
      for (const argument of Object.keys(inputSchema.properties ?? {})) {
        for (const value of [
          list(maxValues + 1),
          [{ id: 'provider', value: list(maxValues + 1) }],
        ]) {
          const { isError, text } = await call(client, name, { [argument]: value });
          assert.ok(isError, `${name} ${argument}`);
          assert.match(
            text.replaceAll('\\', ''),
            /^[\w.[\]]+ has 51 items; 50 are allowed/,
            `${name} ${argument}`,
          );
          count++;
        }
      }
    }
    assert.ok(count > 40, String(count));
  });
});

describe('unknown slugs', () => {
  it(`get suggestions for ${maxSuggestions} of them`, async () => {
    type Offers = { result: { offers: { slug: string }[]; hints: { slugs: unknown[] } } };
    const read = async (query: string) =>
      ((await get(`/api/offers?category=apis&${query}`)).json() as Offers).result;
    const typos = (await read('pageSize=10')).offers.map(({ slug }) => `slug=${slug}x`);
    assert.ok(typos.length > maxSuggestions);
    assert.equal((await read(typos.join('&'))).hints.slugs.length, maxSuggestions);
  });
});

const aria = '/networks/aria';
const api = `${aria}/api/infrastructure-providers`;
const long = encodeURIComponent('é'.repeat(190));
const times = (count: number, text: (value: string) => string) => list(count).map(text).join('&');
const filters = (value: readonly string[]) =>
  `category=apis&filters=${json([{ id: 'provider', value }])}`;
const longFilters = `${aria}/toolbox/apis?${times(50, (value) => `f.provider=${value}${'x'.repeat(60)}`)}`;

/** Requests that make the service write addresses into its headers. */
const wide: readonly string[] = [
  `${aria}/toolbox/apis?search=${long}`,
  longFilters,
  `${aria}/toolbox/apis?${filters(list(50).map((value) => `${value}${'"'.repeat(30)}`))}`,
  `${aria}/toolbox/apis?${times(300, (value) => `cols=${value}&compare=${value}`)}`,
  `/search?q=${long}`,
  `${aria}/compare?category=apis&${times(400, (value) => `offer=${value}`)}`,
  `${api}/export?${filters(list(50))}`,
  `/networks/${'n'.repeat(7000)}/`,
  `/${'%C3%A9'.repeat(1200)}`,
  `${api}/rows?${'x'.repeat(7000)}=1`,
  `${api}/rows?category=${'x'.repeat(7000)}`,
  '/networks/a%0d%0aSet-Cookie:x/',
];

describe('the headers of an answer', () => {
  it('are at most 4 kB', async () => {
    for (const target of wide) {
      const { port } = used.service();
      const { status, headBytes, headers } = await ask(port, target, [
        'Host: x',
        'Origin: https://a.example',
      ]);
      assert.ok(
        status < 500 && headBytes <= 4096,
        `${status} ${headBytes} bytes: ${target.slice(0, 100)}`,
      );
      assert.equal(headers['set-cookie'], undefined);
    }
  });

  it('are at most 4 kB with a query of any length, where the service redirects or names the address', async () => {
    const lengths = [10, 1000, 1800, 2100, 3000, 5000, 7900];
    const addresses = [
      ['/networks/ARIA/', '/networks/aria/'],
      [`${aria}/toolbox/APIs`, `${aria}/toolbox/apis`],
      [`${aria}/toolbox/apis/`, `${aria}/toolbox/apis`],
      ['/networks/ARIA/api/infrastructure-providers/rows', `${api}/rows`],
    ].flatMap(([path, to]) =>
      lengths.map((length) => ({ path, to, query: `category=${'a'.repeat(length)}` })),
    );
    for (const { path, to, query } of addresses) {
      const { status, headBytes, headers, body } = await ask(
        used.service().port,
        `${path}?${query}`,
      );
      assert.ok(headBytes <= 4096, `${query.length}: ${headBytes} bytes`);
      if (query.length < 2000)
        assert.deepEqual([status, headers.location?.endsWith(`${to}?${query}`)], [301, true]);
      else assert.deepEqual([status, body.includes(`${to}`)], [414, true]);
    }
  });

  it('name the machine-readable twins where they fit, and the descriptions always', async () => {
    const linkOf = async (target: string) => String((await get(target)).headers.link);
    const expected = /rel="alternate".*rel="service-desc".*rel="describedby"/;
    assert.match(await linkOf(`${aria}/toolbox/apis?search=x`), expected);
    const link = await linkOf(longFilters);
    assert.match(link, /rel="service-desc"/);
    assert.doesNotMatch(link, /rel="alternate"/);
  });
});

describe('host names', () => {
  const environment = {
    SITE_URL: 'https://example.org',
    NETWORK_URL_TEMPLATE: 'https://{network}.example.org',
  };
  const { service } = useService(directory, environment);
  const categories = '/api/infrastructure-providers/categories';

  it('are those of a network, of none, or no names, which service/urls.test.ts lists', async () => {
    const statuses: Readonly<Record<number, string>> = {
      200: 'aria.example.org aria.example.org. ARIA.Example.ORG aria.example.org:443 aria.example.org.:8080 aria.example.org:',
      404: 'example.org EXAMPLE.org. example.org:8080 unknown.example.org constructor.example.org [::1]:8080 other.example',
      400: 'aria..example.org aria.example.org:99999 user@aria.example.org <script>.example.org [::1',
    };
    for (const [status, hosts] of Object.entries(statuses))
      for (const host of [
        ...hosts.split(' '),
        ...(status === '400' ? ['', 'aria.example.org, evil.example'] : []),
      ]) {
        const answer = await ask(service().port, categories, [`Host: ${host}`]);
        assert.equal(answer.status, Number(status), `${host}: ${answer.body.slice(0, 300)}`);
      }
  });

  it('answers 400 to two Host headers and to none', async () => {
    const two = await ask(service().port, categories, [
      'Host: aria.example.org',
      'Host: evil.example',
    ]);
    assert.equal(two.status, 400);
    assert.equal((await ask(service().port, categories, [])).status, 400);
  });

  it('takes the host of an absolute address, which wins over Host', async () => {
    const { text } = await exchange(
      service().port,
      `GET http://aria.example.org${categories} HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n`,
    );
    assert.equal(parseAnswer(text).status, 200, text.slice(0, 300));
  });

  it('never repeats a host that it does not know in links', async () => {
    const { body } = await ask(service().port, '/', [
      'Host: evil.example',
      'X-Forwarded-Host: evil.example',
    ]);
    assert.doesNotMatch(body, /evil\.example/);
  });
});
