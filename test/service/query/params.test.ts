import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod';
import { parseListQuery } from '../../../service/api/lists.ts';
import { cutPage } from '../../../service/query/paging.ts';
import { parseSearch } from '../../../service/questions/parameters.ts';
import { parseParameters, type QueryCatalog } from '../../../service/questions/parse.ts';
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
        for (const text of pieces.join(' ').match(/[a-z]+/g) ?? [])
          assert.ok(found.includes(text), found);
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
    const seen = [
      query.filters.map(({ column }) => column.key),
      query.sorting.map(({ column }) => column.key),
    ];
    assert.deepEqual(seen, [['onlyFilter'], ['onlySorting']]);
  });

  it('is refused where it cannot be, with those that can', () => {
    const sorted = () =>
      parseListQuery(queryOf({ category: 'apis', sorting: [{ id: 'onlyFilter' }] }), unlike);
    assert.deepEqual(refusalOf(sorted).allowed, ['onlySorting']);
    const filters = [{ id: 'onlySorting', value: ['x'] }];
    const filtered = () => parseListQuery(queryOf({ category: 'apis', filters }), unlike);
    assert.deepEqual(refusalOf(filtered).allowed, ['onlyFilter', 'networkCount', 'mentions']);
  });
});

describe('parseParameters', () => {
  it('reads broken percent signs as they are', () => {
    const schema = { search: z.string(), page: z.string() };
    assert.equal(
      parseParameters(new URLSearchParams('search=100%&page=%zz'), schema).search,
      '100%',
    );
  });
});

/** Contents 0..5 of three providers; 3 and 5 are of the first again. */
const providerOf = (id: number) => 'ABCABA'[id] ?? '';

describe('cutPage', () => {
  it('is the page of a row, if one is asked for', () => {
    const pageWith = (row: number, pageSize: number) =>
      cutPage([0, 1, 2, 3, 4, 5], providerOf, { page: 9, pageSize, row }).pagination.page;
    assert.deepEqual(
      [pageWith(0, 2), pageWith(4, 2), pageWith(2, 2), pageWith(2, 1), pageWith(7, 2)],
      [1, 1, 2, 3, 9],
    );
  });
});
