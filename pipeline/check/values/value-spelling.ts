/** Values that differ only in spelling, or by a typing error, from a more frequent value of the column. */
import { groupBy } from '../../../common/group-by.ts';
import { NameFinder } from '../../../common/nearest-name.ts';
import { foldNetworkName, networkNames } from '../../../common/network-names.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { Value } from '../../../model/rows.ts';
import type { CellFault, EntryCells, Sources } from '../../sources.ts';
import type { CheckContext } from '../context.ts';
import type { FindFaults } from '../records.ts';

/** Columns in which similar values are legitimate. */
const ownWords: readonly ColumnDefinition['cellType'][] = ['provider', 'chain', 'address'];

/** By column: the number of occurrences of each value. */
type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** A value that stands once is compared with those that stand at least this often. */
const established = 5;

/** Compares the values of a column with each other. */
export function valueSpelling({ sources }: CheckContext): FindFaults {
  const columns = faultsOfColumns(sources);
  return ({ values }) => {
    const found: CellFault[] = [];
    for (const key in values) {
      const faults = columns.get(key);
      if (faults !== undefined) for (const text of textsOf(values[key])) found.push(...(faults.get(text) ?? []));
    }
    return found;
  };
}

/** Faults of values by column and value. Only columns with a fault. */
function faultsOfColumns(sources: Sources): ReadonlyMap<string, ReadonlyMap<string, readonly CellFault[]>> {
  const columns = sources.meta.columns.filter((column) => isVocabulary(column) || isSet(column));
  const counts = countValues(sources, columns);
  const fold = folder(sources);
  const found = columns.map((column) => {
    const { key } = column;
    const values = counts.get(key) ?? new Map();
    const faults = [...spellingFaults(key, values, fold), ...(isVocabulary(column) ? newValueFaults(key, values) : [])];
    return [key, groupBy(faults, ({ value }) => value)] as const;
  });
  return new Map(found.filter(([, faults]) => faults.size > 0));
}

/** Texts of a cell. */
function textsOf(value: Value | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
}

/**
 * Checks required columns with a filter, because others hold names that providers choose, and lists with a filter. The usual
 * spelling must be at least twice as frequent; otherwise it is unclear which one is right.
 */
function spellingFaults(
  column: string,
  values: ReadonlyMap<string, number>,
  fold: (text: string) => string,
): CellFault[] {
  return Array.from(usualSpellings(values, fold), ([value, spelling]) => ({
    rule: 'value-spelling',
    column,
    value,
    message: `"${value}" is usually written "${spelling}" in this column`,
    suggestion: `write "${spelling}", or the filter shows both`,
  }));
}

/** A new value of a single-choice column that is a typing error away from an established one. */
function newValueFaults(column: string, values: ReadonlyMap<string, number>): CellFault[] {
  return Array.from(meantValues(values), ([value, meant]) => ({
    rule: 'new-value',
    column,
    value,
    message: `"${value}" is new in this column, and similar to "${meant}"`,
    suggestion: `did you mean "${meant}"?`,
  }));
}

function isVocabulary({ valueKind, filter, nullable, cellType }: ColumnDefinition): boolean {
  const listed = filter === 'select' || filter === 'searchableMultiSelect';
  return valueKind === 'string' && listed && !nullable && !ownWords.includes(cellType);
}

function isSet({ valueKind, filter }: ColumnDefinition): boolean {
  return valueKind === 'array' && filter !== null;
}

function countValues({ offers, listings }: Sources, checked: readonly ColumnDefinition[]): Counts {
  const columns = new Map(checked.map(({ key }) => [key, new Map<string, number>()]));
  for (const entries of [offers, listings]) for (const { cells } of entries) countCells(cells, columns);
  return columns;
}

function countCells({ values }: EntryCells, columns: ReadonlyMap<string, Map<string, number>>): void {
  for (const key in values) {
    const counts = columns.get(key);
    if (counts === undefined) continue;
    const value = values[key];
    if (typeof value === 'string') counts.set(value, (counts.get(value) ?? 0) + 1);
    else for (const text of textsOf(value)) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
}

/** Ignores case, spaces and hyphens, and takes all names of a network for one: `arbitrum one` and `arbitrum`. */
function folder({ meta }: Sources): (text: string) => string {
  const names = meta.networks.flatMap((network) => networkNames(network).map((name) => [name, network.key] as const));
  // A number is not the name of a chain here.
  const keys = new Map(names.filter(([name]) => !/^\d+$/.test(name)));
  return (text) => {
    const folded = text.toLowerCase().replace(/[\s_-]+/g, '');
    return keys.get(foldNetworkName(text)) ?? folded;
  };
}

/** Usual spelling by unusual spelling. */
function usualSpellings(counts: ReadonlyMap<string, number>, fold: (text: string) => string): Map<string, string> {
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
function meantValues(counts: ReadonlyMap<string, number>): Map<string, string> {
  // The finder bounds its comparisons, so that many new values take linear time.
  const known = new NameFinder([...counts].filter(([, count]) => count >= established).map(([value]) => value));
  const meant = new Map<string, string>();
  for (const [value, count] of counts) {
    if (count > 1 || value.length < 4) continue;
    const near = known.find(value);
    if (near === null) continue;
    const [one, other] = [lettersOf(near), lettersOf(value)];
    // Figures make values differ (`Tier 1`, `Tier 2`), and another rule reports differences in case and spaces.
    if (one !== other && one[0] === other[0]) meant.set(value, near);
  }
  return meant;
}

function lettersOf(value: string): string {
  return value.toLowerCase().replace(/[\s\d_.-]/g, '');
}
