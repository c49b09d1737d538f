/** White space at the edges of a cell: it is read as if it were not there, but a search in a spreadsheet finds it. */
import type { AddProblem } from '../problem.ts';
import type { Table } from './parse-csv.ts';

export function checkEdges(table: Table, add: AddProblem): void {
  for (const { line, cells } of table.records) {
    for (const [index, cell] of cells.entries()) {
      if (cell === '' || cell.trim().length === cell.length) continue;
      add({
        severity: 'warning',
        rule: 'edge-space',
        file: table.path,
        line,
        column: table.header[index] ?? null,
        value: cell,
        message: cell.trim() === '' ? 'the cell holds nothing but white space' : 'white space at the edge of the cell',
        suggestion: 'remove it; make fix does',
      });
    }
  }
}
