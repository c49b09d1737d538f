/**
 * Facet index: for each filterable column of a category, the values of its cells as small integers. Rows with equal cells in a
 * run of columns share a part (see `row-parts.ts`), so that the index has an entry for each part instead of each row.
 */
import { toLowercase } from '../../../common/fold.ts';
import { type ColumnDefinition, isMoney, numberKeys } from '../../../model/columns.ts';
import type { Row } from '../catalog.ts';
import { groupColumn, type PricedRows, PriceIndexBuilder } from './price-groups.ts';
import type { PartOf } from './row-parts.ts';

/** Of a category. */
export interface FacetIndex extends PricedRows {
  /** Of the filterable columns, in their order. */
  readonly columns: readonly (ValueIndex | NumberIndex)[];
  /** By key, of the columns without values to count: a text without a number is no less filled. */
  readonly filled: ReadonlyMap<string, FilledIndex>;
}

export interface FilledIndex {
  readonly partOf: PartOf;
  /** By part: 1 if the cell has a value. */
  readonly filled: Uint8Array;
}

/** Values are compared without case, as filters compare them; the first spelling is shown. */
export interface ValueIndex {
  readonly kind: 'values';
  readonly column: ColumnDefinition;
  readonly values: readonly string[];
  /** All spellings found in cells; several may belong to one value. */
  readonly spellings: readonly string[];
  readonly partOf: PartOf;
  /** Part `i` has the values `numbers[offsets[i]]` to `numbers[offsets[i + 1] - 1]`, each once. */
  readonly offsets: Int32Array;
  readonly numbers: Int32Array;
}

export interface NumberIndex {
  readonly kind: 'numbers';
  readonly column: ColumnDefinition;
  readonly partOf: PartOf;
  /** By part; NaN if the cell has no number. */
  readonly min: Float64Array;
  readonly max: Float64Array;
}

/** Takes the parts of a run of columns, in the order of their first rows. */
export class FacetIndexBuilder {
  readonly #columns: readonly (ValueIndexBuilder | NumberIndexBuilder)[];
  /** By key: 1 or 0 by part. */
  readonly #filled: ReadonlyMap<string, number[]>;
  readonly #prices: ReadonlyMap<string, PriceIndexBuilder>;

  constructor(columns: readonly ColumnDefinition[]) {
    const filterable = columns.filter((column) => column.filter !== null);
    this.#columns = filterable.map((column) =>
      column.filter === 'range' ? new NumberIndexBuilder(column) : new ValueIndexBuilder(column),
    );
    const others = columns.filter(({ filter }) => filter === null || filter === 'range');
    this.#filled = new Map(others.map(({ key }) => [key, []]));
    this.#prices = new Map(columns.filter(isMoney).map(({ key }) => [key, new PriceIndexBuilder()]));
  }

  /** `numbers` has `<key>Min` and `<key>Max` of columns with numbers, and the price group of money columns. */
  add(cells: Row, numbers: Row): void {
    for (const column of this.#columns) column.add(cells, numbers);
    for (const [key, filled] of this.#filled) filled.push(isBlank(cells[key]) ? 0 : 1);
    for (const [key, prices] of this.#prices) prices.add(numbers[groupColumn(key)], numbers[numberKeys(key)[1]] === 0);
  }

  build(partOf: PartOf): FacetIndex {
    const prices = new Map([...this.#prices].map(([key, index]) => [key, index.build(partOf)]));
    const filled = new Map([...this.#filled].map(([key, parts]) => [key, { partOf, filled: Uint8Array.from(parts) }]));
    return { columns: this.#columns.map((column) => column.build(partOf)), filled, prices };
  }
}

/** The index of a category from those of its runs of columns. */
export function joinFacets(runs: readonly FacetIndex[]): FacetIndex {
  return {
    columns: runs.flatMap(({ columns }) => columns),
    filled: new Map(runs.flatMap(({ filled }) => [...filled])),
    prices: new Map(runs.flatMap(({ prices }) => [...prices])),
  };
}

class NumberIndexBuilder {
  readonly #column: ColumnDefinition;
  readonly #min: number[] = [];
  readonly #max: number[] = [];

  constructor(column: ColumnDefinition) {
    this.#column = column;
  }

  add(_cells: Row, numbers: Row): void {
    const [min, max] = numberKeys(this.#column.key);
    this.#min.push(toNumber(numbers[min]));
    this.#max.push(toNumber(numbers[max]));
  }

  build(partOf: PartOf): NumberIndex {
    const [min, max] = [Float64Array.from(this.#min), Float64Array.from(this.#max)];
    return { kind: 'numbers', column: this.#column, partOf, min, max };
  }
}

class ValueIndexBuilder {
  readonly #column: ColumnDefinition;
  readonly #values: string[] = [];
  /** Number by spelling, and by lowercase spelling if that was not the first one. */
  readonly #known = new Map<string, number>();
  readonly #folded = new Map<string, number>();
  readonly #numbers: number[] = [];
  readonly #offsets: number[] = [0];
  /** By value: number of the last part that has the value, from 1. */
  readonly #last: number[] = [];

  constructor(column: ColumnDefinition) {
    this.#column = column;
  }

  add(cells: Row): void {
    for (const text of textsOf(this.#column, cells[this.#column.key] ?? null)) {
      const number = this.#known.get(text) ?? this.#takeSpelling(text);
      if (this.#last[number] !== this.#offsets.length) this.#numbers.push(number);
      this.#last[number] = this.#offsets.length;
    }
    this.#offsets.push(this.#numbers.length);
  }

  build(partOf: PartOf): ValueIndex {
    return {
      kind: 'values',
      column: this.#column,
      partOf,
      values: this.#values,
      spellings: [...this.#known.keys()],
      offsets: Int32Array.from(this.#offsets),
      numbers: Int32Array.from(this.#numbers),
    };
  }

  #takeSpelling(text: string): number {
    const folded = toLowercase(text);
    const known = this.#findFolded(folded);
    const number = known ?? this.#values.push(text) - 1;
    if (known === null && folded !== text) this.#folded.set(folded, number);
    this.#known.set(text, number);
    return number;
  }

  #findFolded(folded: string): number | null {
    return this.#folded.get(folded) ?? this.#known.get(folded) ?? null;
  }
}

function isBlank(cell: Row[string] | undefined): boolean {
  return cell === null || cell === undefined || (Array.isArray(cell) && cell.length === 0);
}

function toNumber(cell: unknown): number {
  return typeof cell === 'number' ? cell : Number.NaN;
}

function textsOf(column: ColumnDefinition, cell: Row[string]): readonly string[] {
  if (cell === null) return [];
  if (Array.isArray(cell)) return cell;
  return [column.valueKind === 'boolean' ? String(cell === 1) : String(cell)];
}
