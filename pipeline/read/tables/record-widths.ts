/**
 * Records with more or fewer cells than the header: one problem for the header, or one for each
 * record.
 */
import { countBy } from '../../../common/group-by.ts';
import { parseJson } from '../../../common/json.ts';
import type { AddProblem, NewProblem } from '../../problem.ts';
import { tabbedLine } from '../csv/parse-records.ts';
import { describeShift, ShiftFinder } from './shifted-cells.ts';
import { describeSplit, findSplitCell } from './split-cells.ts';
import type { Table, TableRecord } from './table.ts';

/** Returns false if the header is at fault, so that the columns of the records are unknown. */
export function reportMisfits(
  table: Table,
  misfits: readonly TableRecord[],
  add: AddProblem,
): boolean {
  const width = commonWidth(misfits);
  if (width !== null && misfits.length > table.records.length) {
    add(describeHeader(table, width));
    return false;
  }
  const shifts = new ShiftFinder(table);
  for (const misfit of misfits) add(describeMisfit(table, misfit, shifts));
  return true;
}

/** The number of cells that at least two records and nine of ten have; null if there is none. */
function commonWidth(records: readonly TableRecord[]): number | null {
  const counts = countBy(records, ({ cells }) => cells.length);
  const [width, count] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0];
  return count >= 2 && count >= records.length * 0.9 ? width : null;
}

function describeHeader({ path: file, header }: Table, width: number): NewProblem {
  const place = { rule: 'cell-count', file, line: 1, column: null } as const;
  const message = `the header has ${header.length} cells, but the lines below it have ${width}`;
  const [surplus, last] = [header.length > width, header.at(-1) ?? ''];
  const suggestion = surplus
    ? `remove the surplus name from the header, or add its cell to every line; the last name is "${last}"`
    : `add the missing name to the header, or remove its cell from every line; the last name is "${last}"`;
  return { ...place, message, suggestion };
}

function describeMisfit(
  { path: file, header }: Table,
  record: TableRecord,
  shifts: ShiftFinder,
): NewProblem {
  const { cells, line } = record;
  const count = `expected ${header.length} cells as in the header, found ${cells.length}`;
  const describe = cells.length > header.length ? describeSurplus : describeLack;
  const { message, ...fault } = describe(header, cells) ?? { message: null };
  const shift = message === null ? shifts.find(record) : null;
  const guess = message ?? (shift === null ? null : describeShift(shift));
  const suggestion =
    cells.length > header.length
      ? 'put a cell that holds a comma in quotes, or remove the surplus'
      : 'add the missing commas';
  return {
    rule: 'cell-count',
    file,
    line,
    column: null,
    message: guess === null ? count : `${count}: ${guess}`,
    suggestion,
    ...fault,
  };
}

type MisfitFault = Pick<NewProblem, 'message'> & Partial<Pick<NewProblem, 'column' | 'suggestion'>>;

function describeSurplus(header: readonly string[], cells: readonly string[]): MisfitFault | null {
  const torn = findTornList(cells);
  if (torn !== null) return { message: torn };
  const split = findSplitCell(cells, cells.length - header.length);
  if (split === null) return null;
  const [message, suggestion] = describeSplit(split);
  const next = header[split.index + 1];
  const shifted = next === undefined ? '' : `, so that the cells from "${next}" on are shifted`;
  return { column: header[split.index] ?? null, message: `${message}${shifted}`, suggestion };
}

function describeLack(header: readonly string[], cells: readonly string[]): MisfitFault | null {
  if (cells.some((cell) => cell.includes('\t'))) return tabbedLine;
  const lists = findJoinedLists(cells);
  if (lists === null) return null;
  const name = header[lists.cell] ?? '';
  const message = `the cell ${lists.cell + 1} ("${name}") holds ${lists.count} lists`;
  return { message, suggestion: 'write each list in a cell of its own' };
}

/** The cell that holds several lists, as `["a"],["b"]`; null if there is none. */
function findJoinedLists(
  cells: readonly string[],
): { readonly cell: number; readonly count: number } | null {
  for (const [cell, text] of cells.entries()) {
    const count = countLists(text);
    if (count > 1) return { cell, count };
  }
  return null;
}

/** Lists that follow each other in a cell; 0 for a single valid list and for other texts. */
export function countLists(text: string): number {
  if (!/^\s*\[/.test(text) || parseJson(text) !== undefined) return 0;
  return (text.match(/\][\s,"]{0,8}\[(?=\s{0,8}["\]])/g)?.length ?? 0) + 1;
}

/**
 * Describes the cells between which the brackets of a list open and close; null if there are none.
 */
function findTornList(cells: readonly string[]): string | null {
  const first = cells.findIndex(
    (cell) => cell.trim().startsWith('[') && !cell.trim().endsWith(']'),
  );
  const last =
    first === -1
      ? -1
      : cells.findIndex((cell, index) => index > first && cell.trim().endsWith(']'));
  if (last === -1 || cells.slice(first + 1, last + 1).some((cell) => cell.trim().startsWith('[')))
    return null;
  return `the cells ${first + 1} to ${last + 1} seem to be one list without quotes`;
}
