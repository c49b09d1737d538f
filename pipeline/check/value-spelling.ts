/** Values that differ only in spelling from a more frequent value of the column. */
import type { ColumnDefinition } from '../../model/columns.ts';
import type { OfferEntry } from '../sources.ts';
import type { CheckContext } from './context.ts';
import type { BuildTextRule } from './texts.ts';

/** Columns in which similar values are legitimate. */
const ownWords: readonly ColumnDefinition['cellType'][] = ['provider', 'chain', 'address'];

/**
 * Checks only required columns with a filter: other columns hold names that providers choose.
 * The usual spelling must be at least twice as frequent; otherwise it is unclear which one is right.
 */
export const valueSpelling: BuildTextRule = ({ sources }) => {
  const usual = new Map([...countValues(sources)].map(([key, counts]) => [key, usualSpellings(counts)]));
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
};

function isVocabulary({ valueKind, filter, nullable, cellType }: ColumnDefinition): boolean {
  const listed = filter === 'select' || filter === 'searchableMultiSelect';
  return valueKind === 'string' && listed && !nullable && !ownWords.includes(cellType);
}

/** Counts of each value in each checked column. */
function countValues({ meta, offers, listings }: CheckContext['sources']): Map<string, Map<string, number>> {
  const columns = new Map(meta.columns.filter(isVocabulary).map(({ key }) => [key, new Map<string, number>()]));
  const count = ({ cells }: OfferEntry) => {
    for (const key in cells.values) {
      const value = cells.values[key];
      const counts = typeof value === 'string' ? columns.get(key) : undefined;
      if (counts !== undefined && typeof value === 'string') counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  };
  offers.forEach(count);
  listings.forEach(count);
  return columns;
}

/** Usual spelling by unusual spelling. */
function usualSpellings(counts: ReadonlyMap<string, number>): Map<string, string> {
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
