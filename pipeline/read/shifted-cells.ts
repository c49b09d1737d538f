/** Shifted cells: finds the missing or surplus cell of a record whose cells stand in the wrong columns. */
import type { AddProblem } from '../problem.ts';

export interface Shift {
  /** `missing`: from this column on, each cell stands one column too early; `extra`: one too late. */
  readonly kind: 'missing' | 'extra';
  /** The column whose cell is missing, or at which the surplus cell stands. */
  readonly column: string;
  /** The surplus cell. */
  readonly cell: string;
}

/** Shapes and values of the cells of one column. */
interface Profile {
  readonly shapes: ReadonlyMap<string, number>;
  readonly values: ReadonlySet<string>;
}

const boolean = /^(?:true|false)$/i;
/** Records that are enough to know what a column holds. */
const sampled = 200;
/** Least improvement of the score for which a shift is reported. */
const certainty = 2;

interface ShiftedRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface ShiftedTable {
  readonly header: readonly string[];
  /** Records of the right width; they show what the columns hold. */
  readonly records: readonly ShiftedRecord[];
  /** Whether each cell is a value of its column. */
  readonly fits: (cells: readonly string[]) => boolean;
}

/** Null if the cells fit no better when they are moved, or if too little is known about the columns. */
export function findShift(record: ShiftedRecord, { header, records, fits }: ShiftedTable): Shift | null {
  const cells = record.cells.map(normalize);
  const missing = header.length - cells.length;
  if (Math.abs(missing) > 1) return null;
  const sample = records.slice(0, sampled).filter((other) => other !== record);
  if (sample.length === 0) return null;
  const profiles = header.map((_, index) => buildProfile(sample.map((other) => normalize(other.cells[index] ?? ''))));
  const asWritten = missing === 0 ? scoreOf(cells, profiles) : Number.NEGATIVE_INFINITY;
  let best: { shift: Shift; score: number } | null = null;
  for (const { shift, aligned } of alignments(header, cells)) {
    const score = scoreOf(aligned, profiles);
    const moves = missing !== 0 || (countMoved(cells, aligned) > 1 && fits(aligned));
    if (score > (best?.score ?? 0) && moves) best = { shift, score };
  }
  return best !== null && best.score >= asWritten + certainty ? best.shift : null;
}

function alignments(header: readonly string[], cells: readonly string[]) {
  const width = header.length;
  const found: { shift: Shift; aligned: readonly string[] }[] = [];
  // A row that lost a cell in a spreadsheet ends with a blank one.
  const mayLack = cells.length < width || (cells.length === width && cells.at(-1) === '');
  for (const [index, column] of header.entries()) {
    const cell = cells[index] ?? '';
    if (mayLack) found.push({ shift: { kind: 'missing', column, cell: '' }, aligned: cells.toSpliced(index, 0, '') });
    if (cells.length >= width)
      found.push({ shift: { kind: 'extra', column, cell }, aligned: cells.toSpliced(index, 1) });
  }
  const last = cells[width];
  if (last !== undefined)
    found.push({ shift: { kind: 'extra', column: header[width - 1] ?? '', cell: last }, aligned: cells });
  return found;
}

/** Cells with text that would stand in another column. */
function countMoved(cells: readonly string[], aligned: readonly string[]): number {
  return cells.filter((cell, index) => cell !== '' && cell !== aligned[index] && aligned.includes(cell)).length;
}

function buildProfile(cells: readonly string[]): Profile {
  const shapes = new Map<string, number>();
  for (const cell of cells) {
    const shape = shapeOf(cell);
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1 / cells.length);
  }
  return { shapes, values: new Set(cells.filter((cell) => !cell.startsWith('['))) };
}

/** A shape that is new in its column counts against; a value that the column has elsewhere counts most. */
function scoreOf(cells: readonly string[], profiles: readonly Profile[]): number {
  let score = 0;
  for (const [index, { shapes, values }] of profiles.entries()) {
    const cell = cells[index] ?? '';
    const share = shapes.get(shapeOf(cell));
    if (share === undefined) score -= cell === '' ? 1 : 2;
    else score += share + (cell !== '' && values.has(cell) ? 1 : 0);
  }
  return score;
}

/** Removes differences of spelling. */
function normalize(cell: string): string {
  const text = cell.trim();
  if (text.toLowerCase() === 'null') return '';
  return boolean.test(text) ? text.toLowerCase() : text;
}

function shapeOf(text: string): string {
  if (text === '') return 'blank';
  if (boolean.test(text)) return 'boolean';
  if (text.startsWith('[')) return 'list';
  if (text.startsWith('!')) return 'reference';
  if (/^https?:\/\//.test(text)) return 'address';
  if (/\d/.test(text)) return /^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(text) ? 'slug' : 'figures';
  return /^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(text) ? 'slug' : text.length > 40 ? 'sentence' : 'words';
}

/** `the cell of "trial" seems to be missing` */
export function describeShift({ kind, column, cell }: Shift): string {
  if (kind === 'missing') return `the cell of "${column}" seems to be missing`;
  const shown = cell.length > 30 ? `${cell.slice(0, 27)}...` : cell;
  return `${cell === '' ? 'the blank cell' : `"${shown}"`} at "${column}" seems to be surplus`;
}

/** Reports a record of the right width whose cells are shifted, once instead of once for each cell. */
export function reportShift(
  table: ShiftedTable & { readonly path: string },
  record: ShiftedRecord,
  add: AddProblem,
): boolean {
  const shift = findShift(record, table);
  if (shift === null) return false;
  const { kind, column } = shift;
  add({
    rule: 'shifted-cells',
    file: table.path,
    line: record.line,
    column,
    message: `from here on, cells are shifted by one column: ${describeShift(shift)}`,
    suggestion:
      kind === 'missing'
        ? `insert a cell at "${column}" and move the following cells to the right`
        : `delete the cell at "${column}" and move the following cells to the left`,
  });
  return true;
}

/** Describes two cells that a comma without quotes seems to have split; null if there are none. */
export function findSplitCell(cells: readonly string[]): string | null {
  for (const [index, right] of cells.entries()) {
    const left = cells[index - 1]?.trim() ?? '';
    if (left !== '' && isSplit(left, right))
      return `"${left}" and "${right.trim()}" seem to be one cell without quotes`;
  }
  return null;
}

/** After a comma stands a space in a sentence, and three digits in a number. */
function isSplit(left: string, right: string): boolean {
  return /^ \S/.test(right) || (/\d$/.test(left) && /^\d{3}(?!\d)/.test(right));
}
