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
