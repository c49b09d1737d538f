/**
 * Values that differ only in spelling, or by a typing error, from a more frequent value of the
 * column.
 */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { groupBy } from '../../../common/group-by.ts';
import { NameFinder } from '../../../common/nearest-name.ts';
import { foldNetworkName, networkNames } from '../../../common/network-names.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { type CellFault, isFilteredList, type Sources } from '../../sources.ts';
import { type CheckContext, countRecords, type FindFaults, noFaults, textsOf } from '../rule.ts';

/** Columns in which similar values are legitimate. */
const ownWords: readonly ColumnDefinition['cellType'][] = ['provider', 'chain', 'address'];

/** The number of occurrences of each value. */
type Counts = ReadonlyMap<string, number>;

/** By column and value. */
type Faults = ReadonlyMap<string, ReadonlyMap<string, readonly CellFault[]>>;

/** A value that stands once is compared with those that stand at least this often. */
const established = 5;

/** Compares the values of a column with each other. */
export function valueSpelling({ sources }: CheckContext): FindFaults {
  const byCategory = faultsByCategory(sources);
  return ({ values }, _offer, category) => {
    const columns = byCategory.get(category);
    if (columns === undefined) return noFaults;
    const found: CellFault[] = [];
    for (const key in values) {
      const faults = columns.get(key);
      if (faults !== undefined)
        for (const text of textsOf(values[key])) found.push(...(faults.get(text) ?? []));
    }
    return found;
  };
}

/**
 * Items of lists are compared within a category, because a filter shows those of one; values of a
 * vocabulary with those of all categories, and only these can be new.
 */
function faultsByCategory(sources: Sources): ReadonlyMap<string, Faults> {
  const columns = sources.meta.columns.filter(
    (column) => isVocabulary(column) || isFilteredList(column),
  );
  const counts = countValues(sources, columns);
  const fold = folder(sources);
  const finders = columns.map((column) => {
    const { key } = column;
    const ofOwn = (own: Counts) => spellingFaults(key, own, usualSpellings(own, fold));
    if (!isVocabulary(column)) return [key, ofOwn] as const;
    const all = sumCounts([...counts.values()].flatMap((byColumn) => byColumn.get(key) ?? []));
    const [usual, meant] = [usualSpellings(all, fold), meantValues(all)];
    const ofAll = (own: Counts) => [
      ...spellingFaults(key, own, usual),
      ...newValueFaults(key, own, meant),
    ];
    return [key, ofAll] as const;
  });
  return new Map(
    Array.from(counts, ([category, byColumn]) => {
      const found = finders.map(([key, find]) => {
        const faults = find(byColumn.get(key) ?? new Map());
        return [key, groupBy(faults, ({ value }) => value)] as const;
      });
      return [category, new Map(found.filter(([, faults]) => faults.size > 0))];
    }),
  );
}

/**
 * Checks required columns with a filter, because others hold names that providers choose, and lists
 * with a filter. The usual spelling must be at least twice as frequent; otherwise it is unclear
 * which one is right. `own`: values of the category.
 */
function spellingFaults(
  column: string,
  own: Counts,
  usual: ReadonlyMap<string, string>,
): CellFault[] {
  return [...usual]
    .filter(([value]) => own.has(value))
    .map(([value, spelling]) => {
      const reason = own.has(spelling) ? 'or the filter shows both' : 'as other categories do';
      const message = `"${value}" is usually written "${spelling}" in this column`;
      return {
        rule: 'value-spelling',
        column,
        value,
        message,
        suggestion: `write "${spelling}", ${reason}`,
      };
    });
}

/** A new value of a single-choice column that is a typing error away from an established one. */
function newValueFaults(
  column: string,
  own: Counts,
  similar: ReadonlyMap<string, string>,
): CellFault[] {
  return [...similar]
    .filter(([value]) => own.has(value))
    .map(([value, meant]) => {
      const message = `"${value}" is new in this column, and similar to "${meant}"`;
      return { rule: 'new-value', column, value, message, suggestion: `did you mean "${meant}"?` };
    });
}

function isVocabulary({ valueKind, filter, nullable, cellType }: ColumnDefinition): boolean {
  const listed = filter === 'select' || filter === 'searchableMultiSelect';
  return valueKind === 'string' && listed && !nullable && !ownWords.includes(cellType);
}

/** By category and column. */
function countValues(
  sources: Sources,
  columns: readonly ColumnDefinition[],
): Map<string, Map<string, Map<string, number>>> {
  const counts = new Map<string, Map<string, Map<string, number>>>();
  for (const { category, cells, count } of countRecords(sources)) {
    const byColumn = getOrInsert(
      counts,
      category,
      () => new Map(columns.map(({ key }) => [key, new Map()])),
    );
    for (const key in cells.values) {
      const own = byColumn.get(key);
      if (own !== undefined)
        for (const text of textsOf(cells.values[key])) own.set(text, (own.get(text) ?? 0) + count);
    }
  }
  return counts;
}

function sumCounts(counts: readonly Counts[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const [value, count] of counts.flatMap((values) => [...values]))
    sum.set(value, (sum.get(value) ?? 0) + count);
  return sum;
}

/**
 * Ignores case, spaces and hyphens, and takes all names of a network for one: `arbitrum one` and
 * `arbitrum`.
 */
function folder({ meta }: Sources): (text: string) => string {
  const names = meta.networks.flatMap((network) =>
    networkNames(network).map((name) => [name, network.key] as const),
  );
  // A number is not the name of a chain here.
  const keys = new Map(names.filter(([name]) => !/^\d+$/.test(name)));
  return (text) => {
    const folded = text.toLowerCase().replace(/[\s_-]+/g, '');
    return keys.get(foldNetworkName(text)) ?? folded;
  };
}

/** Usual spelling by unusual spelling. */
function usualSpellings(counts: Counts, fold: (text: string) => string): Map<string, string> {
  const mostFrequent = [...counts].toSorted((a, b) => b[1] - a[1]);
  const byFold = new Map<string, readonly [string, number]>();
  const usual = new Map<string, string>();
  for (const [value, count] of mostFrequent) {
    const folded = fold(value);
    const best = byFold.get(folded);
    if (best === undefined) byFold.set(folded, [value, count]);
    // Another rule reports whitespace around an item.
    else if (best[1] >= 2 * count && value.trim() !== best[0].trim()) usual.set(value, best[0]);
  }
  return usual;
}

/** Values that stand once, with the established value that each is similar to. */
function meantValues(counts: Counts): Map<string, string> {
  // The finder bounds its comparisons, so that many new values take linear time.
  const finder = new NameFinder(
    [...counts].filter(([, count]) => count >= established).map(([value]) => value),
  );
  const meant = new Map<string, string>();
  for (const [value, count] of counts) {
    if (count > 1 || value.length < 4) continue;
    const near = finder.find(value);
    if (near === null) continue;
    const [one, other] = [lettersOf(near), lettersOf(value)];
    // Figures make values differ (`Tier 1`, `Tier 2`), and another rule reports differences in case
    // and spaces.
    if (one !== other && one[0] === other[0]) meant.set(value, near);
  }
  return meant;
}

function lettersOf(value: string): string {
  return value.toLowerCase().replace(/[\s\d_.-]/g, '');
}
