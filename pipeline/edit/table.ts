/** A table whose lines are changed. Cells that stay the same keep their bytes. */
import { compareText } from '../problem.ts';
import { type CsvRecord, readCsv } from '../read/csv.ts';
import { cellSource, writeCell } from '../read/csv-cells.ts';
import { removeByteOrderMark } from '../read/parse-table.ts';

export interface Line {
  readonly cells: string[];
  /** Null for a new line. */
  readonly record: CsvRecord | null;
}

export class EditedTable {
  readonly header: readonly string[];
  readonly lines: Line[];
  readonly #source: string;
  readonly #head: CsvRecord | null;
  readonly #lineEnd: string;

  /** Null if the text has a mistake that makes a line unreadable: the mistake must be corrected first. */
  static parse(source: string): EditedTable | null {
    const csv = readCsv(removeByteOrderMark(source));
    const [head, ...records] = csv.records;
    if (head === undefined || csv.limit !== null || csv.faults.length > 0) return null;
    return new EditedTable(source, head, records);
  }

  private constructor(source: string, head: CsvRecord, records: readonly CsvRecord[]) {
    this.#source = source;
    this.#head = head;
    this.header = head.cells;
    this.#lineEnd = head.lineEnd === '' ? '\n' : head.lineEnd;
    this.lines = records.map((record) => ({ cells: [...record.cells], record }));
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

  /** Adds a line at its place by slug. */
  add(values: Readonly<Record<string, string>>): void {
    const cells = this.header.map((column) => values[column] ?? '');
    const slug = values.slug ?? '';
    const at = this.lines.findIndex((line) => compareText(this.get(line, 'slug'), slug) > 0);
    this.lines.splice(at === -1 ? this.lines.length : at, 0, { cells, record: null });
  }

  toText(): string {
    const mark = this.#source.slice(0, this.#source.length - removeByteOrderMark(this.#source).length);
    const head = this.#head === null ? '' : writeLine({ cells: [...this.header], record: this.#head }) + this.#lineEnd;
    const isOpen = this.lines.every(({ record }) => record !== null) && !/[\r\n]$/.test(this.#source);
    const body = this.lines.map((line) => writeLine(line)).join(this.#lineEnd);
    return `${mark}${head}${body}${this.lines.length === 0 || isOpen ? '' : this.#lineEnd}`;
  }
}

function writeLine({ cells, record }: Line): string {
  return cells
    .map((text, index) => {
      if (record !== null && record.cells[index] === text) return cellSource(record, index);
      return writeCell(text, record?.quoted?.has(index) === true || /[",\r\n]/.test(text));
    })
    .join(',');
}
