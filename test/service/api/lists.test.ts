/**
 * What lists have in common: pages and their links, requested keys, one facet among all, limits of
 * answers.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { useDescribedService } from '../../support/interface-service.ts';

const service = useDescribedService(directory);
const read = async <T>(target: string) => ((await service.read(target)) as { result: T }).result;
const toolbox = '/networks/ethereum/api/infrastructure-providers';

describe('the pages of a list', () => {
  it('have links to the next and the previous page, and the number of all', async () => {
    const base = '/api/offers?category=storages&pageSize=50&meta=none&utm_source=x';
    const linksOf = async (page: number) => {
      const { headers } = await service.get(`${base}&page=${page}`);
      assert.equal(headers['x-total-count'], '133');
      const links = String(headers.link ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g);
      return Object.fromEntries(
        Array.from(links, ([, address = '', rel = '']) => {
          assert.ok(!address.includes('utm_'));
          return [rel, new URL(address).searchParams.get('page')];
        }),
      );
    };
    const ends = { first: '1', last: '3' };
    assert.deepEqual(await linksOf(1), { ...ends, next: '2' });
    assert.deepEqual(await linksOf(2), { ...ends, next: '3', prev: '1' });
    assert.deepEqual(await linksOf(3), { ...ends, prev: '2' });
    assert.deepEqual(await linksOf(9), { ...ends, prev: '3' });
  });

  it('are together the list of providers of a network', async () => {
    const path = `${toolbox}/providers`;
    const { providers: whole } = await read<{ providers: object[] }>(path);
    const pages: object[] = [];
    for (let page = 1; pages.length < whole.length; page++) {
      const { providers } = await read<{ providers: object[] }>(`${path}?page=${page}&pageSize=40`);
      assert.ok(providers.length > 0);
      pages.push(...providers);
    }
    assert.deepEqual(pages, whole);
    assert.equal(
      (await service.get(`${path}?pageSize=40`)).headers['x-total-count'],
      String(whole.length),
    );
  });

  it('have no link whose address is longer than 2,000 characters', async () => {
    const query = `${toolbox}/rows?category=apis&pageSize=1&meta=none&fields=slug&f.planType=Free`;
    const linkOf = async (more: string) => (await service.get(`${query}${more}`)).headers.link;
    assert.match(String(await linkOf('')), /rel="next"/);
    const long = (count: number) =>
      Array.from({ length: count }, (_, at) => `&f.planType=${'Plan'.repeat(12)}${at}`);
    assert.equal(await linkOf(long(40).join('')), undefined);
    // At the limit, as the link is written in the header.
    const next = /<([^>]*)>; rel="next"/.exec(String(await linkOf('&f.planType=x')))?.[1] ?? '';
    const padded = (length: number) => `&f.planType=${'x'.repeat(length - next.length + 1)}`;
    assert.match(String(await linkOf(padded(2000))), /rel="next"/);
    assert.equal(await linkOf(padded(2001)), undefined);
    const { headers } = await service.get(`${query}${padded(2000)}&page=2`);
    const bytes = Object.entries(headers).reduce(
      (sum, [name, value]) => sum + `${name}: ${value}\r\n`.length,
      0,
    );
    assert.ok(bytes < 4000, `${bytes} bytes of headers`);
  });
});

describe('the keys of a list', () => {
  it('are those that are asked for, in that order, with their columns', async () => {
    const fields = ['provider', 'networks', 'slug'];
    interface Offers {
      readonly offers: readonly object[];
      readonly columnsMeta?: readonly { readonly key: string }[];
    }
    const result = await read<Offers>(`/api/offers?category=apis&fields=${fields}&pageSize=3`);
    for (const offer of result.offers) assert.deepEqual(Object.keys(offer), fields);
    const seen = result.columnsMeta?.map(({ key }) => key);
    assert.deepEqual(seen, ['provider']);
    assert.equal(
      (await read<Offers>('/api/offers?category=apis&meta=none')).columnsMeta,
      undefined,
    );
  });

  it('have the scope of a row and numbers for those who ask for them only', async () => {
    const first = async (query: string) =>
      (await read<{ rows: object[] }>(`${toolbox}/rows?category=apis${query}`)).rows[0] ?? {};
    const plain = Object.keys(await first(''));
    const numbered = Object.keys(await first('&numbers=1'));
    assert.deepEqual(numbered.slice(0, plain.length), plain);
    assert.ok(
      !plain.includes('scope') &&
        !plain.includes('accessPriceMin') &&
        numbered.includes('accessPriceMin'),
    );
    assert.deepEqual(Object.keys(await first('&fields=slug,scope')), ['slug', 'scope']);
    assert.deepEqual(Object.keys(await first('&numbers=0')), plain);
  });
});

describe('hints of rows', () => {
  const free = { id: 'planType', value: ['Free'] };
  const graph = { id: 'technology', value: ['The Graph'] };
  const price = { id: 'accessPrice', value: ['', '50'] };
  const alchemy = { providers: ['Alchemy'], search: 'alchemy' };
  const cases: readonly (readonly [name: string, question: object, hints: unknown])[] = [
    ['nothing where all is found', {}, undefined],
    ['nothing where something is found', { search: 'alchemy', filters: [free] }, undefined],
    ['the provider that was meant', { search: 'alchmy' }, alchemy],
    ['it without regard to case', { search: 'ALCHMEY' }, alchemy],
    [
      'it without regard to accents',
      { search: 'eclaír nodez' },
      { providers: ['Éclair Nodes'], search: 'eclair node' },
    ],
    [
      'it by one word of its name',
      { search: 'éclaire' },
      { providers: ['Éclair Nodes'], search: 'eclair' },
    ],
    [
      'it although a filter is set, too',
      { search: 'zefyr', filters: [free] },
      { providers: ['zephyr'] },
    ],
    ['nothing where nothing is near', { search: 'qqqqqqqqqq' }, undefined],
    ['nothing of providers on other networks', { search: 'Store 01' }, undefined],
    [
      'the filter that empties a search',
      { search: 'growth', filters: [free] },
      { dropFilters: [{ id: 'planType', totalOffers: 3 }] },
    ],
    [
      'the filter that empties without a search',
      { filters: [{ id: 'provider', value: ['Nobody'] }] },
      { dropFilters: [{ id: 'provider', totalOffers: 16 }] },
    ],
    [
      'each filter that would do, the most first',
      { filters: [graph, free] },
      {
        dropFilters: [
          { id: 'technology', totalOffers: 8 },
          { id: 'planType', totalOffers: 1 },
        ],
      },
    ],
    [
      'which amounts are compared',
      { sorting: [{ id: 'accessPrice', desc: false }], filters: [price] },
      {
        priceOrder: [
          {
            id: 'accessPrice',
            groups: [{ currency: 'USD', unit: 'month', totalOffers: 13 }],
            withoutNumber: 0,
          },
        ],
        priceFilters: [
          { id: 'accessPrice', currency: 'USD', unit: 'month', notCompared: 1, withoutNumber: 1 },
        ],
      },
    ],
    [
      'no amounts where none are compared',
      { filters: [{ id: 'accessPrice', value: ['', ''] }] },
      undefined,
    ],
    ['nothing past the last page', { search: 'growth', page: 9 }, undefined],
  ];
  for (const [name, question, hints] of cases) {
    it(`name ${name}`, async () => {
      const result = await service.rows('aria', { category: 'apis', ...question });
      assert.deepEqual(result.hints, hints);
      assert.equal('hints' in result, hints !== undefined, 'absent, not null');
    });
  }
});

describe('facets', () => {
  type Facets = readonly Readonly<Record<string, unknown>>[];
  const facetsOf = async (path: string) => (await read<{ facets: Facets }>(path)).facets;

  it('have one alone as it is among all', async () => {
    for (const path of [`${toolbox}/facets`, '/api/facets'])
      for (const facet of await facetsOf(`${path}?category=apis`))
        assert.deepEqual(await facetsOf(`${path}?category=apis&column=${facet.id}`), [facet]);
  });

  it('have the currencies and units of the listing', async () => {
    const facets = await facetsOf(
      '/networks/aria/api/infrastructure-providers/facets?category=apis',
    );
    const { min, max, count, currency, unit, groups } =
      facets.find(({ id }) => id === 'accessPrice') ?? {};
    assert.deepEqual(
      { min, max, count, currency, unit, groups },
      {
        ...{ min: 0, max: 100, count: 14, currency: 'USD', unit: 'month' },
        groups: [
          { id: 'USD/month', currency: 'USD', unit: 'month', count: 8 },
          { id: 'USD/', currency: 'USD', unit: null, count: 1 },
        ],
      },
    );
  });
});
