/** What a second export or a paste repeats in a table: its header, or all of it. */
import { stripEnd } from '../../../common/strip.ts';
import { type AddProblem, fileProblem } from '../../problem.ts';
import { countNewlines } from '../csv/csv-cells.ts';
import type { TableRecord } from './table.ts';

/** A line without quotes, byte-order marks and its end. */
function plainLine(line: string): string {
  return line.replace(/[\ufeff"\r]/g, '');
}

/**
 * Removes byte-order marks before headers, which stand inside where files were joined, and reports
 * a header behind the last cell of a file without a last line end.
 */
export function removeJoints(path: string, text: string, add: AddProblem): string {
  const end = text.indexOf('\n');
  if (end === -1) return text;
  const header = text.slice(0, end).replace(/\r$/, '');
  const marked = text.includes('\n\ufeff') ? removeInnerMarks(text, header) : text;
  const at = header.includes(',') ? marked.indexOf(header, end) : -1;
  const before = at === -1 ? '' : stripEnd(marked.slice(0, at), '\ufeff');
  if (at === -1 || before.endsWith('\n') || !/^\r?(?:\n|$)/.test(marked.slice(at + header.length)))
    return marked;
  const message = 'the header is repeated behind the last cell: two files were joined';
  const fix = `remove "${header.slice(0, 20)}..." from the end of the line`;
  add(fileProblem(path, 'repeated-header', [message, fix], countNewlines(before) + 1));
  return before + marked.slice(at + header.length);
}

/** Without byte-order marks before lines that begin as the header does. */
function removeInnerMarks(text: string, header: string): string {
  const [first = ''] = plainLine(header).split(',');
  return text.replace(/(?<=\n)\ufeff+(?=([^,\n]*))/g, (mark, cell: string) =>
    plainLine(cell) === first ? '' : mark,
  );
}

/**
 * Reports the header where it is pasted again, another header, and a second table. `left`: the
 * records of another table.
 */
export function removeRepetitions(
  path: string,
  { cells: names }: TableRecord,
  written: readonly TableRecord[],
  add: AddProblem,
): { readonly records: readonly TableRecord[]; readonly left: readonly TableRecord[] } {
  const folded = names.map(fold);
  // Few lines begin as a header does.
  const alike = written.filter((record) => firstName(record) === folded[0]);
  if (alike.length === 0) return { records: removeSecondTable(path, written, add), left: [] };
  const isHeader = ({ cells }: TableRecord) =>
    cells.length > 1 && cells.every((cell, index) => fold(cell) === folded[index]);
  const isOther = (record: TableRecord) => isOtherHeader(record, folded) && !isHeader(record);
  const other = alike.find(isOther);
  const at = other === undefined ? -1 : written.indexOf(other);
  const [body, left] = at === -1 ? [written, []] : [written.slice(0, at), written.slice(at)];
  if (other !== undefined) {
    const message = 'the line is the header of another table: two files were joined';
    const fix = 'move the lines from here on to a file of their own';
    add(fileProblem(path, 'repeated-header', [message, fix], other.line));
  }
  const repeated = body.filter(isHeader);
  const records = repeated.length === 0 ? body : body.filter((record) => !isHeader(record));
  const once = removeSecondTable(path, records, add);
  // The header of a second table is part of it.
  for (const { line } of once.length < records.length ? [] : repeated)
    add(
      fileProblem(
        path,
        'repeated-header',
        ['the line repeats the header', 'remove the line'],
        line,
      ),
    );
  return { records: once, left };
}

function fold(name: string): string {
  return plainLine(name).trim().toLowerCase();
}

/** Folded already, as nearly all first cells are. */
const slug = /^[a-z\d-]*$/;

/** The first cell that is not blank. */
function firstName({ cells }: TableRecord): string {
  for (const cell of cells) {
    const name = slug.test(cell) ? cell : fold(cell);
    if (name !== '') return name;
  }
  return '';
}

/**
 * Whether a line that has the first column has names of columns only, of which most are the
 * table's.
 */
function isOtherHeader({ cells }: TableRecord, folded: readonly string[]): boolean {
  const [, ...others] = cells.map(fold).filter((cell) => cell !== '');
  if (others.length === 0) return false;
  const ownNames = others.filter((name) => folded.includes(name));
  return ownNames.length * 2 >= others.length && others.every((name) => /^[a-z]\w*$/.test(name));
}

/**
 * The records before those that repeat the table from its first line on, as after a second export
 * into the same file.
 */
function removeSecondTable(
  path: string,
  body: readonly TableRecord[],
  add: AddProblem,
): readonly TableRecord[] {
  const [first] = body;
  if (first === undefined) return body;
  const at = body.findIndex((record, index) => index > 0 && haveSameCells(record, first));
  const second = at === -1 ? [] : body.slice(at);
  const isWhole =
    second.length > 1 &&
    second.length === at &&
    second.every((record, index) => haveSameCells(record, body[index] ?? record));
  if (!isWhole) return body;
  const message = `the table is in the file twice: lines ${body[at]?.line} to ${body.at(-1)?.line} repeat the lines above`;
  add(fileProblem(path, 'repeated-header', [message, 'remove these lines'], body[at]?.line));
  return body.slice(0, at);
}

function haveSameCells({ cells }: TableRecord, { cells: others }: TableRecord): boolean {
  return cells.length === others.length && cells.every((cell, index) => cell === others[index]);
}
