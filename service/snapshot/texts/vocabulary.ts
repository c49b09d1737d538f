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
  readonly #ofLength = new Map<number, { readonly word: string; readonly letters: number }[]>();
  /** All words, to find a part of one. */
  readonly #joined: string;

  /** `counts`: numbers of texts, by word. */
  constructor(counts: readonly ReadonlyMap<string, number>[]) {
    for (const words of counts)
      for (const [word, count] of words) addWord(this.#words, word, count);
    for (const word of this.#words.keys())
      if (word.length >= minLength)
        getOrInsert(this.#ofLength, word.length, () => []).push({ word, letters: lettersOf(word) });
    this.#joined = [...this.#words.keys()].join(' ');
  }

  /**
   * Whether each word of a folded term is a part of a known word. If not, no text contains the
   * term.
   */
  knows(term: string): boolean {
    if (this.#words.size >= maxWords) return true;
    return wordsOf(term).every((part) => this.#joined.includes(part));
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
    let best = { word: '', errors: maxErrors + 1, count: 0 };
    for (const [word, most] of this.#near(term)) {
      const errors = typingErrors(term, word, Math.min(most, best.errors));
      const count = this.countOf(word);
      const isNearer = errors < best.errors || (errors === best.errors && count > best.count);
      if (errors <= most && isNearer) best = { word, errors, count };
    }
    return best.word === '' ? null : best.word;
  }

  /** Words that may be near by their letters, each with the typing errors that it may have. */
  *#near(term: string): Iterable<readonly [word: string, most: number]> {
    const wanted = lettersOf(term);
    const { length } = term.replace(/chain$/, '');
    for (let size = term.length - maxErrors; size <= term.length + maxErrors; size++)
      for (const { word, letters } of this.#ofLength.get(size) ?? []) {
        const most = mostErrors(term, word, length);
        if (!isFar(wanted, letters, most)) yield [word, most];
      }
  }
}

/** A bit for each letter that a word has. Some letters share one. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/** Whether one of two words has more other letters than errors: each error changes one of either. */
function isFar(one: number, other: number, errors: number): boolean {
  return hasMore(one & ~other, errors) || hasMore(other & ~one, errors);
}

function hasMore(bits: number, count: number): boolean {
  let rest = bits;
  for (let at = 0; at < count; at++) rest &= rest - 1;
  return rest !== 0;
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
