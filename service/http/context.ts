/** Koa context of a request, with the state that the routes read. */
import type { Middleware, ParameterizedContext } from 'koa';
import { HttpError } from '../errors.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/**
 * Errors of `page` are HTML if the client accepts it; those of addresses that end in `.md` are
 * Markdown; all others are JSON. A request to `api` can name its snapshot.
 */
export type RouteKind = 'page' | 'api' | 'json' | 'text' | 'file';

export interface Route {
  /** `{name}` stands for one path segment, `*name` for any number. */
  readonly path: string;
  readonly kind: RouteKind;
  /**
   * Query parameters that the response depends on; one that ends in a dot stands for every name
   * that begins with it. Undefined for all, on routes that reject unknown parameters. Others are
   * ignored and not part of the cache key.
   */
  readonly parameters?: readonly string[];
  readonly handler: Handler;
  /** Handler for clients that prefer Markdown at the address of the HTML page. */
  readonly markdown?: Handler;
  /**
   * The handler chooses between more media types than HTML and Markdown: the key of the response
   * cache does not say which.
   */
  readonly byAccept?: boolean;
  /** Queue in which requests wait: that of lists and pages by default. */
  readonly queue?: 'exports' | 'none';
  /** GET by default, with HEAD. */
  readonly method?: 'POST';
  /** Scripts of other origins may not read it. */
  readonly isPrivate?: boolean;
  /** Other sites may show it in a frame: its Content-Security-Policy, which allows no script. */
  readonly framedPolicy?: string;
  /** Adds to an error of a parameter what helps the client, such as an example. */
  readonly explain?: (ctx: Context, error: HttpError) => HttpError;
}

export type Encoding = 'br' | 'gzip' | 'identity';

/** A complete 200 response in one encoding. */
export interface FinishedResponse {
  readonly route: Route | undefined;
  /** Alternating names and values, as node:http takes them; without X-Request-Id. */
  readonly headers: readonly string[];
  /** Headers of the 304 for it. */
  readonly notModifiedHeaders: readonly string[];
  readonly etag: string;
  readonly lastModified: string | undefined;
  readonly body: Buffer;
  /** True for a plain body of a client that accepts no encoding: others would get it compressed. */
  readonly isCompressible: boolean;
}

export interface RequestState {
  readonly requestId: string;
  /**
   * Notes for the watchdog that the request is worked on, until the returned function is called.
   * Waiting for a turn or for a body is no work.
   */
  readonly beginWork: () => () => void;
  /** Network key of a toolbox request, null on the site. Set by `locate`, as the next five. */
  network: string | null;
  /** Path as the client wrote it. */
  written: string;
  /** Below the base address of the site or of the network. */
  path: string;
  /** As the client wrote it; from `enterRoute` on only the parameters that the route reads. */
  query: string;
  /** The parameters of `query`, parsed once for all readers. Set by `enterRoute`. */
  parameters: URLSearchParams;
  /** Best encoding that the client accepts. */
  encoding: Encoding;
  prefersMarkdown: boolean;
  /** Gets the title and the figure of the page; null unless its picture is asked for. */
  picture: { card: { readonly title: string; readonly figure: string } | null } | null;
  /** Undefined until a route has the path. */
  route: Route | undefined;
  /** Leased to this request; null before the first snapshot. Set by `leaseSnapshot`. */
  snapshot: Snapshot | null;
  /**
   * Time from which the service answers from the snapshot, whole seconds in ms; null without one.
   * Set by `leaseSnapshot`. It never falls: a restart and a rollback have a later one.
   */
  servedSinceMs: number | null;
  /** Why there is no snapshot. Set by `leaseSnapshot`. */
  absence: string;
  /** Time in a queue, ms; null if the request waited in none. */
  waitedMs: number | null;
  /** Sum of the times of its queries, ms. */
  queryMs: number;
  /** Code of the error that was answered. */
  code: string | undefined;
  /** Whether the response came from the cache, was put into it, or neither. */
  cache: 'hit' | 'miss' | undefined;
}

export type Context = ParameterizedContext<
  RequestState,
  { /** Of @koa/router. */ readonly matched?: readonly unknown[] }
>;
export type Handler = Middleware<RequestState>;

/** Throws 503 before the first snapshot. */
export function snapshotOf(ctx: Pick<Context, 'state'>): Snapshot {
  if (ctx.state.snapshot) return ctx.state.snapshot;
  const headers = { 'Retry-After': '5' };
  throw new HttpError(503, 'no-snapshot', ctx.state.absence, { headers });
}

/**
 * Key of the network of a request, null on the site. Throws 404 if the snapshot has no such
 * network.
 */
export function networkKeyOf(ctx: Pick<Context, 'state'>): string | null {
  return ctx.state.network === null ? null : networkOf(ctx).key;
}

/** Network of a toolbox request; throws 404 if the snapshot has no such network. */
export function networkOf(ctx: Pick<Context, 'state'>): { key: string; snapshot: Snapshot } {
  const snapshot = snapshotOf(ctx);
  const key = ctx.state.network ?? '';
  if (snapshot.catalog.networks.has(key)) return { key, snapshot };
  const { terms } = snapshot.catalog;
  const message = `no ${terms.network} "${key}" in this directory`;
  const detail = snapshot.catalog.nearestNetwork(key);
  throw new HttpError(404, 'unknown-network', message, { detail });
}
