import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFailure, readRows } from '../../../support/service-answers.ts';
import { rowsOf } from '../../../support/service-paths.ts';
import { useService } from '../../../support/service-server.ts';
import { tinyTree } from '../../../support/service-tiny-sources.ts';

type SortText = readonly [id: string, direction: 'asc' | 'desc'];

describe('rows: sorting', () => {
  const { get } = useService(tinyTree);

  async function sort(category: string, by: readonly SortText[], search = ''): Promise<string[]> {
    const sorting = by.map(([id, direction]) => ({ id, desc: direction === 'desc' }));
    const { rows } = readRows(await get(rowsOf('aria', { category, sorting, search, pageSize: 100 })));
    return rows.map(({ slug }) => String(slug));
  }

  it('by number takes the least one, and nulls last', async () => {
    assert.deepEqual(await sort('apis', [['accessPrice', 'asc']]), [
      'aardvark-mainnet',
      'alchemy-free-mainnet',
      'alchemy-growth-mainnet',
      'alchemy-growth-testnet',
      'beacon-free-mainnet',
      'beacon-free-testnet',
      'zephyr-testnet',
      'zephyr-mainnet',
      'node-s-mainnet',
      'lens-mainnet',
      'eclair-mainnet',
      'bison-mainnet',
    ]);
  });

  it('by number the other way round still has nulls last', async () => {
    assert.deepEqual(await sort('apis', [['accessPrice', 'desc']]), [
      'lens-mainnet',
      // Both show $49, whatever the first one costs if paid yearly.
      'alchemy-growth-mainnet',
      'alchemy-growth-testnet',
      'alchemy-free-mainnet',
      'zephyr-mainnet',
      'zephyr-testnet',
      'node-s-mainnet',
      'beacon-free-mainnet',
      'beacon-free-testnet',
      'aardvark-mainnet',
      'eclair-mainnet',
      'bison-mainnet',
    ]);
  });

  it('by text has no regard to case, and equal ones stand in the default order', async () => {
    const planNames = await sort('apis', [['planName', 'asc']]);
    assert.deepEqual(planNames, [
      'lens-mainnet',
      'aardvark-mainnet',
      'alchemy-free-mainnet',
      'alchemy-growth-mainnet',
      'alchemy-growth-testnet',
      'beacon-free-mainnet',
      'beacon-free-testnet',
      'eclair-mainnet',
      'bison-mainnet',
      'node-s-mainnet',
      'zephyr-mainnet',
      'zephyr-testnet',
    ]);
  });

  it('by text has nulls last both ways', async () => {
    const ascending = await sort('apis', [['historicalData', 'asc']]);
    const descending = await sort('apis', [['historicalData', 'desc']]);
    for (const slugs of [ascending, descending]) {
      assert.deepEqual(slugs.slice(0, 3), ['alchemy-free-mainnet', 'alchemy-growth-mainnet', 'alchemy-growth-testnet']);
      assert.equal(slugs[3], 'node-s-mainnet', 'then the providers without a value, in the default order');
    }
  });

  it('by flag has true first when descending', async () => {
    const trial = await sort('apis', [['trial', 'desc']]);
    assert.deepEqual(trial.slice(0, 6), [
      'alchemy-growth-mainnet',
      'alchemy-free-mainnet',
      'alchemy-growth-testnet',
      'bison-mainnet',
      'zephyr-mainnet',
      'zephyr-testnet',
    ]);
    const starred = await sort('apis', [['starred', 'asc']]);
    assert.equal(starred.indexOf('zephyr-testnet'), starred.indexOf('zephyr-mainnet') + 1);
  });

  it('by length of a list counts an empty one as 0, and null last both ways', async () => {
    const ascending = await sort('apis', [['regions', 'asc']]);
    assert.deepEqual(ascending.slice(0, 6), [
      'eclair-mainnet',
      'node-s-mainnet',
      'aardvark-mainnet',
      'alchemy-free-mainnet',
      'alchemy-growth-mainnet',
      'alchemy-growth-testnet',
    ]);
    const descending = await sort('apis', [['regions', 'desc']]);
    assert.deepEqual(descending.slice(0, 6), [
      'alchemy-growth-mainnet',
      'alchemy-free-mainnet',
      'alchemy-growth-testnet',
      'node-s-mainnet',
      'aardvark-mainnet',
      'eclair-mainnet',
    ]);
  });

  it('orders providers by their best row, and their rows likewise', async () => {
    const descending = await sort('apis', [['starred', 'desc']]);
    assert.deepEqual(descending.slice(0, 5), [
      'alchemy-growth-mainnet',
      'alchemy-free-mainnet',
      'alchemy-growth-testnet',
      'zephyr-testnet',
      'zephyr-mainnet',
    ]);
  });

  it('by several keys goes on to the next where one is equal', async () => {
    const slugs = await sort('apis', [
      ['trial', 'desc'],
      ['accessPrice', 'desc'],
      ['provider', 'asc'],
    ]);
    assert.deepEqual(slugs.slice(0, 6), [
      'alchemy-growth-mainnet',
      'alchemy-growth-testnet',
      'alchemy-free-mainnet',
      'zephyr-mainnet',
      'zephyr-testnet',
      'bison-mainnet',
    ]);
  });

  it('by provider turns the default order round, rows of a provider by slug', async () => {
    const slugs = await sort('apis', [['provider', 'desc']]);
    assert.deepEqual(slugs.slice(0, 3), ['eclair-mainnet', 'zephyr-mainnet', 'zephyr-testnet']);
    assert.equal(slugs.at(-1), 'node-s-mainnet');
  });

  it('by a column that the category does not have is the default order', async () => {
    const standard = await sort('wallets', []);
    assert.deepEqual(await sort('wallets', [['accessPrice', 'desc']]), standard);
    assert.deepEqual(await sort('wallets', [['trial', 'desc']]), standard);
    assert.deepEqual(await sort('wallets', [['regions', 'asc']]), standard);
  });

  it('takes the place of the order that a search gives', async () => {
    assert.deepEqual(await sort('apis', [['provider', 'asc']], 'zephyr'), [
      'aardvark-mainnet',
      'zephyr-mainnet',
      'zephyr-testnet',
    ]);
  });

  it('is the same on small pages as on one', async () => {
    const sorting = [{ id: 'price', desc: true }];
    const whole = readRows(await get(rowsOf('bora', { category: 'storages', sorting, pageSize: 100 })));
    const slugs: unknown[] = [];
    for (let page = 1; page <= 6; page++) {
      const { rows } = readRows(await get(rowsOf('bora', { category: 'storages', sorting, page, pageSize: 2 })));
      slugs.push(...rows.map(({ slug }) => slug));
    }
    assert.deepEqual(
      slugs,
      whole.rows.map(({ slug }) => slug),
    );
    assert.equal(slugs.length, 123);
  });

  it('refuses a column that has no order, and names those that have', async () => {
    const failure = readFailure(
      await get(rowsOf('aria', { category: 'apis', sorting: [{ id: 'slug', desc: false }] })),
      400,
    );
    assert.equal(failure.parameter, 'sorting');
    assert.ok(failure.allowed?.includes('provider'));
  });
});
