import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CsvError, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { type CsvRecord, countNewlines, readCsv, writeCell } from '../../../pipeline/read/csv.ts';

/** The oracle; null if the text is not CSV. With `rtrim` it accepts whitespace after a closing quote. */
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

/** Writes the records as they were read. */
function write(records: readonly CsvRecord[]): string {
  const cellOf = ({ cells, quoted }: CsvRecord, index: number) => {
    const { source, gap } = quoted?.get(index) ?? { source: cells[index] ?? '', gap: '' };
    return source + gap;
  };
  return records
    .map((record) => record.cells.map((_, index) => cellOf(record, index)).join(',') + record.lineEnd)
    .join('');
}

describe('readCsv', () => {
  it('agrees with csv-parse, and keeps every byte and the line of every record', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const result = readCsv(text);
        const strict = parseCsv(text, false);
        if ('fault' in result) {
          assert.equal(strict, null);
          return;
        }
        const { records, gapLine } = result;
        assert.equal(write(records), text);
        assert.equal(strict === null, gapLine !== null);
        const cells = records.map((record) =>
          record.cells.map((cell, index) => (gapLine !== null && !record.quoted?.has(index) ? cell.trimEnd() : cell)),
        );
        assert.deepEqual(cells, gapLine === null ? strict : parseCsv(text, true));
        let line = 1;
        for (const record of records) {
          assert.equal(record.line, line);
          line += countNewlines(write([record]));
        }
      }),
      { numRuns: 20_000 },
    );
  });

  it('agrees with csv-parse on texts without quotes', () => {
    const part = fc.oneof(fc.constantFrom(',', '\n', '\r\n', '\r', ' ', 'a', 'é', '𝄞', '\\', "'"), fc.string());
    const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join('').replaceAll('"', ''));
    fc.assert(
      fc.property(text, (csv) => {
        const result = readCsv(csv);
        assert.ok('records' in result);
        assert.deepEqual(
          result.records.map(({ cells }) => cells),
          parseCsv(csv, false),
        );
      }),
      { numRuns: 2000 },
    );
  });

  const faults: readonly (readonly [text: string, rule: string, line: number])[] = [
    ['"', 'unclosed-quote', 1],
    ['a,"x\ny"\nb,"', 'unclosed-quote', 3],
    ['"""', 'unclosed-quote', 1],
    ['a"b', 'stray-quote', 1],
    ['a\n"x\ny",b"', 'stray-quote', 3],
    [' "a"', 'stray-quote', 1],
    ['"a"b', 'text-after-quote', 1],
    ['"a" "b"', 'text-after-quote', 1],
    ['"a\nb"\u00a0,', 'text-after-quote', 2],
    ['h,i\na,"[""x""],c\nd,"[""y""]",f\n', 'unclosed-quote', 2],
    ['h\n"x\n"y"\n', 'unclosed-quote', 2],
  ];
  for (const [text, rule, line] of faults) {
    it(`finds ${rule} on line ${line} of ${JSON.stringify(text)}`, () => {
      assert.deepEqual(readCsv(text), { fault: { rule, line } });
    });
  }

  it('keeps line ends, quotes and the whitespace after them', () => {
    const quoted = new Map([[0, { source: '"a ""x"""', gap: '\t ' }]]);
    assert.deepEqual(readCsv('"a ""x"""\t ,b\r\n\nb'), {
      records: [
        { line: 1, cells: ['a "x"', 'b'], quoted, lineEnd: '\r\n' },
        { line: 2, cells: [''], quoted: null, lineEnd: '\n' },
        { line: 3, cells: ['b'], quoted: null, lineEnd: '' },
      ],
      gapLine: 1,
    });
    assert.deepEqual(readCsv(''), { records: [], gapLine: null });
  });

  for (const [name, text] of [
    ['an unclosed quote', `a,"${'b ""c"" \n'.repeat(400_000)}`],
    ['one long line', `${'a,'.repeat(1_000_000)}"b"`],
    ['one long quoted cell', `"${'b ""c"" \n'.repeat(400_000)}"`],
    ['many quoted cells', '"a","b"\n'.repeat(300_000)],
  ] as const)
    it(`takes linear time for ${name}`, { timeout: 30_000 }, () => assert.ok(readCsv(text)));
});

describe('writeCell', () => {
  it('keeps the quotes of a cell', () => {
    assert.equal(writeCell('say "hi"', true), '"say ""hi"""');
    assert.equal(writeCell('TRUE', false), 'TRUE');
  });
});
