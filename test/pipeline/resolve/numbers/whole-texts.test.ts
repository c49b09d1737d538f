/** Texts that are not written the usual way: the right number, or none and the part that was not understood. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSpreadsheetError } from '../../../../model/placeholders.ts';
import { damages, isDamaged } from '../../../../pipeline/damage.ts';
import { readCell } from '../../../support/read-texts.ts';
import { makeColumn } from '../../../support/service-columns.ts';

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
  ['accessPrice', 'Q$5/mo', 'not understood: Q$5'],
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
  ['accessPrice', 'approx. $49/mo', 'not understood: approx'],
  ['accessPrice', '-$49/mo', 'not understood: -'],
  ['accessPrice', '$79 MAX plan', 'not understood: MAX'],
  ['accessPrice', '$25 setup + $49/mo', '49 USD month from'],
  ['accessPrice', '$49/mo + $0.10/GB', '49 USD month from'],
  ['accessPrice', 'Free trial, then $49/mo', '49 USD month exact'],
  ['accessPrice', '$1 trial, then $49/mo', '49 USD month exact'],
  ['accessPrice', '$49/mo (was $99)', '49 USD month exact'],
  ['accessPrice', '~~$99~~ $49/mo', '49 USD month exact'],
  ['queryPrice', '$40/RPS', '40 USD RPS exact'],
];

describe('readNumbers of texts that are not written the usual way', () => {
  for (const [column, text, reading] of cases) it(`${column} ${text}`, () => assert.equal(show(column, text), reading));

  it('finds no damage in usual prices', () => {
    for (const text of ['$49.99/mo', '0.00000038 ZEC', '49.99', '$1/318,522 credits', '0.1234567'])
      assert.equal(isDamaged(text, price), false, text);
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
        for (const text of each) assert.equal(readCell(column, text, []).left.length, count, `${column} ${text}`);
  });
});
