import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { splitPlainCsv } from '../../../pipeline/read/plain-csv.ts';
import { runs } from '../../support/lane.ts';

function byLibrary(text: string): string[][] {
  return parse(text, {
    bom: true,
    relax_column_count: true,
    skip_empty_lines: false,
    record_delimiter: ['\r\n', '\n'],
  });
}

describe('splitPlainCsv', () => {
  it('gives what the library gives, for any text without quotes', () => {
    const part = fc.oneof(
      fc.constantFrom(',', '\n', '\r\n', '\r', ' ', 'a', 'é', '𝄞', '\\', "'", '\ufeff'),
      fc.string(),
    );
    const parts = fc.tuple(fc.constantFrom('', '\ufeff'), fc.array(part, { maxLength: 30 }));
    const text = parts.map(([start, rest]) => `${start}${rest.join('')}`.replaceAll('"', ''));
    fc.assert(
      fc.property(text, (csv) => {
        assert.deepEqual(splitPlainCsv(csv), byLibrary(csv));
      }),
      { numRuns: runs(2000, 300) },
    );
  });

  it('leaves a text with a quote to the library', () => {
    assert.equal(splitPlainCsv('a,"b"\n'), null);
    assert.deepEqual(splitPlainCsv('a,b\n1,\n\n2,3'), [['a', 'b'], ['1', ''], [''], ['2', '3']]);
  });
});
