/** Values and HTML that follow from the snapshot alone, made when they are first asked for. */
import { LRUCache } from 'lru-cache';

/** Names of networks, categories and providers make keys: more than any directory has of the first two. */
const maxValues = 5000;

export class DerivedValues {
  readonly #values = new LRUCache<string, NonNullable<unknown>>({ max: maxValues });

  /** `key`: the name of the value, and all that it depends on besides the snapshot. A promise that is rejected is forgotten. */
  of<T extends NonNullable<unknown>>(key: string, make: () => T): T {
    const known = this.#values.get(key) as T | undefined;
    if (known !== undefined) return known;
    const made = make();
    this.#values.set(key, made);
    if (made instanceof Promise) made.catch(() => this.#values.delete(key));
    return made;
  }
}

const maxBytes = 32 * 1024 * 1024;
/** Estimate of an entry without its texts. */
const entryBytes = 500;

/** Texts of cells are escaped, so that none reads as a mark. */
const lateMark = /<late ?(\d*)>/g;

/** Rendered HTML fragments: an uncached toolbox page takes 6 times the CPU of its JSON without them, 2 times with them. */
export class HtmlCache {
  readonly #fragments = new LRUCache<string, string>({
    maxSize: maxBytes,
    // Two bytes a character.
    sizeCalculation: (html, key) => 2 * (html.length + key.length) + entryBytes,
  });

  /**
   * `key`: the name of the kind of fragment, and all that the HTML depends on besides the snapshot. `late`: HTML in place of the marks
   * `<late>` and `<late 12>` of the fragment, for what differs from page to page.
   */
  of(key: string, render: () => string, late: ((id: string) => string) | null = null): string {
    let html = this.#fragments.get(key);
    if (html === undefined) {
      // V8 holds a concatenated string as a tree of its parts and would walk it for each page.
      html = Buffer.from(render()).toString();
      this.#fragments.set(key, html);
    }
    return late === null ? html : html.replace(lateMark, (_, id) => late(id));
  }
}
