/** /api/facets: what the counts say is what /api/offers finds. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useDescribedService } from '../../support/interface-service.ts';
import { corpusSources } from '../../support/interface-sources.ts';
import { readFailure } from '../../support/service-answers.ts';

interface FacetsResult {
  readonly totalOffers: number;
  readonly totalProviders: number;
  readonly facets: readonly {
    readonly id: string;
    readonly values?: readonly { readonly value: string; readonly count: number; readonly providersCount: number }[];
    readonly min?: number | null;
    readonly max?: number | null;
    readonly count?: number;
  }[];
}

describe('facets over all networks', () => {
  const service = useDescribedService(corpusSources);
  const read = async <T>(target: string) => ((await service.read(target)) as { result: T }).result;
  const own = { id: 'planType', value: ['Free'] };

  async function count(category: string, filters: readonly object[]) {
    const query = new URLSearchParams({ category, filters: JSON.stringify(filters), pageSize: '1', meta: 'none' });
    const { pagination } = await read<{ pagination: Record<string, number> }>(`/api/offers?${query}`);
    return [pagination.totalOffers, pagination.totalProviders];
  }

  async function compareClicks(category: string, filters: readonly { readonly id: string }[]): Promise<void> {
    const query = new URLSearchParams({ category, filters: JSON.stringify(filters) });
    const { totalOffers, totalProviders, facets } = await read<FacetsResult>(`/api/facets?${query}`);
    assert.deepEqual([totalOffers, totalProviders], await count(category, filters));
    for (const { id, values = [], min, max, count: numbers } of facets) {
      const others = filters.filter((filter) => filter.id !== id);
      for (const { value, count: offers, providersCount } of values.slice(0, 3)) {
        const found = await count(category, [...others, { id, value: [value] }]);
        assert.deepEqual([offers, providersCount], found, `${id} ${value}`);
      }
      if (typeof min !== 'number') continue;
      const [found] = await count(category, [...others, { id, value: [String(min), String(max)] }]);
      assert.equal(numbers, found, id);
    }
  }

  it('have the totals of the offers, and the numbers that a selection finds', async () => {
    for (const [category, filters] of [
      ['apis', []],
      ['apis', [own]],
      ['wallets', []],
    ] as const) {
      await compareClicks(category, filters);
    }
  });

  it('need a category', async () => {
    const failure = readFailure(await service.get('/api/facets'), 400);
    assert.equal(failure.parameter, 'category');
    assert.equal(readFailure(await service.get('/api/facets?category=apis&sorting=[]'), 400).parameter, 'sorting');
  });
});

describe('GET /api/search', () => {
  const service = useDescribedService(corpusSources);

  it('finds networks by alias, providers and places with their numbers', async () => {
    interface Found {
      readonly networks: readonly { readonly key: string }[];
      readonly providers: readonly { readonly slug: string; readonly name: string }[];
      readonly categories: readonly {
        readonly key: string;
        readonly places: readonly { readonly network: string; readonly offers: number; readonly url: string }[];
      }[];
    }
    const { result } = (await service.read('/api/search?q=fil+rpc')) as { result: Found };
    assert.deepEqual(
      result.networks.map(({ key }) => key),
      ['filecoin'],
    );
    const [place] = result.categories.find(({ key }) => key === 'apis')?.places ?? [];
    assert.equal(place?.network, 'filecoin');
    const { pagination } = await service.rows('filecoin', { category: 'apis', search: 'rpc' });
    assert.equal(place?.offers, pagination.totalOffers);
    assert.equal((await service.get(new URL(place?.url ?? '').href.replace(service.service().url, ''))).status, 200);
  });

  it('refuses an empty or unknown request', async () => {
    for (const [query, parameter] of [
      ['', 'q'],
      ['q=', 'q'],
      ['q=a&category=api', 'category'],
      ['search=a', 'search'],
    ]) {
      assert.equal(readFailure(await service.get(`/api/search?${query}`), 400).parameter, parameter);
    }
  });
});
