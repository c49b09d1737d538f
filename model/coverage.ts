/**
 * Coverage of columns: how many offers state a column of their category, how many with a quotation,
 * and how often searchers ask for it. The report of editors and the service count with it.
 */
import { parseJson } from '../common/json.ts';
import {
  type ColumnDefinition,
  figureColumnsOf,
  isFigure,
  quotaColumnsOf,
  quotaUnitOf,
  statedBy,
} from './columns.ts';
import { isMeasured } from './measures.ts';
import { type SetDefinition, setFilterSchema, setSortingSchema } from './sets.ts';
import { usualTerms } from './terms.ts';
import type { WordDefinition } from './words.ts';

/** Quotations of the cells of a column. */
export interface Quoted {
  readonly offers: number;
  /** When the last one was confirmed; null if none was. */
  readonly confirmedAt: string | null;
}

export interface ColumnCoverage {
  readonly category: string;
  readonly column: string;
  readonly label: string;
  readonly offerCount: number;
  readonly statedCount: number;
  readonly quotedCount: number;
  readonly lastConfirmed: string | null;
  /** Words and ready sets of the definitions that ask for the column. */
  readonly searches: number;
}

type Cells = Readonly<Record<string, unknown>>;

interface Counted {
  readonly category: string;
  /** Columns that the category uses. */
  readonly columns: readonly ColumnDefinition[];
  /** Cells of the listings of each offer. */
  readonly offers: readonly (readonly Cells[])[];
  readonly quoted: (column: string) => Quoted | undefined;
  readonly words: readonly Pick<WordDefinition, 'category' | 'filters' | 'sorting'>[];
  readonly sets: readonly Pick<SetDefinition, 'category' | 'filters' | 'sorting'>[];
}

/** In the order of the columns. An offer states a column if one of its listings does. */
export function countColumns(counted: Counted): ColumnCoverage[] {
  const { category, offers, quoted } = counted;
  const columns = counted.columns.filter((each) => quotaUnitOf(each) === null && !isFigure(each));
  const searches = countSearches({ ...counted, columns });
  return columns.map(({ key, label }) => {
    const found = quoted(key);
    return {
      category,
      column: key,
      label,
      offerCount: offers.length,
      statedCount: offers.filter((rows) => rows.some((row) => isStated(row[key]))).length,
      quotedCount: found?.offers ?? 0,
      lastConfirmed: found?.confirmedAt ?? null,
      searches: searches.get(key) ?? 0,
    };
  });
}

function isStated(cell: unknown): boolean {
  return cell !== null && cell !== undefined && !(Array.isArray(cell) && cell.length === 0);
}

/** Words and sets that have a condition on a column, or on a figure that its texts state. */
function countSearches({ category, columns, words, sets }: Counted): ReadonlyMap<string, number> {
  const figures = figureColumnsOf(columns, usualTerms);
  const owners = new Map([
    ...columns.flatMap((each) =>
      [each, ...quotaColumnsOf(each)].map(({ key }) => [key, each.key] as const),
    ),
    ...figures.map((figure) => [figure.key, statedBy(figure)?.column ?? figure.key] as const),
  ]);
  const asking = [...words, ...sets].filter(
    (asked) => asked.category === null || asked.category === category,
  );
  const counts = new Map<string, number>();
  for (const key of asking.flatMap((asked) => keysAsked(asked, owners)))
    counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Columns of the conditions; none unless the category has them all, as a search applies words. */
function keysAsked(
  asked: Pick<SetDefinition, 'filters' | 'sorting'>,
  owners: ReadonlyMap<string, string>,
): readonly string[] {
  const filters = setFilterSchema.safeParse(parseJson(asked.filters ?? '[]')).data ?? [];
  const sorting = setSortingSchema.safeParse(parseJson(asked.sorting ?? '[]')).data ?? [];
  const ids = new Set([...filters, ...sorting].map(({ id }) => id));
  const keys = [...ids].flatMap((id) => owners.get(id) ?? []);
  return keys.length === ids.size ? [...new Set(keys)] : [];
}

/**
 * What to fill in next: columns with blank offers, those first whose blanks most searches meet, then
 * those with most blanks. Builds fill in what probes measure.
 */
export function fillNext(coverage: readonly ColumnCoverage[]): ColumnCoverage[] {
  const blanks = ({ offerCount, statedCount }: ColumnCoverage) => offerCount - statedCount;
  const needed = (each: ColumnCoverage) => blanks(each) * each.searches;
  return coverage
    .filter((each) => blanks(each) > 0 && !isMeasured(each.column))
    .toSorted((a, b) => needed(b) - needed(a) || blanks(b) - blanks(a));
}

/**
 * Categories whose listings name no chain: they are of whole networks. None where no category
 * names one.
 */
export function categoriesWithoutChains(coverage: readonly ColumnCoverage[]): string[] {
  const chained = new Set(
    coverage.flatMap(({ category, column, statedCount }) =>
      column === 'chain' && statedCount > 0 ? [category] : [],
    ),
  );
  const offered = coverage.filter(({ offerCount }) => offerCount > 0);
  const categories = [...new Set(offered.map(({ category }) => category))];
  return chained.size === 0 ? [] : categories.filter((category) => !chained.has(category));
}
