/** Every distinct price of the corpus with the reading that a person gave it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseNumbers } from './check-cases.ts';

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
      assert.deepEqual(parseNumbers(column, JSON.parse(text)), min === '' ? null : price);
    });
  }
});
