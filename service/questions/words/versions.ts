/** Versions in words: `2.1` and `v6`. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import { type Filter, parseFilters } from '../../query/filters/index.ts';
import { lexiconOf } from './lexicon.ts';
import type { Sentence } from './sentence.ts';

export function isVersion({ label }: ColumnDefinition): boolean {
  return /\bversion\b/i.test(label);
}

/**
 * A filter on the releases that a version names, `2.1` those of 2.1.0, with the label of its
 * column, which finds nothing if no row states one; null without such a column. Of named
 * providers, on those that they state.
 */
export function releasesOf(
  words: string,
  sentence: Sentence & { readonly category: string },
): { readonly label: string; readonly filters: readonly Filter[] } | null {
  const { snapshot, category } = sentence;
  const { catalog } = snapshot;
  const version = words.replace(/^v|\.x$/g, '');
  const column = catalog
    .usedColumnsOf(category)
    .find((candidate) => candidate.filter !== null && isVersion(candidate));
  if (column === undefined) return null;
  const stated = cellsOf(sentence, column.key);
  const value = [...lexiconOf(snapshot).valuesOf(category, column.key).values()].filter(
    (text) =>
      `${text.replace(/^v/i, '')}.`.startsWith(`${version}.`) &&
      (stated === null || stated.has(text)),
  );
  const wanted = value.length === 0 ? [version] : value;
  const filters = parseFilters([{ id: column.key, value: wanted }], catalog.columnsOf(category));
  return { label: column.label, filters };
}

/** Cells of the named providers; null if the words name none. */
function cellsOf(
  { snapshot, providers, alternativesTo, category }: Sentence & { readonly category: string },
  key: string,
): ReadonlySet<unknown> | null {
  if (providers.length === 0 || alternativesTo.length > 0) return null;
  const rows = providers.flatMap(({ entry }) => [
    ...snapshot.rowsOfProvider(entry?.provider ?? ''),
  ]);
  const own = rows.filter((id) => snapshot.categoryOf(id) === category);
  return new Set(own.map((id) => snapshot.row(id)[key]));
}
