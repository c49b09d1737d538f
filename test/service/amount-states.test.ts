/**
 * The four states of an amount, each apart in files, lists, comparisons, tools and estimates: read,
 * stated and not read, not stated, not applicable.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { directory, directoryText } from '../support/directory.ts';
import { call, connect, rowsOf } from '../support/mcp-client.ts';
import { asBrowser } from '../support/service-get.ts';
import { textOf } from '../support/service-html.ts';
import { useService } from '../support/service-server.ts';
import { afterAll } from '../support/temporary-folder.ts';

const listing = 'listings/specific-networks/aria/apis.csv';
/** Price of use and limits, by the state of each. */
const offers = {
  'state-read': ['$2/1M requests', '["10M reqs/mo"]'],
  'state-unread': ['', '["20K protected reqs/day"]'],
  'state-blank': ['', ''],
  'state-unlimited': ['', '["Unlimited reqs/mo"]'],
} as const;
/** Offers whose fees are in three currencies: 44 and 45 EUR are $48.89 and $50, 30 GBP are $40. */
const fees = {
  'rated-dollar': '$49/mo',
  'rated-low': '€44/mo',
  'rated-high': '€45/mo',
  'rated-pound': '£30/mo',
} as const;
const feeLines = Object.entries({ ...fees, 'rated-use': '44 TON/mo' }).map(
  ([slug, fee]) =>
    `Tiered,RPC,EVM JSON-RPC,mainnet,FALSE,FALSE,${slug},Dwellir,${slug},${fee},,,,,,,,,,`,
);
/** Fees of which one is stated in a form that is not read. */
const unreadLines = Object.entries({
  'fee-read': '$49/mo',
  'fee-unread': '$4b9/mo',
  'fee-bare': 'up to 1.5K/mo',
}).map(
  ([slug, fee]) =>
    `Tiered,RPC,EVM JSON-RPC,mainnet,FALSE,FALSE,${slug},Dwellir,${slug},${fee},,,,,,,,,,`,
);
const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
/** Beside them in comparisons. */
const others = {
  'dear-one': ['$5/1M requests', '["10M reqs/mo"]'],
  'dear-tiers': ['$1.5-$3/1M requests', '["10M reqs/mo"]'],
  'dear-open': ['up to $3/1M requests', '["10M reqs/mo"]'],
} as const;
/** Promises of one offer on two networks, and of others on one. */
const promises = [
  ['aria', 'sla-varies', '99.5%'],
  ['bora', 'sla-varies', '99.99%'],
  ['aria', 'sla-high', '99.9%'],
  ['aria', 'sla-low', '99%'],
  ['aria', 'sla-top', '99.99%'],
  // A price of use that one of two listings states.
  ['aria', 'use-partly', '', '$1/1M requests'],
  ['bora', 'use-partly', ''],
] as const;
const linesOf = (network: string) =>
  promises.flatMap(([on, slug, uptime, use = '']) =>
    on === network
      ? `Tiered,RPC,EVM JSON-RPC,mainnet,FALSE,FALSE,${slug},Dwellir,${slug},$49/mo,,,,,,${use},${uptime},,,`
      : [],
  );
/** Times of two faucets, which are one. */
const faucets = ['24', '24h'].map(
  (time, at) => `wait-${at},Dwellir,,,mainnet,FALSE,,$0,FALSE,FALSE,,1 ETH,${time},`,
);
const faucetColumns =
  'slug,provider,offer,actionButtons,chain,starred,tag,price,requiresLogin,hasCaptcha,requiredMainnetBalance,dripLimitAmount,dripLimitPeriod,additionalNotes';
const elsewhere = 'listings/specific-networks/bora/apis.csv';
/** Price of use and limits that contradict each other, and what is said of them. */
const contradictions = {
  'against-unit': ['$2.49/1M CUs', '["100M reqs/mo"]'],
  'against-day': ['', '["100K reqs/day","5M reqs/mo"]'],
  'against-none': ['$2.49/1M requests', '["100K reqs/day","3M reqs/mo"]'],
} as const;
const contradictionTexts = {
  'against-unit': 'texts contradict: 100M requests/month, and use is priced in compute units',
  'against-day': 'texts contradict: 5M requests/month, and 100K requests/day are 3.04M a month',
  'against-none': null,
} as const;
const header = directoryText(listing).split('\n', 1).join();
const lines = Object.entries({ ...offers, ...others, ...contradictions }).map(
  ([slug, [use, limits]]) =>
    `Tiered,RPC,EVM JSON-RPC,mainnet,FALSE,FALSE,${slug},Dwellir,${slug},$49/mo,${quote(limits)},,Archive,,,${use},,,,`,
);

describe('the states of amounts', () => {
  const { get, service } = useService({
    ...directory,
    'meta/rates.csv': `currency,perUsd,day,source\nEUR,0.9,2025-12-01,https://rates.example/eur\nGBP,0.75,2025-12-20,https://rates.example/gbp\n`,
    [listing]: `${directoryText(listing).trimEnd()}\n${[...lines, ...feeLines, ...unreadLines, ...linesOf('aria')].join('\n')}\n`,
    'listings/specific-networks/aria/faucets.csv': `${[faucetColumns, ...faucets].join('\n')}\n`,
    [elsewhere]: `${[header, ...linesOf('bora')].join('\n')}\n`,
  });
  const cleanUp = afterAll();
  let client: Client;
  before(async () => {
    client = await connect(service().url, cleanUp);
  });

  const slugs = Object.keys(offers);
  const named = slugs.map((slug) => `offer=${slug}`).join('&');

  it('are columns of rows and files', async () => {
    const { text } = await get(
      '/networks/aria/api/infrastructure-providers/rows?category=apis&search=state&numbers=1&pageSize=50',
    );
    const { rows } = JSON.parse(text).result as { rows: Record<string, string | null>[] };
    const found = slugs.map((slug) => {
      const row = rows.find((each) => each.slug === slug);
      return [row?.queryPriceState, row?.limitationsState, row?.limitationsUnread];
    });
    const expected = [
      ['read', 'read', null],
      ['notStated', 'unread', '20K protected reqs/day'],
      ['notStated', 'notStated', null],
      ['notApplicable', 'read', null],
    ];
    assert.deepEqual(found, expected);
    const csv = await get(
      '/networks/aria/api/infrastructure-providers/export?category=apis&format=csv&search=state',
    );
    for (const state of ['notApplicable', 'unread', 'notStated', 'read'])
      assert.match(csv.text, new RegExp(`,${state},`));
  });

  it('are apart in Markdown of lists and comparisons, and in comparisons', async () => {
    const list = (await get('/networks/aria/toolbox/apis.md?search=state&pageSize=50')).text;
    const lineOf = (slug: string) => list.split('\n').find((line) => line.startsWith(`|${slug}`));
    assert.match(lineOf('state-unread') ?? '', /not stated\|.*not read/);
    assert.match(lineOf('state-blank') ?? '', /not stated\|.*not stated/);
    assert.match(lineOf('state-unlimited') ?? '', /does not apply\|/);
    const comparison = (await get(`/networks/aria/compare.md?category=apis&${named}`)).text;
    assert.match(
      comparison,
      /\|Query price\|\$2\/1M requests\|not stated\|not stated\|does not apply\|/,
    );
    assert.match(comparison, /\(not read: 20K protected reqs\/day\)/);
    const page = textOf(
      (await get(`/networks/aria/compare?category=apis&${named}`, asBrowser)).text,
    );
    for (const words of ['not stated', 'does not apply', 'not read: 20K protected reqs/day'])
      assert.ok(page.includes(words), words);
  });

  it('are apart in lines of lists and profiles', async () => {
    for (const path of [
      '/networks/aria/toolbox/apis?search=state&view=table',
      '/networks/aria/providers/dwellir',
    ]) {
      const { text } = await get(path, asBrowser);
      const [, ...lines] = text.split('<tr class="offer"');
      const lineOf = (slug: string) =>
        textOf(lines.find((line) => line.includes(`value="${slug}"`)) ?? '');
      const isWhole = path.includes('toolbox');
      for (const words of ['not stated', 'does not apply', 'not read'])
        assert.ok(textOf(text).includes(words), `${words}: ${path}`);
      if (!isWhole) continue;
      assert.match(lineOf('state-unread'), /20K protected reqs\/day\s*not read/);
      assert.match(lineOf('state-blank'), /not stated.*not stated/s);
      assert.match(lineOf('state-unlimited'), /does not apply/);
      assert.doesNotMatch(lineOf('state-read'), /not stated|does not apply/);
    }
  });

  it('say that the best is the best known beside an offer that states nothing', async () => {
    const markOf = async (...names: readonly string[]) => {
      const asked = names.map((slug) => `offer=${slug}`).join('&');
      const { text } = await get(`/networks/aria/compare?category=apis&${asked}`, asBrowser);
      const [, line = ''] = /Query price<\/th>(.*?)<\/tr>/s.exec(text) ?? [];
      return /mark-best">([^<]*)/.exec(line)?.[1] ?? null;
    };
    assert.equal(await markOf('state-read', 'dear-one', 'state-blank'), 'best known');
    assert.equal(await markOf('state-read', 'dear-one', 'state-unlimited'), 'best');
    assert.equal(await markOf('state-read', 'dear-one'), 'best');
    assert.equal(await markOf('state-read', 'dear-tiers'), null, 'ranges overlap');
    assert.equal(await markOf('state-read', 'dear-open'), null, 'up to $3 may be less than $2');
  });

  it('say that a promise is the best only if no other listing promises more', async () => {
    const marksIn = async (column: string, ...names: readonly string[]) => {
      const asked = names.map((slug) => `offer=${slug}`).join('&');
      const { text } = await get(`/compare?category=apis&${asked}`, asBrowser);
      const [, line = ''] = new RegExp(`${column}</th>(.*?)</tr>`, 's').exec(text) ?? [];
      const cells = line.split('<td').slice(1);
      return cells.map((cell) => /mark-best">([^<]*)/.exec(cell)?.[1] ?? null);
    };
    const marksOf = (...names: readonly string[]) => marksIn('Uptime SLA', ...names);
    assert.deepEqual(await marksOf('sla-varies', 'sla-high'), [null, null]);
    assert.deepEqual(await marksOf('sla-high', 'sla-varies', 'sla-low'), [null, null, null]);
    assert.deepEqual(await marksOf('sla-low', 'sla-high'), [null, 'best']);
    assert.deepEqual(await marksOf('sla-top', 'sla-varies'), ['best', null]);
    assert.deepEqual(await marksOf('sla-varies', 'sla-low'), ['best', null]);
    const prices = await marksIn('Query price', 'use-partly', 'dear-one');
    assert.deepEqual(prices, [null, null], 'the other listing may cost more');
  });

  it('are apart in tools and estimates', async () => {
    const columns = ['limitationsIncluded', 'queryPrice'];
    const found = await call(client, 'find_offers', {
      category: 'apis',
      network: 'aria',
      search: 'state',
      columns,
    });
    const cells = Object.fromEntries(
      rowsOf(found).map((row) => [row.slug, columns.map((column) => row[column])]),
    );
    assert.deepEqual(cells['state-unread'], ['not read: 20K protected reqs/day', 'not stated']);
    assert.deepEqual(cells['state-unlimited'], ['unlimited requests/month', 'does not apply']);
    const { text } = await get('/api/estimate?network=aria&search=state&requests=20000000');
    const { estimates } = JSON.parse(text).result as {
      estimates: { slug: string; state: string; missing: string | null }[];
    };
    const states = Object.fromEntries(
      estimates.map(({ slug, state, missing }) => [slug, [state, missing]]),
    );
    assert.deepEqual(states, {
      'state-read': ['read', null],
      'state-unread': ['unread', 'what the text means: “20K protected reqs/day”'],
      'state-blank': ['notStated', 'how many requests are included'],
      'state-unlimited': ['read', null],
    });
  });

  it('come with what contradicts them, in rows and tools', async () => {
    const rows =
      '/networks/aria/api/infrastructure-providers/rows?category=apis&search=against&numbers=1';
    const found = JSON.parse((await get(rows)).text).result.rows as Record<string, string>[];
    const answer = await call(client, 'find_offers', {
      category: 'apis',
      network: 'aria',
      search: 'against',
      columns: ['limitations'],
    });
    for (const [slug, text] of Object.entries(contradictionTexts)) {
      const cell = found.find((row) => row.slug === slug)?.limitationsContradicts ?? null;
      assert.equal(cell && `texts contradict: ${cell}`, text);
      const told = JSON.stringify(rowsOf(answer).find((row) => row.slug === slug)?.limitations);
      assert.equal(told?.includes('contradict'), text !== null, told);
    }
  });

  it('come with contradictions on pages and in their Markdown', async () => {
    const slugs = Object.keys(contradictionTexts);
    const named = slugs.map((slug) => `offer=${slug}`).join('&');
    const texts = {
      list: '/networks/aria/toolbox/apis.md?search=against&pageSize=50',
      page: '/networks/aria/toolbox/apis?search=against&view=table',
      comparison: `/networks/aria/compare.md?category=apis&${named}`,
      compared: `/networks/aria/compare?category=apis&${named}`,
    };
    const told = Object.values(contradictionTexts).filter((text) => text !== null);
    const wordsOf = (name: string) => (/list|page/.test(name) ? ['texts contradict'] : told);
    for (const [name, path] of Object.entries(texts)) {
      const answered = textOf((await get(path, path.includes('.md') ? {} : asBrowser)).text);
      for (const words of wordsOf(name)) assert.ok(answered.includes(words), `${name}: ${words}`);
      const times = answered.split('texts contradict').length - 1;
      assert.ok(times >= told.length, `${name}: ${times}`);
    }
  });

  it('say that a price has no currency', async () => {
    const page = await get('/networks/aria/toolbox/apis?search=fee-bare&view=table', asBrowser);
    assert.match(textOf(page.text), /Up to 1\.5K\/mo\s*no currency stated/i);
    const named = 'category=apis&offer=fee-bare&offer=fee-unread';
    const compared = await get(`/networks/aria/compare.md?${named}`);
    const answer = await call(client, 'find_offers', {
      category: 'apis',
      network: 'aria',
      search: 'fee-',
      columns: ['accessPrice'],
    });
    const told = JSON.stringify(rowsOf(answer));
    for (const words of ['up to 1.5K/mo (no currency stated)', '$4b9/mo (not read)'])
      for (const text of [compared.text, told])
        assert.ok(text.includes(words), `${words}: ${text}`);
  });

  it('that are not read are counted apart in totals', async () => {
    const list = '/networks/aria/toolbox/apis.md?search=fee-';
    const noteOf = async (query: string) => (await get(`${list}${query}`)).text;
    assert.match(await noteOf('&sort=accessPrice'), /1 without a number, of which 1 could not be/);
    assert.match(
      await noteOf('&f.accessPrice.max=60'),
      /1 listing without a number, of which 1 could not be read/,
    );
    assert.match(await noteOf('&requests=1000'), /the texts of 1 could not be read/);
    const sorting = encodeURIComponent('[{"id":"accessPrice","desc":false}]');
    const path = `/api/offers?category=apis&network=aria&search=fee-&sorting=${sorting}`;
    const [order] = JSON.parse((await get(path)).text).result.hints.priceOrder;
    assert.deepEqual([order.withoutNumber, order.unread], [1, 1]);
  });

  it('are ordered across currencies with the rates of the directory', async () => {
    const inOrder = async (desc: boolean) => {
      const sorting = encodeURIComponent(JSON.stringify([{ id: 'accessPrice', desc }]));
      const { text } = await get(
        `/api/offers?category=apis&network=aria&search=rated&sorting=${sorting}`,
      );
      const { offers: found, hints } = JSON.parse(text).result;
      const slugs = (found as { slug: string }[]).map(({ slug }) => slug);
      return { slugs, order: hints.priceOrder[0] };
    };
    const { slugs, order } = await inOrder(false);
    assert.deepEqual(slugs, [
      'rated-pound',
      'rated-low',
      'rated-dollar',
      'rated-high',
      'rated-use',
    ]);
    const dearest = ['rated-high', 'rated-dollar', 'rated-low', 'rated-pound', 'rated-use'];
    assert.deepEqual((await inOrder(true)).slugs, dearest);
    assert.deepEqual(
      (order.groups as object[]).map((group) => ({ converted: [], ...group })),
      [
        {
          currency: 'USD',
          unit: 'month',
          totalOffers: 4,
          converted: [
            { group: 'EUR/month', factor: 1 / 0.9, day: '2025-12-01' },
            { group: 'GBP/month', factor: 1 / 0.75, day: '2025-12-20' },
          ],
        },
        { currency: 'TON', unit: 'month', totalOffers: 1, converted: [] },
      ],
    );
    const page = await get('/networks/aria/toolbox/apis?search=rated&sort=accessPrice', asBrowser);
    assert.match(
      textOf(page.text),
      /ordered in USD per month, with EUR per month converted at 1\.111 \(2025-12-01\), GBP per month converted at 1\.333 \(2025-12-20\); then 1 in other/,
    );
  });

  it('are one for a time with and without its unit', async () => {
    const list = (await get('/networks/aria/toolbox/faucets.md')).text;
    const times = Array.from(list.matchAll(/^\|wait-.*\|(.*)\|$/gm), ([, time]) => time);
    assert.deepEqual(times, ['24h', '24h']);
    const page = (await get('/networks/aria/toolbox/faucets?view=table', asBrowser)).text;
    assert.equal(page.match(/>24h</g)?.length, 2);
    const named = 'category=faucets&offer=wait-0&offer=wait-1';
    const comparison = (await get(`/networks/aria/compare.md?${named}`)).text;
    assert.match(comparison, /\|Waiting time\|24h\|24h\|/);
    const found = await call(client, 'find_offers', {
      category: 'faucets',
      network: 'aria',
      columns: ['dripLimitPeriod'],
    });
    assert.deepEqual(
      rowsOf(found).map(({ dripLimitPeriod }) => dripLimitPeriod),
      ['24h', '24h'],
    );
    const { text } = await get(
      '/api/offers?category=faucets&network=aria&f.dripLimitPeriodHours.max=24',
    );
    assert.equal(JSON.parse(text).result.pagination.totalOffers, 2);
  });

  it('are in one section of a list if they are converted', async () => {
    const page = await get('/networks/aria/toolbox/apis?search=rated&sort=accessPrice', asBrowser);
    assert.deepEqual(textOf(page.text).match(/Prices in [A-Z]{3} per month \d+ listing.*$/gm), [
      'Prices in USD per month 4 listings. What is free is listed as 0; with EUR per month converted at 1.111 (2025-12-01), GBP per month converted at 1.333 (2025-12-20).',
      'Prices in TON per month 1 listing. Listed apart, because prices are not converted between currencies and units.',
    ]);
  });

  it('are compared across currencies with the rates of the directory', async () => {
    const read = async (query: string) => {
      const { text } = await get(`/api/offers?category=apis&network=aria&pageSize=50&${query}`);
      return JSON.parse(text).result as {
        offers: { slug: string }[];
        hints: { priceFilters: { notCompared: number; converted?: object[] }[] };
        applied: { id: string; comparedIn?: string }[];
      };
    };
    // $49 are €44.10.
    const inEuros = (max: number) =>
      read(`search=dear&f.accessPrice.max=${max}&f.accessPrice.in=EUR/month`);
    assert.equal((await inEuros(44)).offers.length, 0);
    const { offers: found, hints, applied } = await inEuros(44.2);
    assert.equal(found.length, 3);
    // Of the rates of two currencies, the older day.
    assert.deepEqual(hints.priceFilters[0]?.converted, [
      { group: 'USD/month', factor: 0.9, day: '2025-12-01' },
      { group: 'GBP/month', factor: 0.9 / 0.75, day: '2025-12-01' },
    ]);
    const comparedIn =
      'EUR per month or USD per month converted at 0.9 (2025-12-01) or GBP per month converted at 1.2 (2025-12-01)';
    assert.equal(applied.find(({ id }) => id === 'accessPrice')?.comparedIn, comparedIn);
    // 20M requests cost $69, which are €62.10.
    const costs = (max: number) =>
      read(`search=state&requests=20000000&f.estimate.max=${max}&f.estimate.in=EUR/month`);
    const isIn = ({ offers: each }: Awaited<ReturnType<typeof costs>>) =>
      each.some(({ slug }) => slug === 'state-read');
    assert.deepEqual([isIn(await costs(62)), isIn(await costs(62.2))], [false, true]);
    const page = await get('/search?q=apis+on+aria+under+%E2%82%AC45+a+month', asBrowser);
    assert.match(textOf(page.text), /USD per month converted at 0\.9 \(2025-12-01\)/);
  });
});
