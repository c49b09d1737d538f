import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describePlans } from '../../../service/pages/provider/plans.ts';
import { makeColumn } from '../../support/columns.ts';

const price = makeColumn({ key: 'price', cellType: 'numericRange', sorting: 'number', filter: 'range' });

function plansOf(...plans: readonly (readonly [planType: string | null, price: string | null])[]) {
  const rows = plans.map(([planType, text]) => ({ planType, price: text }));
  return describePlans(rows, [price]);
}

describe('describePlans', () => {
  it('names the kinds of plans with the least price of each, the cheapest first', () => {
    const plans = [
      ['Enterprise', 'Custom'],
      ['Tiered', '$99/mo'],
      ['Free', '$0'],
      ['Tiered', '$49/mo'],
    ] as const;
    assert.equal(plansOf(...plans), 'free, tiered from $49/month, enterprise custom');
  });
  it('says free once, whatever the plans are called', () => {
    assert.equal(plansOf(['Free', '$0'], ['Public', 'Free']), 'free');
  });
  it('needs no kind of plan', () => {
    assert.equal(plansOf([null, '$5']), 'from $5');
    assert.equal(plansOf([null, 'Contact sales']), 'custom');
  });
  it('is null without prices', () => {
    assert.equal(plansOf(['Free', null]), null);
    assert.equal(describePlans([{ price: '$5' }], []), null);
  });
});
