/**
 * Counts different owners by number, such as the providers of each value. Equal owners of a number
 * follow each other.
 */
export class Tally {
  readonly counts: Int32Array;
  readonly #last: Int32Array;

  constructor(numbers: number) {
    this.counts = new Int32Array(numbers);
    this.#last = new Int32Array(numbers).fill(-1);
  }

  /**
   * `owner`: from 0. Returns whether the owner is another one than that of the last call for the
   * number.
   */
  add(number: number, owner: number): boolean {
    if (this.#last[number] === owner) return false;
    this.#last[number] = owner;
    this.counts[number] = (this.counts[number] ?? 0) + 1;
    return true;
  }
}
