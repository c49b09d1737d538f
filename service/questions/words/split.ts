/** Words of a search as people type it. */
import { foldText, plainSigns } from '../../../common/fold.ts';

export interface SearchWord {
  /** As it was typed, but for typographic signs; without its quotes. */
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Splits at whitespace; `"quoted words"` are one. */
export function splitWords(search: string): SearchWord[] {
  const words = plainSigns(search).matchAll(/(?<!\S)"([^"]+)"(?!\S)|\S+/g);
  return Array.from(words, ([text, quoted]) => ({
    text: quoted ?? text,
    isQuoted: quoted !== undefined,
  }));
}

/** Restores the quotes around a term of several words. */
export function quoteTerms(terms: readonly string[]): string {
  return terms.map((term) => (/\s/.test(term) ? `"${term}"` : term)).join(' ');
}

/** Words with single spaces; a hyphen separates words. */
export function phraseOf(text: string): string {
  return foldText(text)
    .replace(/[-_\s]+/g, ' ')
    .trim();
}

/** Words of the longest of the phrases that begin with a word, by that word. */
export function longestByFirst(phrases: Iterable<string>): ReadonlyMap<string, number> {
  const longest = new Map<string, number>();
  for (const phrase of phrases) {
    const words = phrase.split(' ');
    const [first = ''] = words;
    longest.set(first, Math.max(longest.get(first) ?? 0, words.length));
  }
  return longest;
}

/** Index of the first word from there on that is none of the skipped. */
export function indexAfter(
  skipped: ReadonlySet<string>,
  words: readonly string[],
  from: number,
): number {
  let at = from;
  while (skipped.has(words[at] ?? '')) at++;
  return at;
}
