/** Cache of rendered HTML fragments: an uncached toolbox page takes 6 times the CPU of its JSON without it, 2 times with it. */
import { LRUCache } from 'lru-cache';

const maxBytes = 32 * 1024 * 1024;
/** Estimate of an entry without its texts. */
const entryBytes = 500;

export class HtmlCache {
  readonly #fragments = new LRUCache<string, string>({
    maxSize: maxBytes,
    // Two bytes a character.
    sizeCalculation: (html, key) => 2 * (html.length + key.length) + entryBytes,
  });

  /** `key`: the name of the kind of fragment, and all that the HTML depends on besides the snapshot. */
  of(key: string, render: () => string): string {
    const known = this.#fragments.get(key);
    if (known !== undefined) return known;
    // V8 holds a concatenated string as a tree of its parts and would walk it for each page.
    const html = Buffer.from(render()).toString();
    this.#fragments.set(key, html);
    return html;
  }
}
