/** Facts that all rows of a view share. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeCommon } from '../../../service/pages/toolbox/columns/common.ts';
import { makeColumn } from '../../support/service-columns.ts';

describe('describeCommon', () => {
  const trial = makeColumn('trial', { label: 'Trial', valueKind: 'boolean', filter: 'select' });
  const mfa = makeColumn('mfa', { label: 'MFA', valueKind: 'boolean', filter: 'select' });
  const planType = makeColumn('planType', {
    label: 'Plan type',
    cellType: 'planType',
    filter: 'searchableMultiSelect',
  });
  const price = makeColumn('price', { label: 'Price', cellType: 'numericRange', filter: 'range', sorting: 'number' });
  const transport = makeColumn('transport', { label: 'Transport', filter: 'searchableMultiSelect' });

  const cases = [
    [trial, 0, 'no trial'],
    [trial, 1, 'with trial'],
    [mfa, 0, 'no MFA'],
    [planType, 'Free', 'Free'],
    [price, '$0 /1M requests', 'price $0'],
    [price, '$49/mo', 'price $49 /month'],
    [price, 'custom', 'price Custom'],
    [transport, '[http](https://a.example/)', 'transport http'],
  ] as const;
  for (const [column, value, text] of cases)
    it(`is "${text}" for ${JSON.stringify(value)}`, () =>
      assert.equal(describeCommon(column, { [column.key]: value }), text));
});
