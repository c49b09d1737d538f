/** Text of a price -> what decides first, and what the text means. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { meaningOfPrice, presentPrice } from '../../../service/text/price.ts';

describe('presentPrice', () => {
  const cases: readonly (readonly [text: string, amount: string, per: string | null, note: string | null])[] = [
    ['$49/mo (monthly plan), $42/mo (yearly plan)', '$49', '/month', '$42 if paid yearly'],
    ['$250/mo (monthly plan),$189/mo (yearly plan)', '$250', '/month', '$189 if paid yearly'],
    ['$39/mo (monthly plan), $33/mo (semi-annual plan)', '$39', '/month', '$33 if paid half-yearly'],
    ['€20 (monthly plan), €220 (yearly plan)', '€20', '/month', '€220 if paid yearly'],
    ['$139/mo, $1389/yearly', '$139', '/month', '$1389 /year'],
    ['$749/month', '$749', '/month', null],
    ['$0', '$0', null, null],
    ['$1/357,590 credits', '$1', '/357,590 credits', null],
    ['$0.55 per 1M extra API credits', '$0.55', '/1M extra API credits', null],
    ['From $2000/mo + server cost', 'from $2000', '/month', '+ server cost'],
    ['up to $249/mo', 'up to $249', '/month', null],
    ['$99/$139/$179/mo', '$99', '/month', 'or $139/$179'],
    ['€50/€10/1M extra requests', '€50', '/1M extra requests', 'or €10'],
    ['$0 (14 Day Free Trial)', '$0', null, '(14 Day Free Trial)'],
    ['$86+ (depending on the squid)', '$86+', null, '(depending on the squid)'],
  ];
  for (const [text, amount, per, note] of cases) {
    it(`shows ${amount} first of "${text}"`, () =>
      assert.deepEqual(presentPrice(text), { quiet: null, amount, per, note }));
  }

  for (const [text, quiet] of [
    ['custom', 'Custom'],
    ['Usage-based', 'Usage-based'],
    ['15K SQT/1M reqs', '15K SQT/1M reqs'],
    ['up to 1K/mo', 'Up to 1K/mo'],
  ] as const) {
    it(`has no amount for "${text}"`, () =>
      assert.deepEqual(presentPrice(text), { quiet, amount: null, per: null, note: null }));
  }
});

describe('meaningOfPrice', () => {
  const same = (a: string, b: string) => meaningOfPrice(a) === meaningOfPrice(b);
  for (const [a, b] of [
    ['$0', '$0/1M requests'],
    ['Free', '€0'],
    ['$49/mo', '$49 per month'],
    ['Custom', ' custom '],
  ] as const)
    it(`is one for "${a}" and "${b}"`, () => assert.ok(same(a, b)));
  for (const [a, b] of [
    ['$49', '$49/mo'],
    ['$49/mo', '$49/mo (monthly plan), $42/mo (yearly plan)'],
    ['$0', '$0 + node price'],
    ['$0', '$0.5'],
    ['$5/mo', '€5/mo'],
    ['Custom', 'Free'],
  ] as const)
    it(`is not one for "${a}" and "${b}"`, () => assert.ok(!same(a, b)));
});
