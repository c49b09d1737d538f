import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { groupsOf, listPrices, PriceIndexBuilder } from '../../../../service/snapshot/texts/price-groups.ts';

/** Ids of the groups of contents whose groups are given; null without a number. */
function orderOf(groups: readonly (string | null)[]): string[] {
  const index = new PriceIndexBuilder();
  for (const group of groups) index.add(group, false);
  const priced = { prices: new Map([['price', index.build((content) => content)]]) };
  return groupsOf(priced, 'price', groups.keys()).map(({ id }) => id);
}

describe('groupsOf', () => {
  it('compares prices of the first of the largest groups, unless a filter names another', () => {
    const mainOf = (groups: readonly string[]) => {
      const index = new PriceIndexBuilder();
      for (const group of groups) index.add(group, false);
      return listPrices({ prices: new Map([['price', index.build((row) => row)]]) }, 'price', groups.keys()).main.id;
    };
    assert.equal(mainOf(['EUR/once', 'USD/month']), 'USD/month');
    assert.equal(mainOf(['EUR/once', 'EUR/once', 'USD/month']), 'EUR/once');
    assert.equal(mainOf([]), 'USD/month');
  });

  it('begins with dollars per month, however few they are', () => {
    assert.deepEqual(orderOf(['EUR/month', 'EUR/month', 'USD/month']), ['USD/month', 'EUR/month']);
  });

  it('has large groups before small ones', () => {
    assert.deepEqual(orderOf(['EUR/once', 'SQT/', 'SQT/']), ['SQT/', 'EUR/once']);
  });

  it('ends with amounts without a currency, however many they are', () => {
    assert.deepEqual(orderOf(['/month', '/month', 'EUR/month', null]), ['EUR/month', '/month']);
  });

  it('counts rows of one item once in each group, and nothing that is free', () => {
    const index = new PriceIndexBuilder();
    for (const isFree of [false, true, false, false]) index.add('USD/month', isFree);
    index.add('EUR/month', false);
    const priced = { prices: new Map([['price', index.build((row) => row)]]) };
    const items = [7, 7, 7, 8, 8];
    const groups = groupsOf(priced, 'price', items.keys(), items);
    assert.deepEqual(
      groups.map(({ id, count }) => [id, count]),
      [
        ['USD/month', 2],
        ['EUR/month', 1],
      ],
    );
  });
});
