/** /api/offers against the union of all networks' rows: each offer once, with its networks and chains. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { FlatRow } from '../../support/expected-rows.ts';
import {
  compareRows,
  type NaiveTable,
  naiveTables,
  parametersOf,
  publicRow,
  type Question,
} from '../../support/interface-naive.ts';
import { chainsOf, contentsTable, type NaiveOffer, naiveOffers, varyingKeys } from '../../support/interface-offers.ts';
import { askedArbitrary } from '../../support/interface-questions.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import { corpusSources } from '../../support/interface-sources.ts';
import { runs } from '../../support/lane.ts';
import { readFailure } from '../../support/service-answers.ts';
import { queryOf } from '../../support/service-paths.ts';
import { tinyTree } from '../../support/service-tiny-sources.ts';

type Offer = Readonly<Record<string, unknown>>;

interface OffersResult {
  readonly columnsMeta?: readonly { readonly key: string }[];
  readonly offers: readonly Offer[];
  readonly pagination: Readonly<Record<string, number | string>>;
  readonly hints?: Readonly<Record<string, unknown>>;
  readonly missing?: readonly string[];
}

const everything: Question = { terms: [], filters: [], sorting: [] };

describe('offers of sources with odd names', () => {
  itAnswersLikeTheUnion(tinyTree);
});
describe('offers of the corpus', () => {
  itAnswersLikeTheUnion(corpusSources);
});

function itAnswersLikeTheUnion(sources: Parameters<typeof useDescribedService>[0]): void {
  const service = useDescribedService(sources, { ANSWER_CACHE: 'off' });
  let tables: NaiveTable[] = [];
  const networks = () => service.built().checked.resolved.networks.map(({ key }) => key);
  const categories = () => service.built().checked.sources.meta.categories.map(({ key }) => key);
  const tablesOf = () => {
    if (tables.length === 0) tables = naiveTables(service.built().checked, networks(), categories());
    return tables;
  };

  async function ask(query: string): Promise<OffersResult> {
    return ((await service.read(`/api/offers?${query}`)) as { result: OffersResult }).result;
  }

  async function walk(query: string): Promise<Offer[]> {
    const offers: Offer[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { offers: more, pagination } = await ask(`${query}&pageSize=100&page=${page}`);
      offers.push(...more);
      pages = Number(pagination.totalPages);
      const providers = new Set(offers.map(({ provider }) => provider)).size;
      if (page >= pages)
        assert.deepEqual([pagination.totalOffers, pagination.totalProviders], [offers.length, providers]);
    }
    return offers;
  }

  async function compare(category: string, question: Question, within: readonly string[]): Promise<void> {
    const ofCategory = tablesOf().filter((table) => table.category === category);
    const [table = assert.fail('a table')] = ofCategory;
    const expected = naiveOffers(ofCategory, question, within);
    const query = [queryOf({ category, ...parametersOf(question) }), ...within.map((network) => `network=${network}`)];
    const offers = await walk(query.join('&'));
    const where = query.join('&');
    assert.deepEqual(offers.map(idOf).toSorted(), [...expected.keys()].toSorted(), where);
    const order = compareRows(contentsTable(ofCategory), question);
    let before: FlatRow | null = null;
    for (const offer of offers) {
      const wanted = expected.get(idOf(offer)) ?? assert.fail(idOf(offer));
      const first = wanted.rows.toSorted(order)[0] ?? {};
      assert.ok(before === null || order(before, first) <= 0, `${where}: the order of ${idOf(offer)}`);
      before = first;
      assertOffer(offer, wanted, { table, first, order, networks: networks() });
    }
  }

  it('are those of all rows, in all categories', async () => {
    for (const category of categories()) await compare(category, everything, []);
  });

  it('are those of the rows that match a question, on all networks and on some', async () => {
    const within = fc.option(fc.subarray(networks(), { minLength: 1, maxLength: 2 }), { nil: [] });
    const asked = fc.tuple(askedArbitrary(tablesOf()), within);
    const check = async ([{ table, question }, some]: [{ table: NaiveTable; question: Question }, string[]]) =>
      compare(table.category, question, some);
    await fc.assert(fc.asyncProperty(asked, check), { numRuns: runs(20, 8) });
  });

  it('of a provider are in all its categories, by name and by slug', async () => {
    const [{ name, slug } = { name: '', slug: '' }] = service
      .built()
      .checked.sources.providers.map(({ value }) => value)
      .filter((provider) => tablesOf().some(({ rows }) => rows.some((row) => row.provider === provider.name)));
    const rows = tablesOf().flatMap(({ rows: all }) => all.filter((row) => row.provider === name));
    for (const given of [name, name.toUpperCase(), slug]) {
      const offers = await walk(`provider=${encodeURIComponent(given)}`);
      assert.deepEqual(new Set(offers.map(({ provider }) => provider)), new Set([name]));
      const chosen = new Set(offers.flatMap(({ networks: on }) => on as string[]));
      assert.deepEqual(chosen, new Set(rows.map(({ network }) => network)));
    }
  });

  it('are found by their slug and by the slugs of their listings', async () => {
    const table = tablesOf().find(({ rows }) => rows.some(({ offerSlug }) => offerSlug !== null));
    const row = table?.rows.find(({ offerSlug }) => offerSlug !== null) ?? assert.fail('a row with an offer');
    for (const slug of [row.offerSlug, row.slug]) {
      const { offers } = await ask(`slug=${slug}`);
      assert.ok(offers.some((offer) => offer.slug === row.offerSlug && offer.provider === row.provider));
    }
    const some = await ask(`slug=${row.offerSlug}x&slug=${row.offerSlug}`);
    assert.deepEqual([some.missing, some.offers.length > 0], [[`${row.offerSlug}x`], true]);
    assert.deepEqual((await ask(`slug=${row.offerSlug}x`)).hints, { slugs: [row.offerSlug] });
  });

  it('have the requested keys only, in the requested order, and no columns with meta=none', async () => {
    const category = categories().find((key) =>
      tablesOf().some((table) => table.category === key && table.rows.length),
    );
    const fields = ['provider', 'networks', 'slug'];
    const { offers, columnsMeta } = await ask(`category=${category}&fields=${fields}&pageSize=3`);
    for (const offer of offers) assert.deepEqual(Object.keys(offer), fields);
    assert.deepEqual(
      columnsMeta?.map(({ key }) => key),
      ['provider'],
    );
    assert.equal((await ask(`category=${category}&meta=none`)).columnsMeta, undefined);
  });
}

interface Place {
  readonly table: NaiveTable;
  readonly first: FlatRow;
  readonly order: (a: FlatRow, b: FlatRow) => number;
  readonly networks: readonly string[];
}

/** Several listings may be the first: same provider and slug, on different networks. */
function assertOffer(offer: Offer, wanted: NaiveOffer, { table, first, order, networks }: Place): void {
  const { networks: on, networkCount, scope, chains, varies, category, slug, ...cells } = offer;
  const found = new Set(wanted.rows.map(({ network }) => network));
  assert.deepEqual(
    on,
    networks.filter((network) => found.has(network)),
  );
  assert.equal(networkCount, found.size);
  assert.equal(scope, wanted.rows.some((row) => row.scope === 'all-networks') ? 'all-networks' : 'network');
  assert.deepEqual(chains, chainsOf(wanted.rows));
  assert.deepEqual(varies, varyingKeys(table, wanted.all));
  assert.deepEqual([category, slug], [table.category, wanted.slug]);
  const candidates = wanted.rows.filter((row) => order(row, first) === 0);
  const expected = candidates.map((row) => {
    const { network: _, slug: ownSlug, chain, ...rest } = publicRow(table, row);
    return JSON.stringify(rest);
  });
  assert.ok(expected.includes(JSON.stringify(cells)), `${slug}: ${JSON.stringify(cells)}\nis none of ${expected}`);
}

function idOf({ provider, slug }: Offer): string {
  return `${provider}\n${slug}`;
}

describe('requests for offers', () => {
  const { get } = useDescribedService(tinyTree);
  const failures: readonly (readonly [query: string, parameter: string, suggestion: string | undefined])[] = [
    ['category=api', 'category', 'apis'],
    ['category=apis&network=arai', 'network', 'aria'],
    ['category=apis&provider=alchmy', 'provider', 'alchemy'],
    ['category=apis&fields=slug,planname', 'fields', 'planName'],
    ['category=apis&fields=', 'fields', undefined],
    ['category=apis&meta=nope', 'meta', 'none'],
    ['category=apis&network=', 'network', undefined],
    ['category=apis&catgory=apis', 'catgory', 'category'],
    ['category=apis&page=0', 'page', undefined],
    ['category=apis&category=apis', 'category', undefined],
    ['provider=alchemy&filters=[]', 'filters', undefined],
    ['provider=alchemy&sorting=[]', 'sorting', undefined],
    ['category=apis&filters=[{"id":"planTyp","value":["Free"]}]', 'filters', 'planType'],
  ];
  for (const [query, parameter, suggestion] of failures) {
    it(`are refused with "${query}"`, async () => {
      const failure = readFailure(await get(`/api/offers?${encodeURI(query)}`), 400);
      assert.deepEqual([failure.parameter, failure.suggestion], [parameter, suggestion]);
    });
  }

  it('have links to the next and the previous page, and the number of all offers', async () => {
    const base = '/api/offers?category=storages&pageSize=50&meta=none&utm_source=x';
    const linksOf = async (page: number) => {
      const { headers } = await get(`${base}&page=${page}`);
      assert.equal(headers['x-total-count'], '123');
      return Object.fromEntries(
        Array.from(String(headers.link ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g), ([, address = '', rel = '']) => {
          assert.ok(!address.includes('utm_'));
          return [rel, new URL(address).searchParams.get('page')];
        }),
      );
    };
    assert.deepEqual(await linksOf(1), { next: '2' });
    assert.deepEqual(await linksOf(2), { next: '3', prev: '1' });
    assert.deepEqual(await linksOf(3), { prev: '2' });
    assert.deepEqual(await linksOf(9), { prev: '3' });
  });

  it('count in at most 600 bytes', async () => {
    const answer = await get('/api/offers?category=storages&pageSize=1&fields=slug&meta=none');
    assert.ok(answer.bytes.length <= 600, String(answer.bytes.length));
    assert.equal(answer.headers['x-total-count'], '123');
  });

  it('suggest filters to drop, with the number of offers', async () => {
    const filters = encodeURIComponent('[{"id":"planType","value":["Nothing"]}]');
    const { result } = (await get(`/api/offers?category=storages&filters=${filters}`)).json() as {
      result: OffersResult;
    };
    assert.deepEqual(result.hints, { dropFilters: [{ id: 'planType', totalOffers: 123 }] });
  });
});
