/** What a search reads besides the tables: texts that rank rows, known words, and providers. */
import { foldText } from '../../../common/fold.ts';
import { getOrInsert } from '../../../common/get-or-insert.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { Catalog, Row } from '../catalog.ts';
import { type Vocabulary, wordsOf } from './vocabulary.ts';

export interface SearchIndex {
  /** By row id. */
  readonly texts: readonly SearchTexts[];
  /** Words of the rows, providers, networks and categories. */
  readonly vocabulary: Vocabulary;
  /** Providers that have offers. */
  readonly providers: readonly SearchedProvider[];
}

export type SearchedProvider = ReturnType<typeof searchedProviders>[number];

/**
 * Providers with offers: their folded names and descriptions, and the words of the categories in
 * which they have offers. `rows`: provider and category of each row.
 */
export function searchedProviders(
  catalog: Pick<Catalog, 'providers' | 'wordsOfCategory'>,
  rows: { readonly provider: readonly string[]; readonly category: readonly string[] },
) {
  const categories = new Map<string, Set<string>>();
  for (const [id, name] of rows.provider.entries())
    getOrInsert(categories, name, () => new Set()).add(rows.category[id] ?? '');
  return [...categories].flatMap(([key, keysOfCategory]) => {
    const provider = catalog.providers.get(key);
    if (provider === undefined) return [];
    const words = new Set(
      [...keysOfCategory].flatMap((category) => [...catalog.wordsOfCategory(category)]),
    );
    return [
      {
        provider,
        name: foldText(provider.name),
        text: foldText(provider.description ?? ''),
        words,
      },
    ];
  });
}

/**
 * Words between spaces, with a space before the first and after the last, so that ` word ` finds a
 * whole word.
 */
export interface SearchTexts {
  /** Provider, offer, plan and slug. */
  readonly name: string;
  /** Cells with one of a list of values, such as plan type, API type and chain. */
  readonly kind: string;
}

function isName({ key, role }: ColumnDefinition): boolean {
  return key === 'provider' || key === 'slug' || role === 'name';
}

function isKind({ valueKind, filter }: ColumnDefinition): boolean {
  return valueKind === 'string' && (filter === 'select' || filter === 'searchableMultiSelect');
}

/** Reads a cell of a row by the key of its column; null if it is blank. */
export type CellOf = (key: string) => Row[string];

/** Returns a function that finds the texts of a row with these columns. `fold`: folds a cell. */
export function searchTextsOf(
  columns: readonly ColumnDefinition[],
  fold: (text: string) => string,
): (cellOf: CellOf) => SearchTexts {
  const names = columns.filter(isName);
  const kinds = columns.filter((column) => isKind(column) && !isName(column));
  /** Words of cells with a space between them, by cell. */
  const known = new Map<string, string>();
  const wordsIn = (cell: Row[string]) =>
    typeof cell === 'string' ? getOrInsert(known, cell, () => wordsOf(fold(cell)).join(' ')) : '';
  const join = (joined: readonly ColumnDefinition[], cellOf: CellOf) => {
    const words = joined.map(({ key }) => wordsIn(cellOf(key))).filter((text) => text !== '');
    return ['', ...words, ''].join(' ');
  };
  return (cellOf) => ({ name: join(names, cellOf), kind: join(kinds, cellOf) });
}
