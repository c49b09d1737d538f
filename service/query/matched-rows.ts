/** Rows that a question found, and which of its filters each misses. */
import { countBy } from '../../common/group-by.ts';
import { keysOf } from './filters/index.ts';
import type { Question } from './sql.ts';

/** Keeps some of the rows: what must hold of the rows of an offer together. */
export type Narrow = (ids: readonly number[]) => readonly number[];

export const allRows: Narrow = (ids) => ids;

/** Rows that match a search, with the filters that each misses. */
export class MatchedRows {
  /**
   * As it was resolved: its terms without the words that name the listing, and the price groups of
   * the listing.
   */
  readonly question: Question;
  /** Ids of the rows that match all filters, in order. */
  readonly ids: readonly number[];
  /** Rows that match the search, in order, whatever filters they miss. */
  readonly searched: readonly number[];
  /** Masks of `searched`: bit i is set if the row misses filter i. Empty without filters. */
  readonly #missed: readonly number[];

  /** What must hold of the rows of an offer together. */
  readonly #narrow: Narrow;
  /** The same, had the question taken several networks the other way. */
  readonly #otherwise: Narrow;

  constructor(
    searched: readonly number[],
    missed: readonly number[],
    question: Question,
    [narrow, otherwise]: readonly [Narrow, Narrow] = [allRows, allRows],
  ) {
    this.searched = searched;
    this.#missed = missed;
    this.#narrow = narrow;
    this.#otherwise = otherwise;
    this.question = question;
    this.ids = this.#select((mask) => mask === 0);
  }

  /** Rows that match all filters on one of several networks in place of each, or on each. */
  otherwise(): readonly number[] {
    return this.#select((mask) => mask === 0, this.#otherwise);
  }

  /** Rows that match all filters but those of a column, in order. */
  ignoring(key: string): readonly number[] {
    const ofColumn = this.question.filters.map((filter, at) =>
      keysOf([filter]).includes(key) ? 2 ** at : 0,
    );
    const ignored = ofColumn.reduce((mask, bit) => mask + bit, 0);
    return ignored === 0 ? this.ids : this.#select((mask) => (mask & ~ignored) === 0);
  }

  /** Rows that match all filters but the one with the index. */
  missing(filter: number): readonly number[] {
    return this.#select((mask) => mask === 2 ** filter);
  }

  /**
   * The rows that miss the least, and what that is. Of several equal choices, the one with most
   * rows. `weightOf`: of a filter or term by its index, the terms after the filters.
   */
  closest(weightOf: (at: number) => number = () => 1): {
    readonly ids: readonly number[];
    readonly missed: (at: number) => boolean;
  } {
    const counts = countBy(this.#missed, (mask) => mask);
    const { filters, terms } = this.question;
    const weights = Array.from({ length: filters.length + terms.length }, (_, at) => weightOf(at));
    const lossOf = (mask: number) =>
      weights.reduce((loss, weight, at) => loss + ((mask & (2 ** at)) === 0 ? 0 : weight), 0);
    const [best = [0]] = [...counts].sort(
      ([a, rows], [b, others]) => lossOf(a) - lossOf(b) || others - rows,
    );
    const [chosen] = best;
    return {
      ids: this.#select((mask) => mask === chosen),
      missed: (at) => (chosen & (2 ** at)) !== 0,
    };
  }

  #select(isWanted: (mask: number) => boolean, narrow = this.#narrow): readonly number[] {
    if (this.#missed.length === 0) return narrow(this.searched);
    return narrow(this.searched.filter((_, at) => isWanted(this.#missed[at] ?? 0)));
  }
}
