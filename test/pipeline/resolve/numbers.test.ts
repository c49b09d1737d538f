import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { NumberRange } from '../../../model/rows.ts';
import { maxStatingLength, readNumbers } from '../../../pipeline/resolve/numbers.ts';
import type { OfferEntry } from '../../../pipeline/sources.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { runs } from '../../support/lane.ts';
import { parseNumbers } from '../../support/read-texts.ts';
import { makeColumn } from '../../support/service-columns.ts';

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
