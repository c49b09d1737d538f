import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rowSchema } from '../../model/rows.ts';
import { makeColumn } from '../support/columns.ts';

const columns = [
  makeColumn({ key: 'slug', categories: ['apis', 'wallets'], requiredIn: ['apis', 'wallets'], core: true }),
  makeColumn({ key: 'tag', valueKind: 'array', categories: ['apis'], core: true }),
  makeColumn({ key: 'trial', valueKind: 'boolean', categories: ['apis', 'wallets'], requiredIn: ['wallets'] }),
];

describe('rowSchema', () => {
  const row = { slug: 'a', tag: ['x'], trial: true };
  const cases: readonly (readonly [what: string, row: object, apis: boolean, wallets: boolean])[] = [
    ['a row that is filled in', row, true, true],
    ['null where nothing is required', { ...row, tag: null }, true, true],
    ['null in a column that only wallets require', { ...row, trial: null }, true, false],
    ['null in a column that both require', { ...row, slug: null }, false, false],
    ['a column too few', { slug: 'a', trial: true }, false, false],
    ['a column too many', { ...row, price: '$1' }, false, false],
    ['a text for a list', { ...row, tag: 'x' }, false, false],
    ['a list of numbers', { ...row, tag: [1] }, false, false],
    ['a text for a boolean', { ...row, trial: 'TRUE' }, false, false],
    ['a blank text', { ...row, slug: '' }, true, true],
  ];
  for (const [what, values, apis, wallets] of cases) {
    it(`${apis ? 'accepts' : 'refuses'} ${what} in apis, ${wallets ? 'accepts' : 'refuses'} it in wallets`, () => {
      assert.equal(rowSchema(columns, 'apis').safeParse(values).success, apis);
      assert.equal(rowSchema(columns, 'wallets').safeParse(values).success, wallets);
    });
  }

  it('names the column of what it refuses', () => {
    const result = rowSchema(columns, 'wallets').safeParse({ slug: 'a', tag: null, trial: null });
    assert.deepEqual(
      result.error?.issues.map((issue) => issue.path),
      [['trial']],
    );
  });
});
