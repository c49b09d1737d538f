/** Prices with the reading that a person gave them: every distinct one of the corpus, and forms that it does not have. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseNumbers, readCell } from '../../../support/read-texts.ts';

const table = readFileSync(new URL('../../../fixtures/prices.tsv', import.meta.url), 'utf8');
const [, ...lines] = table.trimEnd().split('\n');
const word = (cell: string | undefined) => (cell === undefined || cell === '' ? null : cell);

describe('readNumbers of prices', () => {
  it('reads each as a person does, or states none', () => {
    assert.ok(lines.length > 500);
    for (const line of lines) {
      const [column = '', text = '""', min = '', max = '', currency, unit, bound, first] = line.split('\t');
      const price = { min: Number(min), max: Number(max), currency: word(currency), unit: word(unit) };
      const expected = min === '' ? null : { ...price, bound, first: Number(first) };
      assert.deepEqual(readCell(column, JSON.parse(text)).stated, expected, line);
    }
  });

  it('reads no numbers too large to hold, and no units that it does not know', () => {
    for (const text of [`$${'9'.repeat(400)}`, `$${'9'.repeat(400)}, $5`, `$5/${'x'.repeat(200)}`, '$5/x'])
      assert.equal(parseNumbers('price', text), null, text);
  });
});
