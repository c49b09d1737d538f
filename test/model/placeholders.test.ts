import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPlaceholder, isSpreadsheetError, knownCells } from '../../model/placeholders.ts';

describe('isPlaceholder', () => {
  it('knows what editors and spreadsheets write instead of a value', () => {
    for (const text of ['TBD', 'tba', 'N/A', '-', '—', '?', '...', '#REF!', '########', ' n/a ', 'Coming soon'])
      assert.ok(isPlaceholder(text), text);
  });

  it('leaves values alone', () => {
    for (const text of ['', 'NA', 'None', '0', '#', '#1', 'TBD soon', 'Free', '$0', 'No', 'null-island'])
      assert.ok(!isPlaceholder(text), text);
  });

  it('tells error values of spreadsheets apart', () => {
    assert.ok(isSpreadsheetError('#Div/0!') && isSpreadsheetError('#####') && !isSpreadsheetError('TBD'));
  });
});

describe('knownCells', () => {
  it('has null for placeholders and leaves them out of lists, save in columns that identify the row', () => {
    const cells = { slug: 'tbd', provider: 'N/A', chain: '-', price: 'TBD', tag: ['a', '?'], regions: ['-'], trial: 1 };
    assert.deepEqual(knownCells(cells), { ...cells, price: null, tag: ['a'], regions: null });
  });

  it('returns the same object if there are none', () => {
    const cells = { slug: 'a', tag: ['b'] };
    assert.equal(knownCells(cells), cells);
  });
});
