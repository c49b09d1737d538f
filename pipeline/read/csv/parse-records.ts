/**
 * Text of a CSV file -> its records. Reports quoting mistakes, another separator than the comma,
 * and exceeded limits.
 */
import { CsvError, parse } from 'csv-parse/sync';
import { strip } from '../../../common/strip.ts';
import { limits } from '../../limits.ts';
import type { AddProblem, NewProblem } from '../../problem.ts';
import type { TableRecord } from '../tables/table.ts';
import { type CsvFault, type CsvLimit, type CsvResult, readCsv } from './csv.ts';
import { countNewlines } from './csv-cells.ts';

/** A record of this size is below the limit of bytes with all its commas and quotes. */
const maxRecordChars = limits.rowBytes / 4;
const maxRecordCells = limits.rowBytes / 8;

export interface ParsedRecords {
  /** The header, then the records without a quoting mistake. */
  readonly records: readonly TableRecord[];
  /**
   * Records with a quoting mistake; they were reported. Their cells are what commas and newlines
   * separate.
   */
  readonly faulty: readonly TableRecord[];
}

/**
 * Null if no record can be read: the separator or the header is faulty, or a limit is exceeded.
 * `written`: the bytes of the text, if they are at hand.
 */
export function parseRecords(
  path: string,
  text: string,
  add: AddProblem,
  written: Uint8Array = Buffer.from(text),
): ParsedRecords | null {
  const separator = findSeparator(text);
  if (separator !== null) {
    const message = `the cells are separated by ${separator} instead of commas`;
    const suggestion = 'save the file again as CSV with the comma as separator';
    add({ rule: 'wrong-separator', file: path, line: 1, column: null, message, suggestion });
    return null;
  }
  const strict = parseStrict(text, written);
  if (strict !== null) return { records: strict, faulty: [] };
  const csv = readCsv(text);
  const [header] = csv.records;
  const headerFaulty =
    csv.faults[0] !== undefined && csv.faults[0].line < (header?.line ?? Number.POSITIVE_INFINITY);
  const names = headerFaulty ? [] : (header?.cells ?? []);
  if (csv.limit !== null) add(describeLimit(path, csv.limit));
  for (const fault of csv.faults) add(describeFault(path, fault, names));
  if (csv.limit !== null || headerFaulty) return null;
  reportGap(path, csv, add);
  const faulty = csv.faults.map(({ line, skipped }) => ({ line, cells: roughCells(skipped) }));
  return { records: csv.records, faulty };
}

/**
 * Null if csv-parse refuses the text, or if a record or their number may exceed a limit: the
 * scanner says why.
 */
function parseStrict(text: string, written: Uint8Array): readonly TableRecord[] | null {
  let line = 1;
  try {
    const records = parse(written, {
      relax_column_count: true,
      // csv-parse looks for each of them at each character.
      record_delimiter: text.includes('\r') ? ['\r\n', '\n'] : '\n',
      max_record_size: maxRecordChars,
      to: limits.linesPerFile + 1,
    });
    if (
      records.length > limits.linesPerFile ||
      records.some((cells) => cells.length > maxRecordCells)
    )
      return null;
    // Few files have a cell with a newline.
    const isPlain = countNewlines(text) + (text.endsWith('\n') ? 0 : 1) === records.length;
    return records.map((cells) => {
      const record = { line, cells };
      line += 1 + (isPlain ? 0 : cells.reduce((sum, cell) => sum + countNewlines(cell), 0));
      return record;
    });
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

/** `semicolons` or `tabs` if the header has some and no comma. */
export function findSeparator(text: string): string | null {
  const newline = text.indexOf('\n');
  const header = newline === -1 ? text : text.slice(0, newline);
  if (header.includes(',')) return null;
  return header.includes(';') ? 'semicolons' : header.includes('\t') ? 'tabs' : null;
}

export const tabbedLine = {
  message: 'the line has tabs instead of commas',
  suggestion:
    'replace the tabs by commas, or paste the line into a spreadsheet instead of a text editor',
} as const;

export const commentLine = {
  rule: 'comment-line',
  message: 'the line is a comment, which tables do not have',
  suggestion: 'remove the line',
} as const;

/** Whether a line begins as comments of programs do; a line of several cells with `#` only. */
export function isComment(cells: readonly string[]): boolean {
  const [first = ''] = cells;
  // Most cells begin with a letter.
  if (/^\w/.test(first)) return false;
  const [, sign] = /^\s*(#|\/\/|\/\*|--|<!--|;|%)/.exec(first) ?? [];
  return sign === '#' || (sign !== undefined && cells.length === 1);
}

const quoteFaults = {
  'unclosed-quote': {
    message: 'a quote opens the cell and no quote closes it',
    suggestion: 'add a quote at the end of the cell; write a quote inside a cell twice ("")',
  },
  'text-after-quote': {
    message: 'text follows the quote that closes the cell',
    suggestion: 'write a quote inside a cell twice (""), or put a comma after the closing quote',
  },
  'stray-quote': {
    message: 'the cell contains a quote but does not begin with one',
    suggestion: 'put the whole cell in quotes and write the quotes inside it twice ("")',
  },
} as const;

function describeFault(
  file: string,
  { rule, line, cell, source, skipped }: CsvFault,
  header: readonly string[],
): NewProblem {
  if (isComment([skipped, ''])) return { file, line, column: null, ...commentLine };
  // A quote after a tab is inside a cell, because only commas end one.
  const isTabbed = cell === 0 && source.split('\t').length > 2;
  const told = isTabbed ? tabbedLine : quoteFaults[rule];
  return {
    rule,
    file,
    line,
    column: isTabbed ? null : (header[cell] ?? null),
    value: source,
    ...told,
  };
}

function describeLimit(file: string, { rule, line }: CsvLimit): NewProblem {
  const [message, suggestion] =
    rule === 'row-size'
      ? [`the row is larger than ${limits.rowBytes} bytes`, 'shorten its cells']
      : [`the file has more than ${limits.linesPerFile} lines`, 'split the file'];
  return { rule: 'limit-exceeded', file, line, column: null, message, suggestion };
}

function reportGap(
  file: string,
  { gapLine: line }: Pick<CsvResult, 'gapLine'>,
  add: AddProblem,
): void {
  if (line === null) return;
  const message = 'whitespace between a closing quote and the next comma';
  add({
    rule: 'space-after-quote',
    file,
    line,
    column: null,
    message,
    suggestion: 'remove it, or run `make fix`',
  });
}

function roughCells(text: string): string[] {
  return text.split(/[,\n]/).map((cell) => strip(cell.trim(), '"'));
}

/**
 * Whether a line has no text, only commas: spreadsheets write it for an empty row below a table. It
 * loses no row.
 */
export function isBlankLine({ cells }: Pick<TableRecord, 'cells'>): boolean {
  return cells.every((cell) => cell.trim() === '');
}
