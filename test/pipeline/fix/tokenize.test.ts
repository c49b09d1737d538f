import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CsvError, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { spell, tokenize } from '../../../pipeline/fix/tokenize.ts';
import { runs } from '../../support/lane.ts';

/** As pipeline/read/parse-csv.ts asks for it; null where the text is not CSV. */
function parseCsv(text: string, rtrim: boolean): string[][] | null {
  try {
    return parse(text, { relax_column_count: true, record_delimiter: ['\r\n', '\n'], skip_empty_lines: false, rtrim });
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

/** Everything that CSV gives a meaning, and a few characters that it does not. */
const texts = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('"', ',', '\n', '\r\n', 'a') },
      { weight: 2, arbitrary: fc.constantFrom('"a"', '"a""b"', '"a,b"', '"a\nb"', '""', '"" ,', '"a" ,', '"a"\t\n') },
      { weight: 1, arbitrary: fc.constantFrom('\r', ' ', '\t', '\v', '\f', '\u00a0', '\ufeff', 'é', '🙂', '\u2028') },
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

describe('tokenize', () => {
  it('reads what the reader of a build reads, and every byte of the text is in one of its parts', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const lines = tokenize(text);
        const strict = parseCsv(text, false);
        if (lines === null) {
          assert.equal(strict, null);
          return;
        }
        const parts = lines.flatMap(({ cells, lineEnd }) => [
          cells.map(({ source, gap }) => source + gap).join(','),
          lineEnd,
        ]);
        assert.equal(parts.join(''), text);
        const gaps = lines.some(({ cells }) => cells.some(({ gap }) => gap !== ''));
        assert.equal(strict === null, gaps);
        const cells = lines.map((line) =>
          line.cells.map(({ text: cell, quoted }) => (gaps && !quoted ? cell.trimEnd() : cell)),
        );
        assert.deepEqual(cells, gaps ? parseCsv(text, true) : strict);
      }),
      { numRuns: runs(20_000, 2000) },
    );
  });

  it('is not fooled by texts that are no CSV', () => {
    for (const text of ['"', 'a"b', '"a"b', '"a" "b"', '"a"\u00a0,', 'a\n"b', '"""', ' "a"'])
      assert.equal(tokenize(text), null, text);
  });

  it('keeps line ends, quotes and the space after them apart', () => {
    const cell = { text: 'b', source: 'b', quoted: false, gap: '' };
    assert.deepEqual(tokenize('"a ""x"""\t ,b\r\n\nb'), [
      { cells: [{ text: 'a "x"', source: '"a ""x"""', quoted: true, gap: '\t ' }, cell], lineEnd: '\r\n' },
      { cells: [{ ...cell, text: '', source: '' }], lineEnd: '\n' },
      { cells: [cell], lineEnd: '' },
    ]);
    assert.deepEqual(tokenize(''), []);
  });

  it('comes to the end of a large file in which a quote is never closed', { timeout: 120_000 }, () => {
    assert.equal(tokenize(`a,"${'b ""c"" \n'.repeat(200_000)}`), null);
  });
});

describe('spell', () => {
  it('writes a cell as it was quoted', () => {
    assert.equal(spell('say "hi"', true), '"say ""hi"""');
    assert.equal(spell('TRUE', false), 'TRUE');
  });
});
