/**
 * Shifted cells: finds the missing or surplus cell of a record whose cells stand in the wrong
 * columns.
 */
import type { AddProblem } from '../../problem.ts';
import { describeSplit, findSplitCell, type SplitCell } from './split-cells.ts';
import type { Table, TableRecord } from './table.ts';

export interface Shift {
  /**
   * `missing`: from this column on, each cell stands one column too early; `extra`: one too late.
   */
  readonly kind: 'missing' | 'extra';
  /** The column whose cell is missing, or at which the surplus cell stands. */
  readonly column: string;
  /** The surplus cell. */
  readonly cell: string;
}

/** How often the cells of one column have each shape and each value. */
interface Profile {
  readonly shapes: Map<string, number>;
  readonly values: Map<string, number>;
}

interface Candidate {
  readonly shift: Shift;
  readonly score: number;
  /** Cells with text that would stand in another column. */
  readonly moved: number;
}

const boolean = /^(?:true|false)$/i;
/** Records that are enough to know what a column holds. */
const sampled = 200;
/** Least improvement of the score for which a shift is reported. */
const certainty = 2;
/** Candidates whose cells are parsed, the best first. */
const tried = 10;

/** The records of a table have the right width; they show what the columns hold. */
type ShiftedTable = Pick<Table, 'path' | 'header' | 'records'>;

/** Whether each cell is a value of its column. */
export type Fits = (cells: readonly string[]) => boolean;

/** Finds shifts in the records of a table, in time proportional to the length of a record. */
export class ShiftFinder {
  readonly #table: ShiftedTable;
  readonly #sample: readonly TableRecord[];
  #profiles: readonly Profile[] | null = null;

  constructor(table: ShiftedTable) {
    this.#table = table;
    this.#sample = table.records.slice(0, sampled);
  }

  /**
   * Null if the cells fit no better when they are moved, or if too little is known about the
   * columns.
   */
  find(record: TableRecord, fits: Fits = () => true): Shift | null {
    const { header } = this.#table;
    const cells = record.cells.map(normalize);
    const missing = header.length - cells.length;
    const others = this.#sample.length - (this.#sample.includes(record) ? 1 : 0);
    if (Math.abs(missing) > 1 || others === 0) return null;
    this.#profiles ??= header.map((_, index) => buildProfile(this.#sample, index));
    const own = others < this.#sample.length ? cells : null;
    const score = (index: number, cell: string) => this.#score(index, cell, { own, others });
    const asWritten =
      missing === 0
        ? sum(cells.map((cell, index) => score(index, cell)))
        : Number.NEGATIVE_INFINITY;
    const least = Math.max(asWritten + certainty, Number.MIN_VALUE);
    const better = listCandidates(header, cells, score).filter(
      (candidate) => candidate.score >= least,
    );
    const best = better.toSorted((a, b) => b.score - a.score).slice(0, tried);
    const likeliest = best.find(
      ({ shift, moved }) => missing !== 0 || (moved > 1 && fits(align(cells, header, shift))),
    );
    return likeliest?.shift ?? null;
  }

  /**
   * Reports a record of the right width whose cells are shifted, once instead of once for each
   * cell.
   */
  report(record: TableRecord, fits: Fits, add: AddProblem): boolean {
    const shift = this.find(record, fits);
    if (shift === null) return false;
    const { kind, column } = shift;
    const split = kind === 'extra' ? this.#splitAt(record, column) : null;
    const [cause, suggestion] =
      split !== null
        ? describeSplit(split)
        : [
            describeShift(shift),
            kind === 'missing'
              ? `insert a cell at "${column}" and move the following cells to the right`
              : `delete the cell at "${column}" and move the following cells to the left`,
          ];
    add({
      rule: 'shifted-cells',
      file: this.#table.path,
      line: record.line,
      column: (split === null ? null : this.#table.header[split.index]) ?? column,
      message: `from here on, cells are shifted by one column: ${cause}`,
      suggestion,
    });
    return true;
  }

  /** The cell that a comma has split at a column or before it. */
  #splitAt({ cells }: TableRecord, column: string): SplitCell | null {
    const split = findSplitCell(cells, 1);
    const distance = split === null ? 2 : this.#table.header.indexOf(column) - split.index;
    return distance === 0 || distance === 1 ? split : null;
  }

  /**
   * A shape that is new in its column counts against; a value that the column has elsewhere counts
   * most.
   */
  #score(
    index: number,
    cell: string,
    sample: { own: readonly string[] | null; others: number },
  ): number {
    const profile = this.#profiles?.[index];
    if (profile === undefined) return 0;
    const ownCell = sample.own?.[index];
    const shape = shapeOf(cell);
    const alike =
      (profile.shapes.get(shape) ?? 0) -
      (ownCell !== undefined && shapeOf(ownCell) === shape ? 1 : 0);
    if (alike === 0) return cell === '' ? -1 : -2;
    const same = (profile.values.get(cell) ?? 0) - (ownCell === cell ? 1 : 0);
    return alike / sample.others + (cell !== '' && same > 0 ? 1 : 0);
  }
}

/**
 * Scores of all shifts from sums over the cells before and after the column: none is aligned to be
 * scored.
 */
function listCandidates(
  header: readonly string[],
  cells: readonly string[],
  score: (index: number, cell: string) => number,
): Candidate[] {
  const width = header.length;
  const at = (index: number) => cells[index] ?? '';
  const before = runningSums(header.map((_, index) => score(index, at(index))));
  const laterIfMissing = remainingSums(header.map((_, index) => score(index, at(index - 1))));
  const laterIfExtra = remainingSums(header.map((_, index) => score(index, at(index + 1))));
  const movesIfMissing = remainingSums(
    cells.map((cell, index) => (cell !== '' && cell !== cells[index - 1] ? 1 : 0)),
  );
  const movesIfExtra = remainingSums(
    cells.map((cell, index) => (cell !== '' && cell !== cells[index + 1] ? 1 : 0)),
  );
  // A row that lost a cell in a spreadsheet ends with a blank one.
  const mayLack = cells.length < width || (cells.length === width && cells.at(-1) === '');
  const candidates: Candidate[] = [];
  for (const [index, column] of header.entries()) {
    if (mayLack) {
      const total = before(index) + score(index, '') + laterIfMissing(index + 1);
      const moved = (at(index) === '' ? 0 : 1) + movesIfMissing(index + 1);
      candidates.push({ shift: { kind: 'missing', column, cell: '' }, score: total, moved });
    }
    if (cells.length >= width) {
      const total = before(index) + laterIfExtra(index);
      candidates.push({
        shift: { kind: 'extra', column, cell: at(index) },
        score: total,
        moved: movesIfExtra(index + 1),
      });
    }
  }
  const last = cells[width];
  if (last !== undefined)
    candidates.push({
      shift: { kind: 'extra', column: header[width - 1] ?? '', cell: last },
      score: before(width),
      moved: 0,
    });
  return candidates;
}

function align(
  cells: readonly string[],
  header: readonly string[],
  { kind, column }: Shift,
): readonly string[] {
  const index = header.indexOf(column);
  return kind === 'missing' ? cells.toSpliced(index, 0, '') : cells.toSpliced(index, 1);
}

/** Sum of the numbers before an index. */
function runningSums(numbers: readonly number[]): (index: number) => number {
  const sums = [0];
  for (const number of numbers) sums.push((sums.at(-1) ?? 0) + number);
  return (index) => sums[Math.min(index, numbers.length)] ?? 0;
}

/** Sum of the numbers from an index on. */
function remainingSums(numbers: readonly number[]): (index: number) => number {
  const before = runningSums(numbers);
  return (index) => before(numbers.length) - before(index);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function buildProfile(records: readonly TableRecord[], index: number): Profile {
  const profile: Profile = { shapes: new Map(), values: new Map() };
  for (const { cells } of records) {
    const cell = normalize(cells[index] ?? '');
    const shape = shapeOf(cell);
    profile.shapes.set(shape, (profile.shapes.get(shape) ?? 0) + 1);
    if (!cell.startsWith('[')) profile.values.set(cell, (profile.values.get(cell) ?? 0) + 1);
  }
  return profile;
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
