/** A table whose lines are changed. Cells that stay the same keep their bytes. */
import { findOutOfOrder } from '../../../common/out-of-order.ts';
import { kebabCase } from '../../../model/networks.ts';
import { compareText } from '../../problem.ts';
import { type CsvRecord, readCsv } from '../../read/csv/csv.ts';
import { cellSource, writeCell } from '../../read/csv/csv-cells.ts';
import { isNullCell } from '../../read/parse-entries.ts';
import { removeByteOrderMark } from '../../read/tables/parse-table.ts';
import { describeTable, type TableDiff } from './table-diff.ts';

export interface Line {
  readonly cells: string[];
  /** Null for a new line. */
  readonly record: CsvRecord | null;
  lineEnd: string;
}

interface SluggedLine {
  readonly line: Line;
  readonly slug: string;
  readonly index: number;
}

export class EditedTable {
  readonly header: readonly string[];
  lines: Line[];
  readonly #mark: string;
  readonly #head: Line;
  /** Lines that were parsed. */
  readonly #before: readonly Line[];
  #keepsGaps = true;

  /**
   * Null if the text has a mistake that makes a line unreadable: the mistake must be corrected
   * first.
   */
  static parse(source: string): EditedTable | null {
    const text = removeByteOrderMark(source);
    const { records, limit, faults } = readCsv(text);
    if (limit !== null || faults.length > 0) return null;
    const [head, ...lines] = records.map((record) => ({
      cells: [...record.cells],
      record,
      lineEnd: record.lineEnd,
    }));
    return head === undefined
      ? null
      : new EditedTable(source.slice(0, source.length - text.length), head, lines);
  }

  private constructor(mark: string, head: Line, lines: Line[]) {
    this.#mark = mark;
    this.#head = head;
    this.header = head.cells;
    this.lines = lines;
    this.#before = [head, ...lines];
  }

  get({ cells }: Line, column: string): string {
    return (cells[this.header.indexOf(column)] ?? '').trim();
  }

  /** Whether the cell changed. Columns that the table lacks stay unknown. */
  set(line: Line, column: string, text: string): boolean {
    const at = this.header.indexOf(column);
    if (at === -1 || line.cells[at] === text) return false;
    line.cells[at] = text;
    return true;
  }

  /** Adds a line at its place by slug, and returns it. */
  add(values: Readonly<Record<string, string>>): Line {
    const cells = this.header.map((column) => values[column] ?? '');
    const slug = values.slug ?? '';
    const lineEnd = this.#head.lineEnd === '' ? '\n' : this.#head.lineEnd;
    for (const line of [this.#head, ...this.lines.slice(-1)]) line.lineEnd ||= lineEnd;
    const column = this.header.indexOf('slug');
    const at = this.lines.findIndex(
      (each) => compareText(each.cells[column]?.trim() ?? '', slug) > 0,
    );
    const line = { cells, record: null, lineEnd };
    this.lines.splice(at === -1 ? this.lines.length : at, 0, line);
    return line;
  }

  remove(line: Line): void {
    this.lines = this.lines.filter((each) => each !== line);
  }

  /** Removes whitespace after closing quotes, and returns after how many. */
  removeGaps(): number {
    this.#keepsGaps = false;
    const cells = [this.#head, ...this.lines].flatMap(({ record }) => [
      ...(record?.quoted?.values() ?? []),
    ]);
    return cells.filter(({ gap }) => gap !== '').length;
  }

  get isSorted(): boolean {
    return findOutOfOrder(this.#slugged(), compareSlugs).length === 0;
  }

  /**
   * Moves the fewest lines, and returns how many. Lines with the same slug keep their order,
   * because the first one counts.
   */
  sort(): number {
    const slugged = this.#slugged();
    const moved = findOutOfOrder(slugged, compareSlugs);
    const isMoved = new Set(moved.map(({ line }) => line));
    const kept = slugged.filter(({ line }) => !isMoved.has(line));
    const waiting = moved.toSorted(compareLines);
    const before = new Map<Line, SluggedLine[]>();
    for (const each of kept) {
      const count = waiting.findIndex((other) => compareLines(other, each) > 0);
      before.set(each.line, waiting.splice(0, count === -1 ? waiting.length : count));
    }
    const last = kept.at(-1)?.line;
    this.lines = this.lines.flatMap((line) => {
      if (isMoved.has(line)) return [];
      const lines = [...(before.get(line) ?? []), { line }, ...(line === last ? waiting : [])];
      return lines.map((each) => each.line);
    });
    this.#closeLine();
    return moved.length;
  }

  /**
   * A file may end without a line end. If that line moved, it swaps line ends with the new last
   * one.
   */
  #closeLine(): void {
    const [open, last] = [this.lines.find(({ lineEnd }) => lineEnd === ''), this.lines.at(-1)];
    if (open !== undefined && last !== undefined)
      [open.lineEnd, last.lineEnd] = [last.lineEnd, open.lineEnd];
  }

  /** Other lines keep their places: blank, unreadable or with a slug that is not valid. */
  #slugged(): SluggedLine[] {
    return this.lines.flatMap((line, index) => {
      const slug = line.cells.length === this.header.length ? this.get(line, 'slug') : '';
      return kebabCase.test(slug) && !isNullCell(slug) ? [{ line, slug, index }] : [];
    });
  }

  toText(): string {
    return (
      this.#mark +
      [this.#head, ...this.lines].map((line) => this.#write(line) + line.lineEnd).join('')
    );
  }

  /** What the edit does. `isNew`: whether there was no file. */
  toDiff(isNew: boolean): TableDiff {
    const [, ...before] = this.#before;
    return describeTable(this.header, isNew ? [] : before, this.lines);
  }

  #write(line: Line): string {
    return writeLine(line, line.cells, this.#keepsGaps);
  }
}

function writeLine({ record }: Line, cells: readonly string[], keepsGaps: boolean): string {
  return cells
    .map((text, index) => {
      const quoted = record?.quoted?.get(index);
      const isSame = record !== null && record.cells[index] === text;
      const cell = isSame
        ? cellSource(record, index)
        : writeCell(text, quoted !== undefined || /[",\r\n]/.test(text));
      return keepsGaps && quoted !== undefined ? cell + quoted.gap : cell;
    })
    .join(',');
}

function compareSlugs(a: SluggedLine, b: SluggedLine): number {
  return compareText(a.slug, b.slug);
}

function compareLines(a: SluggedLine, b: SluggedLine): number {
  return compareSlugs(a, b) || a.index - b.index;
}
