/** What a second export or a paste repeats in a table: its header, or all of it. */
import { type AddProblem, fileProblem } from '../../problem.ts';
import type { TableRecord } from './table.ts';

/**
 * Reports the header where it is pasted again, and a second table. Returns the records without
 * them.
 */
export function removeRepetitions(
  path: string,
  { cells: names }: TableRecord,
  body: readonly TableRecord[],
  add: AddProblem,
): readonly TableRecord[] {
  const isHeader = ({ cells }: TableRecord) =>
    cells.length > 1 &&
    cells[0] === names[0] &&
    cells.every((cell, index) => cell === names[index]);
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
  return once;
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
