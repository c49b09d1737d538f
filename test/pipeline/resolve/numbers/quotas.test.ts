import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StatedQuota } from '../../../../model/rows.ts';
import { parseLimits, parseNumbers, readCell } from '../../../support/read-texts.ts';

/** `1..5 requests/month range`; null without a quota. */
function show(quota: StatedQuota | null | undefined): string | null {
  if (!quota) return null;
  const { min, max, unit, bound } = quota;
  const numbers = min === max ? [min] : [min, max];
  return `${numbers.map((number) => Number(number?.toPrecision(4) ?? Number.NaN)).join('..')} ${unit} ${bound}`;
}

describe('parseLimits reads what a plan includes', () => {
  const cases: readonly (readonly [text: string, included: string])[] = [
    ['100M req/mo', '100000000 requests/month exact'],
    ['100K requests per month', '100000 requests/month exact'],
    ['100K monthly credits', '100000 credits/month exact'],
    ['100K daily response limit', '100000 responses/day exact'],
    ['Up to 1.5M API calls/day', '1500000 requests/day upTo'],
    ['25M API credits', '25000000 credits exact'],
    ['10M/15M/20M credits/mo', '10000000..20000000 credits/month range'],
    ['115-365M CUs/mo', '115000000..365000000 compute units/month range'],
    ['100K reqs/day including up to 25K archive reqs/day', '100000 requests/day exact'],
    ['6M req/mo or 150GB/mo', '6000000 requests/month exact'],
    ['2TB/mo', '2 TB/month exact'],
    ['10M, 15M or 20M credits per month', '10000000..20000000 credits/month range'],
    ['From 300M requests per month', '300000000 requests/month from'],
    ['100K credits in total', '100000 credits exact'],
    ['450M Watch units/mo', '450000000 WU/month exact'],
    ['Unlimited reqs/mo, no API keys', 'NaN requests/month unlimited'],
    ['Unlimited API credits', 'NaN credits unlimited'],
    ['10M CUs/day\n300M CUs/mo', '300000000 compute units/month exact'],
    ['25M credits\n1M reqs/mo\n5M reqs/day', '1000000 requests/month exact'],
    ['5M reqs/day\n25M credits', '25000000 credits exact'],
  ];
  for (const [text, included] of cases)
    it(JSON.stringify(text), () => {
      assert.equal(show(parseLimits(text)?.included), included);
      assert.equal(parseLimits(text)?.rate, null);
    });
});

describe('parseLimits reads what a plan allows per second', () => {
  const cases: readonly (readonly [text: string, rate: string])[] = [
    ['25 RPS', '25 requests exact'],
    ['100 req/min', '1.667 requests exact'],
    ['5K reqs per 5 minutes', '16.67 requests exact'],
    ['1K+ RPC/10s', '100 requests from'],
    ['300 CUPS', '300 compute units exact'],
    ['100/300/500 rps', '100..500 requests range'],
    ['60 req/s/IP', '60 requests/IP exact'],
    ['1 req/s IP Limit', '1 requests/IP exact'],
    ['100 requests per 10 seconds per IP', '10 requests/IP exact'],
    ['200 RPC requests per second', '200 requests exact'],
    ['30RPS/1.5K RPM', '30 requests exact'],
    ['1 API key/15 RPS limit', '15 requests exact'],
    ['No rate limits', 'NaN requests unlimited'],
    ['unlimited throughput limit', 'NaN requests unlimited'],
  ];
  for (const [text, rate] of cases)
    it(JSON.stringify(text), () => {
      assert.equal(show(parseLimits(text)?.rate), rate);
      assert.equal(parseLimits(text)?.included, null);
    });

  it('beside what the plan includes, in one item or in several', () => {
    for (const text of ['5K req/s, 20M CUs', '20M CUs\n3 API Keys\n5K req/s']) {
      const { included, rate } = parseLimits(text) ?? {};
      assert.deepEqual(
        [show(included), show(rate)],
        ['20000000 compute units exact', '5000 requests exact'],
      );
    }
    const { included, rate } = parseLimits('15M credits/day with throughput 4K credits/sec') ?? {};
    assert.deepEqual(
      [show(included), show(rate)],
      ['15000000 credits/day exact', '4000 credits exact'],
    );
  });
});

describe('parseLimits', () => {
  it('reads no amount of one kind of use as that of a plan, and says that one is stated', () => {
    const unread = { min: null, max: null, unit: null, bound: 'unread' };
    for (const text of ['20K protected reqs/day', '100K lifetime credits'])
      assert.deepEqual(parseLimits(text), { included: unread, rate: null, further: [] }, text);
    for (const text of ['5 index req/s', '30 reqs/min (node API)', '500 responses/sec(burst)'])
      assert.deepEqual(parseLimits(text), { included: null, rate: unread, further: [] }, text);
    const { included, rate } = parseLimits('200K reqs/day\n100K archive reqs/day') ?? {};
    assert.deepEqual([show(included), rate], ['200000 requests/day exact', null]);
  });

  it('names the items that were not read, whichever of the two amounts they state', () => {
    const [use, rate] = ['20K protected reqs/day', '20 protected reqs/s'];
    for (const [text, unread] of [
      [`1M reqs/mo\n${rate}`, [rate]],
      [`${use}\n5 reqs/s`, [use]],
      [`${use}\n${rate}`, [use, rate]],
      ['1M reqs/mo\n5 reqs/s', []],
    ] as const)
      assert.deepEqual(readCell('limitations', text, []).unread, unread, text);
  });

  it('finds no quota in limits of other things', () => {
    const texts = [
      '3 API Keys',
      '10/30 deployed graphs',
      '100 WebSocket connections',
      '100K entities stored',
    ];
    for (const text of [
      ...texts,
      '10 sendTransaction/s',
      '10 credits per MB exported',
      '1 GB of storage',
      '10 rows/req',
      'Custom limits',
      'Rate limits apply',
      '1 month only',
      '',
    ])
      assert.equal(parseLimits(text), null, text);
  });

  it('states nothing of a list with an item that it does not understand', () => {
    const texts = [
      '10 reqs/mint',
      '25M125M/500M req/mo',
      '400K API daily limit',
      '50K RUs per $0.001 + 50M/mo RUs',
      '4B/90d + 50M/mo RUs',
    ];
    const inPart = ['24M EVM calls or so', 'First 50M CUs of a month are free'];
    const unread = { min: null, max: null, unit: null, bound: 'unread' };
    for (const text of [...texts, ...inPart, '1.000 reqs/s', '4/7M credits/mo', '5M reqs/m'])
      assert.deepEqual(
        parseLimits(`25M CUs/mo\n${text}`),
        { included: unread, rate: unread, further: [] },
        text,
      );
  });
});

describe('readNumbers reads the limits of faucets', () => {
  it('amounts of tokens', () => {
    const texts = [
      '0.1',
      '0.05 ETH',
      '0.5/1/2.5/5 SOL',
      'Up to 1 SOL',
      '10 USDT0',
      '0.1 ETH/1 ETH72h',
      'a lot',
      '5K',
      '0.5 MN',
    ];
    const read = [
      '0.1 null exact',
      '0.05 ETH exact',
      '0.5..5 SOL range',
      '1 SOL upTo',
      '10 USDT0 exact',
      null,
      null,
      null,
      null,
    ];
    const parse = (text: string) =>
      show(parseNumbers('dripLimitAmount', text) as StatedQuota | null);
    assert.deepEqual(texts.map(parse), read);
  });

  it('waiting times in hours, also without a unit', () => {
    const texts = ['24', '12h', '7sec', '30 min', '30m', '3 days', '1 ETH', '24h and more'];
    const hours = texts.map((text) => parseNumbers('dripLimitPeriod', text)?.min);
    assert.deepEqual(hours, [24, 12, 0.00194444444444, 0.5, 0.5, 72, undefined, 24]);
  });
});
