/** Cache of rendered HTML fragments, dropped with the snapshot. */
import { LRUCache } from 'lru-cache';
import type { Contents } from '../../snapshot/load.ts';

export interface Fragment {
  readonly html: string;
}

const maxBytes = 16 * 1024 * 1024;

/** Fragments of one kind. The key contains everything that the HTML depends on besides the snapshot. */
export class Fragments<T extends Fragment> {
  readonly #caches = new WeakMap<Contents, LRUCache<string, T>>();

  get(contents: Contents, key: string): T | undefined {
    return this.#caches.get(contents)?.get(key);
  }

  keep(contents: Contents, key: string, fragment: T): T {
    let cache = this.#caches.get(contents);
    if (!cache) {
      const sizeCalculation = ({ html }: T, name: string) => 2 * (html.length + name.length) + 500;
      cache = new LRUCache({ maxSize: maxBytes, sizeCalculation });
      this.#caches.set(contents, cache);
    }
    const kept = { ...fragment, html: flatten(fragment.html) };
    cache.set(key, kept);
    return kept;
  }
}

/** V8 stores a concatenated string as a tree. A flat copy is faster to insert into every page. */
function flatten(text: string): string {
  return Buffer.from(text).toString();
}
