import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ColumnPrices,
  groupColumn,
  listPrices,
} from '../../../../service/snapshot/texts/price-groups.ts';

/**
 * Rows with these price groups; null without a number. Those at the places of `free` cost nothing.
 */
function pricesOf(groups: readonly (string | null)[], free: readonly number[] = []) {
  const parts = groups.map((group, at) => ({
    numbers: { [groupColumn('price')]: group, priceMax: free.includes(at) ? 0 : 1 },
  }));
  return new ColumnPrices({ key: 'price' }, { parts, partOf: (row) => row });
}

function orderOf(groups: readonly (string | null)[]): string[] {
  return pricesOf(groups)
    .groups(groups.keys())
    .map(({ id }) => id);
}

describe('groups', () => {
  it('compares prices of the first of the largest groups, unless a filter names another', () => {
    const mainOf = (groups: readonly string[]) =>
      listPrices(pricesOf(groups), groups.keys()).main.id;
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
    const prices = pricesOf([...Array(4).fill('USD/month'), 'EUR/month'], [1]);
    const items = [7, 7, 7, 8, 8];
    const groups = prices.groups(items.keys(), items);
    assert.deepEqual(
      groups.map(({ id, count }) => [id, count]),
      [
        ['USD/month', 2],
        ['EUR/month', 1],
      ],
    );
  });

  it('counts what could not be read among the prices without a number', () => {
    const parts = [
      { numbers: { priceState: 'unread' } },
      { numbers: { priceState: 'unread' } },
      { numbers: { priceState: 'notStated' } },
      // A part of the text is not read.
      { numbers: { priceState: 'unread', [groupColumn('price')]: 'USD/month', priceMax: 1 } },
    ];
    const prices = new ColumnPrices({ key: 'price' }, { parts, partOf: (row) => row });
    const { withoutNumber, unread } = prices.count([0, 1, 2, 3]);
    assert.deepEqual([withoutNumber, unread], [3, 2]);
    assert.equal(prices.count([0, 1], [5, 5]).unread, 1);
  });
});
