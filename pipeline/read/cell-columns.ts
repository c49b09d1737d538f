/** Position of a cell in its line, for reports to programs that mark it. */
import { readCsv } from './csv/csv.ts';
import { cellSource } from './csv/csv-cells.ts';

export interface CellRegion {
  /** Counted from 1, in UTF-16 code units as SARIF counts by default. */
  readonly startColumn: number;
  /** The first column after the cell. */
  readonly endColumn: number;
}

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
