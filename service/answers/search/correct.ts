/** Searches with typing errors. */
import { foldText } from '../../../common/fold.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { wordsOf } from '../../snapshot/texts/vocabulary.ts';

/** A search with more unknown words is not corrected. */
const maxUnknown = 3;

/**
 * The terms with the nearest known words in the place of unknown ones; null if there is nothing to
 * correct or no word is near.
 */
export function correctTerms(
  { search: { vocabulary } }: Pick<Snapshot, 'search'>,
  terms: readonly string[],
): string[] | null {
  const words = [...new Set(terms.flatMap(wordsOf))];
  const unknown = words.filter((word) => !vocabulary.knows(word));
  if (unknown.length === 0 || unknown.length > maxUnknown) return null;
  const corrected = new Map<string, string>();
  for (const word of unknown) {
    const known = vocabulary.correct(word);
    if (known === null) return null;
    corrected.set(word, known);
  }
  const replaced = terms.map((term) =>
    term.replace(/[\p{L}\p{N}]+/gu, (word) => corrected.get(word) ?? word),
  );
  return [...new Set(replaced)];
}

/** A search as people write it: names of providers and networks as these write them. */
export function spellTerms(
  { search, catalog }: Pick<Snapshot, 'search' | 'catalog'>,
  text: string,
): string {
  const names = [
    ...search.providers.map(({ provider }) => provider.name),
    ...[...catalog.networks.values()].map(({ name }) => name),
  ];
  const spelled = new Map(names.map((name) => [foldText(name), name]));
  return text.replace(/[\p{L}\p{N}]+/gu, (word) => spelled.get(word) ?? word);
}
