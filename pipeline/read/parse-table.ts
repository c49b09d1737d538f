/** Bytes of a CSV file -> a table with the line of every record. Reports what makes the file or a record unreadable. */
import type { AddProblem, NewProblem } from '../problem.ts';
import type { UnreadableInput } from '../unreadable-input.ts';
import { type CsvRecord, countNewlines, readCsv } from './csv.ts';
import { reportConflicts } from './find-conflicts.ts';
import { removeInvisible } from './invisible.ts';
import { describeShift, findShift, findSplitCell } from './shifted-cells.ts';

export interface TableRecord {
  /** Line on which the record starts, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface Table {
  /** Relative to the source folder. */
  readonly path: string;
  readonly header: readonly string[];
  /** Every record has as many cells as the header. */
  readonly records: readonly TableRecord[];
  /** Records with more or fewer cells; they were reported. */
  readonly misfits: readonly TableRecord[];
  /** The whole file without its byte-order mark. */
  readonly text: string;
}

export interface ReadContext {
  readonly add: AddProblem;
  readonly unreadable: UnreadableInput;
}

/** Also removes invisible characters and reports whitespace around cells. Null if the file cannot be read as a table. */
export function readTable(path: string, bytes: Uint8Array, { add, unreadable }: ReadContext): Table | null {
  const table = parseTable(path, bytes, add);
  if (table === null) {
    const text = new TextDecoder().decode(bytes);
    unreadable.addFile(path, text.trim() === '' ? null : text);
    return null;
  }
  for (const record of table.misfits) unreadable.addRecord(path, record.cells);
  const visible = removeInvisible(table, add);
  checkSurroundingSpace(visible, add);
  return visible;
}

/** Null if the file cannot be read as a table. A record with a wrong number of cells is reported and left out. */
export function parseTable(path: string, bytes: Uint8Array, add: AddProblem): Table | null {
  const text = decode(path, bytes, add);
  if (text === null || reportConflicts(path, text, add)) return null;
  const csv = parseRecords(path, text, add);
  const [header, ...body] = csv ?? [];
  if (csv === null) return null;
  if (header === undefined || text.trim() === '') {
    add(fileProblem(path, 'empty-file', 'the file is empty', 'write a header line, or remove the file'));
    return null;
  }
  if (!checkHeader(path, header.cells, add)) return null;
  checkLineEnds(path, csv, add);
  const records = body.filter(({ cells }) => cells.length === header.cells.length);
  const misfits = body.filter((record) => record.cells.length !== header.cells.length && !isBlankLine(record));
  const table = {
    path,
    header: header.cells,
    records: records.filter((record) => !isBlankLine(record)),
    misfits,
    text,
  };
  for (const misfit of misfits) reportMisfit(table, misfit, add);
  return table;
}

/** Removes byte-order marks: some programs write one before a text that has one. */
export function removeByteOrderMark(text: string): string {
  return text.replace(/^\ufeff+/, '');
}

function decode(path: string, bytes: Uint8Array, add: AddProblem): string | null {
  try {
    return removeByteOrderMark(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
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

/** The first byte that is not UTF-8. Decodes line by line, because a newline byte is never part of another character. */
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

const quoteFaults = {
  'unclosed-quote': {
    message: 'a quote opens a cell here and nothing closes it',
    suggestion: 'close the cell with a quote; write a quote inside a cell twice ("")',
  },
  'text-after-quote': {
    message: 'text follows the quote that closes a cell',
    suggestion: 'write a quote inside a cell twice (""), or put a comma after the closing quote',
  },
  'stray-quote': {
    message: 'a quote stands in the middle of an unquoted cell',
    suggestion: 'put the whole cell in quotes and write the quotes inside it twice ("")',
  },
} as const;

function parseRecords(path: string, text: string, add: AddProblem): readonly CsvRecord[] | null {
  const csv = readCsv(text);
  if ('fault' in csv) {
    const { rule, line } = csv.fault;
    const { message, suggestion } = quoteFaults[rule];
    add({ ...fileProblem(path, rule, message, suggestion), line });
    return null;
  }
  if (csv.gapLine !== null) {
    const message = 'whitespace between a closing quote and the next comma';
    add({ ...fileProblem(path, 'space-after-quote', message, 'remove it, or run `make fix`'), line: csv.gapLine });
  }
  return csv.records;
}

/** A blank line between records loses no row and is not reported. */
function isBlankLine({ cells }: TableRecord): boolean {
  return cells.length === 1 && cells[0]?.trim() === '';
}

function checkHeader(path: string, header: readonly string[], add: AddProblem): boolean {
  const blank = header.findIndex((name) => name.trim() === '');
  const repeated = header.find((name, index) => header.indexOf(name) !== index);
  if (blank !== -1) {
    const message = `column ${blank + 1} has no header`;
    add({ ...fileProblem(path, 'blank-header', message, 'name the column, or remove it'), line: 1 });
  } else if (repeated !== undefined) {
    const message = `two columns have the header "${repeated}"`;
    add({ ...fileProblem(path, 'repeated-header', message, 'remove or rename one'), line: 1 });
  }
  return blank === -1 && repeated === undefined;
}

/** Mixed line ends: the next program that saves the file may change every line. */
function checkLineEnds(path: string, records: readonly CsvRecord[], add: AddProblem): void {
  const expected = records[0]?.lineEnd;
  const other = records.find(({ lineEnd }) => lineEnd !== '' && lineEnd !== expected);
  if (other === undefined) return;
  const [found, usual] = expected === '\n' ? ['CRLF', 'LF'] : ['LF', 'CRLF'];
  const message = `the line ends with ${found}, the lines before it with ${usual}`;
  const line = other.line + other.cells.reduce((sum, cell) => sum + countNewlines(cell), 0);
  add({ ...fileProblem(path, 'mixed-line-ends', message, 'save the file again with one kind of line end'), line });
}

/** Cells are read without leading and trailing whitespace, but a search in a spreadsheet finds it. */
function checkSurroundingSpace(table: Table, add: AddProblem): void {
  for (const { line, cells } of table.records) {
    for (const [index, cell] of cells.entries()) {
      if (cell === '' || cell.trim().length === cell.length) continue;
      add({
        rule: 'edge-space',
        file: table.path,
        line,
        column: table.header[index] ?? null,
        value: cell,
        message: cell.trim() === '' ? 'the cell holds only whitespace' : 'leading or trailing whitespace',
        suggestion: 'remove it, or run `make fix`',
      });
    }
  }
}

function reportMisfit(table: Table, record: TableRecord, add: AddProblem): void {
  const { path, header, records } = table;
  const surplus = record.cells.length > header.length;
  const split = surplus ? findSplitCell(record.cells) : null;
  const shift = split === null ? findShift(record, { header, records, fits: () => true }) : null;
  const guess = split ?? (shift === null ? null : describeShift(shift));
  const found = `expected ${header.length} cells as in the header, found ${record.cells.length}`;
  const message = guess === null ? found : `${found}: ${guess}`;
  const suggestion = surplus
    ? 'put a cell that holds a comma in quotes, or remove the surplus'
    : 'add the missing commas';
  add({ ...fileProblem(path, 'cell-count', message, suggestion), line: record.line });
}

function fileProblem(path: string, rule: NewProblem['rule'], message: string, suggestion?: string): NewProblem {
  const problem = { rule, file: path, line: null, column: null, message };
  return suggestion === undefined ? problem : { ...problem, suggestion };
}
