/**
 * /api/offers against the union of all networks' rows: each offer once, with its networks and
 * chains.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { directory } from '../../support/directory.ts';
import type { FlatRow } from '../../support/expected-rows.ts';
import {
  compareRows,
  matchingRows,
  type NaiveTable,
  naiveTables,
  parametersOf,
  publicRow,
  type Question,
} from '../../support/interface-naive.ts';
import { type Asked, askedArbitrary } from '../../support/interface-questions.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import { runs } from '../../support/lane.ts';
import { queryOf } from '../../support/service-paths.ts';
import { useService } from '../../support/service-server.ts';

// The test oracle of offers over all networks: rows of all networks, joined to offers in plain
// JavaScript.

interface NaiveOffer {
  readonly provider: unknown;
  readonly slug: string;
  /** Rows that match, of all networks. */
  readonly rows: readonly FlatRow[];
  /** All rows of the offer. */
  readonly all: readonly FlatRow[];
}

/**
 * One row of each content: prices are compared among them. `tables`: of one category, of all
 * networks.
 */
function contentsTable(tables: readonly NaiveTable[]): NaiveTable {
  const [
    { category, columns, named } = { category: '', columns: [], named: { words: [], network: [] } },
  ] = tables;
  const rows = tables.flatMap((table) => table.rows);
  return {
    network: '',
    category,
    columns,
    named: { ...named, network: [] },
    rows: [...new Map(rows.map((row) => [contentOf(row), row])).values()],
  };
}

/** The cells of a row and its offer, without its place. */
function contentOf(row: FlatRow): string {
  return JSON.stringify({
    ...row,
    network: null,
    sourceFile: null,
    sourceLine: null,
    offerLine: null,
  });
}

/**
 * Offers of one category with a row that matches on one of the networks. `tables`: of that
 * category, of all networks.
 */
function naiveOffers(
  tables: readonly NaiveTable[],
  question: Question,
  networks: readonly string[],
): ReadonlyMap<string, NaiveOffer> {
  const all = groupRows(tables.flatMap(({ rows }) => rows));
  const matching = new Set(matchingRows(contentsTable(tables), question).map(contentOf));
  const asked = tables.filter(({ network }) => networks.length === 0 || networks.includes(network));
  const found = groupRows(
    asked.flatMap(({ rows }) => rows.filter((row) => matching.has(contentOf(row)))),
  );
  return new Map(
    [...found].map(([id, rows]) => {
      const [{ provider } = {}] = rows;
      return [id, { provider, slug: id.split('\n')[1] ?? '', rows, all: all.get(id) ?? [] }];
    }),
  );
}

function groupRows(rows: readonly FlatRow[]): Map<string, FlatRow[]> {
  const groups = new Map<string, FlatRow[]>();
  for (const row of rows) {
    const group = groups.get(rowIdOf(row));
    if (group) group.push(row);
    else groups.set(rowIdOf(row), [row]);
  }
  return groups;
}

/** Provider and slug of the offer that a row belongs to. */
function rowIdOf(row: FlatRow): string {
  return `${row.provider}\n${row.offerSlug ?? listingSlug(row)}`;
}

/** A copy of a listing of all networks has its chain at the end of its slug. */
function listingSlug({ slug, chain, sourceFile }: FlatRow): string {
  const isCopy = String(sourceFile).startsWith('listings/all-networks/') && chain !== null;
  return isCopy ? String(slug).slice(0, -`-${chain}`.length) : String(slug);
}

/** Chains of rows, most frequent first. */
function chainsOf(rows: readonly FlatRow[]): string[] {
  const counts = new Map<string, number>();
  for (const { chain } of rows) {
    if (typeof chain === 'string') counts.set(chain, (counts.get(chain) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
    .map(([chain]) => chain);
}

/** Public columns in which the rows differ, but slug and chain. */
function varyingKeys({ columns }: NaiveTable, rows: readonly FlatRow[]): string[] {
  const keys = columns.map(({ key }) => key).filter((key) => key !== 'slug' && key !== 'chain');
  return keys.filter(
    (key) => new Set(rows.map((row) => JSON.stringify(row[key] ?? null))).size > 1,
  );
}

type Offer = Readonly<Record<string, unknown>>;

interface OffersResult {
  readonly offers: readonly Offer[];
  readonly pagination: Readonly<Record<string, number | string>>;
  readonly hints?: Readonly<Record<string, unknown>>;
  readonly missing?: readonly string[];
}

const everything: Question = { terms: [], filters: [], sorting: [] };

describe('offers', () => {
  const service = useDescribedService(directory, { ANSWER_CACHE: 'off' });
  let tables: NaiveTable[] = [];
  const networks = () => service.built().checked.resolved.networks.map(({ key }) => key);
  const categories = () => service.built().checked.sources.meta.categories.map(({ key }) => key);
  const tablesOf = () => {
    if (tables.length === 0)
      tables = naiveTables(service.built().checked, networks(), categories());
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
        assert.deepEqual(
          [pagination.totalOffers, pagination.totalProviders],
          [offers.length, providers],
        );
    }
    return offers;
  }

  async function compare(
    category: string,
    question: Question,
    within: readonly string[],
  ): Promise<void> {
    const ofCategory = tablesOf().filter((table) => table.category === category);
    const [table = assert.fail('a table')] = ofCategory;
    const expected = naiveOffers(ofCategory, question, within);
    const query = [
      queryOf({ category, ...parametersOf(question) }),
      ...within.map((network) => `network=${network}`),
    ];
    const offers = await walk(query.join('&'));
    const where = query.join('&');
    assert.deepEqual(offers.map(idOf).toSorted(), [...expected.keys()].toSorted(), where);
    const order = compareRows(contentsTable(ofCategory), question);
    let before: FlatRow | null = null;
    for (const offer of offers) {
      const wanted = expected.get(idOf(offer)) ?? assert.fail(idOf(offer));
      const first = wanted.rows.toSorted(order)[0] ?? {};
      assert.ok(
        before === null || order(before, first) <= 0,
        `${where}: the order of ${idOf(offer)}`,
      );
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
    const check = async ([{ table, question }, some]: [
      { table: NaiveTable; question: Question },
      string[],
    ]) => compare(table.category, question, some);
    await fc.assert(fc.asyncProperty(asked, check), { numRuns: runs(20, 8) });
  });

  it('are of providers that have one for each further question, besides the filters', async () => {
    const check = async ([{ table, question }, { question: further }]: [Asked, Asked]) => {
      const ofCategory = tablesOf().filter(({ category }) => category === table.category);
      const providersOf = (filters: Question['filters']) =>
        new Set(
          Array.from(
            naiveOffers(ofCategory, { ...everything, filters }, []).values(),
            ({ provider }) => provider,
          ),
        );
      const { filters } = question;
      const { filters: every } = further;
      const having = every.map((filter) => providersOf([...filters, filter]));
      const wanted = [...providersOf(filters)].filter((name) =>
        having.every((names) => names.has(name)),
      );
      const query = queryOf({ category: table.category, filters, every, pageSize: 100 });
      const { result } = (await service.read(`/api/providers?${query}`)) as {
        result: { providers: { name: string }[] };
      };
      const names = result.providers.map(({ name }) => name);
      assert.deepEqual(names.toSorted(), wanted.map(String).toSorted(), query);
    };
    const two = fc
      .constantFrom(...tablesOf().filter(({ rows }) => rows.length > 0))
      .chain((table) => fc.tuple(askedArbitrary([table]), askedArbitrary([table])));
    await fc.assert(fc.asyncProperty(two, check), { numRuns: runs(60, 20) });
  });

  it('are found by their slug and by the slugs of their listings', async () => {
    const table = tablesOf().find(({ rows }) => rows.some(({ offerSlug }) => offerSlug !== null));
    const row =
      table?.rows.find(({ offerSlug }) => offerSlug !== null) ?? assert.fail('a row with an offer');
    for (const slug of [row.offerSlug, row.slug]) {
      const { offers } = await ask(`slug=${slug}`);
      assert.ok(
        offers.some((offer) => offer.slug === row.offerSlug && offer.provider === row.provider),
      );
    }
    const some = await ask(`slug=${row.offerSlug}x&slug=${row.offerSlug}`);
    assert.deepEqual([some.missing, some.offers.length > 0], [[`${row.offerSlug}x`], true]);
    assert.deepEqual((await ask(`slug=${row.offerSlug}x`)).hints, { slugs: [row.offerSlug] });
  });
});

interface Place {
  readonly table: NaiveTable;
  readonly first: FlatRow;
  readonly order: (a: FlatRow, b: FlatRow) => number;
  readonly networks: readonly string[];
}

/** Several listings may be the first: same provider and slug, on different networks. */
function assertOffer(
  offer: Offer,
  wanted: NaiveOffer,
  { table, first, order, networks }: Place,
): void {
  const { networks: on, networkCount, scope, chains, varies, category, slug, ...cells } = offer;
  const found = new Set(wanted.rows.map(({ network }) => network));
  assert.deepEqual(
    on,
    networks.filter((network) => found.has(network)),
  );
  assert.equal(networkCount, found.size);
  assert.equal(
    scope,
    wanted.rows.some((row) => row.scope === 'all-networks') ? 'all-networks' : 'network',
  );
  assert.deepEqual(chains, chainsOf(wanted.rows));
  assert.deepEqual(varies, varyingKeys(table, wanted.all));
  assert.deepEqual([category, slug], [table.category, wanted.slug]);
  const candidates = wanted.rows.filter((row) => order(row, first) === 0);
  const expected = candidates.map((row) => {
    const { network: _, slug: ownSlug, chain, ...rest } = publicRow(table, row);
    return JSON.stringify(rest);
  });
  assert.ok(
    expected.includes(JSON.stringify(cells)),
    `${slug}: ${JSON.stringify(cells)}\nis none of ${expected}`,
  );
}

function idOf({ provider, slug }: Offer): string {
  return `${provider}\n${slug}`;
}

/** Offers that no listing matches, limited in each way that a hint has to keep. */
const empty = `
network=cela&filters=planType:Enterprise,trial:true
network=cela&network=bora&filters=planType:Enterprise,apiType:Indexed Data
provider=alchemy&filters=planType:Free,historicalData:Pruned
scope=all-networks&filters=planType:Enterprise,apiType:RPC
network=base&provider=ankr&filters=planType:Free,trial:true
network=base&filters=planType:Dedicated,historicalData:Pruned,trial:true`;

describe('hints of an empty list of offers', () => {
  const { get } = useService();
  const ask = async (limits: string, filters: readonly string[]) => {
    const list = filters.map((filter) => {
      const [id, value] = filter.split(':');
      return { id, value: [value] };
    });
    const query = `${limits}&filters=${encodeURIComponent(JSON.stringify(list))}`;
    const { result } = (await get(`/api/offers?category=apis&${query}`)).json() as {
      result: {
        pagination: { totalOffers: number };
        hints?: { dropFilters?: { id: string; totalOffers: number }[] };
      };
    };
    return result;
  };

  for (const line of empty.trim().split('\n'))
    it(`count what is there without each filter: ${line}`, async () => {
      const [limits = '', listed = ''] = line.split('&filters=');
      const filters = listed.split(',');
      const { pagination, hints } = await ask(limits, filters);
      assert.equal(pagination.totalOffers, 0, 'the list is empty');
      const expected: { id: string; totalOffers: number }[] = [];
      for (const filter of filters) {
        const others = filters.filter((each) => each !== filter);
        const { totalOffers } = (await ask(limits, others)).pagination;
        if (totalOffers > 0) expected.push({ id: filter.split(':')[0] ?? '', totalOffers });
      }
      const told = hints?.dropFilters ?? [];
      const byId = (list: readonly { id: string }[]) =>
        list.toSorted((a, b) => a.id.localeCompare(b.id));
      assert.deepEqual(byId(told), byId(expected));
      const counts = told.map(({ totalOffers }) => totalOffers);
      assert.deepEqual(
        counts,
        counts.toSorted((a, b) => b - a),
        'most first',
      );
    });
});
