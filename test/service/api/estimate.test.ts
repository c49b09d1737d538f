/**
 * GET /api/estimate on the project's own sources. The steps and costs of single plans are in
 * test/model/estimate.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { useDescribedService } from '../../support/interface-service.ts';

interface Item {
  readonly slug: string;
  readonly provider: string;
  readonly cost: {
    readonly min: number;
    readonly max: number;
    readonly currency: string | null;
  } | null;
  readonly reason: string | null;
  readonly missing: string | null;
  readonly isCheapest: boolean;
  readonly ties: readonly string[];
  readonly steps: readonly { readonly kind: string; readonly text: string }[];
  readonly networks: readonly string[];
}

interface Answer {
  readonly workload: object;
  readonly estimates: readonly Item[];
  readonly pagination: { readonly totalOffers: number; readonly totalPages: number };
}

describe('GET /api/estimate', () => {
  const service = useDescribedService(directory);
  const read = async (query: string) => {
    const { result } = (await service.read(`/api/estimate?${query}`)) as { result: Answer };
    return result;
  };
  const all = (query: string) => read(`${query}&pageSize=100`);
  const costsOf = ({ estimates }: Answer) =>
    Object.fromEntries(estimates.map(({ slug, cost, reason }) => [slug, cost?.max ?? reason]));

  it('reads past states if the filters want them, as lists do', async () => {
    const filtered = await all('network=base&requests=1000&f.historicalData=Archive');
    const named = await all('network=base&requests=1000&f.historicalData=Archive&archive=1');
    assert.deepEqual(filtered, named);
    assert.equal((filtered.workload as { readonly archive: boolean }).archive, true);
    // Past states are needed only if each value of the filter has them.
    const list = 'network=base&requests=1000&pageSize=100';
    for (const [values, isNeeded] of [
      [['archive'], true],
      [['Archive', 'Pruned'], false],
      [['Pruned', 'Archive'], false],
      [['Pruned'], false],
      [['!Pruned'], false],
      [['!Archive'], false],
      [['*'], false],
    ] as const) {
      const filter = values.map((value) => `f.historicalData=${encodeURIComponent(value)}`);
      const asked = `${list}&${filter.join('&')}`;
      const answer = await read(asked);
      assert.deepEqual(
        costsOf(answer),
        costsOf(await read(`${asked}&archive=${Number(isNeeded)}`)),
        asked,
      );
      assert.equal((answer.workload as { readonly archive: boolean }).archive, isNeeded, asked);
      const page = await service.get(
        `/networks/base/toolbox/apis.md?${asked.replace(/^[^&]*&/, '')}`,
      );
      assert.equal(
        /past states|archive calls/i.test(page.text),
        isNeeded,
        page.text.slice(0, 2000),
      );
    }
  });

  it('has the offers of the list with networkMatch=all', async () => {
    const query = 'network=base&network=aria&networkMatch=all';
    const offers = await service.read(`/api/offers?category=apis&pageSize=1&${query}`);
    const { result } = offers as { result: Pick<Answer, 'pagination'> };
    const { pagination } = await all(query);
    assert.equal(pagination.totalOffers, result.pagination.totalOffers);
    assert.ok(
      pagination.totalOffers < (await all('network=base&network=aria')).pagination.totalOffers,
    );
  });

  it('estimates 5 million requests on Base', async () => {
    const answer = await all('network=base&requests=5000000');
    assert.deepEqual(answer.workload, {
      requests: 5_000_000,
      peak: null,
      workload: 'backend',
      archive: false,
      mix: {
        eth_call: 0.6,
        eth_blockNumber: 0.1,
        eth_getLogs: 0.1,
        eth_getTransactionReceipt: 0.2,
      },
    });
    const costs = costsOf(answer);
    // 26.6 CU a call at up to $0.45; 2M requests beyond 3M at $20; 200 credits a call.
    assert.equal(costs['alchemy-pay-as-you-go-full-archive'], 59.85);
    assert.equal(costs['alchemy-free-full-archive'], 'too-small');
    assert.equal(costs['alchemy-enterprise-full-archive'], 'custom');
    assert.equal(costs['chainstack-developer-recent-state'], 40);
    assert.equal(costs['dwellir-developer-full-archive'], 49);
    assert.equal(costs['drpc-pay-as-you-go-full-archive'], 30);
  });

  it('lists one plan of each provider first, the cheapest that suffices, then the others, lower bounds, offers without an estimate', async () => {
    const { estimates } = await all('network=base&requests=5000000');
    const rank = ({ cost, reason, isCheapest }: Item) =>
      cost === null ? 3 : reason !== null ? 2 : isCheapest ? 0 : 1;
    const ranks = estimates.map(rank);
    assert.deepEqual(ranks, ranks.toSorted());
    assert.deepEqual([...new Set(ranks)], [0, 1, 2, 3]);
    const priced = estimates.filter(({ cost, reason }) => cost !== null && reason === null);
    const providers = new Set(priced.map(({ provider }) => provider));
    assert.equal(estimates.filter(({ isCheapest }) => isCheapest).length, providers.size);
    for (const { provider, cost, isCheapest } of priced) {
      const [cheapest] = priced.filter((each) => each.provider === provider);
      assert.ok(cheapest?.isCheapest);
      if (!isCheapest && cost?.currency === cheapest.cost?.currency)
        assert.ok((cost?.max ?? 0) >= (cheapest.cost?.max ?? 0), provider);
    }
    const dollars = priced.filter(({ cost, isCheapest }) => isCheapest && cost?.currency === 'USD');
    const amounts = dollars.map(({ cost }) => cost?.max ?? 0);
    const expected = amounts.toSorted((a, b) => a - b);
    assert.deepEqual(amounts, expected);
  });

  it('names plans of a provider that cost the same', async () => {
    const { estimates } = await all('network=ethereum&requests=1000');
    const tied = estimates.filter(({ ties }) => ties.length > 0);
    assert.ok(tied.length > 0);
    const bySlug = new Map(estimates.map((each) => [each.slug, each]));
    for (const { slug, provider, cost, ties } of tied) {
      assert.ok(!ties.includes(slug), slug);
      for (const other of ties) {
        const { provider: owner, cost: same, ties: back = [] } = bySlug.get(other) ?? {};
        assert.deepEqual([owner, same?.max, back.includes(slug)], [provider, cost?.max, true]);
      }
    }
  });

  it('refuses plans that are too slow or keep recent states only', async () => {
    const slow = costsOf(await all('network=base&requests=1000&peak=400'));
    assert.equal(slow['alchemy-pay-as-you-go-full-archive'], 'too-slow');
    const archive = costsOf(await all('network=base&requests=1000&archive=1'));
    assert.equal(archive['chainstack-developer-recent-state'], 'no-archive');
    assert.equal(archive['dwellir-developer-full-archive'], 49);
  });

  it('counts own calls by their weights, whatever they sum up to', async () => {
    const mix = 'mix=eth_call:60,eth_getLogs:10,eth_getBalance:30';
    const answer = await all(`network=base&requests=5000000&${mix}`);
    const { mix: shares } = answer.workload as { readonly mix: object };
    assert.deepEqual(shares, { eth_call: 0.6, eth_getLogs: 0.1, eth_getBalance: 0.3 });
    // 0.6 x 26 + 0.1 x 60 + 0.3 x 20 = 27.6 CU a call.
    assert.equal(costsOf(answer)['alchemy-pay-as-you-go-full-archive'], 62.1);
    const same = await all(
      'network=base&requests=5000000&mix=eth_call:6,eth_getLogs:1,eth_getBalance:3',
    );
    assert.deepEqual(costsOf(same), costsOf(answer));
  });

  it('names the calls that a provider documents no weight of', async () => {
    const { estimates } = await all('network=base&requests=1000&mix=eth_call:1,debug_traceCall:1');
    const missingOf = (wanted: string) =>
      estimates.find(({ slug }) => slug === wanted)?.missing ?? null;
    const fact = 'what a call costs in the unit of the plan';
    assert.equal(missingOf('ankr-free-recent-state'), `${fact}: credits of debug_traceCall`);
    assert.equal(missingOf('getblock-free-recent-state'), `${fact}: compute units`);
    // A request of a plan in requests is one, or two where its provider says so.
    const steps = estimates.flatMap(({ slug, steps }) =>
      slug === 'chainstack-growth-full-archive' ? steps.map(({ text }) => text) : [],
    );
    assert.ok(steps.includes('A call of the workload counts as 1.5 requests.'), steps.join('\n'));
  });

  it('is the order of a search with own calls, which links to them', async () => {
    const mix = 'eth_getLogs:1';
    const { result } = (await service.read(`/api/search?q=apis+on+base&mix=${mix}`)) as {
      readonly result: {
        readonly interpretation: { readonly href: string };
        readonly offers: readonly { readonly slug: string }[];
      };
    };
    const { estimates } = await all(`network=base&mix=${mix}`);
    const slugs = ({ slug }: { readonly slug: string }) => slug;
    assert.deepEqual(result.offers.map(slugs), estimates.slice(0, 10).map(slugs));
    assert.equal(new URL(result.interpretation.href, 'http://x').searchParams.get('mix'), mix);
  });

  it('takes the filters, the search and the limits of offers', async () => {
    const one = await read('network=base&provider=dwellir&f.planType=Tiered&search=developer');
    const found = one.estimates.map(({ slug, networks }) => [slug, networks]);
    assert.deepEqual(found, [['dwellir-developer-full-archive', ['base']]]);
    const [every, offers] = [
      await read('pageSize=1'),
      await service.read('/api/offers?category=apis&pageSize=1'),
    ];
    const { result } = offers as { result: Answer };
    assert.equal(every.pagination.totalOffers, result.pagination.totalOffers);
  });
});
