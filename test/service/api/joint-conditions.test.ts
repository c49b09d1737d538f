/**
 * Conditions that act together: what two of them find is what both find alone, and every answer
 * about offers counts the same ones.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { everyNth } from '../../support/lane.ts';
import { useService } from '../../support/service-server.ts';

const { get } = useService(directory);

async function read<T>(path: string): Promise<T> {
  const answer = await get(path);
  assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  return (answer.json() as { result: T }).result;
}

/** Conditions on cells. Each finds some rows of Base and not others. */
const conditions = [
  'search=free',
  'search=archive+RPC',
  'scope=network',
  'scope=all-networks',
  'f.planType=Free',
  'f.planName=!*',
  'f.chain=mainnet',
  'f.trial=!true',
  'f.provider=!Alchemy&f.provider=!QuickNode',
  'f.accessPrice.max=50',
  'f.accessPrice.min=1&f.accessPrice.max=1000&f.accessPrice.in=USD/month&f.accessPrice.in=EUR/month',
  'f.limitationsRate.min=50',
  'f.historicalData=*',
  `filters=${encodeURIComponent('[{"id":"technology","value":["EVM JSON-RPC"]}]')}`,
];
/** Conditions on offers of all networks. */
const places = [
  'network=base',
  'network=base&network=solana',
  'network=base&network=aria&networkMatch=all',
  'provider=QuickNode&provider=chainstack&provider=zephyr',
  'slug=alchemy-free-full-archive&slug=zephyr-mainnet&slug=dwellir-developer-full-archive',
];

/** A field that both set has the values of both. */
const pairsOf = (all: readonly string[]) =>
  all.flatMap((first, at) =>
    all.slice(at + 1).flatMap((second) => {
      const names = (query: string) => [...new URLSearchParams(query).keys()];
      return names(first).some((name) => names(second).includes(name))
        ? []
        : [[first, second] as const];
    }),
  );

describe('two conditions', () => {
  const rowsOf = async (query: string): Promise<ReadonlySet<string>> => {
    const path = '/networks/base/api/infrastructure-providers/rows?category=apis&mode=offer';
    const { rows } = await read<{ rows: { slug: string; provider: string }[] }>(
      `${path}&pageSize=100&meta=none&fields=slug,provider&${query}`,
    );
    return new Set(rows.map(({ slug, provider }) => `${provider} ${slug}`));
  };

  it('on cells find the rows that both find alone', async () => {
    const [alone, all] = [new Map<string, ReadonlySet<string>>(), await rowsOf('')];
    for (const condition of conditions) {
      const found = await rowsOf(condition);
      assert.ok(found.size > 0 && found.size < all.size, `${condition} finds ${found.size} rows`);
      alone.set(condition, found);
    }
    for (const [first, second] of pairsOf(conditions)) {
      const both = await rowsOf(`${first}&${second}`);
      const expected = [...(alone.get(first) ?? [])].filter((row) => alone.get(second)?.has(row));
      assert.deepEqual([...both].toSorted(), expected.toSorted(), `${first}&${second}`);
    }
  });

  it('find equally many offers and providers, whatever is asked of them', async () => {
    for (const [first, second] of everyNth(3, pairsOf([...conditions, ...places]))) {
      const query = `category=apis&${first}&${second}`;
      const { pagination } = await read<{ pagination: Record<string, number> }>(
        `/api/offers?${query}&pageSize=1&meta=none&fields=slug`,
      );
      const { totalOffers = -1, totalProviders = -1 } = pagination;
      const facets = await read<Record<string, number>>(`/api/facets?${query}&column=planType`);
      const { counts } = await read<{ counts: Record<string, number>[] }>(
        `/api/counts?${query}&by=provider&pageSize=100`,
      );
      const exported = await get(`/api/export?${query}&format=ndjson`);
      const found = {
        facets: [facets.totalOffers, facets.totalProviders],
        counts: [counts.reduce((sum, { offerCount = 0 }) => sum + offerCount, 0), counts.length],
        export: [Number(exported.headers['x-total-count']), totalProviders],
        lines: [exported.text.split('\n').length - 1, totalProviders],
      };
      const wanted = [totalOffers, totalProviders];
      const same = { facets: wanted, counts: wanted, export: wanted, lines: wanted };
      assert.deepEqual(found, same, query);
    }
  });
});

interface Estimate {
  readonly slug: string;
  readonly provider: string;
  readonly cost: { readonly min: number; readonly max: number } | null;
}

describe('a larger workload', () => {
  /** Each from small to large. */
  const sizes = {
    requests: ['requests=100000', 'requests=10000000', 'requests=1000000000'],
    peak: ['', '&peak=10', '&peak=1000'],
    archive: ['', '&archive=1'],
  } as const;
  type Size = keyof typeof sizes;
  type Workload = Readonly<Record<Size, number>>;

  const costsOf = async ({ requests, peak, archive }: Workload) => {
    const query = `${sizes.requests[requests]}${sizes.peak[peak]}${sizes.archive[archive]}`;
    const { estimates } = await read<{ estimates: Estimate[] }>(
      `/api/estimate?network=base&pageSize=100&${query}`,
    );
    return new Map(
      estimates.map(({ provider, slug, cost }) => [`${provider} ${slug}`, cost?.max ?? Infinity]),
    );
  };
  const workloads = sizes.requests.flatMap((_, requests) =>
    sizes.peak.flatMap((__, peak) =>
      sizes.archive.map((___, archive) => ({ requests, peak, archive })),
    ),
  );

  /** The workload with each size one step up. */
  const stepsUp = (workload: Workload) =>
    (Object.keys(sizes) as Size[]).map((size) => [
      size,
      { ...workload, [size]: workload[size] + 1 },
    ]);

  it('costs no less, and no plan takes it that does not take the smaller one', async () => {
    const costs = new Map<string, ReadonlyMap<string, number>>();
    for (const workload of workloads) costs.set(JSON.stringify(workload), await costsOf(workload));
    const steps = workloads.flatMap((workload) =>
      stepsUp(workload).flatMap(([size, step]) => {
        const before = costs.get(JSON.stringify(workload));
        return Array.from(costs.get(JSON.stringify(step)) ?? [], ([offer, cost]) => {
          const smaller = before?.get(offer) ?? Infinity;
          return { size, cost, smaller, what: `${offer} ${JSON.stringify(step)}` };
        });
      }),
    );
    assert.deepEqual(
      steps.filter(({ cost, smaller }) => cost < smaller),
      [],
    );
    const refused = steps.filter(({ cost, smaller }) => cost === Infinity && smaller < cost);
    assert.deepEqual(
      [...new Set(refused.map(({ size }) => size))].toSorted(),
      ['archive', 'peak', 'requests'],
      'each size is too large for some plan',
    );
  });
});
