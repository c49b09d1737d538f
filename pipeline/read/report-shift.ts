/** A record of the right width whose cells stand beside their columns is one mistake, not one for each cell. */
import type { AddProblem } from '../problem.ts';
import { describeShift, findShift, type ShiftedTable } from './find-shift.ts';
import type { CsvRecord, Table } from './parse-csv.ts';

/** Whether it is one; then it is reported, and its cells say nothing. */
export function reportShift(table: Table, record: CsvRecord, fits: ShiftedTable['fits'], add: AddProblem): boolean {
  const shift = findShift(record, { ...table, fits });
  if (shift === null) return false;
  add({
    severity: 'error',
    rule: 'shifted-cells',
    file: table.path,
    line: record.line,
    column: shift.column,
    message: `from here on the cells stand one column beside their own: ${describeShift(shift)}`,
    suggestion:
      shift.kind === 'missing'
        ? `insert a cell at "${shift.column}": what stands from there on moves to the right`
        : `delete the cell at "${shift.column}": what stands after it moves to the left`,
  });
  return true;
}
