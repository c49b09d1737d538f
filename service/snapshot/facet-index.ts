/** Facet index: for each filterable column of a category, the values of each content as small integers. */
import { type ColumnDefinition, isMoney, numberKeys } from '../../model/columns.ts';
import type { Row } from './catalog.ts';
import { groupColumn, type PricedContents, PriceIndexBuilder } from './price-groups.ts';

/** Contents of a category, by position: id minus `base`. */
export interface FacetIndex extends PricedContents {
  /** In the order of the columns. */
  readonly columns: readonly (ValueIndex | NumberIndex)[];
}

/** Values are compared without case, as filters compare them; the first spelling is shown. */
export interface ValueIndex {
  readonly kind: 'values';
  readonly column: ColumnDefinition;
  readonly values: readonly string[];
  /** Place of each value in `values`, by its lowercase spelling. */
  readonly placeOf: ReadonlyMap<string, number>;
  /** All spellings found in cells; several may belong to one value. */
  readonly spellings: readonly string[];
  /** Content `base + i` has the values `places[offsets[i]]` to `places[offsets[i + 1] - 1]`, each once. */
  readonly offsets: Int32Array;
  readonly places: Int32Array;
}

/** NaN if the cell has no number. */
export interface NumberIndex {
  readonly kind: 'numbers';
  readonly column: ColumnDefinition;
  readonly min: Float64Array;
  readonly max: Float64Array;
}

/** Reads a cell of a content by the key of its column; null if it is blank. */
export type CellOf = (key: string) => Row[string];

/** Takes the contents of a category in the order of their ids. */
export class FacetIndexBuilder {
  readonly #columns: readonly (ValueIndexBuilder | NumberIndexBuilder)[];
  readonly #prices: ReadonlyMap<string, PriceIndexBuilder>;
  #base: number | null = null;
  #count = 0;

  constructor(columns: readonly ColumnDefinition[]) {
    const filterable = columns.filter((column) => column.filter !== null);
    this.#columns = filterable.map((column) =>
      column.filter === 'range' ? new NumberIndexBuilder(column) : new ValueIndexBuilder(column),
    );
    this.#prices = new Map(columns.filter(isMoney).map(({ key }) => [key, new PriceIndexBuilder()]));
  }

  /** `number` returns the content's `<key>Min` and `<key>Max` of range columns, and the price group of money columns. */
  add(content: number, cell: CellOf, number: (key: string) => unknown): void {
    this.#base ??= content;
    if (content !== this.#base + this.#count) throw new Error(`content ${content} is out of order`);
    this.#count++;
    for (const column of this.#columns) column.add(cell, number);
    for (const [key, prices] of this.#prices) prices.add(number(groupColumn(key)), number(numberKeys(key)[1]) === 0);
  }

  build(): FacetIndex {
    const prices = new Map([...this.#prices].map(([key, index]) => [key, index.build()]));
    return { base: this.#base ?? 0, columns: this.#columns.map((column) => column.build()), prices };
  }
}

class NumberIndexBuilder {
  readonly #column: ColumnDefinition;
  readonly #min: number[] = [];
  readonly #max: number[] = [];

  constructor(column: ColumnDefinition) {
    this.#column = column;
  }

  add(_cell: CellOf, number: (key: string) => unknown): void {
    const [min, max] = numberKeys(this.#column.key);
    this.#min.push(toNumber(number(min)));
    this.#max.push(toNumber(number(max)));
  }

  build(): NumberIndex {
    const [min, max] = [Float64Array.from(this.#min), Float64Array.from(this.#max)];
    return { kind: 'numbers', column: this.#column, min, max };
  }
}

class ValueIndexBuilder {
  readonly #column: ColumnDefinition;
  readonly #values: string[] = [];
  /** Place by spelling, and by lowercase spelling. */
  readonly #known = new Map<string, number>();
  readonly #folded = new Map<string, number>();
  readonly #places: number[] = [];
  readonly #offsets: number[] = [0];
  /** By place: number of the last content that has the value, from 1. */
  readonly #last: number[] = [];

  constructor(column: ColumnDefinition) {
    this.#column = column;
  }

  add(cell: CellOf): void {
    for (const text of textsOf(this.#column, cell(this.#column.key))) {
      const place = this.#known.get(text) ?? this.#takeSpelling(text);
      if (this.#last[place] !== this.#offsets.length) this.#places.push(place);
      this.#last[place] = this.#offsets.length;
    }
    this.#offsets.push(this.#places.length);
  }

  build(): ValueIndex {
    return {
      kind: 'values',
      column: this.#column,
      values: this.#values,
      placeOf: this.#folded,
      spellings: [...this.#known.keys()],
      offsets: Int32Array.from(this.#offsets),
      places: Int32Array.from(this.#places),
    };
  }

  #takeSpelling(text: string): number {
    const folded = toLowercase(text);
    const place = this.#folded.get(folded) ?? this.#values.push(text) - 1;
    this.#folded.set(folded, place);
    this.#known.set(text, place);
    return place;
  }
}

/** Same result as DuckDB's lower(): JavaScript has a final sigma for Σ at the end of words, and two letters for İ. */
export function toLowercase(text: string): string {
  return text.replaceAll('Σ', 'σ').replaceAll('İ', 'i').toLowerCase();
}

function toNumber(cell: unknown): number {
  return typeof cell === 'number' ? cell : Number.NaN;
}

function textsOf(column: ColumnDefinition, cell: Row[string]): readonly string[] {
  if (cell === null) return [];
  if (Array.isArray(cell)) return cell;
  return [column.valueKind === 'boolean' ? String(cell === 1) : String(cell)];
}
