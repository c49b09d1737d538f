/** Pieces of pages that were rendered before, kept as long as the contents that they show. */
import { LRUCache } from 'lru-cache';
import type { Contents } from '../../snapshot/load.ts';

export interface Fragment {
  readonly html: string;
}

const maxBytes = 16 * 1024 * 1024;

/** One kind of piece. The key says everything that the piece depends on besides the contents. */
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
    const kept = { ...fragment, html: inOnePiece(fragment.html) };
    cache.set(key, kept);
    return kept;
  }
}

/** V8 keeps a text that was put together as a tree of its parts, and would walk through it for each page. */
function inOnePiece(text: string): string {
  return Buffer.from(text).toString();
}
