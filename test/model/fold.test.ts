import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cellSeparator, foldCell, foldText, toLowercase } from '../../common/fold.ts';
import { isPlaceholder, isSpreadsheetError, knownCells } from '../../model/placeholders.ts';
import { anyCharacter } from '../support/any-character.ts';

describe('foldText', () => {
  const cases: readonly (readonly [text: string, folded: string])[] = [
    ['Étoile', 'etoile'],
    ['ÅNGSTRÖM', 'angstrom'],
    ['ﬁne ＡＢＣ ①', 'fine abc 1'],
    ['İstanbul', 'istanbul'],
    ['検索 星', '検索 星'],
    ['a\tb\nc', 'a b c'],
    ['$0.83/1M CUs', '$0.83/1m cus'],
    ['', ''],
  ];
  for (const [text, folded] of cases) {
    it(`folds ${JSON.stringify(text)} to ${JSON.stringify(folded)}`, () =>
      assert.equal(foldText(text), folded));
  }

  it('folds composed and decomposed letters alike', () => {
    assert.equal(foldText('e\u0301'), foldText('\u00e9'));
  });

  it('leaves no separator of cells in a text, so that no search term reaches across two', () => {
    assert.equal(foldText(`a${cellSeparator}b`), 'a b');
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) =>
        assert.equal(foldText(foldText(text)), foldText(text)),
      ),
    );
  });
});

describe('toLowercase', () => {
  it('has one small letter for each capital, as DuckDB has', () => {
    assert.equal(toLowercase('İSTANBUL ΟΔΟΣ Σ'), 'istanbul οδοσ σ');
  });
});

describe('foldCell', () => {
  it('keeps the label of a Markdown link and leaves its address out', () => {
    assert.equal(foldCell('[Docs](https://docs.example.org/API) and [Buy](x)'), 'docs and buy');
  });

  it('leaves other brackets as they are', () => {
    assert.equal(foldCell('[Beta] (soon), a[0](b'), '[beta] (soon), a[0](b');
  });
});

describe('isPlaceholder', () => {
  it('knows what editors and spreadsheets write instead of a value', () => {
    for (const text of [
      'TBD',
      'tba',
      'N/A',
      '-',
      '—',
      '?',
      '...',
      '#REF!',
      '########',
      ' n/a ',
      'Coming soon',
    ])
      assert.ok(isPlaceholder(text), text);
  });

  it('leaves values alone', () => {
    for (const text of [
      '',
      'NA',
      'None',
      '0',
      '#',
      '#1',
      'TBD soon',
      'Free',
      '$0',
      'No',
      'null-island',
    ])
      assert.ok(!isPlaceholder(text), text);
  });

  it('tells error values of spreadsheets apart', () => {
    assert.ok(
      isSpreadsheetError('#Div/0!') && isSpreadsheetError('#####') && !isSpreadsheetError('TBD'),
    );
  });
});

describe('knownCells', () => {
  it('has null for placeholders and leaves them out of lists, save in columns that identify the row', () => {
    const cells = {
      slug: 'tbd',
      provider: 'N/A',
      chain: '-',
      price: 'TBD',
      tag: ['a', '?'],
      regions: ['-'],
      trial: 1,
    };
    assert.deepEqual(knownCells(cells), { ...cells, price: null, tag: ['a'], regions: null });
  });

  it('returns the same object if there are none', () => {
    const cells = { slug: 'a', tag: ['b'] };
    assert.equal(knownCells(cells), cells);
  });
});
