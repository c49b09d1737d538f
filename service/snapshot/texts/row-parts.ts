/**
 * JSON and folded texts of the rows, in parts: runs of columns. Equal parts of a category are stored once. Listings of an offer
 * differ in few columns, so that parts take a small part of the memory of whole texts, and a search reads each distinct part once.
 */
import { cellSeparator, foldCell } from '../../../common/fold.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { Row } from '../catalog.ts';
import { countWords } from './vocabulary.ts';

/** Columns that listings usually state themselves. Each is a part of its own, so that the other parts are those of the offer. */
const ofListings: ReadonlySet<string> = new Set(['slug', 'actionButtons', 'chain']);

/** Splits the columns of a category into parts, which keep their order. */
export function splitColumns(columns: readonly ColumnDefinition[]): readonly (readonly ColumnDefinition[])[] {
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

interface Stored {
  /** Ids of the rows are `first` up to `first + count`. */
  readonly first: number;
  readonly count: number;
  /** By part: a JSON object without its braces, of its cells and of the numbers that they state. */
  readonly json: readonly string[];
  readonly numbers: readonly string[];
  /** By part: folded texts of its cells, with `cellSeparator` between them. */
  readonly folded: readonly string[];
  /** Parts of the row `first + row`: those at `row * width` up to `(row + 1) * width`. */
  readonly parts: Int32Array;
  readonly width: number;
}

/** Parts of the rows of a category. Ids are those of its rows. */
export class CategoryParts {
  readonly #stored: Stored;

  constructor(stored: Stored) {
    this.#stored = stored;
  }

  /** Id of the first row, and the one after the last. */
  get range(): readonly [first: number, end: number] {
    const { first, count } = this.#stored;
    return [first, first + count];
  }

  /** Cells of a row: a JSON object without its braces. */
  cellsJson(id: number): string {
    return this.#join(id, this.#stored.json);
  }

  /** Numbers that a row states: a JSON object without its braces. */
  numbersJson(id: number): string {
    return this.#join(id, this.#stored.numbers);
  }

  #join(id: number, members: Stored['json']): string {
    const { first, parts, width } = this.#stored;
    let joined = '';
    for (let at = (id - first) * width; at < (id - first + 1) * width; at++) {
      const added = members[parts[at] ?? -1] ?? '';
      if (added !== '') joined += joined === '' ? added : `,${added}`;
    }
    return joined;
  }

  /** Folded texts of the cells of a row, with `cellSeparator` between them. */
  foldedText(id: number): string {
    const { first, parts, width, folded } = this.#stored;
    const texts: string[] = [];
    for (let at = (id - first) * width; at < (id - first + 1) * width; at++) texts.push(folded[parts[at] ?? -1] ?? '');
    return texts.join(cellSeparator);
  }
}

/** Parts of all rows of a snapshot. */
export class RowParts {
  readonly #categories: readonly CategoryParts[];
  /** Id after the last one of each category. */
  readonly #ends: readonly number[];

  /** In the order of their ids: the first category begins with 0, and each other one where the one before ends. */
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

/** Takes the parts of a category, and which of them each row has. */
export class RowPartsBuilder {
  /** Words of the cells, with the number of texts that have them. */
  readonly words = new Map<string, number>();
  readonly #folds = new Map<string, string>();
  readonly #json: string[] = [];
  readonly #numbers: string[] = [];
  readonly #folded: string[] = [];
  readonly #parts: Int32Array;
  readonly #first: number;
  readonly #count: number;
  readonly #width: number;

  /** Ids of the rows: `first` up to `first + count`. `width`: number of parts of a row. */
  constructor(first: number, count: number, width: number) {
    this.#first = first;
    this.#count = count;
    this.#width = width;
    this.#parts = new Int32Array(count * width);
  }

  /** Number of the next part. */
  get next(): number {
    return this.#json.length;
  }

  /** Adds a part and returns its cells. `json`, `numbers`: objects. */
  add(json: string, numbers = '{}'): Row {
    const cells = JSON.parse(json) as Row;
    const texts: string[] = [];
    for (const cell of Object.values(cells)) {
      for (const text of Array.isArray(cell) ? cell : [cell]) if (typeof text === 'string') texts.push(this.fold(text));
    }
    this.#json.push(json.slice(1, -1));
    this.#numbers.push(numbers.slice(1, -1));
    this.#folded.push(texts.join(cellSeparator));
    return cells;
  }

  /** Gives a row its `at`-th part. */
  give(id: number, at: number, part: number): void {
    this.#parts[(id - this.#first) * this.#width + at] = part;
  }

  /** Numbers of the `at`-th parts of rows, in a list that begins with the part `begin`. */
  partOf(at: number, begin: number): PartOf {
    const [parts, first, width] = [this.#parts, this.#first, this.#width];
    return (id) => (parts[(id - first) * width + at] ?? -1) - begin;
  }

  /** Folds a cell; each distinct text once. */
  fold(text: string): string {
    const known = this.#folds.get(text);
    if (known !== undefined) return known;
    const folded = foldCell(text);
    this.#folds.set(text, folded);
    countWords(this.words, folded);
    return folded;
  }

  build(): CategoryParts {
    const [first, count, width, parts] = [this.#first, this.#count, this.#width, this.#parts];
    return new CategoryParts({
      first,
      count,
      width,
      parts,
      json: this.#json,
      numbers: this.#numbers,
      folded: this.#folded,
    });
  }
}
