/** Mistakes of one line that no other test would notice. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseListQuery } from '../../../service/api/lists.ts';
import { parseExportQuery } from '../../../service/api/rows/export.ts';
import { exportFormats } from '../../../service/api/rows/export-formats.ts';
import type { QueryCatalog } from '../../../service/query/params.ts';
import { makeColumn, refusalOf, someCatalog } from '../../support/service-columns.ts';
import { queryOf } from '../../support/service-paths.ts';

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
    assert.deepEqual(
      [query.filters.map(({ column }) => column.key), query.sorting.map(({ column }) => column.key)],
      [['onlyFilter'], ['onlySorting']],
    );
  });

  it('is refused where it cannot be, with those that can', () => {
    const sorted = () => parseListQuery(queryOf({ category: 'apis', sorting: [{ id: 'onlyFilter' }] }), unlike);
    assert.deepEqual(refusalOf(sorted).allowed, ['onlySorting']);
    const filters = [{ id: 'onlySorting', value: ['x'] }];
    const filtered = () => parseListQuery(queryOf({ category: 'apis', filters }), unlike);
    assert.deepEqual(refusalOf(filtered).allowed, ['onlyFilter']);
  });
});

describe('parseExportQuery', () => {
  const formats = Object.keys(exportFormats);

  it('gives CSV unless another format is asked for', () => {
    assert.equal(parseExportQuery('category=apis', someCatalog).format, 'csv');
    for (const format of formats)
      assert.equal(parseExportQuery(`category=apis&format=${format}`, someCatalog).format, format);
  });

  it('refuses another format, and names those that there are', () => {
    const refusal = refusalOf(() => parseExportQuery('category=apis&format=parket', someCatalog));
    assert.deepEqual([refusal.parameter, refusal.allowed, refusal.suggestion], ['format', formats, 'parquet']);
  });
});
