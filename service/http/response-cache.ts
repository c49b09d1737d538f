/** Cache of finished responses in front of Koa. It belongs to the current snapshot and is emptied with it. */
import type { IncomingMessage, RequestListener } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Place, Urls } from '../urls.ts';
import type { Context, FinishedResponse, Handler } from './context.ts';
import { prefersMarkdown } from './forms.ts';
import { normalizeRequest } from './host.ts';
import { elapsedMs, maxUrlLength, nextRequestId, type Observe } from './middleware.ts';
import { assertPreconditions, chooseEncoding, finish, hasPreconditions, type OnSent, send } from './respond.ts';

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

export interface CacheDeps {
  readonly cache: ResponseCache;
  readonly urls: Urls;
  readonly observe: Observe;
  readonly sent: OnSent;
}

/** Sends cached responses; `next` handles all other requests. No lease is needed, because the bodies are in memory. */
export function serveCached({ cache, urls, observe, sent }: CacheDeps, next: RequestListener): RequestListener {
  return (request, response) => {
    const { method = '' } = request;
    // Koa turns a failed precondition into an error, and knows which routes answer ranges.
    const isSpecial = hasPreconditions(request) || request.headers.range !== undefined;
    const isPlain = isRead(method) && !isSpecial && normalizeRequest(request);
    const finished = isPlain ? cache.get(keyOfRequest(request, urls)) : undefined;
    if (finished === undefined) return next(request, response);
    const { url = '' } = request;
    const startedMs = performance.now();
    const requestId = nextRequestId();
    const status = send(request, response, { finished, requestId, sent });
    observe({ requestId, method, url, route: finished.route, status, tookMs: elapsedMs(startedMs) }, 'hit');
  };
}

function keyOfRequest(request: IncomingMessage, urls: Urls): string {
  const { url = '' } = request;
  const [path = '', query = ''] = split(url);
  const place = urls.placeOf(request.headers.host ?? '', path);
  return cacheKey(place, withoutTracking(query), variantOf(request));
}

/** Koa middleware: finishes and caches what the routes behind it answer with 200. */
export function finishResponses(cache: ResponseCache, sent: OnSent): Handler {
  return async (ctx, next) => {
    await next();
    const { response, state } = ctx;
    if (state.finished === undefined) {
      // Routes that answer ranges handle conditional requests themselves.
      const isOwn = response.get('Cache-Control') === 'no-store' || response.get('Accept-Ranges') === 'bytes';
      if (ctx.status !== 200 || isOwn) return;
      // The key does not say what the client accepts, but for the choice between HTML and Markdown.
      const isNegotiated = !state.hasForms && /\baccept\b(?!-)/i.test(response.get('Vary'));
      state.finished = await finish(ctx, chooseEncoding(ctx.req));
      if (!isNegotiated) {
        state.cache = 'miss';
        cache.set(keyOfRoute(ctx), state.finished, state.snapshot);
      }
    }
    assertPreconditions(ctx.headers, state.finished);
    ctx.respond = false;
    send(ctx.req, ctx.res, { finished: state.finished, requestId: state.requestId, sent });
  };
}

/** Koa middleware of a route: answers from the cache if the request differs only in parameters that the route ignores. */
export function serveRoute(cache: ResponseCache, parameters: readonly string[] | undefined, next: Handler): Handler {
  return (ctx, skip) => {
    ctx.state.cacheQuery = canonicalQuery(ctx.querystring, parameters);
    // The handler must not read a parameter that is not part of the key.
    if (ctx.state.cacheQuery !== ctx.querystring) ctx.querystring = ctx.state.cacheQuery;
    // The cache holds whole files only.
    const isPart = ctx.state.kind === 'file' && ctx.get('Range') !== '';
    const finished = isRead(ctx.method) && !isPart ? cache.get(keyOfRoute(ctx)) : undefined;
    if (finished === undefined) return next(ctx, skip);
    ctx.state.cache = 'hit';
    ctx.state.finished = finished;
    return undefined;
  };
}

function keyOfRoute({ state, path, req }: Context): string {
  return cacheKey({ network: state.network, path }, state.cacheQuery, variantOf(req));
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Headers of the request that a response depends on: its encoding, and Markdown instead of HTML. */
function variantOf(request: IncomingMessage): string {
  return `${chooseEncoding(request)}${prefersMarkdown(request) ? '+md' : ''}`;
}

/** Everything that a response depends on. A path has no spaces, so the parts cannot be confused. */
export function cacheKey({ network, path }: Place, query: string, variant: string): string {
  return `${variant} ${network ?? ''} ${path} ${query}`;
}

function split(url: string): [path: string, query: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

/** Without tracking parameters, so that links with different ones share an entry. */
function withoutTracking(query: string): string {
  if (query.length > maxUrlLength || !/(?:^|&)(?:utm_|_)/.test(query)) return query;
  return query
    .split('&')
    .filter((parameter) => !/^(?:utm_|_)/.test(parameter))
    .join('&');
}

/** Only the parameters that the route reads, all of them if `names` is undefined. A name with a dot at its end is a prefix. */
export function canonicalQuery(query: string, names: readonly string[] | undefined): string {
  const known = withoutTracking(query);
  if (names === undefined || known === '') return known;
  const isKnown = (parameter: string) => {
    const name = parameter.split('=', 1)[0] ?? '';
    return names.some((known) => (known.endsWith('.') ? name.startsWith(known) : name === known));
  };
  return known.split('&').filter(isKnown).join('&');
}
