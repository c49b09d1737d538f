/** Cache of finished responses in front of Koa. It belongs to the current snapshot and is emptied with it. */
import { LRUCache } from 'lru-cache';
import type { FinishedResponse, ParsedRequest } from './context.ts';

/** About 1500 toolbox pages in brotli, or 200 of them uncompressed. */
const maxBytes = 32 * 1024 * 1024;
/** A larger response, such as an export of everything, is made for each request. */
const maxEntryBytes = 2 * 1024 * 1024;
/** Estimate of an entry without its body and key. */
const headersBytes = 1500;

export class ResponseCache {
  readonly #responses = new LRUCache<string, FinishedResponse>({
    maxSize: maxBytes,
    maxEntrySize: maxEntryBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length + headersBytes,
  });
  readonly #enabled: boolean;
  #owner: object | null = null;

  /** A disabled cache holds nothing. */
  constructor({ enabled }: { enabled: boolean } = { enabled: true }) {
    this.#enabled = enabled;
  }

  get heldBytes(): number {
    return this.#responses.calculatedSize;
  }

  get(key: string): FinishedResponse | undefined {
    return this.#responses.get(key);
  }

  /** Ignores the response of a request that started before `reset`. */
  set(key: string, response: FinishedResponse, owner: object | null): void {
    if (this.#enabled && owner === this.#owner) this.#responses.set(key, response);
  }

  /** Empties the cache for responses of another snapshot. */
  reset(owner: object | null): void {
    this.#responses.clear();
    this.#owner = owner;
  }
}

/** Part of a parsed request that a response depends on. */
export type Asked = Pick<ParsedRequest, 'network' | 'path' | 'query' | 'route' | 'encoding' | 'prefersMarkdown'>;

/** Everything that a response depends on. A path has no spaces, so the parts cannot be confused. */
export function cacheKey({ network, path, query, route, encoding, prefersMarkdown }: Asked): string {
  const form = prefersMarkdown && route?.markdown !== undefined ? '+md' : '';
  return `${encoding}${form} ${network ?? ''} ${path} ${query}`;
}
