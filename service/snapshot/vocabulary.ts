/** Words of a snapshot's texts, for searches with typing errors. */
import { foldCell } from '../../common/fold.ts';
import { typingErrors } from '../../common/nearest-name.ts';

/** Shorter words are not corrected: too many others are near. */
const minLength = 4;
/** Words from this length on may have two errors, shorter ones one. */
const longWord = 8;
/** Longer texts between spaces, such as addresses and keys, are not compared. */
const maxLength = 30;
/** The comparison of a search with so many words takes a few milliseconds. */
const maxWords = 20_000;

export class Vocabulary {
  /** Number of texts with the word. */
  readonly #words = new Map<string, number>();
  readonly #texts = new Set<string>();

  /** Adds the words of a text. A text counts once, however often it is added. `folded`: the text, if it is known. */
  add(text: string, folded?: string): void {
    if (this.#texts.has(text)) return;
    this.#texts.add(text);
    for (const word of new Set(wordsOf(folded ?? foldCell(text)))) {
      const count = this.#words.get(word);
      if (count !== undefined || this.#words.size < maxWords) this.#words.set(word, (count ?? 0) + 1);
    }
  }

  /** Forgets the texts, which only `add` needs. */
  close(): void {
    this.#texts.clear();
  }

  /** Whether each word of a folded term is a part of a known word. If not, no text contains the term. */
  knows(term: string): boolean {
    if (this.#words.size >= maxWords) return true;
    return wordsOf(term).every((part) => this.#words.has(part) || this.#contains(part));
  }

  /** The known word with the fewest typing errors in a folded term, the most frequent of several; null if none is near. */
  correct(term: string): string | null {
    if (term.length < minLength || term.length > maxLength) return null;
    const most = term.length < longWord ? 1 : 2;
    let best = { word: '', errors: most + 1, count: 0 };
    for (const [word, count] of this.#words) {
      if (word.length < minLength) continue;
      const errors = typingErrors(term, word, Math.min(most, best.errors));
      if (errors < best.errors || (errors === best.errors && errors <= most && count > best.count))
        best = { word, errors, count };
    }
    return best.word === '' ? null : best.word;
  }

  #contains(part: string): boolean {
    for (const word of this.#words.keys()) if (word.includes(part)) return true;
    return false;
  }
}

export function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}
