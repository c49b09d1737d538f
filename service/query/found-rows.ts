/** Rows that match a search, with the filters that each misses. */
import type { Filter } from './filters/index.ts';
import { maskOf } from './sql.ts';

export class FoundRows {
  /** Ids of the rows that match all filters, in order. */
  readonly ids: readonly number[];
  /** Rows that match the search, in order. */
  readonly #searched: readonly number[];
  /** Masks of `#searched`: bit i is set if the row misses filter i. Empty without filters. */
  readonly #missed: readonly number[];
  readonly #filters: readonly Filter[];

  constructor(searched: readonly number[], missed: readonly number[], filters: readonly Filter[]) {
    this.#searched = searched;
    this.#missed = missed;
    this.#filters = filters;
    this.ids = this.#select((mask) => mask === 0);
  }

  /** Rows that match all filters but those of a column, in order. */
  ignoring(key: string): readonly number[] {
    const ignored = maskOf(this.#filters, key);
    return ignored === 0 ? this.ids : this.#select((mask) => (mask & ~ignored) === 0);
  }

  /** Rows that match all filters but the one with the index. */
  missing(filter: number): readonly number[] {
    return this.#select((mask) => mask === 2 ** filter);
  }

  #select(isWanted: (mask: number) => boolean): readonly number[] {
    if (this.#filters.length === 0) return this.#searched;
    return this.#searched.filter((_, at) => isWanted(this.#missed[at] ?? 0));
  }
}
