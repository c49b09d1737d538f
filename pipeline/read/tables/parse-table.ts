/**
 * Bytes of a CSV file -> a table with the line of every record. Reports what makes the file or a
 * record unreadable.
 */
import { decodeUtf8 } from '../../../common/json.ts';
import { strip, stripEnd } from '../../../common/strip.ts';
import { limits } from '../../limits.ts';
import { type AddProblem, fileProblem, type NewProblem } from '../../problem.ts';
import type { UnreadableInput } from '../../unreadable-input.ts';
import { countNewlines } from '../csv/csv-cells.ts';
import {
  commentLine,
  isBlankLine,
  isComment,
  type ParsedRecords,
  parseRecords,
} from '../csv/parse-records.ts';
import { foreignContent, isUtf16 } from '../foreign-content.ts';
import { reportMisfits } from './record-widths.ts';
import { removeJoints, removeRepetitions } from './repetitions.ts';
import type { Table, TableRecord } from './table.ts';
import { checkCells, removeInvisible, reportConflicts } from './text-checks.ts';

export interface ReadContext {
  readonly add: AddProblem;
  readonly unreadable: UnreadableInput;
  /** Texts without a credential: most cells repeat. */
  readonly clean?: Set<string>;
  readonly tables?: TablesRead | undefined;
}

/** Tables without a record that was left out, with their problems, by the bytes of their files. */
export type TablesRead = Map<
  Uint8Array,
  { readonly table: Table; readonly problems: readonly NewProblem[] }
>;

/**
 * Also removes invisible characters and reports credentials and whitespace around cells. Null if
 * the file cannot be read as a table.
 */
export function readTable(path: string, bytes: Uint8Array, context: ReadContext): Table | null {
  const { add, tables } = context;
  const earlier = tables?.get(bytes);
  for (const problem of earlier?.problems ?? []) add(problem);
  if (earlier !== undefined) return earlier.table;
  const problems: NewProblem[] = [];
  const note: AddProblem = (problem) => {
    problems.push(problem);
    add(problem);
  };
  const table = readAnew(path, bytes, { ...context, add: note });
  if (table !== null && table.misfits.length === 0) tables?.set(bytes, { table, problems });
  return table;
}

function readAnew(
  path: string,
  bytes: Uint8Array,
  { add, unreadable, clean }: ReadContext,
): Table | null {
  let isForeign = false;
  const table = parseTable(path, bytes, (problem) => {
    isForeign ||= problem.rule === 'not-a-table';
    add(problem);
  });
  if (table === null) {
    const text = new TextDecoder(isUtf16(bytes) ? 'utf-16' : 'utf-8').decode(bytes);
    unreadable.addFile(path, isForeign || text.trim() === '' ? null : text);
    return null;
  }
  for (const record of table.misfits) unreadable.addRecord(path, record.cells);
  const visible = removeInvisible(table, add);
  checkCells(visible, add, clean);
  return visible;
}

/**
 * Null if the file cannot be read as a table. A record with a quoting mistake or a wrong number of
 * cells is reported and left out.
 */
export function parseTable(path: string, bytes: Uint8Array, add: AddProblem): Table | null {
  const parsed = parseText(path, bytes, add);
  return parsed === null ? null : tableOf(path, parsed, add);
}

/** Records of a file, with its text, which is blank for another format than CSV. */
export interface ParsedText extends ParsedRecords {
  readonly text: string;
}

/** Null if no record can be read. */
export function parseText(path: string, bytes: Uint8Array, add: AddProblem): ParsedText | null {
  const foreign = foreignContent(bytes);
  if (foreign !== null) {
    const [what, fix] = foreign;
    add(fileProblem(path, 'not-a-table', [`the file is ${what}, not a table`, fix]));
    return null;
  }
  const decoded = decode(path, bytes, add);
  const text = decoded === null ? null : removeEndMarks(path, decoded, add);
  if (text === null || reportConflicts(path, text, add)) return null;
  if (reportOldLineEnds(path, text, add) || reportProse(path, text, add)) return null;
  const whole = removeJoints(path, text, add);
  const isAsWritten = whole === decoded && bytes[0] !== byteOrderMark;
  const csv = parseRecords(path, whole, add, isAsWritten ? bytes : undefined);
  return csv === null ? null : { ...csv, text: whole };
}

/** What DOS and interrupted copies leave after the table. */
function removeEndMarks(path: string, text: string, add: AddProblem): string {
  const end = text.trimEnd();
  const tell = (message: string, kept: string) => {
    const line = countNewlines(kept) + 1;
    add(fileProblem(path, 'invisible-character', [message, fix], line));
    return kept;
  };
  const fix = `remove the character${end.endsWith('\x1a') ? '' : 's'}`;
  if (end.endsWith('\x1a'))
    return tell('the file ends with Ctrl-Z (U+001A), which ended files in DOS', end.slice(0, -1));
  const last = stripEnd(end, '\0\r\n').length;
  const first = end.indexOf('\0', last);
  // A single one behind the last cell is part of it.
  if (first === -1 || (first === last && end.length === last + 1)) return text;
  return tell(
    'the file ends with NUL characters (U+0000), which an interrupted copy leaves',
    text.slice(0, first),
  );
}

/** Lines above the header that other rules tell. */
const linesAbove = 6;
const columnName = /^\p{L}[\p{L}\p{N}_.-]{0,49}$/u;
/** Nearly all tables begin with their keys. */
const keyColumn = /^(?:slug|key),/;

/** Reports a text whose first lines neither look like a header nor have the same separators. */
function reportProse(path: string, text: string, add: AddProblem): boolean {
  if (keyColumn.test(text)) return false;
  const lines = firstLines(text.slice(0, limits.rowBytes));
  const [first = '', second = first] = lines;
  const marks = [first, second].map((line) => line.match(/[,;\t|]/g)?.length ?? 0);
  const isEven = lines.length > 1 && marks[0] !== 0 && marks[0] === marks[1];
  if (first === '' || isEven || lines.some(isLikeHeader)) return false;
  const message = `the file is a text, not a table: its first line is "${first.trim().slice(0, 60)}"`;
  add(fileProblem(path, 'not-a-table', [message, 'restore the table, with its header line']));
  return true;
}

/** The lines that are neither blank nor comments: most files begin with the header. */
function firstLines(text: string): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < text.length && lines.length < linesAbove; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end === -1 ? undefined : end);
    if (line.trim() !== '' && !isComment([line])) lines.push(line);
    at += line.length + 1;
  }
  return lines;
}

/** Whether most of the cells that are not blank could be names of columns. */
function isLikeHeader(line: string): boolean {
  const cells = line.split(/[,;\t|]/).map((cell) => strip(cell.trim(), '"').trim());
  const stated = cells.filter((cell) => cell !== '');
  const names = stated.filter((cell) => columnName.test(cell));
  return names.length * 2 + (names[0] === stated[0] ? 1 : 0) > stated.length;
}

/**
 * Null if the records are no table. `isHeader`: of tables whose header may lack the columns `slug`
 * and `key`.
 */
export function tableOf(
  path: string,
  csv: ParsedText,
  add: AddProblem,
  isHeader?: (cells: readonly string[]) => boolean,
): Table | null {
  const kept = dropBlankColumns(csv.records);
  const [header] = kept;
  if (header === undefined || csv.records.every(isBlankLine)) {
    add(
      fileProblem(path, 'empty-file', [
        'the file is empty',
        'write a header line, or remove the file',
      ]),
    );
    return null;
  }
  const [only = '', ...others] = header.cells;
  if (others.length === 0 && only.includes(',')) {
    const message = 'each line is one cell in quotes: the file was exported twice';
    add(
      fileProblem(path, 'wrong-separator', [message, 'export the table once, as "CSV UTF-8"'], 1),
    );
    return null;
  }
  if (
    reportLineAbove(path, csv.records, add, isHeader) ||
    !checkHeader(path, header.cells, add, !isHeader)
  )
    return null;
  const { records: once, left } = removeRepetitions(path, header, kept.slice(1), add);
  const [comments, body] = splitComments(path, header, once, add);
  checkLineEnds(path, csv, add);
  const tooLarge = findTooLarge(path, header.cells, body, add);
  const sized = body.filter((record) => !tooLarge.has(record) && !isBlankLine(record));
  const width = header.cells.length;
  const misfits = sized.filter(({ cells }) => cells.length !== width);
  const table = {
    path,
    header: header.cells,
    records: misfits.length === 0 ? sized : sized.filter(({ cells }) => cells.length === width),
    misfits: [...misfits, ...tooLarge, ...csv.faulty, ...left, ...comments],
    hasQuoteFaults: csv.faulty.length > 0,
    text: csv.text,
  };
  return reportMisfits(table, misfits, add) ? table : null;
}

/** Reports lines that begin as comments of programs do. A whole line may have such a text. */
function splitComments(
  path: string,
  { cells: names }: TableRecord,
  body: readonly TableRecord[],
  add: AddProblem,
): readonly [comments: readonly TableRecord[], others: readonly TableRecord[]] {
  const hasKeys = keyNames.includes(names[0] ?? '');
  const isNoRow = ({ cells }: TableRecord) =>
    isComment(cells) && (hasKeys || cells.length !== names.length);
  const comments = body.filter(isNoRow);
  if (comments.length === 0) return [comments, body];
  for (const { line } of comments) add({ file: path, line, column: null, ...commentLine });
  // The row may be meant yet.
  const rows = comments.map(({ line, cells: [first = '', ...cells] }) => ({
    line,
    cells: [first.replace(/^[\s#]+/, ''), ...cells],
  }));
  return [rows, body.filter((record) => !isNoRow(record))];
}

/** Columns without a header and without a cell are ignored, as blank lines are. */
function dropBlankColumns(records: readonly TableRecord[]): readonly TableRecord[] {
  const [header] = records;
  const blank = new Set(
    (header?.cells ?? []).flatMap((name, index) => (name.trim() === '' ? [index] : [])),
  );
  // Another rule reports a header that is blank altogether.
  if (header === undefined || blank.size === 0 || blank.size === header.cells.length)
    return records;
  const width = header.cells.length;
  for (const { cells } of records)
    for (const index of blank)
      if (cells.length === width && cells[index]?.trim() !== '') blank.delete(index);
  if (blank.size === 0) return records;
  return records.map((record) =>
    record.cells.length === width
      ? { ...record, cells: record.cells.filter((_, index) => !blank.has(index)) }
      : record,
  );
}

/** Removes byte-order marks: some programs write one before a text that has one. */
export function removeByteOrderMark(text: string): string {
  return text.replace(/^\ufeff+/, '');
}

/** A title or a blank line above the header, which spreadsheets export with the table. */
function reportLineAbove(
  path: string,
  [first, ...others]: readonly TableRecord[],
  add: AddProblem,
  isHeader = (cells: readonly string[]) =>
    keyNames.some((name) => cells[0]?.trim() === name) && cells.length > 1,
): boolean {
  if (first === undefined || isHeader(first.cells)) return false;
  const near = others.filter(({ cells }) => !isComment(cells)).slice(0, 5);
  const header = near.find(({ cells }) => isHeader(cells));
  if (header === undefined) return false;
  const above = header.line === 2 ? 'line 1' : `the lines 1 to ${header.line - 1}`;
  const message = `line 1 is not the header, line ${header.line} is`;
  add(fileProblem(path, 'line-above-header', [message, `delete ${above}`], 1));
  return true;
}

const keyNames: readonly string[] = ['slug', 'key'];

function reportOldLineEnds(path: string, text: string, add: AddProblem): boolean {
  if (text.includes('\n') || !text.trimEnd().includes('\r')) return false;
  const message = 'the lines end with CR only, as on old Macintosh computers';
  add(fileProblem(path, 'old-line-ends', [message, 'save the file again as "CSV UTF-8"'], 1));
  return true;
}

function decode(path: string, bytes: Uint8Array, add: AddProblem): string | null {
  const text = decodeUtf8(bytes);
  const isWide = isUtf16(bytes) || (text !== null && /^[^\0]\0[^\0]\0|^\0[^\0]\0[^\0]/.test(text));
  if (text !== null && !isWide) return removeByteOrderMark(text);
  if (isWide) {
    const message = 'the file is UTF-16 text, not UTF-8';
    add(
      fileProblem(path, 'not-utf8', [
        message,
        'save the file with the encoding UTF-8 (in Excel: "CSV UTF-8")',
      ]),
    );
    return null;
  }
  if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1'))) {
    const message = 'the file is one of another program, not a table';
    add(fileProblem(path, 'not-a-table', [message, 'export the table from it as CSV UTF-8']));
    return null;
  }
  const { line, offset } = findInvalidByte(bytes);
  const message = `the file is not UTF-8 text: byte ${offset + 1} is not part of a character`;
  const suggestion = 'save the file with the encoding UTF-8 (in Excel: the file type "CSV UTF-8")';
  add(fileProblem(path, 'not-utf8', [message, suggestion], line));
  return null;
}

/**
 * The first byte that is not UTF-8: a decoder replaces it, by bytes that the start of a character
 * at the end of the file may have.
 */
function findInvalidByte(bytes: Uint8Array): { line: number; offset: number } {
  const replaced = new TextEncoder().encode(
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
  );
  const differing = bytes.findIndex((byte, at) => byte !== replaced[at]);
  const offset = differing === -1 ? bytes.length - 1 : differing;
  return { line: 1 + bytes.subarray(0, offset).filter((byte) => byte === lineFeed).length, offset };
}

const lineFeed = 10;
/** First byte of the mark in UTF-8. */
const byteOrderMark = 0xef;

function checkHeader(
  path: string,
  header: readonly string[],
  add: AddProblem,
  hasKeys: boolean,
): boolean {
  if (header.length > limits.columns) {
    const message = `the header has ${header.length} columns; the limit is ${limits.columns}`;
    add(fileProblem(path, 'limit-exceeded', [message, 'remove columns'], 1));
    return false;
  }
  const size = Buffer.byteLength(header.join());
  if (size > limits.rowBytes) {
    const message = `the header has ${size} bytes; the limit is ${limits.rowBytes}`;
    add(fileProblem(path, 'limit-exceeded', [message, 'shorten its names'], 1));
    return false;
  }
  const blank = header.findIndex((name) => name.trim() === '');
  const repeated = header.find((name, index) => header.indexOf(name) !== index);
  if (
    hasKeys &&
    (blank !== -1 || repeated !== undefined) &&
    !header.some((name) => keyNames.includes(name.trim()))
  ) {
    const message = 'line 1 is not a header: it has no column "slug" or "key"';
    add(fileProblem(path, 'blank-header', [message, 'restore the header line'], 1));
  } else if (blank !== -1) {
    const message = `column ${blank + 1} has no header`;
    add(fileProblem(path, 'blank-header', [message, 'name the column, or remove it'], 1));
  } else if (repeated !== undefined) {
    const message = `two columns have the header "${repeated}"`;
    add(
      fileProblem(
        path,
        'repeated-header',
        [message, 'remove one, or write the name of the column that its cells are of'],
        1,
      ),
    );
  }
  return blank === -1 && repeated === undefined;
}

/** Records with a cell or a row beyond the limits. They are reported and left out. */
function findTooLarge(
  path: string,
  header: readonly string[],
  records: readonly TableRecord[],
  add: AddProblem,
): Set<TableRecord> {
  const tooLarge = new Set<TableRecord>();
  for (const record of records) {
    const { line, cells } = record;
    // A character has at most three bytes in UTF-8, and most records are far below the limits.
    if (lengthOf(cells) * 3 <= limits.cellBytes) continue;
    const sizes = cells.map((cell) => Buffer.byteLength(cell));
    const large = sizes.findIndex((size) => size > limits.cellBytes);
    const isRow = sizes.reduce((sum, size) => sum + size, 0) > limits.rowBytes;
    if (large === -1 && !isRow) continue;
    tooLarge.add(record);
    const [message, suggestion] = isRow
      ? [`the row is larger than ${limits.rowBytes} bytes`, 'shorten its cells']
      : [`the cell has ${sizes[large]} bytes; the limit is ${limits.cellBytes}`, 'shorten it'];
    const column = isRow ? null : (header[large] ?? null);
    add({ rule: 'limit-exceeded', file: path, line, column, message, suggestion });
  }
  return tooLarge;
}

function lengthOf(cells: readonly string[]): number {
  let sum = 0;
  for (const cell of cells) sum += cell.length;
  return sum;
}

/** Mixed line ends: the next program that saves the file may change every line. */
function checkLineEnds(path: string, { records, text }: ParsedText, add: AddProblem): void {
  // Most files have one kind.
  if (!text.includes('\r\n') || !/(?:^|[^\r])\n/.test(text)) return;
  // The last text has no line end.
  const lines = text.split('\n').slice(0, -1);
  const lastLines = records.map(
    ({ line, cells }) => line + cells.reduce((sum, cell) => sum + countNewlines(cell), 0),
  );
  const endOf = (line: number) => (lines[line - 1]?.endsWith('\r') ? 'CRLF' : 'LF');
  const usual = endOf(lastLines[0] ?? 1);
  const line = lastLines.find((each) => each <= lines.length && endOf(each) !== usual);
  if (line === undefined) return;
  const message = `the line ends with ${endOf(line)}, the lines before it with ${usual}`;
  const suggestion = 'open the file in one program, and save it again with one kind of line end';
  add(fileProblem(path, 'mixed-line-ends', [message, suggestion], line));
}
