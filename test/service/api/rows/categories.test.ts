import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCategories, readFailure } from '../../../support/service-answers.ts';
import { categoriesOf } from '../../../support/service-paths.ts';
import { builtAt, useService } from '../../../support/service-server.ts';
import { tinyTree } from '../../../support/service-tiny-sources.ts';

describe('GET categories', () => {
  const { get, built } = useService(tinyTree);
  const ask = async (network: string) => readCategories(await get(categoriesOf(network)));

  it('lists the active categories in the order of categories.csv, counted', async () => {
    const { categories } = await ask('aria');
    assert.deepEqual(
      categories.map(({ key, count, providersCount }) => [key, count, providersCount]),
      [
        ['wallets', 3, 2],
        ['explorers', 1, 1],
        ['apis', 12, 8],
      ],
    );
    const order = built().checked.sources.meta.categories.map(({ key }) => key);
    assert.deepEqual(
      categories.map(({ key }) => key),
      order.filter((key) => ['apis', 'wallets', 'explorers'].includes(key)),
    );
  });

  it('says of a category what categories.csv says', async () => {
    const defined = new Map(built().checked.sources.meta.categories.map((category) => [category.key, category]));
    for (const { count, providersCount, ...told } of (await ask('aria')).categories) {
      assert.deepEqual(told, defined.get(told.key));
    }
  });

  it('dates its figures', async () => {
    const { generatedAt, metrics } = await ask('aria');
    assert.equal(generatedAt, builtAt.toISOString());
    assert.equal(metrics.asOf, builtAt.toISOString());
  });

  it('gives the figures of the network, exact and as they are shown', async () => {
    const { asOf, ...figures } = (await ask('aria')).metrics;
    assert.deepEqual(figures, {
      entries: { value: 16, display: '16' },
      providers: { value: 9, display: '9' },
      activeCategories: { value: 3, display: '3' },
      providerCategoryEntries: { value: 11, display: '11' },
      providersByCategory: {
        wallets: { value: 2, display: '2' },
        explorers: { value: 1, display: '1' },
        apis: { value: 8, display: '8' },
      },
      apiEntriesByProvider: {
        '100% Node_s*': { value: 1, display: '1' },
        Aardvark: { value: 1, display: '1' },
        Alchemy: { value: 3, display: '3' },
        Beacon: { value: 2, display: '2' },
        'Lens <Co> & "Sons"': { value: 1, display: '1' },
        bison: { value: 1, display: '1' },
        zephyr: { value: 2, display: '2' },
        'Éclair Nodes': { value: 1, display: '1' },
      },
    });
  });

  it('rounds down to the ten below from a hundred up', async () => {
    const { categories, metrics } = await ask('bora');
    assert.deepEqual(
      categories.map(({ key, count }) => [key, count]),
      [
        ['explorers', 1],
        ['apis', 1],
        ['storages', 123],
      ],
    );
    assert.deepEqual(metrics.entries, { value: 125, display: '120+' });
  });

  it('answers for a network with rows of two categories', async () => {
    assert.equal((await ask('nemo')).categories.length, 2);
  });

  it('takes no parameter, and answers 404 for an unknown network', async () => {
    assert.equal(readFailure(await get(`${categoriesOf('aria')}?category=apis`), 400).parameter, 'category');
    assert.equal((await get(`${categoriesOf('aria')}?utm_source=x`)).status, 200);
    assert.equal(readFailure(await get(categoriesOf('nope')), 404).code, 'unknown-network');
  });
});
