/** Rows that match a search, with the filters that each misses. */
import { maskOf, type Question } from './sql.ts';

export class FoundRows {
  /** As it was resolved: its terms without the words that name the listing, and the price groups of the listing. */
  readonly question: Question;
  /** Ids of the rows that match all filters, in order. */
  readonly ids: readonly number[];
  /** Rows that match the search, in order. */
  readonly #searched: readonly number[];
  /** Masks of `#searched`: bit i is set if the row misses filter i. Empty without filters. */
  readonly #missed: readonly number[];

  constructor(searched: readonly number[], missed: readonly number[], question: Question) {
    this.#searched = searched;
    this.#missed = missed;
    this.question = question;
    this.ids = this.#select((mask) => mask === 0);
  }

  /** Rows that match all filters but those of a column, in order. */
  ignoring(key: string): readonly number[] {
    const ignored = maskOf(this.question.filters, key);
    return ignored === 0 ? this.ids : this.#select((mask) => (mask & ~ignored) === 0);
  }

  /** Rows that match all filters but the one with the index. */
  missing(filter: number): readonly number[] {
    return this.#select((mask) => mask === 2 ** filter);
  }

  #select(isWanted: (mask: number) => boolean): readonly number[] {
    if (this.question.filters.length === 0) return this.#searched;
    return this.#searched.filter((_, at) => isWanted(this.#missed[at] ?? 0));
  }
}
