/** Prices with the reading that a person gave them: every distinct one of the corpus, and forms that it does not have. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseNumbers } from '../../../../pipeline/resolve/numbers.ts';

const table = readFileSync(new URL('../../../fixtures/prices.tsv', import.meta.url), 'utf8');
const [, ...lines] = table.trimEnd().split('\n');
const word = (cell: string | undefined) => (cell === undefined || cell === '' ? null : cell);

describe('parseNumbers of prices', () => {
  it('reads each as a person does', () => {
    assert.ok(lines.length > 500);
    for (const line of lines) {
      const [column = '', text = '""', min = '', max = '', currency, unit, bound, first] = line.split('\t');
      const price = { min: Number(min), max: Number(max), currency: word(currency), unit: word(unit) };
      const expected = min === '' ? null : { ...price, bound, first: Number(first) };
      assert.deepEqual(parseNumbers(column, JSON.parse(text)), expected, line);
    }
  });

  it('leaves out numbers too large to hold, and units too long to show', () => {
    const large = `$${'9'.repeat(400)}`;
    const price = { min: 5, max: 5, currency: 'USD', unit: null, bound: 'exact', first: 5 };
    assert.equal(parseNumbers('price', large), null);
    for (const text of [`${large}, $5`, `$5/${'x'.repeat(201)}`, `$5${'/x'.repeat(101)}`])
      assert.deepEqual(parseNumbers('price', text), price);
    assert.deepEqual(parseNumbers('price', `$5/${'x'.repeat(200)}`), { ...price, unit: 'x'.repeat(200) });
  });
});
