/** What a search reads besides the tables: texts that rank rows, known words, and providers. */
import { foldText } from '../../../common/fold.ts';
import type { ProviderDefinition } from '../../../model/providers.ts';
import type { Catalog } from '../catalog.ts';
import type { SearchTexts } from './search-texts.ts';
import type { Vocabulary } from './vocabulary.ts';

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
