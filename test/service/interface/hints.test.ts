/** Who finds nothing is told what would find something; who finds something is told nothing. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { siteCategories } from '../../support/interface-contract.ts';
import { matchingRows, naiveTables, parametersOf } from '../../support/interface-naive.ts';
import { askedArbitrary } from '../../support/interface-questions.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import { ownNetworks, ownSources } from '../../support/interface-sources.ts';
import { runs } from '../../support/lane.ts';
import { tinyTree } from '../../support/service-tiny-sources.ts';

interface Case {
  readonly name: string;
  readonly search?: string;
  readonly filters?: readonly { readonly id: string; readonly value: readonly string[] }[];
  readonly hints: unknown;
}

const free = { id: 'planType', value: ['Free'] };
const graph = { id: 'technology', value: ['The Graph'] };
const nobody = { id: 'provider', value: ['Nobody'] };

const cases: readonly Case[] = [
  { name: 'nothing where all is found', hints: undefined },
  { name: 'nothing where something is found', search: 'alchemy', filters: [free], hints: undefined },
  { name: 'the provider that was meant', search: 'alchmy', hints: { providers: ['Alchemy'], search: 'alchemy' } },
  { name: 'it without regard to case', search: 'ALCHMEY', hints: { providers: ['Alchemy'], search: 'alchemy' } },
  {
    name: 'it without regard to accents',
    search: 'eclaír nodez',
    hints: { providers: ['Éclair Nodes'], search: 'eclair node' },
  },
  { name: 'it by one word of its name', search: 'éclaire', hints: { providers: ['Éclair Nodes'], search: 'eclair' } },
  { name: 'it although a filter is set, too', search: 'zefyr', filters: [free], hints: { providers: ['zephyr'] } },
  { name: 'nothing where nothing is near', search: 'qqqqqqqqqq', hints: undefined },
  { name: 'nothing of providers on other networks', search: 'Store 01', hints: undefined },
  {
    name: 'the filter that empties a search',
    search: 'growth',
    filters: [free],
    hints: { dropFilters: [{ id: 'planType', totalOffers: 3 }] },
  },
  {
    name: 'the filter that empties without a search',
    filters: [nobody],
    hints: { dropFilters: [{ id: 'provider', totalOffers: 12 }] },
  },
  {
    name: 'each filter that would do, the most first',
    filters: [graph, free],
    hints: {
      dropFilters: [
        { id: 'technology', totalOffers: 4 },
        { id: 'planType', totalOffers: 1 },
      ],
    },
  },
  {
    name: 'only the filter that would do',
    search: 'growth',
    filters: [{ id: 'chain', value: ['mainnet'] }, free],
    hints: { dropFilters: [{ id: 'planType', totalOffers: 2 }] },
  },
];

describe('hints', () => {
  const { rows } = useDescribedService(tinyTree);

  for (const { name, hints, ...question } of cases) {
    it(`name ${name}`, async () => {
      const result = await rows('aria', { category: 'apis', ...question });
      assert.deepEqual(result.hints, hints);
      assert.equal('hints' in result, hints !== undefined, 'absent, not null');
      if (hints !== undefined) assert.equal(result.pagination.totalOffers, 0);
    });
  }

  it('name nothing past the last page, where something was found', async () => {
    const result = await rows('aria', { category: 'apis', search: 'growth', page: 9 });
    assert.deepEqual(result.rows, []);
    assert.ok(result.pagination.totalOffers > 0 && !('hints' in result));
  });

  it('name nothing in a category that is empty', async () => {
    assert.ok(!('hints' in (await rows('aria', { category: 'agents', search: 'alchmy' }))));
  });
});

describe('hints to any question', () => {
  const service = useDescribedService(ownSources);

  it('name every filter that alone empties it, with what is found without it', async () => {
    const tables = naiveTables(service.built().checked, ownNetworks, siteCategories);
    let empty = 0;
    await fc.assert(
      fc.asyncProperty(askedArbitrary(tables), async ({ table, question }) => {
        const result = await service.rows(table.network, { category: table.category, ...parametersOf(question) });
        if (matchingRows(table, question).length > 0) {
          return assert.ok(!('providers' in (result.hints ?? {}) || 'dropFilters' in (result.hints ?? {})));
        }
        empty++;
        const { dropFilters = [], providers = [] } = result.hints ?? {};
        const without = question.filters.map(({ id }, at) => {
          const found = matchingRows(table, { ...question, filters: question.filters.toSpliced(at, 1) });
          return { id, totalOffers: found.length };
        });
        const expected = without.filter(({ totalOffers }) => totalOffers > 0);
        assert.deepEqual(
          dropFilters,
          expected.toSorted((a, b) => b.totalOffers - a.totalOffers),
        );
        const names = new Set(table.rows.map(({ provider }) => provider));
        assert.ok(providers.length <= 3 && providers.every((name) => names.has(name)));
        const findsAlone = matchingRows(table, { ...question, filters: [] }).length > 0;
        if (findsAlone) assert.deepEqual(providers, [], 'the search is not what is wrong');
      }),
      { numRuns: runs(80, 25) },
    );
    assert.ok(empty >= runs(5, 1), `${empty} questions found nothing`);
  });

  it('name a provider by most slips of the pen', async () => {
    const tables = naiveTables(service.built().checked, ['ethereum'], ['apis']);
    const names = [...new Set(tables.flatMap(({ rows }) => rows.map(({ provider }) => String(provider))))];
    const slips = names
      .filter((name) => name.length >= 6)
      .map((name) => ({ name, slip: `${name.slice(0, 2)}${name.slice(3)}q` }));
    assert.ok(slips.length > 10);
    for (const { name, slip } of slips) {
      const { hints, pagination } = await service.rows('ethereum', {
        category: 'apis',
        search: `"${slip.replaceAll('"', '')}"`,
      });
      assert.equal(pagination.totalOffers, 0, slip);
      assert.ok(hints?.providers?.includes(name), `${slip}: ${hints?.providers}`);
    }
  });
});
