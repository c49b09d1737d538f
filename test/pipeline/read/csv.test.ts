import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CsvError, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { type CsvRecord, readCsv } from '../../../pipeline/read/csv/csv.ts';
import { countNewlines, writeCell } from '../../../pipeline/read/csv/csv-cells.ts';
import { parseRecords } from '../../../pipeline/read/csv/parse-records.ts';
import type { TableRecord } from '../../../pipeline/read/tables/table.ts';
import { runs } from '../../support/lane.ts';

/**
 * The other reader; null if the text is not CSV. With `rtrim` it accepts whitespace after a closing
 * quote.
 */
function parseCsv(text: string, rtrim: boolean): string[][] | null {
  try {
    return parse(text, {
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n'],
      skip_empty_lines: false,
      rtrim,
    });
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
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          '"a"',
          '"a""b"',
          '"a,b"',
          '"a\nb"',
          '""',
          '"" ,',
          '"a" ,',
          '"a"\t\n',
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '\r',
          ' ',
          '\t',
          '\v',
          '\f',
          '\u00a0',
          '\ufeff',
          'é',
          '🙂',
          '\u2028',
        ),
      },
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
    .map(
      (record) => record.cells.map((_, index) => cellOf(record, index)).join(',') + record.lineEnd,
    )
    .join('');
}

describe('readCsv', () => {
  it('agrees with csv-parse, and keeps every byte and the line of every record', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const result = readCsv(text);
        const strict = parseCsv(text, false);
        if (result.faults.length > 0) {
          assert.equal(strict, null);
          return;
        }
        const { records, gapLine } = result;
        assert.equal(write(records), text);
        assert.equal(strict === null, gapLine !== null);
        const cells = records.map((record) =>
          record.cells.map((cell, index) =>
            gapLine !== null && !record.quoted?.has(index) ? cell.trimEnd() : cell,
          ),
        );
        assert.deepEqual(cells, gapLine === null ? strict : parseCsv(text, true));
        const parsed = parseRecords('a.csv', text, () => undefined);
        const plain = (each: readonly TableRecord[]) =>
          each.map(({ line, cells }) => ({ line, cells }));
        if (parsed !== null) assert.deepEqual(plain(parsed.records), plain(records));
        let line = 1;
        for (const record of records) {
          assert.equal(record.line, line);
          line += countNewlines(write([record]));
        }
      }),
      { numRuns: runs(20_000, 1500) },
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
    ['h,i\na,"x,"y"\nb,c\n', 'unclosed-quote', 2],
    ['h,i\na,"x\nb,"""y"" z"\nc,d\n', 'unclosed-quote', 2],
    ['h,i\na,"x\nso ""y"" z"b\nc,d\n', 'text-after-quote', 3],
    ['h,i,j\na,x"y\nand more"\nb,c,d\n', 'stray-quote', 2],
  ];
  for (const [text, rule, line] of faults) {
    it(`finds ${rule} on line ${line} of ${JSON.stringify(text)}`, () => {
      const found = readCsv(text).faults.map((fault) => ({ rule: fault.rule, line: fault.line }));
      assert.deepEqual(found, [{ rule, line }]);
    });
  }

  const clean = { faults: [], limit: null };

  it('keeps line ends, quotes and the whitespace after them', () => {
    const quoted = new Map([[0, { source: '"a ""x"""', gap: '\t ' }]]);
    assert.deepEqual(readCsv('"a ""x"""\t ,b\r\n\nb'), {
      records: [
        { line: 1, cells: ['a "x"', 'b'], quoted, lineEnd: '\r\n' },
        { line: 2, cells: [''], quoted: null, lineEnd: '\n' },
        { line: 3, cells: ['b'], quoted: null, lineEnd: '' },
      ],
      gapLine: 1,
      ...clean,
    });
    assert.deepEqual(readCsv(''), { records: [], gapLine: null, ...clean });
  });

  it('reads on at the next line that looks like a record, and tells what it left out', () => {
    const text = 'h,i,j\na,"x" y,b\nc,d,e\nf,"g,h\ni,"[""j""]",k\nl,m"n,o\r\np,"q\nr",s\nt,"u';
    const { records, faults } = readCsv(text);
    assert.deepEqual(
      records.map(({ line, cells }) => [line, ...cells]),
      [
        [1, 'h', 'i', 'j'],
        [3, 'c', 'd', 'e'],
        [5, 'i', '["j"]', 'k'],
        [7, 'p', 'q\nr', 's'],
      ],
    );
    assert.deepEqual(faults, [
      { rule: 'text-after-quote', line: 2, cell: 1, source: '"x" y', skipped: 'a,"x" y,b\n' },
      { rule: 'unclosed-quote', line: 4, cell: 1, source: '"g', skipped: 'f,"g,h\n' },
      { rule: 'stray-quote', line: 6, cell: 1, source: 'm"n', skipped: 'l,m"n,o\r\n' },
      { rule: 'unclosed-quote', line: 9, cell: 1, source: '"u', skipped: 't,"u' },
    ]);
  });

  it('finds every mistake of a file with twenty', () => {
    const kinds = ['a,"x" y,b', 'a,x"y,b', 'a,"x,b', 'a,[""x"",""y""]",b'];
    const written = Array.from({ length: 60 }, (_, at) =>
      at % 3 === 0 ? kinds[(at / 3) % 4] : `k${at},"[""v""]",b`,
    );
    const { records, faults } = readCsv(['h,i,j', ...written].join('\n'));
    const seen = faults.map(({ line }) => line);
    assert.deepEqual(
      seen,
      Array.from({ length: 20 }, (_, at) => 2 + at * 3),
    );
    assert.equal(records.length, 41);
  });

  for (const [name, text] of [
    ['a mistake on every line', `h,i\n${'a,"b\n'.repeat(100_000)}`],
    ['quotes that seem to be doubled on every line', `h,i\na,"b\n${'""c,"""d\n'.repeat(100_000)}`],
    ['lines that are left out', `h,i\n${'a,b"c\nd\n'.repeat(100_000)}`],
    ['an unclosed quote', `a,"${'b ""c"" \n'.repeat(400_000)}`],
    ['one long line', `${'a,'.repeat(1_000_000)}"b"`],
    ['one long quoted cell', `"${'b ""c"" \n'.repeat(400_000)}"`],
    ['many quoted cells', '"a","b"\n'.repeat(300_000)],
  ] as const)
    it(`takes linear time for ${name}`, { timeout: 120_000 }, () => assert.ok(readCsv(text)));
});

describe('writeCell', () => {
  it('keeps the quotes of a cell', () => {
    assert.equal(writeCell('say "hi"', true), '"say ""hi"""');
    assert.equal(writeCell('TRUE', false), 'TRUE');
  });
});
