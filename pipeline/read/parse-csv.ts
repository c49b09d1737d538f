/** CSV text -> a table with the line of every record. What is not CSV becomes a problem that names the place. */
import { CsvError, parse } from 'csv-parse/sync';
import type { AddProblem } from '../problem.ts';
import { reportConflicts } from './find-conflicts.ts';
import { findOpenQuote } from './find-open-quote.ts';
import { describeShift, findShift } from './find-shift.ts';
import { findSplitCell } from './find-split-cell.ts';
import { checkLineEnds } from './line-ends.ts';
import { splitPlainCsv } from './plain-csv.ts';

export interface CsvRecord {
  /** The line that the record starts on, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface Table {
  /** Relative to the source folder. */
  readonly path: string;
  readonly header: readonly string[];
  /** Every record has as many cells as the header. */
  readonly records: readonly CsvRecord[];
  /** Records that have more or fewer; they were reported. */
  readonly misfits: readonly CsvRecord[];
  /** The whole file. */
  readonly text: string;
}

const lineEnds = ['\r\n', '\n'];

/** Null where the file cannot be read as a table; a record with a wrong number of cells is left out, and reported. */
export function parseTable(path: string, bytes: Uint8Array, add: AddProblem): Table | null {
  const text = decode(path, bytes, add);
  if (text === null || reportConflicts(path, text, add)) return null;
  const records = parseRecords(path, text, add);
  const [header, ...body] = records ?? [];
  if (records === null) return null;
  if (header === undefined || text.trim() === '') {
    add(fileProblem(path, 'empty-file', 'the file is empty', 'write a header line, or remove the file'));
    return null;
  }
  if (!checkHeader(path, header.cells, add)) return null;
  checkLineEnds(path, text, add);
  const fits = ({ cells }: CsvRecord) => cells.length === header.cells.length;
  const table = { path, header: header.cells, records: body.filter(fits), misfits: body.filter((r) => !fits(r)), text };
  for (const misfit of table.misfits) reportMisfit(table, misfit, add);
  return table;
}

function decode(path: string, bytes: Uint8Array, add: AddProblem): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const { line, offset } = findInvalidByte(bytes);
    add({
      ...fileProblem(path, 'not-utf8', `the file is not UTF-8 text: byte ${offset + 1} is not part of a character`),
      line,
      suggestion: 'save the file with the encoding UTF-8',
    });
    return null;
  }
}

/** The first byte that is not UTF-8. Lines are decoded one by one: a newline byte is never part of another character. */
function findInvalidByte(bytes: Uint8Array): { line: number; offset: number } {
  let start = 0;
  for (let line = 1; start < bytes.length; line++) {
    const end = bytes.indexOf(10, start) === -1 ? bytes.length : bytes.indexOf(10, start) + 1;
    const valid = validPrefix(bytes.subarray(start, end));
    if (valid < end - start) return { line, offset: start + valid };
    start = end;
  }
  return { line: 1, offset: 0 };
}

function validPrefix(bytes: Uint8Array): number {
  const back = new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  let same = 0;
  while (same < bytes.length && bytes[same] === back[same]) same++;
  return same;
}

function parseRecords(path: string, text: string, add: AddProblem): CsvRecord[] | null {
  try {
    return withLines(splitPlainCsv(text) ?? parseText(text, {}));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return recover(path, text, add);
  }
}

/** White space after a closing quote is harmless; it is read as if it were not there, with a warning. */
function recover(path: string, text: string, add: AddProblem): CsvRecord[] | null {
  try {
    const records = withLines(parseText(text, { rtrim: true }));
    add({
      ...fileProblem(path, 'space-after-quote', 'white space between a closing quote and the next comma'),
      severity: 'warning',
      line: findOpenQuote(text, 'reported').line,
      suggestion: 'remove the white space',
    });
    return records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const fault = findOpenQuote(text, 'ignored');
    add({ ...fileProblem(path, fault.rule, fault.message, fault.suggestion), line: fault.line });
    return null;
  }
}

function parseText(text: string, options: { rtrim?: boolean }): string[][] {
  return parse(text, {
    bom: true,
    relax_column_count: true,
    skip_empty_lines: false,
    record_delimiter: lineEnds,
    ...options,
  });
}

function withLines(parsed: readonly string[][]): CsvRecord[] {
  let previousEnd = 0;
  const records: CsvRecord[] = [];
  for (const cells of parsed) {
    const line = previousEnd + 1;
    previousEnd = line;
    for (const cell of cells) previousEnd += newlines(cell);
    // A blank line between records is nobody's mistake worth a message, and no row is lost with it.
    if (cells.length === 1 && cells[0]?.trim() === '' && line > 1) continue;
    records.push({ line, cells });
  }
  return records;
}

function newlines(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count++;
  return count;
}

function checkHeader(path: string, header: readonly string[], add: AddProblem): boolean {
  const blank = header.findIndex((name) => name.trim() === '');
  const repeated = header.find((name, index) => header.indexOf(name) !== index);
  if (blank === -1 && repeated === undefined) return true;
  add(
    blank === -1
      ? {
          ...fileProblem(path, 'repeated-header', `the header "${repeated}" stands twice`, 'remove or rename one'),
          line: 1,
        }
      : {
          ...fileProblem(path, 'blank-header', `column ${blank + 1} has no header`, 'name the column, or remove it'),
          line: 1,
        },
  );
  return false;
}

function reportMisfit({ path, header, records }: Table, record: CsvRecord, add: AddProblem): void {
  const found = `${record.cells.length} cells where the header has ${header.length}`;
  const split = record.cells.length > header.length ? findSplitCell(record.cells) : null;
  const shift = split === null ? findShift(record, { header, records, fits: () => true }) : null;
  const guess = split ?? (shift === null ? null : describeShift(shift));
  const message = guess === null ? found : `${found}: ${guess}`;
  const suggestion =
    record.cells.length > header.length
      ? 'put a cell that holds a comma in quotes, or remove the surplus'
      : 'add the missing commas';
  add({ ...fileProblem(path, 'cell-count', message, suggestion), line: record.line });
}

function fileProblem(path: string, rule: string, message: string, suggestion?: string) {
  const base = { severity: 'error' as const, rule, file: path, line: null, column: null, message };
  return suggestion === undefined ? base : { ...base, suggestion };
}
