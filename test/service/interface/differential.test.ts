/** Rows and facets against the test oracle in plain JavaScript, for random questions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type NaiveFilter,
  type NaiveTable,
  naiveFacets,
  naiveTables,
  orderedRows,
  parametersOf,
  publicRow,
  sortedRows,
} from '../../support/interface-naive.ts';
import { type Asked, askedArbitrary } from '../../support/interface-questions.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import { corpusNetworks, corpusSources, ownNetworks, ownSources } from '../../support/interface-sources.ts';
import { runs, unbounded } from '../../support/lane.ts';
import { queryOf } from '../../support/service-paths.ts';
import { tinyTree } from '../../support/service-tiny-sources.ts';

interface ValueFacet {
  readonly id: string;
  readonly values?: readonly { readonly value: string; readonly count: number; readonly providersCount: number }[];
  readonly min?: number | null;
  readonly max?: number | null;
  readonly count?: number;
  /** Of a money column: those of the prices that are counted. */
  readonly currency?: string | null;
  readonly unit?: string | null;
}

interface FacetsResult {
  readonly totalOffers: number;
  readonly totalProviders: number;
  readonly facets: readonly ValueFacet[];
}

const tiny = tinyTree;

describe("questions about the project's own sources", () => {
  itAnswersLikeAPlainFilter(ownSources, ownNetworks, runs(40, 10));
});
describe('questions about sources with odd names', () => {
  itAnswersLikeAPlainFilter(tiny, ['aria', 'bora', 'cela'], runs(20, 5));
});
if (unbounded) {
  describe('questions that no cache answers', () => {
    itAnswersLikeAPlainFilter(tiny, ['aria', 'bora', 'cela'], 15, { ANSWER_CACHE: 'off' });
  });
}
describe('questions about the corpus', () => {
  itAnswersLikeAPlainFilter(corpusSources, corpusNetworks, runs(20, 5));
});

function itAnswersLikeAPlainFilter(
  sources: Parameters<typeof useDescribedService>[0],
  networks: readonly string[],
  numRuns: number,
  environment: Readonly<Record<string, string>> = {},
): void {
  const service = useDescribedService(sources, environment);
  let tables: NaiveTable[] = [];
  const tablesOf = () => {
    const { checked } = service.built();
    const categories = checked.sources.meta.categories.map(({ key }) => key);
    if (tables.length === 0) tables = naiveTables(checked, networks, categories);
    return tables;
  };
  const asked = () => askedArbitrary(tablesOf());
  const facetsOf = async ({ table: { network, category }, question }: Asked): Promise<FacetsResult> => {
    const { sorting: _, ...parameters } = parametersOf(question);
    const path = `/networks/${network}/api/infrastructure-providers/facets?${queryOf({ category, ...parameters })}`;
    return ((await service.read(path)) as { result: FacetsResult }).result;
  };

  it('have the same rows, in the same order, on the same pages', async () => {
    const pageSizes = fc.constantFrom(1, 2, 3, 7, 10, 100);
    await fc.assert(
      fc.asyncProperty(asked(), pageSizes, async ({ table, question }, pageSize) => {
        const expected = orderedRows(table, question);
        const providers = [...new Set(expected.map(({ provider }) => provider))];
        const pages = Math.ceil(providers.length / pageSize);
        for (const page of new Set([1, Math.ceil(pages / 2), pages, pages + 1].filter((number) => number > 0))) {
          const parameters = { category: table.category, ...parametersOf(question), page, pageSize };
          const { rows, pagination } = await service.rows(table.network, parameters);
          const shown = new Set(providers.slice((page - 1) * pageSize, page * pageSize));
          const expectedRows = expected.filter(({ provider }) => shown.has(provider));
          assert.deepEqual(
            rows.map(({ slug }) => slug),
            expectedRows.map(({ slug }) => slug),
          );
          assert.deepEqual(
            rows,
            expectedRows.map((row) => publicRow(table, row)),
          );
          assert.deepEqual(
            { ...pagination },
            {
              mode: 'group',
              page,
              pageSize,
              totalPages: pages,
              totalProviders: providers.length,
              totalOffers: expected.length,
            },
          );
        }
      }),
      { numRuns },
    );
  });

  it('have the requested keys of the same rows, one by one, with mode=offer', async () => {
    await fc.assert(
      fc.asyncProperty(asked(), fc.constantFrom(1, 3, 100), async ({ table, question }, pageSize) => {
        const { network, category, columns } = table;
        const expected = sortedRows(table, question);
        const fields = ['slug', 'network', columns.at(-1)?.key ?? 'provider'];
        const parameters = queryOf({ category, ...parametersOf(question), page: 2, pageSize });
        const path = `/networks/${network}/api/infrastructure-providers/rows?${parameters}&mode=offer&fields=${fields}&meta=none`;
        const { result } = (await service.read(path)) as { result: { rows: object[]; pagination: object } };
        const wanted = expected.slice(pageSize, 2 * pageSize).map((row) => {
          const whole = publicRow(table, row);
          return Object.fromEntries(fields.map((key) => [key, whole[key]]));
        });
        assert.deepEqual(result.rows, wanted);
        assert.deepEqual(Object.keys(result.rows[0] ?? { slug: 0, network: 0 }).slice(0, 2), ['slug', 'network']);
        const totalProviders = new Set(expected.map(({ provider }) => provider)).size;
        const totalPages = Math.ceil(expected.length / pageSize);
        const totals = { totalPages, totalProviders, totalOffers: expected.length };
        assert.deepEqual(result.pagination, { mode: 'offer', page: 2, pageSize, ...totals });
        assert.equal('columnsMeta' in result, false);
      }),
      { numRuns },
    );
  });

  it('find nothing in tables without rows', async () => {
    const empty = tablesOf().filter(({ rows }) => rows.length === 0);
    assert.ok(empty.length > 0);
    for (const { network, category } of empty) {
      const { rows, pagination } = await service.rows(network, { category, search: 'a' });
      assert.deepEqual([rows.length, pagination.totalOffers, pagination.totalPages], [0, 0, 0]);
    }
  });

  it('have facets that count what a plain count finds', async () => {
    await fc.assert(
      fc.asyncProperty(asked(), async (given) => {
        const { facets, totalOffers, totalProviders } = await facetsOf(given);
        const rows = orderedRows(given.table, given.question);
        assert.deepEqual(
          [totalOffers, totalProviders],
          [rows.length, new Set(rows.map(({ provider }) => provider)).size],
        );
        const expected = naiveFacets(given.table, given.question);
        assert.deepEqual(
          facets.map(({ id }) => id),
          expected.map(({ id }) => id),
        );
        for (const [at, { id, values, span }] of expected.entries()) {
          const { values: counted, min, max, count } = facets[at] ?? { id };
          if (values === null) assert.deepEqual({ min, max, count }, span, id);
          else
            assert.deepEqual(
              new Map(counted?.map((value) => [value.value.toLowerCase(), [value.count, value.providersCount]])),
              values,
              id,
            );
        }
      }),
      { numRuns },
    );
  });

  it('find with a click what the panel counts', async () => {
    await fc.assert(
      fc.asyncProperty(asked(), fc.nat(), async (given, choice) => {
        const { facets } = await facetsOf(given);
        const clicks = facets.flatMap(clicksOf);
        const click = clicks[choice % clicks.length];
        if (!click) return;
        const { id, value, count, providersCount } = click;
        const filters = [...given.question.filters.filter((filter) => filter.id !== id), { id, value }];
        const { category, network } = given.table;
        const { pagination } = await service.rows(network, {
          category,
          ...parametersOf({ ...given.question, filters }),
        });
        assert.equal(pagination.totalOffers, count);
        if (providersCount !== null) assert.equal(pagination.totalProviders, providersCount);
      }),
      { numRuns },
    );
  });
}

interface Click extends NaiveFilter {
  readonly count: number;
  readonly providersCount: number | null;
}

function clicksOf({ id, values, min, max, count, currency, unit }: ValueFacet): Click[] {
  if (values) return values.map((value) => ({ ...value, id, value: [value.value] }));
  if (min === null || max === null || count === undefined) return [];
  const group = unit === undefined ? [] : [`${currency ?? ''}/${unit ?? ''}`];
  return [{ id, value: [String(min), String(max), ...group], count, providersCount: null }];
}

describe('values that differ in nothing but case', () => {
  // Letters whose small form depends on where they stand, or is longer than they are.
  const odd = [
    'ΟΔΟΣ',
    'οδοσ',
    'οδος',
    'İstanbul',
    'istanbul',
    'i̇stanbul',
    'STRASSE',
    'Straße',
    'ǅ',
    'ǆ',
    'Ǆ',
    'ẞ',
    'ß',
    'K',
    'k',
  ];
  const records = odd.map((technology, at) => `o${at},Aardvark,RPC,Tiered,mainnet,false,false,${technology}`);
  const header = 'slug,provider,apiType,planType,chain,starred,trial,technology';
  const file = 'listings/specific-networks/aria/apis.csv';
  const service = useDescribedService({ ...tinyTree, [file]: `${[header, ...records].join('\n')}\n` });

  it('are found by a click as often as the panel counts them', async () => {
    const path = '/networks/aria/api/infrastructure-providers/facets?category=apis';
    const { result } = (await service.read(path)) as { result: FacetsResult };
    const facet = result.facets.find(({ id }) => id === 'technology');
    for (const { id, value, count } of facet ? clicksOf(facet) : assert.fail('a facet')) {
      const { pagination } = await service.rows('aria', { category: 'apis', filters: [{ id, value }] });
      assert.equal(pagination.totalOffers, count, String(value));
    }
  });
});
