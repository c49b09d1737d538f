/** Values that differ only in spelling, or by a typing error, from a more frequent value of the column. */
import { NameFinder } from '../../common/nearest-name.ts';
import { foldNetworkName, networkNames } from '../../common/network-names.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import type { EntryCells, Sources } from '../sources.ts';
import type { BuildTextRule, TextRule } from './texts.ts';

/** Columns in which similar values are legitimate. */
const ownWords: readonly ColumnDefinition['cellType'][] = ['provider', 'chain', 'address'];

/** By column: the number of occurrences of each value. */
type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** A value that stands once is compared with those that stand at least this often. */
const established = 5;

/** Both rules compare the values of a column with each other. */
export const valueRules: BuildTextRule = ({ sources }) => {
  const columns = sources.meta.columns.filter((column) => isVocabulary(column) || isSet(column));
  const counts = countValues(sources, columns);
  const words = new Map(columns.filter(isVocabulary).map(({ key }) => [key, counts.get(key) ?? new Map()]));
  return [valueSpelling(counts, folder(sources)), newValue(words)];
};

/**
 * Checks required columns with a filter, because others hold names that providers choose, and lists with a filter. The usual
 * spelling must be at least twice as frequent; otherwise it is unclear which one is right.
 */
function valueSpelling(counts: Counts, fold: (text: string) => string): TextRule {
  const usual = new Map([...counts].map(([key, values]) => [key, usualSpellings(values, fold)]));
  return {
    rule: 'value-spelling',
    find: (text, { key }) => {
      const spelling = usual.get(key)?.get(text);
      if (spelling === undefined) return null;
      return {
        message: `"${text}" is usually written "${spelling}" in this column`,
        suggestion: `write "${spelling}", or the filter shows both`,
      };
    },
  };
}

/** A new value of a single-choice column that is a typing error away from an established one. */
function newValue(counts: Counts): TextRule {
  const meant = new Map([...counts].map(([key, values]) => [key, meantValues(values)]));
  return {
    rule: 'new-value',
    find: (text, { key }) => {
      const value = meant.get(key)?.get(text);
      if (value === undefined) return null;
      const message = `"${text}" is new in this column, and similar to "${value}"`;
      return { message, suggestion: `did you mean "${value}"?` };
    },
  };
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
    const value = counts === undefined ? null : values[key];
    if (counts === undefined || value === null || typeof value === 'boolean' || value === undefined) continue;
    for (const text of typeof value === 'string' ? [value] : value) counts.set(text, (counts.get(text) ?? 0) + 1);
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
