import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkCases, parsePrice, parseUnitPrice } from './check-cases.ts';

checkCases('parsePrice reads how people write an amount', parsePrice, [
  ['$19.90/mo', 19.9],
  ['from $1,199/mo', 1199],
  ['$12,500.75', 12500.75],
  ['$5,000,000', 5000000],
  ['$1 000/mo', 1000],
  ['€12,50/mo', 12.5],
  ['€1.199,50', 1199.5],
  ['1,5 TON', 1.5],
  ['$.50', 0.5],
  ['$0.0000075', 0.0000075],
  ['$9.9K/mo', 9900],
  ['$1.5k', 1500],
  ['$2 million', 2000000],
  ['$5B', 5000000000],
  ['$250+', 250],
  ['£12', 12],
  ['49 €/mo', 49],
  ['49€', 49],
  ['49 EUR/mo', 49],
  ['USD 49', 49],
  ['US$49', 49],
  ['₿0.01', 0.01],
  ['0.01 ETH + Gas fee', 0.01],
  ['0.5 stETH', 0.5],
  ['25 MON/mo', 25],
  ['49 PER MONTH', 49],
  ['49.99', 49.99],
  ['[$49/mo](https://example.com/2024)', 49],
]);

checkCases('parsePrice reads tiers and ranges, which may share a currency and a period', parsePrice, [
  ['$10-$50', 10, 50],
  ['$10 - 50/mo', 10, 50],
  ['$399–999', 399, 999],
  ['$10 to $50/yr', 0.833333, 4.166667],
  ['1-5 TON + Gas fee', 1, 5],
  ['$69/$99/$129', 69, 129],
  ['$49/99/mo', 49, 99],
  ['$1.5K/3K', 1500, 3000],
  ['$10/mo - $50/mo', 10, 50],
  ['$49/mo/$490/yr', 40.833333, 49],
  ['$49/mo or $490/yr', 40.833333, 49],
  ['$50/$1K/mo, $500/$10K/yearly', 41.666667, 1000],
  ['Tier 1: $49, Tier 2: $99', 49, 99],
  ['$5/mo<br>$8/mo', 5, 8],
]);

checkCases('parsePrice makes a billing period a month', parsePrice, [
  ['$0/$4000/year', 0, 333.333333],
  ['$490 yearly', 40.833333],
  ['$490 billed annually', 40.833333],
  ['$490 per year', 40.833333],
  ['$300 per quarter', 100],
  ['$300/6 months', 50],
  ['$99 for 12 months', 8.25],
  ['$12/week', 52.142857],
  ['$15/day (daily plan)', 456.25],
  ['up to $0.0143/h', 10.439],
  ['$1/24h', 30.416667],
  ['$49 a month', 49],
  ['$49 each month', 49],
  ['$14.99/TB/mo', 14.99],
  ['$99/mo/project', 99],
  ['$49/user/mo billed yearly', 49],
  ['$0.01/min', 0.01],
  ['$3/extra hour', 3],
  ['$49 for 1000 requests/day', 49],
]);

checkCases('parsePrice takes a yearly plan without a period of its own as paid per year', parsePrice, [
  ['€20 (monthly plan), €220 (yearly plan)', 18.333333, 20],
  ['$60/$600 (annual plan)', 5, 50],
  ['$20(monthly plan)/$240(yearly plan)', 20],
  ['$20(monthly plan)/$120(yearly plan)', 10, 20],
  ['$600 (billed annually)', 50],
  ['$600/user (yearly plan)', 50],
  ['$799/mo (yearly plan only)', 799],
  ['$110 (semi-annual plan)', 110],
  ['$45/$450/mo (monthly plan), $50/$500 (yearly plan)', 45, 500],
  ['$20/mo (monthly plan), $200 (yearly plan)', 16.666667, 20],
]);

checkCases('parsePrice leaves out remarks, percentages, volumes and what an amount is per', parsePrice, [
  ['$349/$649/mo per 40M/80M credits/mo', 349, 649],
  ['$5 per 11M CUs', 5],
  ['$100 / 100 requests', 100],
  ['$0.01/transaction', 0.01],
  ['$10/TB/mo storage + $7/TB egress', 10],
]);

checkCases('parsePrice takes a sum and a fee beside the price as no range', parsePrice, [
  ['$500/mo gateway + $5/TiB/copy/mo', 500],
  ['$0 + $5/mo', 5],
  ['Gas fee + $0.5', 0.5],
  ['$29 plus $5/user', 29],
  ['$5/TB/mo; $0 egress', 5],
  ['$29/mo, setup $100', 29],
  ['$7/TB egress', 7],
  ['$49/mo, $59/mo + VAT', 49, 59],
]);

checkCases('parsePrice reads thousands with a dot before the euro sign, or with an apostrophe', parsePrice, [
  ['1.500 €/mo', 1500],
  ['1.500 EUR', 1500],
  ['1.500.000 €', 1500000],
  ['1.50 €', 1.5],
  ['$1.500', 1.5],
  ["$1'000/mo", 1000],
  ['CHF 12’500', 12500],
]);

checkCases('parsePrice takes Free as 0 where it names a tier', parsePrice, [
  ['free', 0],
  ['FREE', 0],
  ['Premium / Free', 0],
  ['Free tier, then $49/mo', 0, 49],
  ['Free/$49/mo', 0, 49],
  ['$49/Free', 0, 49],
  ['Basic: Free, Pro: $49', 0, 49],
  ['Basic plan is free, Pro is $49', 0, 49],
  ['Free up to 100 requests/day', 0],
  ['$0 (14-day trial)', 0],
  ['14-day free trial, then $49/mo', 49],
  ['$49/mo with a 14 day free trial', 49],
  ['$49/mo, 14 day free trial', 49],
  ['Freemium', null],
]);

checkCases('parsePrice finds no amount where none is stated', parsePrice, [
  ['', null],
  ['Gas Fee', null],
  ['Gas Fee on L1', null],
  ['Gas for ERC-20', null],
  ['1% Fee', null],
  ['0.1-0.3% fee', null],
  ['swap fee (~0.1%)', null],
  ['[Gas Fee](https://example.com/articles/3642)', null],
  ['https://example.com/5', null],
  ['100 requests', null],
  ['10-20 nodes', null],
  ['up to 3 projects', null],
  ['5 RPC endpoints', null],
  ['Tier 2', null],
  ['2FA', null],
  ['constructor / constructor', null],
]);

describe('parsePrice', () => {
  it('leaves out numbers too large to hold', () => {
    assert.equal(parsePrice(`$${'9'.repeat(400)}`), null);
    assert.equal(parsePrice(`$${'9'.repeat(400)}, $5`), null);
  });
});

checkCases('parseUnitPrice makes an amount per a count of units one per million', parseUnitPrice, [
  ['$0.40/$0.45/1M CUs', 0.4, 0.45],
  ['$20 / 100 requests', 200000],
  ['$5/1,000,000 requests', 5],
  ['$2 per 1 million CUs', 2],
  ['$0.5 per thousand calls', 500],
  ['$0.5/M requests', 0.5],
  ['$5 for 1M requests', 5],
  ['$8/1M', 8],
  ['$8/6.8/5.4 per 1M queries', 5.4, 8],
  ['$10/$15 per 10M/30M CUs', 0.5, 1],
  ['15K SQT/1M  reqs', 15000],
  ['$50/13M requests/mo', 3.846154],
  ['$3.5 per additional 100K entities per month, $1 per additional 100K entities after 10M entities', 10, 35],
  ['$0.5/1M CUs for over 50M CUs, $0.4/1M CUs for over 500M CUs', 0.4, 0.5],
  ['$20/1M queries over free plan', 20],
  ['$0/1M request', 0],
]);

checkCases('parseUnitPrice takes one request or the like as a count of one', parseUnitPrice, [
  ['$0.0000075/$0.000005 per excess request', 5, 7.5],
  ['$0.00001/call', 10],
  ['$0.00001 per archive API call', 10],
]);

checkCases('parseUnitPrice leaves an amount per anything else as stated', parseUnitPrice, [
  ['$0.995/month', 0.995],
  ['$490/yr', 490],
  ['$0.1/$0.5/extra indexing hour', 0.1, 0.5],
  ['$1 per 30 minutes', 1],
  ['$0.1/GB', 0.1],
  ['$5/user', 5],
  ['€0', 0],
  ['Included', null],
  ['Custom pricing & SLAs', null],
  ['no overlimit charges', null],
  ['$5/0 requests', null],
]);

describe('parsePrice and parseUnitPrice name currency, unit and bound', () => {
  const cases: readonly (readonly [
    typeof parsePrice,
    text: string,
    currency: string | null,
    unit: string | null,
    bound: string,
  ])[] = [
    [parsePrice, '$49/mo', 'USD', 'month', 'exact'],
    [parsePrice, '49 euros a year', 'EUR', 'month', 'exact'],
    [parsePrice, '$5 CAD', 'CAD', null, 'exact'],
    [parsePrice, '5 stETH/yr', 'stETH', 'month', 'exact'],
    [parsePrice, '₫49', 'VND', null, 'exact'],
    [parsePrice, '$5, €6', null, null, 'range'],
    [parsePrice, '$20 (monthly plan)', 'USD', 'month', 'exact'],
    [parsePrice, '$99 one-time', 'USD', 'once', 'exact'],
    [parsePrice, 'Lifetime $99', 'USD', 'once', 'exact'],
    [parsePrice, '$99 (one-time payment)', 'USD', 'once', 'exact'],
    [parsePrice, '$99/once', 'USD', 'once', 'exact'],
    [parsePrice, '$5/1M requests', 'USD', 'million requests', 'exact'],
    [parsePrice, '$5/1,500 calls', 'USD', '1.5K requests', 'exact'],
    [parsePrice, '$5/1234 calls', 'USD', '1.234K requests', 'exact'],
    [parsePrice, '$5/10 users/mo', 'USD', '10 users/month', 'exact'],
    [parsePrice, '$49/mo per 4M credits', 'USD', 'month', 'exact'],
    [parsePrice, 'Free / $10/mo', 'USD', 'month', 'range'],
    [parsePrice, 'Free', null, null, 'exact'],
    [parsePrice, 'at least $5', 'USD', null, 'from'],
    [parsePrice, 'from $5 to $9', 'USD', null, 'range'],
    [parsePrice, 'from $5/mo, from $50/yr', 'USD', 'month', 'from'],
    [parsePrice, 'at most $5', 'USD', null, 'upTo'],
    [parsePrice, '$29/mo, setup $100', 'USD', 'month', 'from'],
    [parsePrice, '$5/TB/mo; $0 egress', 'USD', 'TB/month', 'exact'],
    [parsePrice, '$500/mo gateway + $5/TiB/copy/mo', 'USD', 'month', 'from'],
    [parsePrice, '$0 + double RPS cost', 'USD', null, 'from'],
    [parsePrice, '0.01 ETH + Gas fee', 'ETH', null, 'from'],
    [parsePrice, 'up to $5 + gas', 'USD', null, 'upTo'],
    [parsePrice, 'Free / Premium', null, null, 'from'],
    [parsePrice, '$49/mo, Custom', 'USD', 'month', 'from'],
    [parsePrice, '$49/mo/Custom', 'USD', 'month', 'from'],
    [parsePrice, 'Premium / $5', 'USD', null, 'from'],
    [parsePrice, 'Premium $20', 'USD', null, 'exact'],
    [parsePrice, '$5/mo, from $50/mo', 'USD', 'month', 'from'],
    [parsePrice, '$0.02/Gas fee', 'USD', null, 'from'],
    [parseUnitPrice, '$1/1K entities stored per month', 'USD', 'million entities/month', 'exact'],
    [parseUnitPrice, '$50/13M requests/mo', 'USD', 'million requests', 'exact'],
    [parsePrice, '$0, €5/mo', 'EUR', 'month', 'range'],
    [parseUnitPrice, '$490/yr', 'USD', 'year', 'exact'],
    [parseUnitPrice, '$60 per 6 months', 'USD', '6 months', 'exact'],
    [parseUnitPrice, '$1 per 30 minutes', 'USD', '30 minutes', 'exact'],
    [parseUnitPrice, '$0.1/GB', 'USD', 'GB', 'exact'],
    [parseUnitPrice, '$8/1M', 'USD', 'million', 'exact'],
    [parseUnitPrice, '$5/1K calls/region', 'USD', 'million requests/region', 'exact'],
  ];
  for (const [parse, text, currency, unit, bound] of cases) {
    it(`${parse.name} ${JSON.stringify(text)}`, () => {
      const price = parse(text);
      assert.deepEqual({ ...price, min: 0, max: 0, first: 0 }, { min: 0, max: 0, currency, unit, bound, first: 0 });
    });
  }
});

describe('parsePrice and parseUnitPrice name the amount that is stated first', () => {
  const cases: readonly (readonly [parse: typeof parsePrice, text: string, first: number])[] = [
    [parsePrice, '$45/mo (monthly plan), $35/mo (yearly plan)', 45],
    [parsePrice, '$50/$500/mo, $400/$4K/yearly', 50],
    [parsePrice, '$240/yr, $25/mo', 20],
    [parsePrice, '$500/$99/mo', 99],
    [parsePrice, 'setup $100, $29/mo', 29],
    [parsePrice, '$0 + $5/mo', 5],
    [parsePrice, 'Free / $10/mo', 0],
    [parseUnitPrice, '$0.5/1M CUs for over 50M CUs, $0.4/1M CUs for over 500M CUs', 0.5],
  ];
  for (const [parse, text, first] of cases)
    it(`${parse.name} ${JSON.stringify(text)}`, () => assert.equal(parse(text)?.first, first));
});
