/** GET /api/coverage: the numbers of each network and category are those of the Parquet files. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useDescribedService } from '../../support/interface-service.ts';
import { corpusSources } from '../../support/interface-sources.ts';
import { askParquet } from '../../support/parquet-answers.ts';

describe('GET /api/coverage', () => {
  const service = useDescribedService(corpusSources);
  const read = async (query: string) => {
    const { result } = (await service.read(`/api/coverage?${query}`)) as { result: { coverage: object[] } };
    return result.coverage;
  };

  for (const [query, where] of [
    ['', 'true'],
    ['scope=network', "scope = 'network'"],
    ['scope=all-networks', "scope = 'all-networks'"],
    ['network=filecoin&category=apis', "network = 'filecoin' AND category = 'apis'"],
  ] as const) {
    it(`counts the offers and rows of each network and category: ${query || 'all'}`, async () => {
      const expected = await askParquet(
        service.built(),
        `SELECT network, category, count(DISTINCT place)::INTEGER AS "offerCount",
           count(DISTINCT place) FILTER (scope = 'network')::INTEGER AS "namedOfferCount", count(*)::INTEGER AS "rowCount",
           count(*) FILTER (scope = 'network')::INTEGER AS "namedRowCount", count(DISTINCT provider)::INTEGER AS "providerCount"
         FROM listed WHERE ${where} GROUP BY network, category`,
      );
      const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
      assert.deepEqual((await read(query)).toSorted(byText), expected.toSorted(byText));
    });
  }
});
