/** Search of the contents' texts. It runs in JavaScript, because the contents of one network are few and share their texts. */
import { createPause } from '../../common/pauses.ts';
import { type PoolOptions, timedOut } from './pool.ts';
import type { RowParts } from './row-parts.ts';

/** Contents tested between two looks at the clock. */
const contentsPerStep = 256;

export class TextSearch {
  readonly #parts: RowParts;
  readonly #options: Pick<PoolOptions, 'timeoutMs' | 'onQuery'>;
  #interruptions = 0;

  constructor(parts: RowParts, options: Pick<PoolOptions, 'timeoutMs' | 'onQuery'>) {
    this.#parts = parts;
    this.#options = options;
  }

  /** Those of the contents that have all of the folded terms, in their order. Throws 503 after the timeout of queries. */
  async find(contents: ArrayLike<number>, terms: readonly string[]): Promise<number[]> {
    const startedMs = performance.now();
    const check = this.#createCheck(startedMs);
    try {
      let found = contents;
      // One term after the other: what is known of a part is known for one term.
      for (const term of terms) found = await this.#filter(found, this.#parts.test(term), check);
      return Array.from(found);
    } finally {
      this.#options.onQuery(performance.now() - startedMs);
    }
  }

  async #filter(contents: ArrayLike<number>, test: (id: number) => boolean, check: () => Promise<void>) {
    const found: number[] = [];
    for (let at = 0; at < contents.length; at++) {
      if (at % contentsPerStep === contentsPerStep - 1) await check();
      const id = contents[at] ?? 0;
      if (test(id)) found.push(id);
    }
    return found;
  }

  /** Pauses, and throws 503 if the search takes too long or is interrupted. */
  #createCheck(startedMs: number): () => Promise<void> {
    const interruptions = this.#interruptions;
    const pause = createPause();
    return async () => {
      await pause();
      const isLate = performance.now() - startedMs > this.#options.timeoutMs;
      if (isLate || this.#interruptions > interruptions) throw timedOut();
    };
  }

  /** Aborts running searches with 503. */
  interrupt(): void {
    this.#interruptions++;
  }
}
