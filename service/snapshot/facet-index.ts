/** What facets count: for each filterable column of a category, the values of each content as small numbers. */
import type { ColumnDefinition } from '../../model/columns.ts';
import type { RowObject } from '../present/row-json.ts';

/** Contents of a category, by their place in it. */
export interface FacetIndex {
  /** Id of the first content. */
  readonly base: number;
  /** In the order of the columns. */
  readonly columns: readonly (ValueIndex | NumberIndex)[];
}

/** Values are compared as the filter compares them, without case; the spelling met first is shown. */
export interface ValueIndex {
  readonly kind: 'values';
  readonly column: ColumnDefinition;
  readonly values: readonly string[];
  /** All spellings that cells have, as `values` may stand for several. */
  readonly spellings: readonly string[];
  /** The values of content `base + i` are `places[offsets[i]]` to `places[offsets[i + 1] - 1]`, each once. */
  readonly offsets: Int32Array;
  readonly places: Int32Array;
}

/** NaN where the cell states no number. */
export interface NumberIndex {
  readonly kind: 'numbers';
  readonly column: ColumnDefinition;
  readonly min: Float64Array;
  readonly max: Float64Array;
}

/** `rows` and the numbers of each range column, in the order of the contents. */
export function buildFacetIndex(
  base: number,
  columns: readonly ColumnDefinition[],
  rows: readonly RowObject[],
  numbersOf: (column: ColumnDefinition) => Pick<NumberIndex, 'min' | 'max'>,
): FacetIndex {
  const filterable = columns.filter((column) => column.filter !== null);
  return {
    base,
    columns: filterable.map((column) =>
      column.filter === 'range' ? { kind: 'numbers', column, ...numbersOf(column) } : indexValues(column, rows),
    ),
  };
}

function indexValues(column: ColumnDefinition, rows: readonly RowObject[]): ValueIndex {
  const values: string[] = [];
  const known = new Map<string, number>();
  const spellings = new Set<string>();
  const places: number[] = [];
  const offsets = new Int32Array(rows.length + 1);
  for (const [index, row] of rows.entries()) {
    const found = new Set(textsOf(column, row[column.key] ?? null).map(placeOf));
    places.push(...found);
    offsets[index + 1] = places.length;
  }
  return { kind: 'values', column, values, spellings: [...spellings], offsets, places: Int32Array.from(places) };

  function placeOf(text: string): number {
    spellings.add(text);
    const folded = text.toLowerCase();
    const place = known.get(folded) ?? values.push(text) - 1;
    known.set(folded, place);
    return place;
  }
}

function textsOf(column: ColumnDefinition, cell: RowObject[string]): readonly string[] {
  if (cell === null) return [];
  if (Array.isArray(cell)) return cell;
  return [column.valueKind === 'boolean' ? String(cell === 1) : String(cell)];
}
