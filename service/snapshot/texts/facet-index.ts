/**
 * Facet index: for each filterable column of a category, the values of its cells as small integers.
 * Rows with equal cells in a run of columns share a part (see `row-parts.ts`), so that the index
 * has an entry for each part instead of each row.
 */
import { toLowercase } from '../../../common/fold.ts';
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { inNaturalOrder } from '../../../common/natural-order.ts';
import { type ColumnDefinition, isMoney, numberKeys } from '../../../model/columns.ts';
import type { Row } from '../catalog.ts';
import { ColumnPrices } from './price-groups.ts';
import type { PartOf } from './row-parts.ts';

/** Of a category. */
export type FacetIndex = ReturnType<typeof indexFacets>;
export type ValueIndex = ReturnType<typeof indexValues>;
export type NumberIndex = ReturnType<typeof indexNumbers>;

/** A run of columns with its parts, in the order of their first rows. */
export interface IndexedRun {
  readonly columns: readonly ColumnDefinition[];
  readonly parts: readonly Part[];
  readonly partOf: PartOf;
}

interface Part {
  readonly cells: Row;
  /** `<key>Min` and `<key>Max` of columns with numbers, and the price group of money columns. */
  readonly numbers: Row;
}

/**
 * `columns`: the filterable ones, in their order. `filled`: those without values to count, by key;
 * a text without a number is no less filled.
 */
export function indexFacets(runs: readonly IndexedRun[]) {
  const all = runs.flatMap((run) => run.columns.map((column) => ({ column, run })));
  const filterable = all.filter(({ column }) => column.filter !== null);
  const others = all.filter(({ column: { filter } }) => filter === null || filter === 'range');
  const priced = all.filter(({ column }) => isMoney(column));
  return {
    columns: filterable.map(({ column, run }) =>
      column.filter === 'range' ? indexNumbers(column, run) : indexValues(column, run),
    ),
    filled: new Map(others.map(({ column: { key }, run }) => [key, indexFilled(key, run)])),
    prices: new Map(priced.map(({ column, run }) => [column.key, new ColumnPrices(column, run)])),
  };
}

/** `min` and `max` are by part: NaN if the cell has no number. */
function indexNumbers(column: ColumnDefinition, { parts, partOf }: IndexedRun) {
  const [min, max] = numberKeys(column.key);
  const read = (key: string) => Float64Array.from(parts, ({ numbers }) => toNumber(numbers[key]));
  return { kind: 'numbers' as const, column, partOf, min: read(min), max: read(max) };
}

/** Whether a row states a value of a column with a filter: a number, if its filter compares numbers. */
export function statesTest({ columns }: FacetIndex, key: string): ((id: number) => boolean) | null {
  const index = columns.find(({ column }) => column.key === key);
  if (index === undefined) return null;
  const { partOf } = index;
  if (index.kind === 'numbers') return (id) => !Number.isNaN(index.min[partOf(id)]);
  return (id) => {
    const part = partOf(id);
    return (index.offsets[part + 1] ?? 0) > (index.offsets[part] ?? 0);
  };
}

/** By part: 1 if the cell has a value. */
function indexFilled(key: string, { parts, partOf }: IndexedRun) {
  return { partOf, filled: Uint8Array.from(parts, ({ cells }) => (isBlank(cells[key]) ? 0 : 1)) };
}

/**
 * Values are compared without case, as filters compare them; the first spelling is shown, and
 * `spellings` are all that cells have. Part `i` has the values `numbers[offsets[i]]` to
 * `numbers[offsets[i + 1] - 1]`, each once.
 */
function indexValues(column: ColumnDefinition, { parts, partOf }: IndexedRun) {
  const values: string[] = [];
  const byFolded = new Map<string, number>();
  const bySpelling = new Map<string, number>();
  const numberOf = (text: string) =>
    getOrInsert(bySpelling, text, () =>
      getOrInsert(byFolded, toLowercase(text), () => values.push(text) - 1),
    );
  const numbers: number[] = [];
  const offsets = new Int32Array(parts.length + 1);
  for (const [at, { cells }] of parts.entries()) {
    for (const number of new Set(textsOf(column, cells[column.key]).map(numberOf)))
      numbers.push(number);
    offsets[at + 1] = numbers.length;
  }
  const spellings = [...bySpelling.keys()];
  let inOrder: readonly number[] | undefined;
  return {
    kind: 'values' as const,
    column,
    partOf,
    values,
    /** Indexes of `values` in the order of the texts. */
    inOrder: () => {
      inOrder ??= inNaturalOrder(values.keys(), (at) => values[at] ?? '');
      return inOrder;
    },
    spellings,
    offsets,
    numbers: Int32Array.from(numbers),
  };
}

function isBlank(cell: Row[string] | undefined): boolean {
  return cell === null || cell === undefined || (Array.isArray(cell) && cell.length === 0);
}

function toNumber(cell: unknown): number {
  return typeof cell === 'number' ? cell : Number.NaN;
}

function textsOf(column: ColumnDefinition, cell: Row[string] | undefined): readonly string[] {
  if (cell === null || cell === undefined) return [];
  if (Array.isArray(cell)) return cell;
  return [column.valueKind === 'boolean' ? String(cell === 1) : String(cell)];
}
