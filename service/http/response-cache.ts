/** Cache of finished responses in front of Koa. It belongs to the current snapshot and is emptied with it. */
import type { RequestListener } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Handler } from './context.ts';
import { maxUrlLength, nextRequestId, type Observe } from './middleware.ts';
import { chooseEncoding, type Encoding, type FinishedResponse, finish, send } from './respond.ts';

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

/** Sends cached responses; `next` handles all other requests. No lease is needed, because the bodies are in memory. */
export function serveCached(
  { cache, observe }: { readonly cache: ResponseCache; readonly observe: Observe },
  next: RequestListener,
): RequestListener {
  return (request, response) => {
    const { method = '', url = '' } = request;
    const finished = isRead(method)
      ? cache.get(cacheKey(url, request.headers.host, chooseEncoding(request)))
      : undefined;
    if (finished === undefined) return next(request, response);
    const startedMs = performance.now();
    const requestId = nextRequestId();
    const status = send(request, response, { finished, requestId });
    const tookMs = performance.now() - startedMs;
    observe({ requestId, method, url, route: finished.route, status, tookMs }, 'hit');
  };
}

/** Koa middleware: finishes and caches what the routes behind it answer with 200. */
export function finishResponses(cache: ResponseCache): Handler {
  return async (ctx, next) => {
    await next();
    const { response, state } = ctx;
    // Routes that answer ranges handle conditional requests themselves.
    const isOwn = response.get('Cache-Control') === 'no-store' || response.get('Accept-Ranges') === 'bytes';
    if (ctx.status !== 200 || isOwn) return;
    state.cache = 'miss';
    const encoding = chooseEncoding(ctx.req);
    const finished = await finish(ctx, encoding);
    // `ctx.req.url` is the path below the network's base address by now.
    cache.set(cacheKey(ctx.originalUrl, ctx.req.headers.host, encoding), finished, state.snapshot);
    ctx.respond = false;
    send(ctx.req, ctx.res, { finished, requestId: state.requestId });
  };
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Everything that a response depends on. A URL has no spaces, so the parts cannot be confused. */
export function cacheKey(url: string, host: string | undefined, encoding: Encoding): string {
  return `${encoding} ${withoutTracking(url)} ${host ?? ''}`;
}

/** Without tracking parameters, so that links with different ones share an entry. */
function withoutTracking(url: string): string {
  if (url.length > maxUrlLength || !/[?&](?:utm_|_)/.test(url)) return url;
  const [path = '', ...query] = url.split(/[?&]/);
  const kept = query.filter((parameter) => !/^(?:utm_|_)/.test(parameter));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}
