/** A word that is nearly one that many lines use, in a column whose cells are words of a list. */
import type { ColumnDefinition } from '../../model/columns.ts';
import type { CheckContext } from './context.ts';
import type { BuildTextRule } from './texts.ts';

/** Addresses and names differ from each other for good reasons. */
const ownWords: readonly ColumnDefinition['cellType'][] = ['provider', 'chain', 'address'];

/**
 * Only where every row needs a word to be filtered by: other columns hold names that providers give to their plans.
 * The usual spelling has to be at least twice as frequent: else nobody knows which of two is right.
 */
export const valueSpelling: BuildTextRule = ({ sources }) => {
  const columns = sources.meta.columns.filter(isVocabulary);
  const usual = new Map(columns.map(({ key }) => [key, usualSpellings(sources, key)]));
  return {
    rule: 'value-spelling',
    severity: 'warning',
    find: (text, { key }) => {
      const spelling = usual.get(key)?.get(text);
      if (spelling === undefined) return null;
      return {
        message: `"${text}" is usually written "${spelling}" in this column`,
        suggestion: `write "${spelling}", or the filter shows both`,
      };
    },
  };
};

function isVocabulary({ valueKind, filter, nullable, cellType }: ColumnDefinition): boolean {
  const listed = filter === 'select' || filter === 'searchableMultiSelect';
  return valueKind === 'string' && listed && !nullable && !ownWords.includes(cellType);
}

/** By unusual spelling. */
function usualSpellings({ offers, listings }: CheckContext['sources'], key: string): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { cells } of [...offers, ...listings]) {
    const value = cells.values[key];
    if (typeof value === 'string') counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const mostFrequent = [...counts].toSorted((a, b) => b[1] - a[1]);
  const byFold = new Map<string, readonly [string, number]>();
  const usual = new Map<string, string>();
  for (const [value, count] of mostFrequent) {
    const folded = value.toLowerCase().replace(/[\s_-]+/g, '');
    const best = byFold.get(folded);
    if (best === undefined) byFold.set(folded, [value, count]);
    else if (best[1] >= 2 * count) usual.set(value, best[0]);
  }
  return usual;
}
