import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearestName } from '../../service/errors.ts';

describe('nearestName', () => {
  const names = ['category', 'search', 'filters', 'sorting', 'page', 'pageSize'];
  const cases: readonly (readonly [name: string, suggestion: string | undefined])[] = [
    ['catgory', 'category'],
    ['CATEGORY', 'category'],
    ['pagesize', 'pageSize'],
    ['filter', 'filters'],
    ['sort', undefined],
    ['q', undefined],
    ['', undefined],
    ['x'.repeat(5000), undefined],
  ];
  for (const [name, suggestion] of cases) {
    it(`finds ${suggestion ?? 'nothing'} for "${name.slice(0, 20)}"`, () => {
      assert.deepEqual(nearestName(name, names), suggestion === undefined ? {} : { suggestion });
    });
  }

  it('finds nothing where nothing is allowed', () => {
    assert.deepEqual(nearestName('page', []), {});
  });
});
