/** Words of a snapshot's texts, for searches with typing errors. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { typingErrors } from '../../../common/nearest-name.ts';

/** Shorter words are not corrected: too many others are near. */
const minLength = 4;
/** Words from this length on may have two errors, shorter ones one. */
const longWord = 8;
const maxErrors = 2;
/** Longer texts between spaces, such as addresses and keys, are not compared. */
const maxLength = 30;
/** The comparison of a search with so many words takes a few milliseconds. */
const maxWords = 20_000;

/** Counts the words of a folded text, each once. Beyond the limit, it counts no new ones. */
export function countWords(words: Map<string, number>, folded: string): void {
  for (const word of new Set(wordsOf(folded))) addWord(words, word, 1);
}

function addWord(words: Map<string, number>, word: string, count: number): void {
  const known = words.get(word);
  if (known !== undefined || words.size < maxWords) words.set(word, (known ?? 0) + count);
}

export class Vocabulary {
  /** Number of texts with the word. */
  readonly #words = new Map<string, number>();
  /** The words by their number of letters, of which a typing error changes few. */
  readonly #ofLength = new Map<number, string[]>();

  /** `counts`: numbers of texts, by word. */
  constructor(counts: readonly ReadonlyMap<string, number>[]) {
    for (const words of counts)
      for (const [word, count] of words) addWord(this.#words, word, count);
    for (const word of this.#words.keys())
      if (word.length >= minLength) getOrInsert(this.#ofLength, word.length, () => []).push(word);
  }

  /**
   * Whether each word of a folded term is a part of a known word. If not, no text contains the
   * term.
   */
  knows(term: string): boolean {
    if (this.#words.size >= maxWords) return true;
    return wordsOf(term).every((part) => this.#words.has(part) || this.#contains(part));
  }

  /** Number of texts in which a folded word stands alone. */
  countOf(word: string): number {
    return this.#words.get(word) ?? 0;
  }

  /**
   * The known word with the fewest typing errors in a folded term, the most frequent of several;
   * null if none is near.
   */
  correct(term: string): string | null {
    if (term.length < minLength || term.length > maxLength) return null;
    const { length } = term.replace(/chain$/, '');
    let best = { word: '', errors: maxErrors + 1, count: 0 };
    for (const word of this.#near(term.length)) {
      const most = mostErrors(term, word, length);
      const errors = typingErrors(term, word, Math.min(most, best.errors));
      const count = this.countOf(word);
      const isNearer = errors < best.errors || (errors === best.errors && count > best.count);
      if (errors <= most && isNearer) best = { word, errors, count };
    }
    return best.word === '' ? null : best.word;
  }

  *#near(length: number): Iterable<string> {
    for (let letters = length - maxErrors; letters <= length + maxErrors; letters++)
      yield* this.#ofLength.get(letters) ?? [];
  }

  #contains(part: string): boolean {
    for (const word of this.#words.keys()) if (word.includes(part)) return true;
    return false;
  }
}

/**
 * Typing errors of a word. One of two may be a missing letter; the first letter is seldom wrong:
 * `eterium`. An ending that many names share says nothing: `foochain` is not `onchain`.
 */
function mostErrors(term: string, word: string, stemLength: number): number {
  const lacksOne = word.length === term.length + 1 && word.charAt(0) === term.charAt(0);
  return stemLength >= longWord ||
    (stemLength === term.length && lacksOne && word.length >= longWord)
    ? maxErrors
    : 1;
}

export function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}
