/** What a search reads besides the tables: texts that rank rows, known words, and providers. */
import { foldText } from '../../../common/fold.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { ProviderDefinition } from '../../../model/providers.ts';
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

export interface SearchedProvider {
  readonly provider: ProviderDefinition;
  /** Folded. */
  readonly name: string;
  /** Folded description. */
  readonly text: string;
  /** Words of the categories in which the provider has offers. */
  readonly words: ReadonlySet<string>;
}

/** Providers with offers. `rows`: provider and category of each row. */
export function searchedProviders(
  catalog: Pick<Catalog, 'providers' | 'wordsOfCategory'>,
  rows: { readonly provider: readonly string[]; readonly category: readonly string[] },
): SearchedProvider[] {
  const categories = new Map<string, Set<string>>();
  for (const [id, name] of rows.provider.entries()) {
    const own = categories.get(name) ?? new Set();
    categories.set(name, own.add(rows.category[id] ?? ''));
  }
  return [...categories].flatMap(([key, own]) => {
    const provider = catalog.providers.get(key);
    if (provider === undefined) return [];
    const words = new Set([...own].flatMap((category) => [...catalog.wordsOfCategory(category)]));
    return [{ provider, name: foldText(provider.name), text: foldText(provider.description ?? ''), words }];
  });
}

/** Reads a cell of a row by the key of its column; null if it is blank. */
export type CellOf = (key: string) => Row[string];

/** Words between spaces, with a space before the first and after the last, so that ` word ` finds a whole word. */
export interface SearchTexts {
  /** Provider, offer, plan and slug. */
  readonly name: string;
  /** Cells with one of a list of values, such as plan type, API type and chain. */
  readonly kind: string;
}

const nameKeys: ReadonlySet<string> = new Set(['provider', 'offer', 'planName', 'slug']);

function isName({ key }: ColumnDefinition): boolean {
  return nameKeys.has(key);
}

function isKind({ valueKind, filter }: ColumnDefinition): boolean {
  return valueKind === 'string' && (filter === 'select' || filter === 'searchableMultiSelect');
}

/** Takes the rows of a snapshot one by one. */
export class SearchTextsBuilder {
  readonly #fold: (text: string) => string;
  readonly #known = new Map<string, SearchTexts>();
  /** Words of cells with a space between them, by cell. */
  readonly #words = new Map<string, string>();
  /** Keys of the columns that make a name and a kind, by the columns of a category. */
  readonly #keys = new Map<readonly ColumnDefinition[], Readonly<Record<keyof SearchTexts, readonly string[]>>>();

  /** `fold`: folds a cell. */
  constructor(fold: (text: string) => string) {
    this.#fold = fold;
  }

  /** `columns`: those of the category, the same object for all of its rows. */
  add(cell: CellOf, columns: readonly ColumnDefinition[]): SearchTexts {
    const { name, kind } = this.#keys.get(columns) ?? this.#chooseKeys(columns);
    return this.#share(this.#join(name, cell), this.#join(kind, cell));
  }

  #chooseKeys(columns: readonly ColumnDefinition[]) {
    const kinds = columns.filter((column) => isKind(column) && !isName(column));
    const keys = { name: columns.filter(isName).map(({ key }) => key), kind: kinds.map(({ key }) => key) };
    this.#keys.set(columns, keys);
    return keys;
  }

  #join(keys: readonly string[], cell: CellOf): string {
    let joined = ' ';
    for (const key of keys) {
      const text = cell(key);
      const words = typeof text === 'string' ? this.#wordsIn(text) : '';
      if (words !== '') joined += `${words} `;
    }
    return joined;
  }

  #wordsIn(text: string): string {
    const known = this.#words.get(text) ?? wordsOf(this.#fold(text)).join(' ');
    this.#words.set(text, known);
    return known;
  }

  /** Rows of an offer often differ in cells that do not rank them. */
  #share(name: string, kind: string): SearchTexts {
    const key = `${name}\n${kind}`;
    const texts = this.#known.get(key) ?? { name, kind };
    this.#known.set(key, texts);
    return texts;
  }
}
