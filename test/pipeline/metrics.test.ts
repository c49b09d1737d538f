import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { metricsSchema } from '../../model/metrics.ts';
import { computeMetrics } from '../../pipeline/metrics.ts';
import type { ResolvedNetwork, Row } from '../../pipeline/sources.ts';

const categories = ['wallets', 'apis', 'bots'].map((key) => ({ key, label: key, icon: null, description: null }));

function makeRow(category: string, provider: string): Row {
  return {
    content: {
      category,
      values: { provider },
      numbers: {},
      offer: null,
      offerSlug: null,
      listingSlug: provider,
      scope: 'network',
      overrides: [],
    },
    source: { file: 'x.csv', line: 2 },
  };
}

function makeNetwork(key: string, rows: readonly Row[]): ResolvedNetwork {
  return { key, chains: [], rows };
}

describe('computeMetrics', () => {
  const acmeApi = makeRow('apis', 'Acme');
  const networks = [
    makeNetwork('aria', [acmeApi, acmeApi, makeRow('apis', 'Zeta'), makeRow('wallets', 'Acme')]),
    makeNetwork('bora', [acmeApi, makeRow('wallets', 'Borealis')]),
    makeNetwork('cela', []),
  ];
  const metrics = computeMetrics(categories, {
    contents: [],
    networks,
    offers: new Map(),
    numbers: new Map(),
    rowCount: 0,
  });

  it('counts rows, categories with rows, and distinct providers of the whole site', () => {
    assert.deepEqual(metrics.site, {
      entries: 6,
      activeCategories: 2,
      providers: 3,
      providerCategoryEntries: 4,
      categories: [
        { key: 'wallets', count: 2, providersCount: 2 },
        { key: 'apis', count: 4, providersCount: 2 },
        { key: 'bots', count: 0, providersCount: 0 },
      ],
    });
  });

  it('counts the same for each network, pairs of provider and category, and API rows by provider', () => {
    assert.deepEqual(metrics.networks.aria, {
      entries: 4,
      activeCategories: 2,
      providers: 2,
      categories: [
        { key: 'wallets', count: 1, providersCount: 1 },
        { key: 'apis', count: 3, providersCount: 2 },
        { key: 'bots', count: 0, providersCount: 0 },
      ],
      providerCategoryEntries: 3,
      apiEntriesByProvider: { Acme: 2, Zeta: 1 },
    });
    assert.deepEqual(metrics.networks.bora?.apiEntriesByProvider, { Acme: 1 });
    assert.equal(metrics.networks.bora?.providerCategoryEntries, 2);
  });

  it('is of the shape that the manifest promises', () => {
    assert.deepEqual(metricsSchema.parse(metrics), metrics);
  });
});
