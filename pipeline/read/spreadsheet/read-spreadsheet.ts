/**
 * A file with rows to import -> a table: a CSV file, read as one of the sources, or the first
 * visible sheet of a workbook.
 */
import { decodeUtf8 } from '../../../common/json.ts';
import { readBoundedSync } from '../../../common/read-bounded.ts';
import type { AddProblem } from '../../problem.ts';
import { findSeparator } from '../csv/parse-records.ts';
import { type ParsedText, parseText, removeByteOrderMark, tableOf } from '../tables/parse-table.ts';
import type { Table, TableRecord } from '../tables/table.ts';
import { readWorkbook } from './workbook.ts';

const maxFileBytes = 20_000_000;
/**
 * More than the offers of all categories. Adding a row takes time in proportion to the rows that
 * are there.
 */
const maxRows = 10_000;

export interface Reader {
  /** Reports the fault of a line. The file is refused for an error. */
  readonly add: AddProblem;
  /** Tells what is left out on purpose. */
  readonly tell: (note: string) => void;
  readonly isHeader: (cells: readonly string[]) => boolean;
}

/**
 * Null if the file was reported because it is no table. Throws PipelineError or ReadError if it
 * cannot be read at all.
 */
export async function readSpreadsheet(
  file: string,
  { add, tell, isHeader }: Reader,
): Promise<Table | null> {
  const bytes = readBoundedSync(file, maxFileBytes, true);
  const parsed = /\.(?:xls[xm]|ods)$/i.test(file)
    ? await readSheet(file, bytes, tell)
    : readSeparated(file, bytes, add);
  if (parsed === null) return null;
  if (parsed.records.length > maxRows + 1) {
    const message = `the file has more than ${maxRows} rows`;
    add({
      rule: 'limit-exceeded',
      file,
      line: null,
      column: null,
      message,
      suggestion: 'split the file',
    });
    return null;
  }
  const table = tableOf(
    file,
    { ...parsed, records: cutBlankColumns(parsed.records) },
    add,
    isHeader,
  );
  for (const { line, cells } of table?.records ?? []) {
    const at = cells.findIndex((cell) => /[\ufffd\p{Cs}]/u.test(cell));
    const place = { file, line, column: table?.header[at] ?? null };
    const message = 'the cell has a character that cannot be read or was lost before (U+FFFD)';
    if (at !== -1) add({ rule: 'not-utf8', ...place, message, suggestion: 'type the text again' });
  }
  return table;
}

/**
 * Spreadsheet programs write semicolons where the comma is the decimal sign, and tabs: commas take
 * their place while the text is read.
 */
function readSeparated(file: string, bytes: Buffer, add: AddProblem): ParsedText | null {
  const text = removeByteOrderMark(decodeUtf8(bytes) ?? '');
  const sign = { semicolons: ';', tabs: '\t', other: null }[findSeparator(text) ?? 'other'] ?? null;
  if (sign === null) return parseText(file, bytes, add);
  const swap = (written: string) =>
    written.replace(/[,;\t]/g, (each) => ({ ',': sign, [sign]: ',' })[each] ?? each);
  const parsed = parseText(file, Buffer.from(swap(text)), add);
  const restore = ({ line, cells }: TableRecord) => ({ line, cells: cells.map(swap) });
  return (
    parsed && { records: parsed.records.map(restore), faulty: parsed.faulty.map(restore), text: '' }
  );
}

async function readSheet(file: string, bytes: Buffer, tell: Reader['tell']): Promise<ParsedText> {
  const { names, records, notes } = await readWorkbook(file, bytes);
  const [name, ...others] = names;
  if (others.length > 0) tell(`only the sheet "${name}" is read, not the others: ${others.length}`);
  for (const note of notes) tell(note);
  return { records, faulty: [], text: '' };
}

/** Spreadsheets save blank columns beside the table. */
function cutBlankColumns(records: readonly TableRecord[]): readonly TableRecord[] {
  const widthOf = ({ cells }: TableRecord) => cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  const width = records.reduce((most, record) => Math.max(most, widthOf(record)), 0);
  return records.map((record) => ({ ...record, cells: record.cells.slice(0, width) }));
}
