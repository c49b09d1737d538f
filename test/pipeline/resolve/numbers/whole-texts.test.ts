/** Texts that are not written the usual way: the right number, or none with the part that was not understood. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findDamage } from '../../../../pipeline/damage.ts';
import { readItem } from '../../../../pipeline/resolve/numbers/quotas.ts';
import { readText } from '../../../../pipeline/resolve/numbers.ts';
import { makeColumn } from '../../../support/service-columns.ts';

/** `1000 USD month from`; one number for a price that is no range. */
function show(key: string, text: string): string {
  const { stated, left } = readText(key, text);
  if (stated === null || !('currency' in stated)) return `not understood: ${left}`;
  const { min, max, currency, unit, bound } = stated;
  return [...new Set([min, max]), currency ?? '-', unit ?? '-', bound].join(' ');
}

const read: readonly (readonly [column: string, text: string, reading: string])[] = [
  ['accessPrice', '>$1000/mo', '1000 USD month from'],
  ['accessPrice', '≥ $500/mo', '500 USD month from'],
  ['accessPrice', '$49/mo and up', '49 USD month from'],
  ['accessPrice', '<$50/mo', '50 USD month upTo'],
  ['accessPrice', 'A$49/mo', '49 AUD month exact'],
  ['accessPrice', 'C$10', '10 CAD - exact'],
  ['queryPrice', 'CA$10/1M', '10 CAD million exact'],
  ['accessPrice', 'CA$10/1M', '10 CAD million exact'],
  ['accessPrice', 'CAD$10', '10 CAD - exact'],
  ['accessPrice', 'NZ$5', '5 NZD - exact'],
  ['accessPrice', 'HK$10/mo', '10 HKD month exact'],
  ['accessPrice', '50¢/mo', '0.5 USD month exact'],
  ['queryPrice', '1¢/call', '10000 USD million requests exact'],
  ['accessPrice', '＄49/mo', '49 USD month exact'],
  ['accessPrice', '₦5,000/mo', '5000 NGN month exact'],
  ['accessPrice', '₹4,00,000/yr', '33333.3333333 INR month exact'],
  ['queryPrice', '$0,002/request', '2000 USD million requests exact'],
  ['accessPrice', '$1 000,50/mo', '1000.5 USD month exact'],
  ['queryPrice', '$5 per 10 mil requests', '0.5 USD million requests exact'],
  ['queryPrice', '$0.45/mm requests', '0.45 USD million requests exact'],
  ['queryPrice', '$0.20/1Mrequests', '0.2 USD million requests exact'],
  ['accessPrice', '$5mil/yr', '416666.666667 USD month exact'],
  ['accessPrice', '$5mm/yr', '416666.666667 USD month exact'],
  ['accessPrice', '$1e3/mo', '1000 USD month exact'],
  ['queryPrice', '$2e-7/request', '0.2 USD million requests exact'],
  ['accessPrice', 'Free trial, then $49/mo', '49 USD month exact'],
  ['accessPrice', '$1 trial, then $49/mo', '49 USD month exact'],
  ['accessPrice', '$25 setup + $49/mo', '49 USD month from'],
  ['accessPrice', '$49/mo (was $99)', '49 USD month exact'],
  ['accessPrice', '~~$99~~ $49/mo', '49 USD month exact'],
  ['accessPrice', '-$49/mo', 'not understood: -'],
  ['accessPrice', '$4 9/mo', 'not understood: $4 9'],
  ['accessPrice', 'approx. $49/mo', 'not understood: approx'],
  ['accessPrice', 'Q$5/mo', 'not understood: Q$5'],
  ['accessPrice', '$4,00,000/yr', 'not understood: $4,00,000'],
];

describe('readText', () => {
  for (const [column, text, reading] of read) it(`${column} ${text}`, () => assert.equal(show(column, text), reading));
});

describe('readItem', () => {
  it('reads no count that may be a thousand times as high', () => {
    assert.deepEqual(readItem('1.000 reqs/s'), { quotas: [], left: '1.000' });
  });
});

describe('findDamage', () => {
  const damaged = [
    '2023-10-01',
    '01.10.2023',
    '10/1/23',
    '1-Okt',
    '45200',
    '$1.00E+03',
    '1E+06',
    '=A1',
    '0.30000000000000004',
  ];
  for (const text of [...damaged, '49.9900000001', '33.333333333333336'])
    it(`finds ${text}`, () => assert.ok(findDamage(text, makeColumn('price', { filter: 'range' }))));
  for (const text of ['$49.99/mo', '0.00000038 ZEC', '49.99', '$1/318,522 credits', '0.1234567'])
    it(`accepts ${text}`, () => assert.equal(findDamage(text, makeColumn('price', { filter: 'range' })), null));
  it('finds fractions of SLAs', () => {
    for (const text of ['1', '0.999']) assert.ok(findDamage(text, makeColumn('uptimeSla', { filter: 'range' })));
  });
});
