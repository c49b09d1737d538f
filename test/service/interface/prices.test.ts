/** Prices in JSON answers: compared in one currency and unit only, on a slice of the corpus and on sources with odd names. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { siteCategories } from '../../support/interface-contract.ts';
import { naiveTables } from '../../support/interface-naive.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import { corpusNetworks, corpusSources } from '../../support/interface-sources.ts';
import { assertPricesCompared } from '../../support/price-questions.ts';
import { readFailure } from '../../support/service-answers.ts';
import { tinyTree } from '../../support/service-tiny-sources.ts';

describe('prices of the corpus', () => {
  const service = useDescribedService(corpusSources);

  it('are sorted and filtered inside their groups, in both directions', async () => {
    let asked = 0;
    for (const table of naiveTables(service.built().checked, corpusNetworks.slice(0, 1), siteCategories)) {
      if (table.rows.length > 0)
        asked += await assertPricesCompared(table, (parameters) => service.rows(table.network, parameters));
    }
    assert.ok(asked > 40, `${asked} questions`);
  });
});

describe('prices', () => {
  const service = useDescribedService(tinyTree);
  const rows = '/networks/aria/api/infrastructure-providers/rows?category=apis';

  it('say in the hints which amounts are compared', async () => {
    const sorting = [{ id: 'accessPrice', desc: false }];
    const filters = [{ id: 'accessPrice', value: ['', '50'] }];
    const { hints } = await service.rows('aria', { category: 'apis', sorting, filters });
    assert.deepEqual(hints, {
      priceOrder: [
        { id: 'accessPrice', groups: [{ currency: 'USD', unit: 'month', totalOffers: 9 }], withoutNumber: 0 },
      ],
      priceFilters: [{ id: 'accessPrice', currency: 'USD', unit: 'month', notCompared: 1, withoutNumber: 1 }],
    });
  });

  it('say nothing where none are compared', async () => {
    const filters = [{ id: 'accessPrice', value: ['', ''] }];
    assert.equal((await service.rows('aria', { category: 'apis', filters })).hints, undefined);
  });

  it('come with their numbers only where these are asked for', async () => {
    const [plain = {}] = (await service.rows('aria', { category: 'apis' })).rows;
    const [numbered = {}] = (await service.rows('aria', { category: 'apis', numbers: 1 })).rows;
    assert.deepEqual(Object.keys(numbered).slice(0, Object.keys(plain).length), Object.keys(plain));
    assert.ok(!('accessPriceMin' in plain) && 'accessPriceMin' in numbered && 'uptimeSlaMax' in numbered);
    assert.equal((await service.get(`${rows}&numbers=0`)).text, (await service.get(rows)).text);
  });

  it('refuse any other value of numbers', async () => {
    const { parameter, allowed } = readFailure(await service.get(`${rows}&numbers=yes`), 400);
    assert.deepEqual({ parameter, allowed }, { parameter: 'numbers', allowed: ['0', '1'] });
  });

  it('have a facet with the currencies and units of the listing', async () => {
    const answer = await service.read('/networks/aria/api/infrastructure-providers/facets?category=apis');
    const { facets } = (answer as { result: { facets: Readonly<Record<string, unknown>>[] } }).result;
    const { min, max, count, currency, unit, groups } = facets.find(({ id }) => id === 'accessPrice') ?? {};
    assert.deepEqual(
      { min, max, count, currency, unit, groups },
      {
        min: 0,
        max: 100,
        count: 10,
        currency: 'USD',
        unit: 'month',
        groups: [
          { id: 'USD/month', currency: 'USD', unit: 'month', count: 8 },
          { id: 'USD/', currency: 'USD', unit: null, count: 1 },
        ],
      },
    );
  });
});
