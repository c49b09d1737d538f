/**
 * JSON and folded texts of the rows, in parts: runs of columns. Equal parts of a category are
 * stored once. Listings of an offer differ in few columns, so that parts take a small part of the
 * memory of whole texts, and a search reads each distinct part once.
 */
import { cellSeparator } from '../../../common/fold.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';

/**
 * Columns that listings usually state themselves. Each is a part of its own, so that the other
 * parts are those of the offer.
 */
const ofListings: ReadonlySet<string> = new Set(['slug', 'actionButtons', 'chain']);

/** Splits the columns of a category into parts, which keep their order. */
export function splitColumns(
  columns: readonly ColumnDefinition[],
): readonly (readonly ColumnDefinition[])[] {
  const parts: ColumnDefinition[][] = [];
  let isOpen = false;
  for (const column of columns) {
    const isAlone = ofListings.has(column.key);
    if (isOpen && !isAlone) parts.at(-1)?.push(column);
    else parts.push([column]);
    isOpen = !isAlone;
  }
  return parts;
}

/** Number of the part of a row in a run of columns. */
export type PartOf = (id: number) => number;

/** Parts of the rows of a category. Ids are those of its rows. */
export class CategoryParts {
  /** Id of the first row, and the one after the last. */
  readonly range: readonly [first: number, end: number];
  /** By part: a JSON object without its braces, of its cells and of the numbers that they state. */
  readonly #json: string[] = [];
  readonly #numbers: string[] = [];
  /** By part: folded texts of its cells, with `cellSeparator` between them. */
  readonly #folded: string[] = [];
  /** Parts of the row `first + row`: those at `row * width` up to `(row + 1) * width`. */
  readonly #parts: Int32Array;
  readonly #width: number;

  /** `width`: number of parts of a row. */
  constructor(first: number, count: number, width: number) {
    this.range = [first, first + count];
    this.#parts = new Int32Array(count * width);
    this.#width = width;
  }

  /** Adds a part and returns its number. `json`, `numbers`: objects. `texts`: folded. */
  add(json: string, numbers: string, texts: readonly string[]): number {
    this.#numbers.push(numbers.slice(1, -1));
    this.#folded.push(texts.join(cellSeparator));
    return this.#json.push(json.slice(1, -1)) - 1;
  }

  /** Gives a row its `at`-th part. */
  give(id: number, at: number, part: number): void {
    this.#parts[(id - this.range[0]) * this.#width + at] = part;
  }

  /** Numbers of the `at`-th parts of rows, in a list that begins with the part `begin`. */
  partOf(at: number, begin: number): PartOf {
    const [parts, [first], width] = [this.#parts, this.range, this.#width];
    return (id) => (parts[(id - first) * width + at] ?? -1) - begin;
  }

  /** Cells of a row: a JSON object without its braces. */
  cellsJson(id: number): string {
    return this.#join(id, this.#json);
  }

  /** Numbers that a row states: a JSON object without its braces. */
  numbersJson(id: number): string {
    return this.#join(id, this.#numbers);
  }

  /** Folded texts of the cells of a row, with `cellSeparator` between them. */
  foldedText(id: number): string {
    return this.#join(id, this.#folded, cellSeparator);
  }

  /** A loop, because a list of rows joins thousands of parts. */
  #join(id: number, texts: readonly string[], separator = ','): string {
    const start = (id - this.range[0]) * this.#width;
    let joined = '';
    for (let at = start; at < start + this.#width; at++) {
      const added = texts[this.#parts[at] ?? -1] ?? '';
      if (added !== '') joined += joined === '' ? added : `${separator}${added}`;
    }
    return joined;
  }
}

/** Parts of all rows of a snapshot. */
export class RowParts {
  readonly #categories: readonly CategoryParts[];
  /** Id after the last one of each category. */
  readonly #ends: readonly number[];

  /**
   * In the order of their ids: the first category begins with 0, and each other one where the one
   * before ends.
   */
  constructor(categories: readonly CategoryParts[]) {
    this.#categories = categories;
    this.#ends = categories.map(({ range: [, end] }) => end);
  }

  /** Cells of a row: a JSON object without its braces. Null for an unknown id. */
  cellsJson(id: number): string | null {
    return this.#categories[this.#categoryOf(id)]?.cellsJson(id) ?? null;
  }

  /** Numbers that a row states: a JSON object without its braces. Empty for an unknown id. */
  numbersJson(id: number): string {
    return this.#categories[this.#categoryOf(id)]?.numbersJson(id) ?? '';
  }

  /** Folded texts of the cells of a row, with `cellSeparator` between them. */
  foldedText(id: number): string {
    return this.#categories[this.#categoryOf(id)]?.foldedText(id) ?? '';
  }

  #categoryOf(id: number): number {
    return id < 0 ? -1 : this.#ends.findIndex((end) => id < end);
  }
}
