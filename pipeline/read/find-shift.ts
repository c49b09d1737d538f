/** A record whose cells stand beside their columns: which cell seems to be missing, or one too many. */
import type { CsvRecord } from './parse-csv.ts';

export interface Shift {
  /** `missing`: from this column on, each cell stands one column too early; `extra`: one too late. */
  readonly kind: 'missing' | 'extra';
  /** The column whose cell is missing, or at which the surplus cell stands. */
  readonly column: string;
  /** The surplus cell. */
  readonly cell: string;
}

/** What the cells of one column look like, and which they are. */
interface Profile {
  readonly shapes: ReadonlyMap<string, number>;
  readonly values: ReadonlySet<string>;
}

const boolean = /^(?:true|false)$/i;
/** Enough records to know what a column holds. */
const sampled = 200;
/** How much better the cells have to fit for a shift to be what happened. */
const certainty = 2;

export interface ShiftedTable {
  readonly header: readonly string[];
  /** Among which those of the right width that are no shift show what the columns hold. */
  readonly records: readonly CsvRecord[];
  /** Whether each cell is a value of its column. */
  readonly fits: (cells: readonly string[]) => boolean;
}

/** Null where the cells fit no better when they are moved, or where too little is known of the columns. */
export function findShift(record: CsvRecord, { header, records, fits }: ShiftedTable): Shift | null {
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

/** Cells that say something, and would say it in another column. */
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

/** A cell that its column has never looked like counts against; a value that it has had counts most. */
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

/** How a cell is spelled says nothing of where it stands. */
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
  return `${cell === '' ? 'the blank cell' : `"${shown}"`} at "${column}" seems to be one too many`;
}
