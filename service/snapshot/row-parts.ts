/**
 * JSON and folded texts of the contents, in parts: runs of columns. Equal parts are stored once. Listings of an offer differ in
 * few columns, so that parts take a small part of the memory of whole texts, and a search reads each distinct part once.
 */
import { cellSeparator, foldCell } from '../../common/fold.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import type { Row } from './catalog.ts';
import { SnapshotError } from './verify.ts';
import { Vocabulary } from './vocabulary.ts';

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

interface Stored {
  /** By part: a JSON object without its braces. */
  readonly json: readonly string[];
  /** By part: folded texts of its cells, with `cellSeparator` between them. */
  readonly folded: readonly string[];
  /** Parts of content `id`: those at `id * width` up to `(id + 1) * width`, -1 for none. */
  readonly parts: Int32Array;
  readonly width: number;
}

/** Tests after which the memory of their results is cleared. */
const maxTests = 2 ** 29;

export class RowParts {
  readonly #stored: Stored;
  /** By part: the number of the last test, times 2, and 1 if the part passed it. No search needs memory of its own. */
  readonly #results: Int32Array;
  #tests = 0;

  constructor(stored: Stored) {
    this.#stored = stored;
    this.#results = new Int32Array(stored.json.length);
  }

  /** JSON object of a content; null for an unknown id. */
  json(id: number): string | null {
    const { json, parts, width } = this.#stored;
    let members = '';
    for (let at = id * width; at < (id + 1) * width; at++) {
      const part = parts[at] ?? -1;
      if (part >= 0) members += members === '' ? json[part] : `,${json[part]}`;
    }
    return members === '' ? null : `{${members}}`;
  }

  /**
   * A test of contents: whether a cell has the folded term. A part that several contents share is searched once, unless another
   * test runs in between.
   */
  test(term: string): (id: number) => boolean {
    const { parts, width } = this.#stored;
    if (++this.#tests >= maxTests) {
      this.#results.fill(0);
      this.#tests = 1;
    }
    const test = this.#tests;
    return (id) => {
      for (let at = id * width; at < (id + 1) * width; at++) {
        const part = parts[at] ?? -1;
        if (part >= 0 && this.#has(part, term, test)) return true;
      }
      return false;
    };
  }

  #has(part: number, term: string, test: number): boolean {
    const known = this.#results[part] ?? 0;
    if (known >> 1 === test) return (known & 1) === 1;
    const has = this.#stored.folded[part]?.includes(term) === true;
    this.#results[part] = test * 2 + (has ? 1 : 0);
    return has;
  }
}

/** Takes the parts of the contents one by one. */
export class RowPartsBuilder {
  /** Words of the cells. */
  readonly vocabulary = new Vocabulary();
  readonly #known = new Map<string, number>();
  readonly #folds = new Map<string, string>();
  readonly #json: string[] = [];
  readonly #folded: string[] = [];
  readonly #cells: Row[] = [];
  readonly #parts: Int32Array;
  readonly #width: number;

  /** `width`: maximum number of parts of a content. */
  constructor(contents: number, width: number) {
    this.#parts = new Int32Array(contents * width).fill(-1);
    this.#width = width;
  }

  /** Adds a part of a content, its `place`-th, and returns its cells. `json`: an object. Throws `inconsistent` for a list with an empty item. */
  add(id: number, place: number, json: string): Row {
    const part = this.#known.get(json) ?? this.#take(json);
    this.#parts[id * this.#width + place] = part;
    return this.#cells[part] ?? {};
  }

  /** Folds a cell; each distinct text once. */
  fold(text: string): string {
    const known = this.#folds.get(text);
    if (known !== undefined) return known;
    const folded = foldCell(text);
    this.#folds.set(text, folded);
    this.vocabulary.add(text, folded);
    return folded;
  }

  build(): RowParts {
    return new RowParts({ json: this.#json, folded: this.#folded, parts: this.#parts, width: this.#width });
  }

  #take(json: string): number {
    const cells = JSON.parse(json) as Row;
    const texts: string[] = [];
    for (const [key, cell] of Object.entries(cells)) {
      if (Array.isArray(cell) && cell.includes(null))
        throw new SnapshotError('inconsistent', `a content has an empty item in "${key}"`);
      for (const text of Array.isArray(cell) ? cell : [cell]) if (typeof text === 'string') texts.push(this.fold(text));
    }
    const part = this.#json.push(json.slice(1, -1)) - 1;
    this.#folded.push(texts.join(cellSeparator));
    this.#cells.push(cells);
    this.#known.set(json, part);
    return part;
  }
}
