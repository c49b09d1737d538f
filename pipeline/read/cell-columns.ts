/** Position of a cell in its line, for reports to programs that mark it. */
import type { CellRegion } from '../problem.ts';
import { readCsv } from './csv/csv.ts';
import { cellSource } from './csv/csv-cells.ts';

/**
 * Lines and columns of a table; null for a cell that goes over several lines, or that cannot be
 * found.
 */
export function findCellRegions(text: string): (line: number, column: string) => CellRegion | null {
  const [header, ...records] = readCsv(text).records;
  const byLine = new Map(records.map((record) => [record.line, record]));
  return (line, column) => {
    const [record, at] = [byLine.get(line), header?.cells.indexOf(column) ?? -1];
    if (record === undefined || at === -1 || record.cells.some((cell) => /[\r\n]/.test(cell)))
      return null;
    let startColumn = 1;
    for (let index = 0; index < at; index++)
      startColumn +=
        cellSource(record, index).length + (record.quoted?.get(index)?.gap.length ?? 0) + 1;
    return { startColumn, endColumn: startColumn + cellSource(record, at).length };
  };
}
