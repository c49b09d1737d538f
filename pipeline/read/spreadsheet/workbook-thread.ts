/** Thread that reads the first sheet of a workbook, so that `readWorkbook` can end it. */
import { parentPort, workerData } from 'node:worker_threads';
import { type CellValue, colToLetter, readXlsx } from 'hucre/xlsx';
import type { Workbook } from './workbook.ts';

/** Of characters and cells. Shared texts are copied for each cell. */
const maxSize = 10_000_000;

const names: string[] = [];
const { sheets } = await readXlsx(workerData as Uint8Array, { sheets: ({ name }) => names.push(name) === 1 });
const [sheet] = sheets;
if (sheet === undefined) throw new Error('it has no sheet');
for (const [place, { formula, value }] of sheet.cells ?? []) {
  const [row, column] = place.split(',').map(Number);
  if (formula === undefined || value !== null) continue;
  const cell = `${colToLetter(column ?? 0)}${(row ?? 0) + 1}`;
  throw new Error(`the formula of ${cell} has no result; save the file in a spreadsheet program`);
}
const records = sheet.rows.flatMap((row, index) => {
  const isBlank = row.every((cell) => cell === null || cell === '');
  return isBlank ? [] : [{ line: index + 1, cells: row.map(textOf) }];
});
if (records.reduce((sum, { cells }) => sum + cells.length + cells.join('').length, 0) > maxSize)
  throw new Error(`it has more than ${maxSize} cells and characters`);
parentPort?.postMessage({ names, records } satisfies Workbook);

function textOf(cell: CellValue): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return cell instanceof Date ? cell.toISOString().replace('T00:00:00.000Z', '') : String(cell);
}
