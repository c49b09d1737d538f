import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isSpreadsheetError } from '../../../model/placeholders.ts';
import { pricePeriods } from '../../../model/price-period.ts';
import type { NumberRange, StatedLimits, StatedPrice } from '../../../model/rows.ts';
import { unitCostSchema } from '../../../model/unit-costs.ts';
import { damageFinder, damages } from '../../../pipeline/damage.ts';
import { maxStatingLength, readNumbers, readText } from '../../../pipeline/resolve/numbers.ts';
import type { OfferEntry } from '../../../pipeline/sources.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { assertGolden } from '../../support/golden.ts';
import { runs } from '../../support/lane.ts';
import { parseNumbers, readCell } from '../../support/read-texts.ts';
import { makeColumn } from '../../support/service-columns.ts';

describe('readNumbers', () => {
  it('reads texts up to a length', () => {
    const read = (text: string) => {
      const cells = { values: { accessPrice: text } };
      const entry = {
        category: 'apis',
        source: { file: 'apis.csv', line: 2 },
        cells,
      } as unknown as OfferEntry;
      const column = makeColumn('accessPrice', { filter: 'range' });
      return readNumbers([column], [entry]).get('accessPrice')?.get(text)?.stated ?? null;
    };
    const longest = `$5/mo${' '.repeat(maxStatingLength - 5)}`;
    assert.deepEqual(read(longest), parseNumbers('accessPrice', '$5/mo'));
    assert.equal(read(`${longest} `), null);
  });
});

describe('prices of other things', () => {
  const units = [
    { provider: null, unit: 'tokens', call: 'tok', cost: 1 },
    { provider: null, unit: 'tokens', call: 'Ktokens', cost: 1024 },
  ].map((line) => unitCostSchema.parse({ ...line, source: null, readOn: null }));
  const cases: readonly (readonly [
    unit: string,
    text: string,
    min: number,
    group: string | null,
  ])[] = [
    ['1M tokens', '$2.50', 2.5, 'million tokens'],
    ['1M tokens', '$2.50/1M tokens', 2.5, 'million tokens'],
    ['1M tokens', '$2.50 per Mtok', 2.5, 'million tokens'],
    ['1M tokens', '$0.0025/1K tokens', 2.5, 'million tokens'],
    ['1M tokens', '$1.024/Ktokens', 1000, 'million tokens'],
    ['1M tokens', 'Free', 0, null],
    ['1M tokens', '$20/mo', 20, 'month'],
    ['Mtok', '€3', 3, 'million tokens'],
    ['GPU-hour', '$2.49', 2.49, 'GPU-hour'],
    ['GPU-hour', '$2.49 per GPU-hour', 2.49, 'GPU-hour'],
    ['1K images', '$40/1K images', 40, 'thousand images'],
    ['1K images', '$0.04/image', 40, 'thousand images'],
    ['million', '$0.5/1K requests', 500, 'million requests'],
    ['million', '$0.5', 0.5, null],
  ];
  for (const [unit, text, min, group] of cases)
    it(`is ${min} for ${group} of ${text} in a column of ${unit}`, () => {
      const column = makeColumn('inputPrice', { states: 'price', unit });
      const entry = { cells: { values: { inputPrice: text } } } as unknown as OfferEntry;
      const stated = readNumbers([column], [entry], { units }).get('inputPrice')?.get(text)?.stated;
      const { min: read, unit: named } = stated as StatedPrice;
      assert.deepEqual([read, named], [min, group]);
    });
});

describe('limits in units of a directory', () => {
  const price = makeColumn('extraPrice', { states: 'price', unit: '1K emails' });
  const limits = makeColumn('quota', { states: 'limits', valueKind: 'array' });
  const cases: readonly (readonly [string, number, string, string])[] = [
    ['50,000 emails/month', 50_000, 'emails/month', 'included'],
    ['10K emails per day', 10_000, 'emails/day', 'included'],
    ['14 emails/second', 14, 'emails', 'rate'],
  ];
  for (const [text, least, unit, kind] of cases)
    it(`reads ${text}`, () => {
      const entry = { cells: { values: { quota: [text] } } } as unknown as OfferEntry;
      const stated = readNumbers([price, limits], [entry]).get('quota')?.get(text)?.stated;
      const { min, unit: named } = (stated as StatedLimits)[kind as 'included' | 'rate'] ?? {};
      assert.deepEqual([min, named], [least, unit]);
    });
});

describe('parseNumbers of any text', () => {
  const anyColumn = fc.constantFrom(
    'accessPrice',
    'price',
    'queryPrice',
    'uptimeSla',
    'bandwidthSla',
    'rank',
    '',
  );
  const pieces = `$ 49 1.5K 1,199 0.5% €20 £ 25 TON USD free Free Custom / / , ; + - – per /mo /yr /day /1M 1M CUs requests month
    yearly for over up to or and then extra (yearly%plan) (x) . 14-day ETH 24h 100 $5 $0 million`;
  const piece = fc.constantFrom(
    ...pieces.split(/\s+/).map((written) => written.replace('%p', ' p')),
  );
  const priceText = fc
    .array(fc.tuple(piece, fc.constantFrom('', ' ')), { maxLength: 12 })
    .map((parts) => parts.flat().join(''));
  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: anyCharacter }),
    priceText,
  );

  it('gives finite numbers in order, or null, and never throws', () => {
    fc.assert(
      fc.property(anyColumn, anyText, (column, text) => {
        const range = parseNumbers(column, text);
        if (range === null) return;
        assert.ok(Number.isFinite(range.min) && Number.isFinite(range.max));
        assert.ok(range.min <= range.max);
      }),
      { numRuns: runs(2000, 300) },
    );
  });

  it('gives null for a text without a digit, unless something is free', () => {
    fc.assert(
      fc.property(anyColumn, anyText, (column, text) => {
        fc.pre(!/\d/.test(text) && !/free/i.test(text));
        assert.equal(parseNumbers(column, text), null);
      }),
    );
  });

  it('reads the same with white space around', () => {
    fc.assert(
      fc.property(anyColumn, anyText, (column, text) => {
        assert.deepEqual(parseNumbers(column, ` ${text} `), parseNumbers(column, text));
      }),
    );
  });

  it('reads a plain number as itself in every column without a unit', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const number = Number(String(value));
        assert.deepEqual(parseNumbers('rank', String(value)), { min: number, max: number });
      }),
    );
  });

  it('makes an amount per year a twelfth, and an amount per a count its part of a million', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.integer({ min: 1, max: 1e9 }),
        (amount, count) => {
          assertRange(parseNumbers('price', `$${amount}/yr`), amount / 12);
          assertRange(
            parseNumbers('queryPrice', `$${amount} per ${count} requests`),
            (amount * 1e6) / count,
          );
        },
      ),
    );
  });
});

function assertRange(range: NumberRange | null, value: number): void {
  assert.ok(range !== null && range.min === range.max);
  assert.ok(Math.abs(range.min - value) <= value * 1e-9, `${range.min} is not ${value}`);
}

// Texts that are not written the usual way: the right number, or none and the part that was not
// understood.

const price = makeColumn('accessPrice', { filter: 'range' });
const share = makeColumn('uptimeSla', { filter: 'range' });

/** `1000 USD month from`; one number for a price that is no range. */
function show(key: string, text: string): string {
  const { stated, left } = readCell(key, text, []);
  const damaged = damages.find(
    ({ columns, pattern }) => columns(key === 'uptimeSla' ? share : price) && pattern.test(text),
  );
  if (damaged !== undefined) return `damaged: ${stated === null && left.length === 0}`;
  if (isSpreadsheetError(text)) return `error: ${stated === null && left.length === 0}`;
  if (stated === null || 'included' in stated) return `not understood: ${left[0]?.left}`;
  const { min, max, currency, unit, bound } = { currency: null, unit: null, bound: '', ...stated };
  return [...new Set([min, max]), currency ?? '-', unit ?? '-', bound].join(' ').trim();
}

const cases: readonly (readonly [column: string, text: string, reading: string])[] = [
  ['accessPrice', '$1.00E+03', 'damaged: true'],
  ['accessPrice', '1E+03', 'damaged: true'],
  ['accessPrice', '1.00E+06', 'damaged: true'],
  ['accessPrice', '$1e3/mo', '1000 USD month exact'],
  ['queryPrice', '$2e-7/request', '0.2 USD million requests exact'],
  ['queryPrice', '$5 per 10 mil requests', '0.5 USD million requests exact'],
  ['queryPrice', '$0.45/mm requests', '0.45 USD million requests exact'],
  ['queryPrice', '$0.20/1Mrequests', '0.2 USD million requests exact'],
  ['accessPrice', '$5mil/yr', '416666.666667 USD month exact'],
  ['accessPrice', '$5mm/yr', '416666.666667 USD month exact'],
  ['accessPrice', '₹5 lakh/yr', '41666.6666667 INR month exact'],
  ['accessPrice', 'A$49/mo', '49 AUD month exact'],
  ['accessPrice', 'C$10', '10 CAD - exact'],
  ['accessPrice', 'CA$10/1M', '10 CAD million exact'],
  ['queryPrice', 'CA$10/1M', '10 CAD million exact'],
  ['accessPrice', 'CAD$10', '10 CAD - exact'],
  ['accessPrice', '$10 CAD', '10 CAD - exact'],
  ['accessPrice', 'NZ$5', '5 NZD - exact'],
  ['accessPrice', 'HK$10/mo', '10 HKD month exact'],
  ['accessPrice', '50¢/mo', '0.5 USD month exact'],
  ['accessPrice', '＄49/mo', '49 USD month exact'],
  ['accessPrice', '₦5,000/mo', '5000 NGN month exact'],
  ['accessPrice', 'Q$5/mo', 'not understood: Q'],
  ['queryPrice', '1¢/call', '10000 USD million requests exact'],
  ['accessPrice', '₹4,00,000/yr', '33333.3333333 INR month exact'],
  ['accessPrice', '$4,00,000/yr', 'not understood: $4,00,000'],
  ['queryPrice', '$0,002/request', '2000 USD million requests exact'],
  ['accessPrice', '$1 000,50/mo', '1000.5 USD month exact'],
  ['accessPrice', '$1 000/mo', '1000 USD month exact'],
  ['accessPrice', '1.234,56 €/mo', '1234.56 EUR month exact'],
  ['accessPrice', '$s9/mo', 'not understood: $'],
  ['accessPrice', '$4 9/mo', 'not understood: $4 9'],
  ['limitations', '1.000 reqs/s', 'not understood: 1.000'],
  ['accessPrice', '2023-10-01', 'damaged: true'],
  ['accessPrice', '01.10.2023', 'damaged: true'],
  ['accessPrice', '10/1/23', 'damaged: true'],
  ['accessPrice', '1-Okt', 'damaged: true'],
  ['accessPrice', '1. Okt 2023', 'damaged: true'],
  ['accessPrice', '45200', 'damaged: true'],
  ['accessPrice', '45200 USD', '45200 USD - exact'],
  ['accessPrice', '#WERT!', 'error: true'],
  ['accessPrice', '#¡REF!', 'error: true'],
  ['accessPrice', '=A1', 'damaged: true'],
  ['uptimeSla', '1', 'damaged: true'],
  ['uptimeSla', '0.999', 'damaged: true'],
  ['uptimeSla', '99.9', '99.9 - -'],
  ['accessPrice', '0.30000000000000004', 'damaged: true'],
  ['accessPrice', '49.9900000001', 'damaged: true'],
  ['accessPrice', '33.333333333333336', 'damaged: true'],
  ['accessPrice', '0.00000038 ZEC', '3.8e-7 ZEC - exact'],
  ['accessPrice', '>$1000/mo', '1000 USD month from'],
  ['accessPrice', '≥ $500/mo', '500 USD month from'],
  ['accessPrice', '$49/mo and up', '49 USD month from'],
  ['accessPrice', '$49+/mo', '49 USD month from'],
  ['accessPrice', 'at least $49/mo', '49 USD month from'],
  ['accessPrice', '<$50/mo', '50 USD month upTo'],
  ['accessPrice', 'approx. $49/mo', 'not understood: approx.'],
  ['accessPrice', '-$49/mo', 'not understood: -'],
  ['accessPrice', '$79 MAX plan', 'not understood: MAX'],
  ['queryPrice', '$20/1M EVM requests', '20 USD million requests exact'],
  ['accessPrice', '$25 setup + $49/mo', '49 USD month from'],
  ['accessPrice', '$49/mo + $0.10/GB', '49 USD month from'],
  ['accessPrice', 'Free trial, then $49/mo', '49 USD month exact'],
  ['accessPrice', '$1 trial, then $49/mo', '49 USD month exact'],
  ['accessPrice', '$49/mo (was $99)', '49 USD month exact'],
  ['accessPrice', '~~$99~~ $49/mo', '49 USD month exact'],
  ['queryPrice', '$40/RPS', '40 USD RPS exact'],
];

describe('readNumbers of texts that are not written the usual way', () => {
  for (const [column, text, reading] of cases)
    it(`${column} ${text}`, () => assert.equal(show(column, text), reading));

  it('calls a price unread only if an amount of money was not understood', () => {
    const unread = (text: string) => readCell('price', text).unread.length > 0;
    const fee = '[Gas Fee](https://a.example/articles/36422794159387)';
    const shares = [
      '1% Fee',
      'Gas Fee + 0.3% fee',
      'Wormhole gas + swap fee (~0.1%)',
      'Custom',
      fee,
    ];
    assert.deepEqual(shares.filter(unread), []);
    assert.ok(unread('10.2%, min. 0.2 USD, has discounts up to 80%'));
  });

  it('finds no damage in usual prices', () => {
    for (const text of ['$49.99/mo', '0.00000038 ZEC', '49.99', '$1/318,522 credits', '0.1234567'])
      assert.equal(damageFinder(price)(text), undefined, text);
  });

  it('warns where a typing error lost a number, and not where none was meant', () => {
    const lost = {
      accessPrice: ['Y58/mo', 'g49/mo', 'X299', 'Fre', '$00/mo'],
      limitations: [
        '150 RP',
        '300 CUsjs',
        'y00 req/sec',
        '80M 7equests',
        'Unlmited RPS',
        'RPS',
        'M CUs/day',
        '3 API Kys',
        '1M reqs/yr',
      ],
      uptimeSla: ['%', 'x', '99.9x'],
      bandwidthSla: ['Gb/s', '3Gbs'],
      dripLimitAmount: ['d tFIL', '0.05c', '+'],
      dripLimitPeriod: ['6g', 's'],
    };
    const none = {
      accessPrice: ['Custom', 'Gas fee on L1', '1% fee', 'Usage-based'],
      limitations: [
        '3 API keys',
        '1 GB of storage',
        '30-day notification history',
        '50% off',
        'No cap on requests per second',
        'Unlimited quota',
      ],
      uptimeSla: ['Custom SLA'],
      bandwidthSla: ['Guaranteed'],
    };
    for (const [texts, count] of [
      [lost, 1],
      [none, 0],
    ] as const)
      for (const [column, each] of Object.entries(texts))
        for (const text of each)
          assert.equal(readCell(column, text, []).left.length, count, `${column} ${text}`);
  });
});

/** Texts of one fact, in each line. What a text says of its form is its own. */
const sameFacts = `
accessPrice | $12/mo | $12 per month | 12 USD/month | USD 12/mo | US$12/month | $12 monthly | $12.00/mo | $12 / month
accessPrice | $1,500/mo | $1.5K/mo | $1500/mo | 1,500 USD per month
accessPrice | €20/yr | €20 per year | €20/year | 20 EUR/yr | €20 annually | EUR 20 per annum
accessPrice | $5-$10/mo | $5–$10/mo | $5 to $10/mo | $5/mo - $10/mo | from $5 to $10/mo
accessPrice | from $5/mo | From $5/month | starting at $5/mo | $5+/mo | starts from $5/mo
accessPrice | up to $5/mo | at most $5/mo | max $5/mo
accessPrice | $49 per quarter | $49/quarter | $49/3 months
queryPrice | $5/1M requests | $5 per 1M requests | $5 per million requests | $5/1,000,000 requests | 5 USD per 1M requests | $5/1M reqs
queryPrice | $0.40/1M CUs | $0.4/1M CUs | $0.40 per 1M compute units | $.40/1M CUs
limitations | 30M CUs per month | 30M CUs/mo | 30 million CUs per month | 30,000,000 CUs monthly | 30M compute units per month
limitations | 25 requests per second | 25 RPS | 25 reqs/s | 25 req/s | 25 requests / second
limitations | 100K responses per day | 100,000 responses/day | 100k responses daily
accessPrice | $10 to $20 a day | $10-$20/day | $10/day to $20/day | between $10 and $20 a day | from $10 to $20 per day | $10/$20/day
accessPrice | $10-$20/mo | $120-$240/yr | $120 to $240 a year | $120/yr-$240/yr | between $120 and $240 a year | $120/$240/yr | $10-20/mo
accessPrice | 10-20 EUR/mo | €10-20/mo | 10 to 20 €/mo | €120-240/yr | EUR 10 to EUR 20/mo
accessPrice | $1-2K/mo | $1K-2K/mo | $1,000-$2,000/mo | $12,000-$24,000/yr
queryPrice | $1,000-$2,000/1M requests | $1-$2/1K requests | $1 to $2 per 1K requests | $0.001-$0.002/request
limitations | 600-1,200 requests per minute | 10-20 requests per second | 600 to 1,200 requests per minute | 10 to 20 reqs/s
limitations | 10-20K reqs/day | 10K-20K reqs/day | 10,000 to 20,000 requests per day | 10K to 20K requests a day
uptimeSla | 99-99.9% | 99 to 99.9% | 99% - 99.9% | 99%/99.9%
bandwidthSla | 1-10 Gbps | 1 to 10 Gbps | 1 Gbps - 10 Gbps | 1,000-10,000 Mbps
limitations | Unlimited requests per month | Unlimited reqs/mo | unlimited requests/month`;

describe('one fact in other words', () => {
  for (const line of sameFacts.trim().split('\n')) {
    const [column = '', ...texts] = line.split(' | ');
    it(`is the same number: ${texts.join(' = ')}`, () => {
      const [first, ...others] = texts.map((text) => {
        const { stated } = readCell(column, text);
        return { ...stated, stated: null, per: null, note: null, terms: null };
      });
      assert.ok(Object.values(first ?? {}).some((value) => value !== null));
      for (const other of others) assert.deepEqual(other, first);
    });
  }
});

/** Texts of many forms, right and wrong, for each column; test/golden/numbers.txt has all facts. */
const anyForms = `
accessPrice | Free | $0 | Custom | Contact sales | $49 | $49/mo | €49/mo | £9.99/mo | ¥1,000/mo | 49 USDC/mo | 0.5 ETH/mo | CHF 12/mo | $1.234,50/mo
accessPrice | $49/yr | $120/yr | $1200 per 2 years | $30 per quarter | $7/week | $1/day | $2/hour | $5 one-time | $100 setup | $49/mo (yearly plan $39/mo) | $49/mo or $490/yr
accessPrice | $49/mo billed annually | $588/yr ($49/mo) | $5/user/mo | $10/seat/yr | $99/mo + 8% tax | $49/mo + overage | $49 to $99/mo | $99-$49/mo | $49/mo, $99/mo, $199/mo
accessPrice | from $49/mo | $49+/mo | up to $49/mo | <$5/mo | >= $500/mo | ~$20/mo | about $20/mo | $20/mo? | $/mo | -$5/mo | $4.9.9/mo | $49/mo until 2027-01-01 | first month free, then $20/mo
accessPrice | 14-day trial | 20% off | $20/mo (50% off) | $20/mo for 1M requests | free up to 1M requests, then $5/1M | 2M requests free | $0.10 per GB | $1K/mo | $1.5M/yr | $1e3/mo
accessPrice | $49/mo ($490/yr) | $49/mo (€490/yr) | $40.83/mo ($490/yr) | $49/mo ($700/yr) | $49/mo ($99/mo) | $25 setup + $49/mo | $49/mo + $25 setup | $500/mo + $5/TB | Free / $10/mo | $0 (trial), $10/mo
accessPrice | $10/mo (was $20/mo) | $10/mo, €9/mo | $10/mo, $5/TB | up to $10/$500-$3K | $10/mo-$20 | $20 (Nano)/$50 (Flex) | $8 (1M-250M)/$5 (250M+) | $600/6 months | $99/90 days | $0, then $5/mo
accessPrice | $45/mo (monthly plan), $40 (yearly plan) | $45/mo (monthly plan), $50 (yearly plan) | $45/mo (monthly plan), $45 (yearly plan) | $9/mo if paid quarterly | $120/yr (yearly plan) | $10/mo (yearly plan), $12/mo
queryPrice | $5/1M requests | $0.000005/request | $0.5/1K requests | $5/1M | $0.0004/CU | $2/1M CUs over plan | $10/1M archive requests | $5/million | $1/100 requests | 0.001 ETH/tx
queryPrice | $5/1M up to 10M, $4/1M up to 100M, then $3/1M | 1-10M: $5/1M, 10M+: $4/1M | $20/1M extra requests | included | Free | Custom | pay as you go | $0.02/GB | $6-$8/1M requests | 5 cents per 1K requests
limitations | ~1K req/min; TPS: 20 req/10s | 900M CUs/mo; 18M average no of reqs | 100K req/day; 3M req/mo | 5M req; 100K req/day | 5M req; 3M req/mo | 100 req/min; 10 req/s | 5M req/mo; TBD | 5M req/mo; 9M protected reqs/mo | 5 RPS (burst); 2 RPS | 5 RPS (burst) | 10 rows/req; 5 RPS
limitations | 30RPS/1.5K RPM | 25 reqs/s/IP | 5M req/mo + 2 RPS | 1M req/mo with 5 RPS | 4B RUs/90d | M CUs/day | 150 RP; 5 RPS | 24M req/day; 1M req/day | 2 RPS; 1M req/mo; 50 GB/mo
limitations | 30M CUs per month | 100K requests per day | 25 requests per second | 1,000 requests per minute | 5 RPS | 10M requests/month; 5 RPS | unlimited | Unlimited requests | no limits | 300 req/5 min
limitations | 5M/10M/20M requests per month | up to 5M requests per month | at least 5M requests per month | 5M requests | 5 million credits/mo | 3 apps | 10 GB/month | 40 concurrent connections | 1 request every 2 seconds
limitations | 1M CUs/day | 330 CUPS | 0 requests | 100 requests per hour | 1M requests per week | 12M requests per year | 5M archive requests per month | fair use | 10.000.000 requests per month | 1,5M requests per month
uptimeSla | 99.9% | 99,9% | 99.9 | 99.99%+ | > 99.9% | 99.9% - 99.99% | 100% | 101% | 0.999 | three nines | 99.9% monthly | up to 99.9%
bandwidthSla | 1 Gbps | 500 Mbps | 100 MB/s | 10 GB | 10 Gbit/s | 1-10 Gbps | up to 10 Gbps | 1 Gbps+ | 0.5 Tbps | 1000 kbps | unlimited
`;

describe('texts of many forms', () => {
  it('state these facts', async () => {
    const told = anyForms
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [column = '', ...texts] = line.split(' | ');
        return texts.map((text) => {
          const { stated, left, unread } = readCell(column, text.replaceAll('; ', '\n'), []);
          const known = JSON.stringify(stated ?? null, (_, value) => value ?? undefined);
          const others = [...left.map((each) => each.left), ...unread];
          const open = others.length === 0 ? '' : ` | not read: ${others.join('; ')}`;
          return `${column} ${text}: ${known?.replaceAll('"', '')}${open}`;
        });
      });
    const byPeriod = pricePeriods.map((period) => {
      const column = makeColumn('accessPrice', { period });
      const first = ['$7/week', '$1/day', '$2/hour', '$49/mo', '$120/yr'].map((text) => {
        const price = readText(column, text).stated as StatedPrice;
        return `${text} is ${price.first}/${price.unit}`;
      });
      return `by the ${period}: ${first.join(', ')}`;
    });
    await assertGolden('numbers.txt', `${[...told, ...byPeriod].join('\n')}\n`);
  });
});
