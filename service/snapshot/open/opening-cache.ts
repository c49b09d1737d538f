/**
 * Results that were computed from the files of the last snapshot, for the next one. Most files of
 * the next one are the same.
 */
export class OpeningCache {
  #last: ReadonlyMap<string, unknown> = new Map();
  #next = new Map<string, unknown>();

  /**
   * Returns the result of `make`. A result of the last snapshot with the same `version` is returned
   * without calling it. `version` names the result, and contains all that it depends on, such as
   * the hash of a file.
   */
  async of<T>(version: string, make: () => Promise<T>): Promise<T> {
    const known = this.#next.has(version) ? this.#next : this.#last;
    const made = known.has(version) ? (known.get(version) as T) : await make();
    this.#next.set(version, made);
    return made;
  }

  /** Forgets what a snapshot that was not opened left. */
  begin(): void {
    this.#next = new Map();
  }

  /** Forgets what the snapshot that was opened does not use. */
  finish(): void {
    this.#last = this.#next;
    this.#next = new Map();
  }
}
