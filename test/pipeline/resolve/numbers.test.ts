import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { NumberRange } from '../../../model/rows.ts';
import { maxStatingLength, readNumbers } from '../../../pipeline/resolve/numbers.ts';
import type { OfferEntry } from '../../../pipeline/sources.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { runs } from '../../support/lane.ts';
import { makeColumn } from '../../support/service-columns.ts';
import { assertCase, type Case, parseNumbers } from './numbers/check-cases.ts';

/** The table of examples in the specification. */
const specified: readonly (readonly [column: string, ...stated: Case])[] = [
  ['accessPrice', '$49/mo (monthly plan),$42/mo (yearly plan)', 42, 49],
  ['accessPrice', 'up to $1499', 1499],
  ['accessPrice', '€200 (monthly plan), €2200 (yearly plan)', 183.33, 200],
  ['accessPrice', '$29/mo, $289/yearly', 24.08, 29],
  ['accessPrice', '$500 + fixed month fee', 500],
  ['accessPrice', '25 TON/mo', 25],
  ['accessPrice', 'up to 1K/mo', 1000],
  ['accessPrice', 'Custom', null],
  ['queryPrice', '$0.83/1M CUs', 0.83],
  ['queryPrice', '€1.3/10M CUs', 0.13],
  ['queryPrice', '$1/318,522 credits', 3.1395],
  ['queryPrice', '$8(1M-250M)/$6.8(250M-1B)/$5.4(1B+)/1M queries', 5.4, 8],
  ['queryPrice', '$0.53 per 1M extra API credits', 0.53],
  ['queryPrice', '$3.75/million extra units', 3.75],
  ['queryPrice', '1.5K/3K SQT/1M reqs', 1500, 3000],
  ['price', '$249/mo,$2700/yr', 225, 249],
  ['price', '$0/$69/mo (monthly plan), $0/$49/mo (yearly plan)', 0, 69],
  ['price', 'Free / Premium', 0],
  ['price', 'Gas Fee + 0.3% fee', null],
  ['uptimeSla', '99.95%', 99.95],
  ['bandwidthSla', '1Gb/s', 1000],
];

describe('parseNumbers of the specified examples', () => {
  for (const [column, ...stated] of specified) {
    it(`${column} ${JSON.stringify(stated[0])}`, () => assertCase((text) => parseNumbers(column, text), stated));
  }
});

describe('readNumbers', () => {
  it('reads texts up to a length', () => {
    const read = (text: string) => {
      const cells = { values: { accessPrice: text } };
      const entry = { category: 'apis', source: { file: 'apis.csv', line: 2 }, cells } as unknown as OfferEntry;
      const column = makeColumn('accessPrice', { filter: 'range' });
      return readNumbers([column], [entry]).get('accessPrice')?.get(text)?.stated ?? null;
    };
    const longest = `$5/mo${' '.repeat(maxStatingLength - 5)}`;
    assert.deepEqual(read(longest), parseNumbers('accessPrice', '$5/mo'));
    assert.equal(read(`${longest} `), null);
  });
});

describe('parseNumbers of any text', () => {
  const anyColumn = fc.constantFrom('accessPrice', 'price', 'queryPrice', 'uptimeSla', 'bandwidthSla', 'rank', '');
  const pieces = `$ 49 1.5K 1,199 0.5% €20 £ 25 TON USD free Free Custom / / , ; + - – per /mo /yr /day /1M 1M CUs requests month
    yearly for over up to or and then extra (yearly%plan) (x) . 14-day ETH 24h 100 $5 $0 million`;
  const piece = fc.constantFrom(...pieces.split(/\s+/).map((written) => written.replace('%p', ' p')));
  const priceText = fc
    .array(fc.tuple(piece, fc.constantFrom('', ' ')), { maxLength: 12 })
    .map((parts) => parts.flat().join(''));
  const anyText = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: anyCharacter }), priceText);

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
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 1, max: 1e9 }), (amount, count) => {
        assertRange(parseNumbers('price', `$${amount}/yr`), amount / 12);
        assertRange(parseNumbers('queryPrice', `$${amount} per ${count} requests`), (amount * 1e6) / count);
      }),
    );
  });
});

function assertRange(range: NumberRange | null, value: number): void {
  assert.ok(range !== null && range.min === range.max);
  assert.ok(Math.abs(range.min - value) <= value * 1e-9, `${range.min} is not ${value}`);
}
