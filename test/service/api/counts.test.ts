/** Counts by keys: DuckDB counts combinations, in pages, and refuses too many. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { useService } from '../../support/service-server.ts';
import { places } from '../../support/source-tree.ts';

interface Answer {
  readonly by: readonly string[];
  readonly counts: readonly Readonly<Record<string, string | number | null>>[];
  readonly pagination: Readonly<Record<'page' | 'pageSize' | 'totalPages' | 'totalGroups', number>>;
}

const items = (word: string) =>
  `"[${Array.from({ length: 100 }, (_, at) => `""${word} ${at}""`).join(',')}]"`;
const header = String(directory[places.ariaApis]).split('\n')[0] ?? '';
const lists: Readonly<Record<string, string>> = {
  slug: 'product-mainnet',
  provider: 'Alchemy',
  chain: 'mainnet',
  starred: 'FALSE',
  planType: 'Free',
  apiType: 'RPC',
  technology: 'EVM JSON-RPC',
  trial: 'FALSE',
  availableApis: items('api'),
  limitations: items('limit'),
  regions: items('region'),
};
const line = header
  .split(',')
  .map((key) => lists[key] ?? '')
  .join(',');

describe('counts', () => {
  const { get } = useService();
  const read = async (query: string) =>
    JSON.parse((await get(`/api/counts?${query}`)).text).result as Answer;

  it('have all groups on their pages, each once, and say how many there are', async () => {
    const whole = await read('by=category,network,planType&pageSize=1000');
    const { totalGroups } = whole.pagination;
    assert.equal(whole.counts.length, totalGroups);
    assert.ok(totalGroups > 50);
    const pages: Answer['counts'][number][] = [];
    for (let page = 1; page <= Math.ceil(totalGroups / 7); page++) {
      const { counts, pagination } = await read(
        `by=category,%20network,planType&pageSize=7&page=${page}`,
      );
      assert.equal(pagination.totalGroups, totalGroups);
      pages.push(...counts);
    }
    assert.deepEqual(pages, whole.counts);
    for (const page of [999, 999_999_999]) {
      const beyond = await read(`by=category,network,planType&pageSize=7&page=${page}`);
      assert.deepEqual([beyond.counts, beyond.pagination.totalGroups], [[], totalGroups]);
    }
  });

  it('count an offer in the group of each item of its lists, as filters do', async () => {
    const { counts } = await read('by=regions,planType&category=apis&pageSize=1000');
    assert.ok(counts.some(({ regions }) => regions === null));
    const several = counts.filter(({ regions, planType }) => regions !== null && planType !== null);
    assert.ok(several.length > 5);
    for (const { regions, planType, offerCount } of several) {
      const filters = new URLSearchParams([
        ['f.regions', String(regions)],
        ['f.planType', String(planType)],
      ]);
      const answer = await get(`/api/offers?category=apis&pageSize=1&meta=none&${filters}`);
      const { pagination } = JSON.parse(answer.text).result;
      assert.equal(pagination.totalOffers, offerCount, String(filters));
    }
  });

  it('have the offers of the list under limits to providers, offers and networks', async () => {
    for (const query of [
      'provider=alchemy',
      'provider=alchemy&provider=ankr&network=base',
      'slug=alchemy-free-mainnet',
      'network=base&network=aria',
      'network=base&network=aria&networkMatch=all',
      'f.planType=!Free&network=ethereum',
      'scope=all-networks',
    ]) {
      const { counts } = await read(`by=category&category=apis&${query}`);
      const answer = await get(`/api/offers?category=apis&pageSize=1&meta=none&${query}`);
      const { totalOffers, totalProviders } = JSON.parse(answer.text).result.pagination;
      assert.ok(totalOffers > 0, query);
      assert.equal(counts[0]?.offerCount, totalOffers, query);
      assert.equal(counts[0]?.providerCount, totalProviders, query);
    }
  });
});

describe('counts of long lists', () => {
  const listed = String(directory[places.ariaApis]).replace(header, `${header}\n${line}`);
  const { get } = useService({ ...directory, [places.ariaApis]: listed });

  it('are refused with what to leave out if their combinations are too many', async () => {
    const { status, text } = await get(
      '/api/counts?category=apis&by=availableApis,limitations,regions',
    );
    assert.equal(status, 400);
    assert.match(
      JSON.parse(text).error.message,
      /makes 1,0\d\d,\d{3} combinations; 500,000 are counted at most: leave out one of availableApis, limitations, regions, or add filters$/,
    );
  });

  it('are answered below that', async () => {
    const { status, text } = await get(
      '/api/counts?category=apis&by=availableApis,limitations&pageSize=1000',
    );
    assert.equal(status, 200);
    const { counts, pagination } = JSON.parse(text).result as Answer;
    assert.equal(counts.length, 1000);
    assert.ok(pagination.totalGroups >= 10_000);
  });
});
