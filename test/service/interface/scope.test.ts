/** Scope: whether a listing is one of a network or of all networks, on every surface as in the Parquet files. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useDescribedService } from '../../support/interface-service.ts';
import { corpusSources } from '../../support/interface-sources.ts';
import { askParquet } from '../../support/parquet-answers.ts';
import { readFailure } from '../../support/service-answers.ts';

interface Listed {
  readonly pagination: { readonly totalOffers: number };
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly offers: readonly Readonly<Record<string, unknown>>[];
  readonly providers: readonly Readonly<Record<string, unknown>>[];
}

const network = 'filecoin';
const rows = `/networks/${network}/api/infrastructure-providers/rows`;

describe('scope', () => {
  const service = useDescribedService(corpusSources);
  const read = async (target: string) => ((await service.read(target)) as { result: Listed }).result;
  const sql = (text: string) => askParquet(service.built(), text);

  for (const scope of ['network', 'all-networks']) {
    it(`${scope} selects the rows of a network, its facets and its export`, async () => {
      const [{ count } = {}] = await sql(
        `SELECT count(*)::INTEGER AS count FROM offers WHERE network = '${network}' AND category = 'apis' AND scope = '${scope}'`,
      );
      assert.ok(Number(count) > 0, 'the slice has such rows');
      const found = await read(
        `${rows}?category=apis&scope=${scope}&fields=slug,scope&meta=none&mode=offer&pageSize=5`,
      );
      assert.equal(found.pagination.totalOffers, count);
      assert.ok(found.rows.every((row) => row.scope === scope));
      const facets = await service.read(rows.replace(/rows$/, `facets?category=apis&scope=${scope}`));
      assert.equal((facets as { result: { totalOffers: number } }).result.totalOffers, count);
      const file = await service.get(rows.replace(/rows$/, `export?category=apis&scope=${scope}&format=ndjson`));
      assert.equal(file.headers['x-total-count'], String(count));
    });

    it(`${scope} selects offers, each with the scope of its matching rows`, async () => {
      const expected = await sql(
        `SELECT offer_id AS slug, count(DISTINCT network)::INTEGER AS networks FROM listed WHERE category = 'apis' AND scope = '${scope}' GROUP BY place, offer_id ORDER BY slug`,
      );
      const found: { slug: unknown; networks: unknown }[] = [];
      for (let page = 1, total = 1; found.length < total; page++) {
        const answer = await read(
          `/api/offers?category=apis&scope=${scope}&fields=slug,scope,networkCount&meta=none&pageSize=100&page=${page}`,
        );
        total = answer.pagination.totalOffers;
        assert.ok(answer.offers.length > 0);
        assert.ok(answer.offers.every((offer) => offer.scope === scope));
        found.push(...answer.offers.map(({ slug, networkCount }) => ({ slug, networks: networkCount })));
      }
      const bySlug = (a: { slug: unknown }, b: { slug: unknown }) => (String(a.slug) < String(b.slug) ? -1 : 1);
      assert.deepEqual(
        found.toSorted(bySlug),
        expected.toSorted((a, b) => bySlug({ slug: a.slug }, { slug: b.slug })),
      );
    });
  }

  it('of an offer without the filter is all-networks if one of its rows is', async () => {
    const expected = await sql(
      `SELECT everywhere, count(*)::INTEGER AS offers FROM
         (SELECT bool_or(scope = 'all-networks') AS everywhere FROM listed WHERE category = 'apis' GROUP BY place)
       GROUP BY everywhere ORDER BY everywhere`,
    );
    assert.equal(expected.length, 2);
    const counts = new Map<boolean, number>();
    for (let page = 1, seen = 0, total = 1; seen < total; page++) {
      const { offers, pagination } = await read(
        `/api/offers?category=apis&fields=scope&meta=none&pageSize=100&page=${page}`,
      );
      total = pagination.totalOffers;
      seen += offers.length;
      for (const { scope } of offers)
        counts.set(scope === 'all-networks', (counts.get(scope === 'all-networks') ?? 0) + 1);
    }
    assert.deepEqual(counts, new Map(expected.map(({ everywhere, offers }) => [everywhere, offers])));
  });

  for (const [what, where, query] of [
    ['a category', "category = 'apis'", 'category=apis'],
    ['a category and a scope', "category = 'apis' AND scope = 'network'", 'category=apis&scope=network'],
    ['a category and a network', "category = 'apis' AND network = 'filecoin'", 'category=apis&network=filecoin'],
    ['everything', 'true', ''],
  ]) {
    it(`counts the networks and offers of providers within ${what} only`, async () => {
      const expected = await sql(
        `SELECT l.provider AS name, count(DISTINCT network)::INTEGER AS networkCount,
           count(DISTINCT network) FILTER (scope = 'network')::INTEGER AS namedNetworkCount,
           count(DISTINCT place)::INTEGER AS offerCount, CASE WHEN bool_or(scope = 'all-networks') THEN 'all-networks' ELSE 'network' END AS scope
         FROM listed l JOIN (SELECT DISTINCT name FROM providers) p ON p.name = l.provider WHERE ${where} GROUP BY l.provider`,
      );
      const found: unknown[] = [];
      for (let page = 1, total = 1; found.length < total; page++) {
        const { providers, pagination } = await read(
          `/api/providers?${query}&pageSize=100&page=${page}&fields=name,networkCount,namedNetworkCount,offerCount,scope`,
        );
        total = pagination.totalOffers;
        assert.ok(providers.length > 0);
        found.push(...providers);
      }
      const byName = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
      assert.deepEqual(found.toSorted(byName), expected.toSorted(byName));
    });
  }

  it('is a key of rows for those who name it only', async () => {
    const { rows: whole } = await read(`${rows}?category=apis&mode=offer&pageSize=1`);
    assert.ok(whole[0] && !('scope' in whole[0]));
    const { rows: named } = await read(`${rows}?category=apis&mode=offer&pageSize=1&fields=slug,scope`);
    assert.deepEqual(Object.keys(named[0] ?? {}), ['slug', 'scope']);
  });

  it('has two values', async () => {
    const failure = readFailure(await service.get(`${rows}?category=apis&scope=all-network`), 400);
    assert.equal(failure.suggestion, 'all-networks');
    assert.deepEqual(failure.allowed, ['network', 'all-networks']);
  });
});
