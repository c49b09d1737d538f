/**
 * Columns of a table that one edit changed in more cells than people do on purpose, with the act
 * that does so.
 */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { groupBy } from '../../../common/group-by.ts';
import { isPlaceholder } from '../../../model/placeholders.ts';
import { isSameValue, type Value, type Values } from '../../../model/rows.ts';
import type { GuardedLines } from './inventory.ts';
import { type GuardLimits, reaches } from './limits.ts';

export interface ChangedColumn {
  readonly file: string;
  readonly column: string;
  /** Slugs of the lines whose cells changed. */
  readonly slugs: readonly string[];
  /** First line, as it is now. */
  readonly line: number | null;
  readonly count: number;
  /** Cells with text before. */
  readonly of: number;
  /** End of the sentence "20 of 30 cells changed". */
  readonly cause: string;
}

interface ColumnCells {
  readonly column: string;
  of: number;
  /** Of the cells that changed: the slugs of their lines, and the values before and after. */
  readonly slugs: string[];
  readonly values: Value[];
  readonly others: Value[];
}

export type IsSolved = (cell: {
  readonly file: string;
  readonly slug: string;
  readonly column: string;
}) => boolean;

/**
 * A cell that was edited to another value, which solved its problem, counts only if values were
 * moved or filled down.
 */
export function findChangedColumns(
  [before, after]: readonly [GuardedLines, GuardedLines],
  limits: GuardLimits,
  { file, isSolved }: { readonly file: string; readonly isSolved: IsSolved },
): ChangedColumn[] {
  const columns = new Map<string, ColumnCells>();
  for (const [slug, old] of before) {
    const now = after.get(slug);
    if (now !== undefined) compareLine(slug, [old.cells.values, now.cells.values], columns);
  }
  const changed = [...columns.values()].flatMap((cells) => {
    const { column, slugs, values, others, of } = cells;
    const moved = areMoved(values, others);
    const cause = moved ? ': was one column sorted alone?' : filledCause(values, others);
    const isOther = (slug: string, index: number) =>
      others[index] !== null && isSolved({ file, slug, column });
    const solved = slugs.filter(isOther).length;
    const found = cause === null ? values.length - solved : 2 * values.length;
    return reaches(limits.cells, found, of) ? [{ cells, cause }] : [];
  });
  const exchanged = findExchanged(changed.map(({ cells }) => cells));
  return changed
    .filter(({ cells }) => exchanged?.[1] !== cells)
    .map(({ cells, cause }) => ({
      file,
      column: cells.column,
      slugs: cells.slugs,
      line: after.get(cells.slugs[0] ?? '')?.source.line ?? null,
      count: cells.values.length,
      of: cells.of,
      cause:
        exchanged?.[0] === cells
          ? ` and have the values of "${exchanged[1].column}": were two columns swapped in the header?`
          : (cause ?? ', or were cleared'),
    }));
}

function compareLine(
  slug: string,
  [old, now]: readonly [Values, Values],
  columns: Map<string, ColumnCells>,
): void {
  for (const column in old) {
    const [value = null, other = null] = [old[column], now[column]];
    if (value === null) continue;
    const found = getOrInsert(columns, column, () => ({
      column,
      of: 0,
      slugs: [],
      values: [],
      others: [],
    }));
    found.of++;
    if (isSameValue(value, other)) continue;
    found.slugs.push(slug);
    found.values.push(value);
    found.others.push(other);
  }
}

/**
 * True if values only changed places: nine of ten of `values` are among `others`, each counted
 * once. A column sorted alone is like this.
 */
function areMoved(values: readonly Value[], others: readonly Value[]): boolean {
  const free = groupBy(values, (value) => JSON.stringify(value));
  const found = others.filter(
    (value) => free.get(JSON.stringify(value))?.pop() !== undefined,
  ).length;
  return values.length > 0 && found >= values.length * 0.9;
}

/**
 * Distinct values that the fill handle of a spreadsheet replaces by one. Flags and kinds have
 * fewer.
 */
const filledValues = 5;

function filledCause(
  values: readonly Value[],
  [first = null, ...others]: readonly Value[],
): string | null {
  const isOne =
    typeof first === 'string' && !isPlaceholder(first) && others.every((other) => other === first);
  if (!isOne || new Set(values.map((value) => JSON.stringify(value))).size < filledValues)
    return null;
  return `, all to ${JSON.stringify(first)}: was one cell filled down?`;
}

/** Two columns of which nine of ten cells have the values of each other. */
function findExchanged(
  columns: readonly ColumnCells[],
): readonly [ColumnCells, ColumnCells] | null {
  for (const [index, one] of columns.entries())
    for (const other of columns.slice(index + 1))
      if (hasValuesOf(one, other) && hasValuesOf(other, one)) return [one, other];
  return null;
}

function hasValuesOf(
  { slugs, others }: ColumnCells,
  { slugs: from, values }: ColumnCells,
): boolean {
  const old = new Map(from.map((slug, index) => [slug, values[index] ?? null]));
  const found = slugs.filter((slug, index) => {
    const value = old.get(slug) ?? null;
    return value !== null && isSameValue(value, others[index] ?? null);
  }).length;
  return found >= slugs.length * 0.9;
}
