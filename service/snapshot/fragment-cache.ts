/** Cache of rendered HTML fragments: an uncached toolbox page takes 6 times the CPU of its JSON without it, 2 times with it. */
import { LRUCache } from 'lru-cache';

export interface Fragment {
  readonly html: string;
}

const maxBytes = 32 * 1024 * 1024;
/** Estimate of an entry without its strings. */
const entryBytes = 500;

export class FragmentCache {
  readonly #fragments = new LRUCache<string, Fragment>({
    maxSize: maxBytes,
    // Two bytes a character.
    sizeCalculation: ({ html }, key) => 2 * (html.length + key.length) + entryBytes,
  });

  /** A key starts with the name of its type of fragment, and has everything that the HTML depends on besides the snapshot. */
  get<T extends Fragment>(key: string): T | undefined {
    return this.#fragments.get(key) as T | undefined;
  }

  /** Returns the fragment as it is cached. */
  set<T extends Fragment>(key: string, fragment: T): T {
    // V8 holds a concatenated string as a tree of its parts and would walk it for each page.
    const cached = { ...fragment, html: Buffer.from(fragment.html).toString() };
    this.#fragments.set(key, cached);
    return cached;
  }
}
