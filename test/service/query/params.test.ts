import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod';
import { parseListQuery } from '../../../service/api/lists.ts';
import { cutPage } from '../../../service/query/pages.ts';
import { parseSearch } from '../../../service/query/parameters.ts';
import { parseParameters, type QueryCatalog } from '../../../service/query/params.ts';
import { makeColumn, refusalOf } from '../../support/service-columns.ts';
import { queryOf } from '../../support/service-paths.ts';

describe('parseSearch', () => {
  const cases: readonly (readonly [search: string, terms: readonly string[]])[] = [
    ['', []],
    ['   \t\n ', []],
    ['alchemy', ['alchemy']],
    ['  free   archive ', ['free', 'archive']],
    ['a b\tc\nd', ['a', 'b', 'c', 'd']],
    ['Alchemy ALCHEMY alchemy', ['alchemy']],
    ['Éclair', ['eclair']],
    ['E\u0301clair', ['eclair']],
    ['ＦＵＬＬ', ['full']],
    ['non\u00a0breaking', ['non', 'breaking']],
    ['"free plan"', ['free plan']],
    ['"free plan" archive', ['free plan', 'archive']],
    ['archive "free plan"', ['archive', 'free plan']],
    ['"one" "two three"', ['one', 'two three']],
    ['"Free  Plan"', ['free  plan']],
    ['"', ['"']],
    ['""', ['""']],
    ['" "', []],
    ['"free plan', ['"free', 'plan']],
    ['free plan"', ['free', 'plan"']],
    ['5" disk', ['5"', 'disk']],
    ['say"free plan"', ['say"free', 'plan"']],
    ['"free"plan', ['"free"plan']],
    ['a"b', ['a"b']],
    ['100%', ['100%']],
    ["_ * \\ ' ; --", ['_', '*', '\\', "'", ';', '--']],
    ['a\u001fb', ['a b']],
  ];
  for (const [search, terms] of cases) {
    it(`splits ${JSON.stringify(search)} into ${JSON.stringify(terms)}`, () => {
      assert.deepEqual(parseSearch(search), terms);
    });
  }

  it('takes 200 characters, however many bytes they have, and no more', () => {
    assert.deepEqual(parseSearch('x'.repeat(200)), ['x'.repeat(200)]);
    assert.deepEqual(parseSearch('🦊'.repeat(200)), ['🦊'.repeat(200)]);
    const refusal = refusalOf(() => parseSearch('x'.repeat(201)));
    assert.equal(refusal.parameter, 'search');
    assert.match(refusal.message, /longer than 200 characters/);
  });

  it('loses no word, whatever quotes stand around it', () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/);
    const piece = fc.oneof(
      word,
      word.map((text) => `"${text}"`),
      fc.constant('"'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const found = parseSearch(pieces.join(' ')).join(' ');
        for (const text of pieces.join(' ').match(/[a-z]+/g) ?? []) assert.ok(found.includes(text), found);
      }),
    );
  });
});

/** In most tables a column is both or neither. */
const unlike: QueryCatalog = {
  categoryKeys: ['apis'],
  columnsOf: () => [
    makeColumn('onlyFilter', { filter: 'searchableMultiSelect' }),
    makeColumn('onlySorting', { sorting: 'string' }),
  ],
};

describe('a column that can be filtered or sorted, and not both', () => {
  it('is taken where it can be', () => {
    const filters = [{ id: 'onlyFilter', value: ['x'] }];
    const sorting = [{ id: 'onlySorting', desc: true }];
    const query = parseListQuery(queryOf({ category: 'apis', filters, sorting }), unlike);
    const seen = [query.filters.map(({ column }) => column.key), query.sorting.map(({ column }) => column.key)];
    assert.deepEqual(seen, [['onlyFilter'], ['onlySorting']]);
  });

  it('is refused where it cannot be, with those that can', () => {
    const sorted = () => parseListQuery(queryOf({ category: 'apis', sorting: [{ id: 'onlyFilter' }] }), unlike);
    assert.deepEqual(refusalOf(sorted).allowed, ['onlySorting']);
    const filters = [{ id: 'onlySorting', value: ['x'] }];
    const filtered = () => parseListQuery(queryOf({ category: 'apis', filters }), unlike);
    assert.deepEqual(refusalOf(filtered).allowed, ['onlyFilter']);
  });
});

describe('parseParameters', () => {
  it('reads broken percent signs as they are', () => {
    const schema = { search: z.string(), page: z.string() };
    assert.equal(parseParameters('search=100%&page=%zz', schema).search, '100%');
  });
});

/** Contents 0..5 of three providers; 3 and 5 are of the first again. */
const providerOf = (id: number) => 'ABCABA'[id] ?? '';

describe('cutPage', () => {
  const cases: readonly (readonly [page: number, pageSize: number, providers: string, totalPages: number])[] = [
    [1, 1, 'A', 3],
    [3, 1, 'C', 3],
    [1, 2, 'AB', 2],
    [2, 2, 'C', 2],
    [1, 3, 'ABC', 1],
    [1, 100, 'ABC', 1],
    [2, 3, '', 1],
    [999_999_999, 100, '', 1],
  ];
  for (const [page, pageSize, providers, totalPages] of cases) {
    it(`page ${page} of ${pageSize} providers is "${providers}", with true totals`, () => {
      const { groups, pagination } = cutPage([0, 1, 2, 3, 4, 5], providerOf, { page, pageSize });
      assert.equal(groups.map(({ provider }) => provider).join(''), providers);
      const totals = { totalPages, totalProviders: 3, totalOffers: 6 };
      assert.deepEqual(pagination, { mode: 'group', page, pageSize, ...totals });
    });
  }

  it('is the page of a row, if one is asked for', () => {
    const pageWith = (row: number, pageSize: number) =>
      cutPage([0, 1, 2, 3, 4, 5], providerOf, { page: 9, pageSize, row }).pagination.page;
    assert.deepEqual([pageWith(0, 2), pageWith(4, 2), pageWith(2, 2), pageWith(2, 1), pageWith(7, 2)], [1, 1, 2, 3, 9]);
  });

  it('neither loses nor repeats a row over all pages', () => {
    const contents = fc.uniqueArray(fc.nat(60), { maxLength: 60 });
    fc.assert(
      fc.property(
        contents,
        fc.array(fc.nat(9), { minLength: 61, maxLength: 61 }),
        fc.integer({ min: 1, max: 12 }),
        (ids, owners, pageSize) => {
          const names = (id: number) => `provider ${owners[id]}`;
          const { totalPages } = cutPage(ids, names, { page: 1, pageSize }).pagination;
          const pages = Array.from({ length: totalPages }, (_, index) =>
            cutPage(ids, names, { page: index + 1, pageSize }),
          );
          const groups = pages.flatMap((page) => page.groups);
          const found = groups.flatMap((group) => group.rows).toSorted((a, b) => a - b);
          assert.deepEqual(
            found,
            ids.toSorted((a, b) => a - b),
          );
          assert.equal(new Set(groups.map(({ provider }) => provider)).size, groups.length);
          for (const page of pages) assert.ok(page.groups.length > 0 && page.groups.length <= pageSize);
        },
      ),
    );
  });
});
