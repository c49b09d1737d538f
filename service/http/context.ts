/** Koa context of a request, with the state that middleware sets for the routes. */
import type { Middleware, ParameterizedContext } from 'koa';
import { HttpError } from '../errors.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** Errors of `page` are HTML if the client accepts it; those of addresses that end in `.md` are Markdown; all others are JSON. A request to `api` can name its snapshot. */
export type RouteKind = 'page' | 'api' | 'json' | 'text' | 'file';

/** A complete 200 response in one encoding. */
export interface FinishedResponse {
  /** Alternating names and values, as node:http takes them; without X-Request-Id. */
  readonly headers: readonly string[];
  /** Headers of the 304 for it. */
  readonly notModifiedHeaders: readonly string[];
  readonly etag: string;
  readonly lastModified: string | undefined;
  readonly body: Buffer;
  /** Path in the table of routes. */
  readonly route: string;
}

export interface RequestState {
  /** Network key of a toolbox request, null on the site. */
  network: string | null;
  /** Leased to this request; null before the first snapshot. */
  snapshot: Snapshot | null;
  requestId: string;
  /** Notes for the watchdog that the request is worked on, until the returned function is called. */
  beginWork?: () => () => void;
  /** Path in the table of routes; undefined if no route matched. */
  route: string | undefined;
  kind: RouteKind | undefined;
  /** Set if the response is from the cache, or may be held by it. */
  cache: 'hit' | 'miss' | undefined;
  /** Waits for requests of others, between the steps of an export or of a busy client's long work; otherwise undefined. */
  giveWay?: (() => Promise<void>) | undefined;
  /** Whether the route has an HTML and a Markdown form at one address. The cache key says which one the client prefers. */
  hasForms?: boolean;
  /** The part of the query that the route reads. */
  cacheQuery: string;
  /** Complete 200 response, once it is made or found in the cache. */
  finished: FinishedResponse | undefined;
}

export type Context = ParameterizedContext<RequestState>;
export type Handler = Middleware<RequestState>;

/** Throws 503 before the first snapshot. */
export function snapshotOf(ctx: Pick<Context, 'state'>): Snapshot {
  if (ctx.state.snapshot) return ctx.state.snapshot;
  const headers = { 'Retry-After': '5' };
  throw new HttpError(503, 'no-snapshot', 'no data has been published yet', { headers });
}

/** Key of the network of a request, null on the site. Throws 404 if the snapshot has no such network. */
export function networkKeyOf(ctx: Pick<Context, 'state'>): string | null {
  return ctx.state.network === null ? null : networkOf(ctx).key;
}

/** Network of a toolbox request; throws 404 if the snapshot has no such network. */
export function networkOf(ctx: Pick<Context, 'state'>): { key: string; snapshot: Snapshot } {
  const snapshot = snapshotOf(ctx);
  const key = ctx.state.network ?? '';
  if (snapshot.catalog.networks.has(key)) return { key, snapshot };
  const detail = snapshot.catalog.nearestNetwork(key);
  throw new HttpError(404, 'unknown-network', `no network "${key}" in this directory`, { detail });
}
