import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { parseNumbers, readCell } from '../../../support/read-texts.ts';

/** A text and its numbers: the least and the greatest, or one for both, or none. */
type Case = readonly [text: string, min: number | null, max?: number];

function checkCases(behaviour: string, column: string, cases: readonly Case[]): void {
  it(behaviour, () => {
    for (const stated of cases) assertCase(column, stated);
  });
}

/** Compares to the decimals that the expected numbers show. */
function assertCase(column: string, [text, min, max = min ?? 0]: Case): void {
  const range = parseNumbers(column, text);
  const shown = range === null ? null : { min: round(range.min, min), max: round(range.max, max) };
  assert.deepEqual(shown, min === null ? null : { min, max });
}

function round(value: number, expected: number | null): number {
  const [, decimals] = /^\d+\.(\d+)$/.exec(String(expected)) ?? [];
  return decimals === undefined ? value : Number(value.toFixed(decimals.length));
}

checkCases('readNumbers reads percent', 'uptimeSla', [
  ['99.90%/99.95%', 99.9, 99.95],
  ['99.9-99.99%', 99.9, 99.99],
  ['99.9% to 99.99%', 99.9, 99.99],
  ['99,95 %', 99.95],
  ['99.9', 99.9],
  ['99.5B%', null],
  ['99.9%, 24/7 support', null],
  ['99.9% (99.99% for dedicated)', null],
  ['Custom SLA', null],
]);

checkCases('readNumbers reads rates as Mbps', 'bandwidthSla', [
  ['100 Mbps', 100],
  ['500 Mbit/s', 500],
  ['500Kbps', 0.5],
  ['up to 3Gb/s', 3000],
  ['1-10 Gbps', 1000, 10000],
  ['500 Mbps - 1 Gbps', 500, 1000],
  ['500 Mbps-1 Gbps', 500, 1000],
  ['1 Gb per second', 1000],
  ['100 MB/s', 800],
  ['2 MBytes/s', 16],
  ['1 Gbit (burst 10 Gbit)', null],
  ['100', 100],
  ['10 TB/mo', null],
  ['10 nodes', null],
  ['Guaranteed', null],
]);

checkCases('readNumbers reads the plain number, whatever its unit', 'rank', [
  ['0', 0],
  ['<2', 2],
  ['0-2', 0, 2],
  ['2/(1)', 1, 2],
  ['2 blocks (within 30 s)', null],
  ['1,234', 1234],
  ['-5', -5],
  ['1e3', 1000],
  ['120ms', 120],
  ['3 km/h', 3],
  ['3 million', null],
  ['80 ms since 12.03.2025', null],
  ['v2', null],
  ['N/A', null],
]);

describe('readNumbers reads ISO 8601 as milliseconds since 1970, in UTC unless a zone is named', () => {
  const own = process.env.TZ;
  after(() => {
    if (own === undefined) delete process.env.TZ;
    else process.env.TZ = own;
  });
  const cases: readonly Case[] = [
    ['2024-01-15', 1705276800000],
    ['2024-01-15T10:00:00Z', 1705312800000],
    ['2024-01-15T10:00:00', 1705312800000],
    ['2024-01-15 10:00', 1705312800000],
    ['2024-01-15 10:00 UTC', 1705312800000],
    ['2024-01-15T12:00:00.500+02:00', 1705312800500],
    ['2024-01-15T10:00Z', 1705312800000],
    ['2024-01-15T05:00-05:00', 1705312800000],
    ['2024-01-15T05:00:00-05:00', 1705312800000],
    ['1705312800', 1705312800],
    ['2024-02-30', null],
    ['2024-01-15T99:00:00Z', null],
  ];
  for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles'])
    it(`where the clock is that of ${zone}`, () => {
      process.env.TZ = zone;
      for (const stated of cases) assertCase('rank', stated);
    });
});

// Prices with the reading that a person gave them: every form of the corpus, and forms that it does
// not have.

const table = readFileSync(new URL('../../../fixtures/prices.tsv', import.meta.url), 'utf8');
const [, ...lines] = table.trimEnd().split('\n');
const word = (cell: string | undefined) => (cell === undefined || cell === '' ? null : cell);

describe('readNumbers of prices', () => {
  it('reads each as a person does, or states none', () => {
    assert.ok(lines.length > 300);
    for (const line of lines) {
      const [column = '', text = '""', ...told] = line.split('\t');
      const [min = '', max, currency, unit, bound, first, stated, per, note] = told;
      const price = {
        min: Number(min),
        max: Number(max),
        currency: word(currency),
        unit: word(unit),
        bound,
        first: Number(first),
        stated: Number(stated),
        per: word(per),
        note: word(note),
      };
      const read = readCell(column, JSON.parse(text)).stated;
      const { tiers: _, terms: __, ...found } = { tiers: null, terms: null, ...read };
      assert.deepEqual(read && found, min === '' ? null : price, line);
    }
  });

  it('reads prices by volume, if the volumes follow each other', () => {
    const tiersOf = (text: string) => {
      const stated = readCell('queryPrice', text).stated;
      return stated !== null && 'tiers' in stated ? stated.tiers : undefined;
    };
    assert.deepEqual(tiersOf('$8(1M-250M)/$6.8(250M-1B)/$5.4(1B+)/1M requests'), [
      { from: 1e6, to: 250e6, price: 8 },
      { from: 250e6, to: 1e9, price: 6.8 },
      { from: 1e9, to: null, price: 5.4 },
    ]);
    assert.deepEqual(tiersOf('$8 (up to 250M), $6 (over 250M) per 1M requests'), [
      { from: 0, to: 250e6, price: 8 },
      { from: 250e6, to: null, price: 6 },
    ]);
    for (const text of ['$8(1M-200M)/$6(250M+)/1M requests', '$8/$6/1M requests', '$8/1M requests'])
      assert.equal(tiersOf(text), null, text);
  });

  it('reads what a bill depends on beside the price', () => {
    const year = (price: number) => `paid ${price} of 12`;
    const termsIn = (key: string, text: string) => {
      const stated = readCell(key, text).stated;
      const terms = stated !== null && 'terms' in stated ? (stated.terms ?? []) : [];
      return terms.map(({ kind, months, min, max }) => {
        const span = min === max ? min : `${min}-${max}`;
        return `${kind} ${Number.isNaN(Number(span)) ? span : Number(Number(span).toFixed(2))} of ${months}`;
      });
    };
    const cases: readonly (readonly [text: string, ...terms: string[]])[] = [
      ['$49/mo'],
      ['$49/$99/mo'],
      ['$49/mo, $490/yr', 'paid 49 of 1', year(40.83)],
      ['$40.83/mo ($490/year)', 'paid 40.83 of 1', year(40.83)],
      ['$40.83/mo ($490/year) (yearly plan)', year(40.83)],
      ['$50/$250/mo, $480/$2.4K/yearly', 'paid 50-250 of 1', 'paid 40-200 of 12'],
      ['$49/mo (20% off yearly)', 'paid 49 of 1', year(39.2)],
      ['$49/mo, save 20% with annual billing', 'paid 49 of 1', year(39.2)],
      ['$49/mo, yearly: 20% off', 'paid 49 of 1', year(39.2)],
      ['$49/mo (20% yearly discount)', 'paid 49 of 1', year(39.2)],
      ['$5/TB/mo (min $10/mo)', 'minimum 10 of 1'],
      ['$5/TB/mo, $10/mo minimum', 'minimum 10 of 1'],
      ['$5/TB/mo, minimum fee $120/yr', 'minimum 10 of 12'],
      ['$5/TB/mo (min $10)'],
      ['min $10/mo'],
    ];
    for (const [text, ...terms] of cases) assert.deepEqual(termsIn('price', text), terms, text);
    assert.deepEqual(termsIn('queryPrice', '$5/1M requests (min $10/mo)'), ['minimum 10 of 1']);
  });

  it('reads no numbers too large to hold, and no units that it does not know', () => {
    for (const text of [
      `$${'9'.repeat(400)}`,
      `$${'9'.repeat(400)}, $5`,
      `$5/${'x'.repeat(200)}`,
      '$5/x',
    ])
      assert.equal(parseNumbers('price', text), null, text);
  });
});
