/**
 * Rows, facets, hints and prices against the test oracle in plain JavaScript, for random questions.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isMoney } from '../../../model/columns.ts';
import { companionsOf } from '../../../model/companions.ts';
import { directory } from '../../support/directory.ts';
import type { FlatRow } from '../../support/expected-rows.ts';
import {
  compareNatural,
  matchingRows,
  type NaiveFilter,
  type NaiveTable,
  naiveFacets,
  naiveTables,
  orderedRows,
  parametersOf,
  publicRow,
  type Question,
  sortedRows,
} from '../../support/interface-naive.ts';
import { type Asked, askedArbitrary, withAlternatives } from '../../support/interface-questions.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import { runs } from '../../support/lane.ts';
import { isFree, naiveGroup, naiveGroups, naiveMain } from '../../support/naive-prices.ts';
import { oddTree } from '../../support/odd-tree.ts';
import type { RowsResult } from '../../support/service-answers.ts';
import { queryOf, type RowsParameters } from '../../support/service-paths.ts';

// Sorts and filters every money column of a listing, and compares the answers with the test oracle.

type Ask = (parameters: RowsParameters) => Promise<RowsResult>;

/** Returns the number of questions. */
async function assertPricesCompared(table: NaiveTable, ask: Ask): Promise<number> {
  let asked = 0;
  for (const { key: id } of table.columns.filter(isMoney)) {
    for (const question of questionsAbout(table, id)) {
      await assertAnswer(table, question, ask);
      asked++;
    }
  }
  return asked;
}

/**
 * Both directions, without a filter and with a range of each group, at a number that some row
 * states.
 */
function questionsAbout({ rows }: NaiveTable, id: string): Question[] {
  const order = (desc: boolean): Question => ({ terms: [], filters: [], sorting: [{ id, desc }] });
  const groups = naiveGroups(rows, id).map(([group]) => group);
  const ranges = [null, ...groups].map((group): Question => {
    const stated = rows.filter(
      (row) => naiveGroup(row, id) === (group ?? naiveMain(rows, id)) && !isFree(row, id),
    );
    const bounds = stated.map((row) => Number(row[`${id}Min`])).toSorted((a, b) => a - b);
    const middle = String(bounds[Math.floor(bounds.length / 2)] ?? 10);
    return {
      terms: [],
      filters: [{ id, value: group === null ? ['', middle] : [middle, '', group] }],
      sorting: [{ id, desc: false }],
    };
  });
  return [order(false), order(true), ...ranges];
}

async function assertAnswer(table: NaiveTable, question: Question, ask: Ask): Promise<void> {
  const parameters = {
    category: table.category,
    pageSize: 100,
    numbers: 1,
    ...parametersOf(question),
  };
  const first = await ask({ ...parameters, page: 1 });
  const all = [...first.rows];
  for (let page = 2; page <= first.pagination.totalPages; page++)
    all.push(...(await ask({ ...parameters, page })).rows);
  const what = `${table.network} ${table.category} ${JSON.stringify(question)}`;
  const wanted = orderedRows(table, question).map((row) => withNumbers(table, row));
  assert.deepEqual(all, wanted, what);
  assert.deepEqual(first.hints?.priceOrder, naivePriceOrder(table, question), what);
  assert.deepEqual(first.hints?.priceFilters ?? [], naivePriceFilters(table, question), what);
}

/** The row as the service sends it with `numbers=1`. */
function withNumbers(table: NaiveTable, row: FlatRow): Record<string, unknown> {
  const keys = table.columns.flatMap(companionsOf).map(({ key }) => key);
  return { ...publicRow(table, row), ...Object.fromEntries(keys.map((key) => [key, row[key]])) };
}

/** Of the query, as hints tell it: the groups of the matching rows with their sizes. */
function naivePriceOrder(table: NaiveTable, question: Question) {
  const matching = matchingRows(table, question);
  return question.sorting.map(({ id }) => ({
    id,
    groups: naiveGroups(table.rows, id).flatMap(([group]) => {
      const totalOffers = matching.filter((row) => naiveGroup(row, id) === group).length;
      return totalOffers === 0 ? [] : [{ ...unitOf(group), totalOffers }];
    }),
    withoutNumber: matching.filter((row) => naiveGroup(row, id) === null).length,
  }));
}

function naivePriceFilters(table: NaiveTable, question: Question) {
  return question.filters.map(({ id, value }) => {
    const group = value[2] ?? naiveMain(table.rows, id);
    const others = matchingRows(table, { ...question, filters: [] });
    const left = others.filter(
      (row) => !isFree(row, id) && ![null, group].includes(naiveGroup(row, id)),
    );
    const withoutNumber = others.filter((row) => naiveGroup(row, id) === null).length;
    return { id, ...unitOf(group), notCompared: left.length, withoutNumber };
  });
}

function unitOf(group: string) {
  const [currency = '', ...unit] = group.split('/');
  return {
    currency: currency === '' ? null : currency,
    unit: unit.join('/') === '' ? null : unit.join('/'),
  };
}

interface ValueFacet {
  readonly id: string;
  readonly values?: readonly {
    readonly value: string;
    readonly count: number;
    readonly providersCount: number;
  }[];
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

const service = useDescribedService(directory, { ANSWER_CACHE: 'off' });
/**
 * Made once, when the service is there: a hook of the file would run before that of the service.
 */
let made: readonly NaiveTable[] | null = null;

function tables(): readonly NaiveTable[] {
  const { checked } = service.built();
  const networks = checked.resolved.networks.map(({ key }) => key);
  const categories = checked.sources.meta.categories.map(({ key }) => key);
  made ??= naiveTables(checked, networks, categories);
  return made;
}

const toolbox = (network: string) => `/networks/${network}/api/infrastructure-providers`;

/** Runs the check for random questions. */
async function forQuestions(
  count: number,
  check: (asked: Asked, choice: number) => Promise<void>,
): Promise<void> {
  const property = fc.asyncProperty(askedArbitrary(tables()), fc.nat(), check);
  await fc.assert(property, { numRuns: runs(5 * count, Math.ceil(count / 2)) });
}

async function facetsOf({ table: { network, category }, question }: Asked): Promise<FacetsResult> {
  const { sorting: _, ...parameters } = parametersOf(question);
  const path = `${toolbox(network)}/facets?${queryOf({ category, ...parameters })}`;
  return ((await service.read(path)) as { result: FacetsResult }).result;
}

const providersOf = (rows: readonly { readonly provider?: unknown }[]) => [
  ...new Set(rows.map(({ provider }) => provider)),
];

describe('any question', () => {
  it('has the same rows, in the same order, on the same pages', async () => {
    await forQuestions(50, async ({ table, question }, choice) => {
      const pageSize = [1, 2, 3, 7, 10, 100][choice % 6] ?? 1;
      const expected = orderedRows(table, question);
      const providers = providersOf(expected);
      const totalPages = Math.ceil(providers.length / pageSize);
      for (const page of new Set(
        [1, Math.ceil(totalPages / 2), totalPages, totalPages + 1].filter(Boolean),
      )) {
        const parameters = { category: table.category, ...parametersOf(question), page, pageSize };
        const { rows, pagination } = await service.rows(table.network, parameters);
        const shown = new Set(providers.slice((page - 1) * pageSize, page * pageSize));
        const wanted = expected
          .filter(({ provider }) => shown.has(provider))
          .map((row) => publicRow(table, row));
        const slugs = rows.map(({ slug }) => slug);
        assert.deepEqual(
          slugs,
          wanted.map(({ slug }) => slug),
        );
        assert.deepEqual(rows, wanted);
        for (const row of rows)
          assert.deepEqual(Object.keys(row), Object.keys(wanted[0] ?? {}), 'the order of keys');
        const totals = {
          totalPages,
          totalProviders: providers.length,
          totalOffers: expected.length,
        };
        assert.deepEqual(pagination, { mode: 'group', page, pageSize, ...totals });
      }
    });
  });

  it('has the rows that one of two filters finds, where they are alternatives', async () => {
    await forQuestions(30, async ({ table, question }) => {
      const asked = withAlternatives(question);
      if (asked === null) return;
      const parameters = { category: table.category, ...parametersOf(asked), pageSize: 100 };
      const { rows, pagination } = await service.rows(table.network, parameters);
      const expected = orderedRows(table, asked);
      const shown = new Set(providersOf(expected).slice(0, 100));
      const wanted = expected.filter(({ provider }) => shown.has(provider));
      assert.deepEqual(
        rows.map(({ slug }) => slug),
        wanted.map(({ slug }) => slug),
      );
      assert.equal(pagination.totalOffers, expected.length);
    });
  });

  it('has the requested keys of the same rows, one by one, with mode=offer', async () => {
    await forQuestions(25, async ({ table, question }, choice) => {
      const pageSize = [1, 3, 100][choice % 3] ?? 1;
      const { network, category, columns } = table;
      const expected = sortedRows(table, question);
      const fields = ['slug', 'network', columns.at(-1)?.key ?? 'provider'];
      const parameters = queryOf({ category, ...parametersOf(question), page: 2, pageSize });
      const path = `${toolbox(network)}/rows?${parameters}&mode=offer&fields=${fields}&meta=none`;
      const { result } = (await service.read(path)) as {
        result: { rows: object[]; pagination: object };
      };
      const wanted = expected.slice(pageSize, 2 * pageSize).map((row) => {
        const whole = publicRow(table, row);
        return Object.fromEntries(fields.map((key) => [key, whole[key]]));
      });
      assert.deepEqual(result.rows, wanted);
      if (wanted.length > 0) assert.deepEqual(Object.keys(result.rows[0] ?? {}), fields);
      const totalPages = Math.ceil(expected.length / pageSize);
      const totals = {
        totalPages,
        totalProviders: providersOf(expected).length,
        totalOffers: expected.length,
      };
      assert.deepEqual(result.pagination, { mode: 'offer', page: 2, pageSize, ...totals });
      assert.equal('columnsMeta' in result, false);
    });
  });

  it('has facets that count what a plain count finds, most frequent values first', async () => {
    await forQuestions(30, async (given) => {
      const { facets, totalOffers, totalProviders } = await facetsOf(given);
      const rows = orderedRows(given.table, given.question);
      assert.deepEqual([totalOffers, totalProviders], [rows.length, providersOf(rows).length]);
      const expected = naiveFacets(given.table, given.question);
      const ids = facets.map(({ id }) => id);
      assert.deepEqual(
        ids,
        expected.map(({ id }) => id),
      );
      for (const [at, { id, values, span }] of expected.entries()) {
        const { values: counted = [], min, max, count } = facets[at] ?? { id };
        if (values === null) assert.deepEqual({ min, max, count }, span, id);
        else assertValues(counted, values, id);
      }
    });
  });

  it('finds with a click what the panel counts', async () => {
    await forQuestions(30, async (given, choice) => {
      const clicks = (await facetsOf(given)).facets.flatMap(clicksOf);
      const click = clicks[choice % clicks.length];
      if (!click) return;
      const { id, value, count, providersCount } = click;
      const filters = [
        ...given.question.filters.filter((filter) => filter.id !== id),
        { id, value },
      ];
      const { category, network } = given.table;
      const parameters = { category, ...parametersOf({ ...given.question, filters }) };
      const { pagination } = await service.rows(network, parameters);
      assert.equal(pagination.totalOffers, count);
      if (providersCount !== null) assert.equal(pagination.totalProviders, providersCount);
    });
  });

  it('that finds nothing names every filter that alone empties it, with what is found without it', async () => {
    let empty = 0;
    await forQuestions(40, async ({ table, question }) => {
      const { network, category } = table;
      const { hints } = await service.rows(network, { category, ...parametersOf(question) });
      const { dropFilters = [], providers = [] } = hints ?? {};
      if (matchingRows(table, question).length > 0)
        return assert.deepEqual([dropFilters, providers], [[], []]);
      empty++;
      const without = question.filters.map(({ id }, at) => {
        const filters = question.filters.toSpliced(at, 1);
        return { id, totalOffers: matchingRows(table, { ...question, filters }).length };
      });
      const expected = without.filter(({ totalOffers }) => totalOffers > 0);
      const all = expected.toSorted((a, b) => b.totalOffers - a.totalOffers);
      assert.deepEqual(dropFilters, all);
      const names = new Set(providersOf(table.rows));
      assert.ok(providers.length <= 3 && providers.every((name) => names.has(name)));
      const findsAlone = matchingRows(table, { ...question, filters: [] }).length > 0;
      if (findsAlone) assert.deepEqual(providers, [], 'the search is not what is wrong');
    });
    assert.ok(empty > 0);
  });

  it('about prices is answered inside their groups, in both directions', async () => {
    let asked = 0;
    // The odd prices, and those of many offers.
    const chosen = [
      'aria apis',
      'aria wallets',
      'bora storages',
      'base ramps',
      'solana apis',
      'ethereum faucets',
    ];
    const listings = tables().filter(({ network, category }) =>
      chosen.includes(`${network} ${category}`),
    );
    for (const table of listings)
      asked += await assertPricesCompared(table, (parameters) =>
        service.rows(table.network, parameters),
      );
    assert.ok(asked > 20, `${asked} questions`);
  });
});

function assertValues(
  counted: NonNullable<ValueFacet['values']>,
  expected: ReadonlyMap<string, unknown>,
  id: string,
) {
  const found = counted.map(
    (each) => [each.value.toLowerCase(), [each.count, each.providersCount]] as const,
  );
  assert.deepEqual(new Map(found), expected, id);
  const sorted = counted.toSorted((a, b) => b.count - a.count || compareNatural(a.value, b.value));
  // Yes stands before No.
  const isFlag = counted.every(({ value }) => value === 'true' || value === 'false');
  if (!isFlag) assert.deepEqual(counted, sorted, `${id}: most frequent first, then from A to Z`);
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
  const odd = useDescribedService(oddTree);

  it('are found by a click as often as the panel counts them', async () => {
    const { result } = (await odd.read(`${toolbox('nemo')}/facets?category=apis`)) as {
      result: FacetsResult;
    };
    const facet = result.facets.find(({ id }) => id === 'technology') ?? assert.fail('a facet');
    for (const { id, value, count } of clicksOf(facet)) {
      const { pagination } = await odd.rows('nemo', { category: 'apis', filters: [{ id, value }] });
      assert.equal(pagination.totalOffers, count, String(value));
    }
  });
});
