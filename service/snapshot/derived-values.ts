/** Values and HTML that follow from the snapshot alone, made when they are first asked for. */
import { LRUCache } from 'lru-cache';

/**
 * Names of networks, categories and providers make keys: more than any directory has of the first
 * two.
 */
const maxValues = 20_000;
/** Of HTML and its keys, with two bytes a character of a key. */
const maxBytes = 32 * 1024 * 1024;

export class DerivedValues {
  readonly #values = new LRUCache<string, NonNullable<unknown>>({
    max: maxValues,
    maxSize: maxBytes,
    sizeCalculation: (value, key) =>
      value instanceof Uint8Array ? value.length + 2 * key.length : 1,
  });

  /**
   * `key`: the name of the value, and all that it depends on besides the snapshot. A promise that
   * is rejected is forgotten.
   */
  of<T extends NonNullable<unknown>>(key: string, make: () => T): T {
    const known = this.#values.get(key) as T | undefined;
    if (known !== undefined) return known;
    const made = make();
    this.#values.set(key, made);
    if (made instanceof Promise) made.catch(() => this.#values.delete(key));
    return made;
  }
}
