/** Every distinct price of the corpus with the reading that a person gave it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { readingSchema } from '../../../../model/readings.ts';
import { priceOfReading } from '../../../../pipeline/resolve/numbers/readings.ts';
import { parseNumbers } from './check-cases.ts';

const readings = parse(readFileSync(new URL('../../../fixtures/readings.csv', import.meta.url)), {
  columns: true,
  cast: (cell) => (cell === '' ? null : cell),
}).map((line: unknown) => readingSchema.parse(line));

/** What the corpus states: its readings.csv, or else the grammar. */
function stated(column: string, text: string) {
  const reading = readings.find((each) => each.column === column && each.text === text);
  return reading === undefined ? parseNumbers(column, text) : priceOfReading(reading);
}

const [, ...lines] = readFileSync(new URL('../../../fixtures/prices.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const word = (cell: string | undefined) => (cell === undefined || cell === '' ? null : cell);

describe('parseNumbers of every price of the corpus', () => {
  it('has more than 380 texts of three columns', () => {
    assert.ok(lines.length > 380);
    assert.deepEqual([...new Set(lines.map((line) => line.split('\t')[0]))], ['accessPrice', 'queryPrice', 'price']);
  });

  for (const line of lines) {
    const [column = '', text = '""', min = '', max = '', currency, unit, bound, first] = line.split('\t');
    it(`${column} ${text}`, () => {
      const price = {
        min: Number(min),
        max: Number(max),
        currency: word(currency),
        unit: word(unit),
        bound,
        first: Number(first),
      };
      assert.deepEqual(stated(column, JSON.parse(text)), min === '' ? null : price);
    });
  }
});
