/** Thread that reads the first sheet of a workbook, so that `readWorkbook` can end it. */
import { parentPort, workerData } from 'node:worker_threads';
import { type CellValue, colToLetter, readXlsx } from 'hucre/xlsx';

/** Shared texts are copied for each cell. */
const maxChars = 20_000_000;

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
const rows = sheet.rows.map((row) => row.slice(0, row.findLastIndex(isFilled) + 1).map(textOf));
if (rows.reduce((sum, row) => sum + row.reduce((chars, cell) => chars + cell.length, row.length), 0) > maxChars)
  throw new Error(`its cells have more than ${maxChars} characters`);
parentPort?.postMessage({ names, rows });

function isFilled(cell: CellValue): boolean {
  return cell !== null && cell !== '';
}

function textOf(cell: CellValue): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return cell instanceof Date ? cell.toISOString().replace('T00:00:00.000Z', '') : String(cell);
}
