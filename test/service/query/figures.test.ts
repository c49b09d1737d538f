/** Filters on figures of offers that no cell states: estimates, and numbers of networks. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory, directoryText } from '../../support/directory.ts';
import { asBrowser } from '../../support/service-get.ts';
import { useService } from '../../support/service-server.ts';

interface Estimated {
  readonly slug: string;
  readonly cost: { readonly min: number; readonly max: number; readonly currency: string } | null;
  readonly reason: string | null;
}

interface Listed {
  readonly slug: string;
  readonly networkCount: number;
}

const spanned = 'listings/specific-networks/aria/apis.csv';
/** Beside the offers a price of use with two ends, which are far from each other. */
const spannedText = `${directoryText(spanned).trimEnd()}
Tiered,RPC,EVM JSON-RPC,mainnet,FALSE,FALSE,span-plan,Dwellir,Span,$20/mo,"[""1M reqs/mo""]",,,,,$5-$100/1M requests,,,,
`;

describe('figures of offers', () => {
  const { get } = useService({ ...directory, [spanned]: spannedText });
  const resultOf = async <T>(address: string) => {
    const answer = await get(address);
    assert.equal(answer.status, 200, address);
    return (answer.json() as { result: T }).result;
  };
  const offers = async (filters: unknown, more = '') => {
    const given = encodeURIComponent(JSON.stringify(filters));
    const address = `/api/offers?category=apis&pageSize=100&filters=${given}${more}`;
    return (await resultOf<{ offers: Listed[] }>(address)).offers;
  };
  const slugs = (list: readonly { readonly slug: string }[]) =>
    list.map(({ slug }) => slug).toSorted();

  for (const [requests, budget] of [
    [1_000_000, 40],
    [40_000_000, 500],
  ])
    it(`limits a list to what ${requests} requests cost at most`, async () => {
      const all = `/api/estimate?requests=${requests}&pageSize=100`;
      const { estimates } = await resultOf<{ estimates: Estimated[] }>(all);
      const isKnown = ({ cost, reason }: Estimated) => cost !== null && reason === null;
      const isWithin = ({ cost }: Estimated) =>
        cost !== null && cost.min <= (budget ?? 0) && (cost.max === 0 || cost.currency === 'USD');
      const within = estimates.filter((each) => isKnown(each) && isWithin(each));
      assert.ok(within.length > 0 && within.length < estimates.filter(isKnown).length);
      const filters = [{ id: 'estimate', value: ['', String(budget)] }];
      const found = slugs(await offers(filters, `&requests=${requests}`));
      for (const { slug } of within) assert.ok(found.includes(slug), slug);
      // A listing may have an estimate although another one of the offer has none.
      const given = encodeURIComponent(JSON.stringify(filters));
      const limited = (await resultOf<{ estimates: Estimated[] }>(`${all}&filters=${given}`))
        .estimates;
      assert.deepEqual(slugs(limited), found);
      assert.ok(limited.every((each) => isKnown(each) && isWithin(each)));
    });

  it('tell how many offers have none, and which', async () => {
    const known = await offers([{ id: 'estimate', value: ['*'] }]);
    const unknown = await offers([{ id: 'estimate', value: ['!*'] }]);
    const all = await offers([]);
    assert.deepEqual([...new Set(slugs([...known, ...unknown]))].toSorted(), slugs(all));
    const { applied } = await resultOf<{ applied: { id: string; notStated?: number }[] }>(
      `/api/offers?category=apis&f.estimate.max=1e9`,
    );
    const [told] = applied.filter(({ id }) => id === 'estimate');
    assert.equal(told?.notStated, all.length - known.length);
  });

  it('are the same on the page, in its Markdown, the export and the facets', async () => {
    const found = await offers([{ id: 'estimate', value: ['', '50'] }], '&requests=5000000');
    const asked = 'f.estimate.max=50&requests=5000000';
    const page = (await get(`/toolbox/apis?${asked}`, asBrowser)).text;
    assert.match(page, new RegExp(`\\b${found.length} offers?\\b`));
    assert.match(page, /name="f.estimate.max" value="50"/);
    const markdown = (await get(`/toolbox/apis.md?${asked}`)).text;
    assert.match(markdown, /Estimate a month: up to 50 USD per month/);
    const file = (await get(`/api/export?category=apis&${asked}`)).text.trim().split('\n');
    assert.equal(file.length - 1, found.length);
    const { facets } = await resultOf<{
      facets: { id: string; values?: { offersCount: number }[] }[];
    }>(`/api/facets?category=apis&column=apiType&${asked}`);
    const counted = facets.flatMap(({ values = [] }) => values.map((value) => value.offersCount));
    assert.equal(
      counted.reduce((sum, count) => sum + count, 0),
      found.length,
    );
  });

  it('order lists and files by what a volume costs, which files state', async () => {
    const asked = 'category=apis&requests=5000000';
    const order = (desc: boolean) =>
      `sorting=${encodeURIComponent(JSON.stringify([{ id: 'estimate', desc }]))}`;
    const file = async (desc: boolean) => {
      const { text } = await get(`/api/export?${asked}&${order(desc)}&format=ndjson`);
      return text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, string | number | null>);
    };
    const [up, down] = [await file(false), await file(true)];
    const costOf = ({
      estimateMin: min,
      estimateMissing: missing,
      estimateCurrency: code,
    }: (typeof up)[0]) =>
      typeof min === 'number' && missing === null && (min === 0 || code === 'USD') ? [min] : [];
    const costs = up.flatMap(costOf);
    assert.ok(new Set(costs).size > 2);
    assert.deepEqual(
      costs,
      costs.toSorted((a, b) => a - b),
    );
    assert.ok(costOf(up[0] ?? {}).length === 1 && up.at(-1)?.estimateMin === null);
    assert.equal(costOf(down[0] ?? {})[0], Math.max(...down.flatMap(costOf)));
    const mosts = down.flatMap((row) =>
      costOf(row).length === 1 ? [Number(row.estimateMax)] : [],
    );
    assert.deepEqual(
      mosts,
      mosts.toSorted((a, b) => b - a),
    );
    const { estimates } = await resultOf<{ estimates: Estimated[] }>(
      `/api/estimate?requests=5000000&pageSize=100`,
    );
    for (const { slug, cost } of estimates) {
      const line = up.find((each) => each.slug === slug);
      assert.deepEqual(
        [line?.estimateMin, line?.estimateMax],
        [cost?.min ?? null, cost?.max ?? null],
      );
    }
    const listed = (
      await resultOf<{ offers: Listed[] }>(`/api/offers?${asked}&${order(true)}&pageSize=100`)
    ).offers;
    assert.deepEqual(
      listed.map(({ slug }) => slug),
      down.map(({ slug }) => slug),
    );
    const page = (await get('/toolbox/apis?requests=5000000&dir=desc', asBrowser)).text;
    assert.match(page, /sort=estimate&amp;dir=desc|aria-sort="descending"/);
    assert.match(
      page,
      /api\/export\?category=apis&amp;sorting=[^"]*estimate[^"]*&amp;requests=5000000/,
    );
    const plain = (await get('/api/export?category=apis')).text;
    assert.doesNotMatch(plain, /estimateMin/);
    // A filter on past states is part of the workload.
    const past = '/api/export?category=apis&requests=50000000&f.historicalData=Archive';
    const pastFile = (await get(past)).text;
    assert.match(pastFile, /,1249,/);
    assert.equal(pastFile, (await get(`${past}&archive=1`)).text);
  });

  it('limit a list to offers on a number of networks', async () => {
    const all = await offers([]);
    const wanted = all.filter(({ networkCount }) => networkCount >= 2);
    assert.ok(wanted.length > 0 && wanted.length < all.length);
    const found = await offers([{ id: 'networkCount', value: ['2', ''] }]);
    assert.deepEqual(slugs(found), slugs(wanted));
  });

  it('of faucets are amounts of a token, and hours between requests', async () => {
    const faucets = async (filters: unknown) => {
      const given = encodeURIComponent(JSON.stringify(filters));
      const address = `/api/offers?category=faucets&pageSize=100&numbers=1&filters=${given}`;
      return (await resultOf<{ offers: Readonly<Record<string, unknown>>[] }>(address)).offers;
    };
    const all = await faucets([]);
    const isWaiting = ({ dripLimitPeriodMin: hours }: Readonly<Record<string, unknown>>) =>
      typeof hours === 'number' && hours <= 24;
    const soon = await faucets([{ id: 'dripLimitPeriodHours', value: ['', '24'] }]);
    assert.ok(soon.length > 0 && soon.length < all.length);
    assert.deepEqual(soon.every(isWaiting), true);
    const sums = await faucets([
      { id: 'dripLimitAmountTokens', value: ['0.01', '', 'ETH/request'] },
    ]);
    assert.ok(sums.length > 0 && sums.length < all.length);
    assert.ok(sums.every(({ dripLimitAmountMax: most }) => Number(most) >= 0.01));
  });

  it('are no texts: a mention is a word of any column, and no part of a longer one', async () => {
    const found = await offers([{ id: 'mentions', value: ['websocket'] }]);
    const without = await offers([{ id: 'mentions', value: ['!websocket'] }]);
    const all = await offers([]);
    assert.ok(found.length > 0 && found.length < all.length);
    assert.equal(new Set(slugs([...found, ...without])).size, all.length);
    // Joined or apart, and never inside of a word.
    const count = async (value: string) =>
      (await offers([{ id: 'mentions', value: [value] }])).length;
    assert.equal(await count('web socket'), found.length);
    assert.equal(await count('websocke'), 0);
    assert.equal(await count('web-socket'), found.length);
  });
});
