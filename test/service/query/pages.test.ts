import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cutPage } from '../../../service/query/pages.ts';

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
