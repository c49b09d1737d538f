/** Bounds on what one request may ask for, and on the headers that come back. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildSources } from '../support/build.ts';
import { ask } from '../support/raw.ts';
import { type RunningService, startService } from '../support/service.ts';

let service: RunningService;

before(async () => {
  service = await startService(buildSources());
});

after(() => service.stop());

const aria = '/networks/aria';
const api = `${aria}/api/infrastructure-providers`;

function query(parameters: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(parameters).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return String(new URLSearchParams(pairs));
}

const values = (count: number) => Array.from({ length: count }, (_, number) => `v${number}`);
const filter = (value: readonly string[]) => query({ category: 'apis', filters: [{ id: 'provider', value }] });

describe('values of a filter', () => {
  for (const route of ['rows', 'facets', 'export']) {
    it(`are at most 50 on ${route}`, async () => {
      assert.equal((await ask(service.port, `${api}/${route}?${filter(values(50))}`)).status, 200);
      const { status, body } = await ask(service.port, `${api}/${route}?${filter(values(51))}`);
      assert.equal(status, 400);
      assert.match(body, /filters\[0\]\.value has 51 items; 50 are allowed/);
    });

    it(`are counted with repetitions on ${route}`, async () => {
      const repeated = (count: number) => new Array<string>(count).fill('Nodely');
      assert.equal((await ask(service.port, `${api}/${route}?${filter(repeated(50))}`)).status, 200);
      assert.equal((await ask(service.port, `${api}/${route}?${filter(repeated(51))}`)).status, 400);
    });
  }

  it('give the same rows once or repeated', async () => {
    const rows = async (value: readonly string[]) =>
      JSON.parse((await ask(service.port, `${api}/rows?${filter(value)}`)).body).result.rows;
    const all = JSON.parse((await ask(service.port, `${api}/rows?category=apis`)).body).result.rows;
    const name: string = all[0].provider;
    assert.ok(all.length > 0);
    assert.deepEqual(await rows([name, name, name.toUpperCase()]), await rows([name]));
  });

  it('are at most 50 on a page', async () => {
    const form = values(51)
      .map((value) => `f.provider=${value}`)
      .join('&');
    assert.equal((await ask(service.port, `${aria}/toolbox/apis?${form}`)).status, 400);
    const repeated = new Array(50).fill('f.provider=x').join('&');
    assert.equal((await ask(service.port, `${aria}/toolbox/apis?${repeated}`)).status, 200);
  });
});

/** Requests that make the service write addresses into its headers. */
const long = 'é'.repeat(190);
const wide: readonly (readonly [name: string, target: string])[] = [
  ['a page with a long search', `${aria}/toolbox/apis?${query({ search: long })}`],
  [
    'a page with long filters',
    `${aria}/toolbox/apis?${values(50)
      .map((value) => `f.provider=${value}${'x'.repeat(60)}`)
      .join('&')}`,
  ],
  [
    'a page with filters as JSON',
    `${aria}/toolbox/apis?${filter(values(50).map((value) => `${value}${'"'.repeat(30)}`))}`,
  ],
  [
    'a page with many columns and offers',
    `${aria}/toolbox/apis?${values(300)
      .map((value) => `cols=${value}&compare=${value}`)
      .join('&')}`,
  ],
  ['a search', `/search?${query({ q: long })}`],
  [
    'a comparison',
    `${aria}/compare?category=apis&${values(400)
      .map((value) => `offer=${value}`)
      .join('&')}`,
  ],
  ['an export', `${api}/export?${filter(values(50))}`],
  ['an unknown network', `/networks/${'n'.repeat(7000)}/`],
  ['an unknown path', `/${'%C3%A9'.repeat(1200)}`],
  ['an unknown parameter', `${api}/rows?${'x'.repeat(7000)}=1`],
  ['an unknown category', `${api}/rows?category=${'x'.repeat(7000)}`],
  ['a path with a line break', `/networks/a%0d%0aSet-Cookie:x/`],
];

describe('the headers of an answer', () => {
  for (const [name, target] of wide) {
    it(`are at most 4 kB: ${name}`, async () => {
      const { status, headBytes, headers } = await ask(service.port, target, ['Host: x', 'Origin: https://a.example']);
      assert.ok(status < 500, String(status));
      assert.ok(headBytes <= 4096, `${headBytes} bytes`);
      assert.equal(headers['set-cookie'], undefined);
    });
  }

  for (const [path, to] of [
    ['/networks/ARIA/', '/networks/aria/'],
    [`${aria}/toolbox/APIs`, `${aria}/toolbox/apis`],
    [`${aria}/toolbox/apis/`, `${aria}/toolbox/apis`],
    ['/networks/ARIA/api/infrastructure-providers/rows', `${api}/rows`],
  ] as const) {
    it(`are at most 4 kB with a query of any length: ${path} redirects or names the address`, async () => {
      for (const [length, expected] of [10, 1000, 1800, 2100, 3000, 5000, 7900].map((each) => [
        each,
        each < 2000 ? 301 : 414,
      ])) {
        const asked = `category=${'a'.repeat(length ?? 0)}`;
        const { status, headBytes, headers, body } = await ask(service.port, `${path}?${asked}`);
        assert.ok(headBytes <= 4096, `${length}: ${headBytes} bytes`);
        assert.equal(status, expected);
        const place = status === 301 ? headers.location : body;
        assert.ok(place?.includes(status === 301 ? `${to}?${asked}` : to), place);
      }
    });
  }

  it('still name the machine-readable twins where they fit', async () => {
    const { headers } = await ask(service.port, `${aria}/toolbox/apis?search=x`);
    assert.match(headers.link ?? '', /rel="alternate".*rel="service-desc".*rel="describedby"/);
  });

  it('name the descriptions even where the address of the JSON is too long', async () => {
    const { headers } = await ask(service.port, wide[1]?.[1] ?? '');
    assert.match(headers.link ?? '', /rel="service-desc"/);
    assert.doesNotMatch(headers.link ?? '', /rel="alternate"/);
  });
});

/** Headers that are lists, far longer than any client sends. */
const lists: readonly (readonly [name: string, header: string])[] = [
  ['encodings', `Accept-Encoding: ${'x;q=0.1,'.repeat(1500)}br`],
  ['types', `Accept: ${'a/b;q=0.1,'.repeat(1300)}text/html`],
  ['entity tags', `If-None-Match: ${'"x",'.repeat(3000)}"y"`],
  ['ranges', `Range: bytes=${'0-1,'.repeat(3000)}2-3`],
];

/** At quadratic time an answer takes longer, even on a fast machine; a busy one takes less. */
const mostMs = 2000;

describe('a long list in a header', () => {
  for (const [name, header] of lists) {
    it(`of ${name} is answered at once`, async () => {
      for (const target of ['/', '/nowhere', '/data/manifest.json', `${api}/rows?category=apis`]) {
        const startedMs = performance.now();
        const { status } = await ask(service.port, `${target}${target.includes('?') ? '&' : '?'}_=${name}`, [
          'Host: x',
          header,
        ]);
        assert.ok(status > 0 && status < 500, String(status));
        assert.ok(performance.now() - startedMs < mostMs);
      }
    });
  }
});
