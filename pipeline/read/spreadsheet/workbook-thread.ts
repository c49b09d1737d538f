/** Thread that reads the first visible sheet of a workbook, so that `readWorkbook` can end it. */
import { parentPort, workerData } from 'node:worker_threads';
import { readOds, streamOdsRows } from 'hucre/ods';
import { type Cell, type CellValue, cellRef, rangeRef, readXlsx } from 'hucre/xlsx';
import { stripEnd } from '../../../common/strip.ts';
import { assertWhole } from './assert-whole.ts';
import type { Workbook } from './workbook.ts';

/** Of characters and cells. Shared texts are copied for each cell. */
const maxSize = 10_000_000;

/** Names of the visible sheets by their place. */
const visible = new Map<number, string>();
type SheetName = {
  readonly name: string;
  readonly hidden?: boolean;
  readonly veryHidden?: boolean;
};
function isFirst({ name, hidden, veryHidden }: SheetName, place: number): boolean {
  if (hidden === true || veryHidden === true) return false;
  visible.set(place, name);
  return place === firstPlace();
}
const firstPlace = () => visible.keys().next().value ?? 0;
const bytes = workerData as Uint8Array;
// An OpenDocument file says so in its first part.
const isOds = Buffer.from(bytes).subarray(0, 100).includes('opendocument.spreadsheet');
const { sheets } = await (isOds ? readOds : readXlsx)(bytes, { readStyles: true, sheets: isFirst });
const [sheet] = sheets;
if (sheet === undefined) throw new Error('it has no sheet');
const [merged] = sheet.merges ?? [];
if (merged !== undefined) {
  const { startRow, startCol, endRow, endCol } = merged;
  throw new Error(
    `the cells ${rangeRef(startRow, startCol, endRow, endCol)} are merged; split them and fill each`,
  );
}
if (isOds) await assertAllRows(sheet.rows);
else assertWhole(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
const notes: string[] = [];
const records = sheet.rows.flatMap((row, index) => {
  const line = index + 1;
  const links: Record<number, string> = {};
  const cells = row.map((value, column) => {
    const cell = sheet.cells?.get(`${index},${column}`);
    const place = cellRef(index, column);
    if (cell?.formula !== undefined && cell.value === null)
      throw new Error(
        `the formula of ${place} has no result; save the file in a spreadsheet program`,
      );
    const link = linkOf(cell);
    if (link !== undefined) links[column] = link;
    if (cell?.comment !== undefined) notes.push(`the comment of ${place} is left out`);
    return withoutStruck(cell, place) ?? textOf(value, cell?.style?.numFmt);
  });
  return cells.every((cell) => cell === '') ? [] : [{ line, cells, links }];
});
const hidden = [...(sheet.rowDefs?.values() ?? []), ...(sheet.columns ?? [])].filter(
  (each) => each.hidden,
).length;
if (hidden > 0) notes.push(`hidden rows and columns are imported too: ${hidden}`);
if (records.reduce((sum, { cells }) => sum + cells.length + cells.join('').length, 0) > maxSize)
  throw new Error(`it has more than ${maxSize} cells and characters`);
parentPort?.postMessage({ names: [...visible.values()], records, notes } satisfies Workbook);

/**
 * The reader of OpenDocument passes over rows in groups and in headers that repeat on printed
 * pages. The one that streams rows does not.
 */
async function assertAllRows(rows: readonly (readonly CellValue[])[]): Promise<void> {
  const isFilled = (values: readonly CellValue[]) =>
    values.some((value) => value !== null && value !== '');
  let left = rows.filter(isFilled).length;
  for await (const { values } of streamOdsRows(bytes, { sheets: [firstPlace()] }))
    if (isFilled(values)) left--;
  if (left !== 0)
    throw new Error(
      'it has rows in groups, or rows that repeat on printed pages; clear both settings',
    );
}

/** Text that is not struck out; undefined if nothing is. */
function withoutStruck(cell: Cell | undefined, place: string): string | undefined {
  const whole = {
    text: String(cell?.value ?? ''),
    ...(cell?.style?.font ? { font: cell.style.font } : {}),
  };
  const runs = cell?.richText ?? [whole];
  const struck = runs.filter(
    ({ font, text }) => font?.strikethrough === true && text.trim() !== '',
  );
  if (struck.length === 0) return;
  notes.push(
    `${place}: the struck-out text "${struck.map(({ text }) => text.trim()).join(' ')}" is left out`,
  );
  return runs.flatMap((run) => (struck.includes(run) ? [] : run.text)).join('');
}

/** Of the cell or of its formula; undefined for places in the workbook. */
function linkOf({ hyperlink, formula = '' }: Partial<Cell> = {}): string | undefined {
  const { target, location } = hyperlink ?? {};
  const written = /^=?HYPERLINK\("([^"]+)"/i.exec(formula)?.[1] ?? target ?? '';
  if (!/^[a-z][a-z+.-]*:/i.test(written)) return;
  return location === undefined || written.includes('#') ? written : `${written}#${location}`;
}

function textOf(value: CellValue, format: string | undefined): string {
  if (typeof value === 'number') return numberText(value, format);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return value instanceof Date ? value.toISOString().replace('T00:00:00.000Z', '') : (value ?? '');
}

const maxFormatLength = 255;

/** All digits of the number, with the signs that its format shows: `A$49.00`, `99.95%`, `$1.5M`. */
function numberText(value: number, format = ''): string {
  const [positive = ''] = /^(?:"[^"]*"|[^;"])*/.exec(format.slice(0, maxFormatLength)) ?? [];
  const shown = positive
    // bounded: a format, at most 255 characters
    .replace(/\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|[_*]./g, '$1')
    .replace(/\\(.)|"([^"]*)"/g, '$1$2')
    .replace(/General|E[+-]0+|@/gi, (code) => (code.length > 5 ? '0' : ''));
  const [, before = '', digits = '', after = ''] =
    // bounded: a format, at most 255 characters
    /^([^0#?]*)([0#?][0#?.,]*)?([^0#?]*)$/.exec(shown) ?? [];
  const scale =
    (after.startsWith('%') ? 100 : 1) / 1000 ** (digits.length - stripEnd(digits, ',').length);
  const [whole = '', decimals = ''] = (value * scale)
    .toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 15 })
    .split('.');
  const fraction = decimals.padEnd(/\.(0*)/.exec(digits)?.[1]?.length ?? 0, '0');
  return `${before.trimStart()}${whole}${fraction && '.'}${fraction}${after.trimEnd()}`;
}
