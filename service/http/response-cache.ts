/**
 * Cache of finished responses in front of the routers. It belongs to the current snapshot and is
 * emptied with it.
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { FinishedResponse, RequestState } from './context.ts';
import { pack } from './respond.ts';

/** About 1500 toolbox pages. Bodies are held compressed, whatever the client accepts. */
const maxBodyBytes = 24 * 1024 * 1024;
const maxHeadBytes = 8 * 1024 * 1024;
/** A larger response is made for each request. */
const maxEntryBytes = 2 * 1024 * 1024;
/** Estimate of an entry without its body and key. */
const headersBytes = 1500;

export class ResponseCache {
  readonly #heads = new LRUCache<string, Omit<FinishedResponse, 'body'>>({
    maxSize: maxHeadBytes,
    sizeCalculation: (_, key) => key.length + headersBytes,
  });
  /** By ETag, which is a hash: networks share the bytes of assets and logos. */
  readonly #bodies = new LRUCache<string, Buffer>({
    maxSize: maxBodyBytes,
    sizeCalculation: (body, etag) => body.length + etag.length,
  });
  readonly #enabled: boolean;
  #owner: object | null = null;

  /** A disabled cache holds nothing. */
  constructor({ enabled }: { enabled: boolean } = { enabled: true }) {
    this.#enabled = enabled;
  }

  get heldBytes(): number {
    return this.#heads.calculatedSize + this.#bodies.calculatedSize;
  }

  /** The body of a compressible response is packed: see `unpack`. */
  get(key: string): FinishedResponse | undefined {
    const head = this.#heads.get(key);
    if (head === undefined) return undefined;
    const body = this.#bodies.get(head.etag);
    if (body === undefined) return undefined;
    // Each key by name: spreading the head takes as long as finding it.
    const { route, headers, notModifiedHeaders, etag, lastModified, isCompressible } = head;
    return { route, headers, notModifiedHeaders, etag, lastModified, isCompressible, body };
  }

  /**
   * Ignores the response of a request that started before `reset`. `owner`: an object that belongs
   * to the snapshot. Large bodies are packed on another thread.
   */
  async set(key: string, finished: FinishedResponse, owner: object | null): Promise<void> {
    const { body, ...head } = finished;
    const isWanted = () => this.#enabled && owner === this.#owner;
    if (!isWanted() || body.length >= maxEntryBytes) return;
    const isNew = head.isCompressible && !this.#bodies.has(head.etag);
    const packed = isNew ? await pack(body) : body;
    // Another snapshot may have come meanwhile.
    if (!isWanted()) return;
    this.#heads.set(key, head);
    if (!this.#bodies.has(head.etag)) this.#bodies.set(head.etag, packed);
  }

  /** Empties the cache for responses of another snapshot. */
  reset(owner: object | null): void {
    this.#heads.clear();
    this.#bodies.clear();
    this.#owner = owner;
  }
}

/** A held response as it is sent. Unpacking takes milliseconds, on another thread. */
export async function unpack(held: FinishedResponse): Promise<FinishedResponse> {
  return held.isCompressible ? { ...held, body: await promisify(gunzip)(held.body) } : held;
}

/** What a response depends on. */
export type CacheKeyParts = Pick<
  RequestState,
  'network' | 'path' | 'query' | 'encoding' | 'prefersMarkdown'
>;

/** A path has no spaces, so the parts cannot be confused. */
export function cacheKey({
  network,
  path,
  query,
  encoding,
  prefersMarkdown,
}: CacheKeyParts): string {
  const form = prefersMarkdown ? '+md' : '';
  return `${encoding}${form} ${network ?? ''} ${path} ${query}`;
}
