/**
 * Koa middleware: reports requests, sets headers, waits for a turn, leases the snapshot, finishes
 * responses.
 */
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { HttpError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import type { SnapshotHolder } from '../snapshot/holder.ts';
import { parseSnapshotId, snapshotParameter } from '../snapshot/requested-id.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Activity } from '../watchdog-notes.ts';
import { assertPreconditions, hasPreconditions, isNotModified } from './conditions.ts';
import type { Context, FinishedResponse, Handler, RequestState, Route } from './context.ts';
import type { AnswerError } from './error-handler.ts';
import type { FairQueue, Kind } from './fair-queue.ts';
import { clientOf } from './fair-queue.ts';
import { finish, type OnSent, send } from './respond.ts';
import { cacheKey, type ResponseCache, unpack } from './response-cache.ts';

export interface ObserveDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Notes for the watchdog. */
  readonly activity: Activity;
  readonly answerError: AnswerError;
  /** Header in which a trusted proxy states the client's address. */
  readonly clientHeader: string | null;
}

/** Answers errors; counts and logs the request when its response is complete. */
export function observeRequests(deps: ObserveDeps): Handler {
  const { activity, answerError, clientHeader, log, metrics } = deps;
  return async (ctx, next) => {
    const startedMs = performance.now();
    const { method = '', url = '' } = ctx.req;
    const requestId = nextRequestId();
    const note = { requestId, method, url };
    activity.arrived = note;
    ctx.state = newState(requestId, () => activity.begin(note));
    try {
      await next();
    } catch (error) {
      setHeaders(ctx);
      answerError(ctx, error);
    }
    const { network, cache, code, waitedMs, queryMs } = ctx.state;
    const [route, status] = [routeName(network !== null, ctx.state.route), ctx.status];
    const tookMs = rounded(performance.now() - startedMs);
    metrics.requests.inc({ route, status });
    metrics.requestSeconds.observe({ route }, tookMs / 1000);
    if (cache !== undefined) (cache === 'hit' ? metrics.cacheHits : metrics.cacheMisses).inc();
    const client = clientOf(ctx.req, clientHeader);
    const times = { waitedMs: rounded(waitedMs ?? 0), queryMs: rounded(queryMs), tookMs };
    log[status >= 500 ? 'warn' : 'info'](
      { requestId, client, method, url, route, status, code, ...times },
      'request',
    );
  };
}

/** To a microsecond. */
function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** Name of a route in the log and in the metrics. */
export function routeName(isOfNetwork: boolean, route?: Pick<Route, 'path'>): string {
  return route === undefined ? 'other' : `${isOfNetwork ? '{network}' : ''}${route.path}`;
}

function newState(requestId: string, beginWork: RequestState['beginWork']): RequestState {
  return {
    requestId,
    beginWork,
    network: null,
    written: '',
    path: '',
    query: '',
    encoding: 'identity',
    prefersMarkdown: false,
    picture: null,
    route: undefined,
    snapshot: null,
    servedSinceMs: null,
    absence: '',
    waitedMs: null,
    parameters: new URLSearchParams(),
    queryMs: 0,
    code: undefined,
    cache: undefined,
  };
}

const processId = randomBytes(6).toString('hex');
let requestCount = 0;

/** Unique across processes and cheap to make. */
function nextRequestId(): string {
  requestCount++;
  return `${processId}-${requestCount.toString(36)}`;
}

/** No inline scripts, nothing from third parties but images. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "manifest-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page that runs DuckDB and its worker compile WebAssembly. */
const compiling = /^\/(?:data\/sql|assets\/duckdb\.js)$/;
const compilingPolicy = contentSecurityPolicy.replace("script-src 'self'", "$& 'wasm-unsafe-eval'");

/** Pictures of contributors: an SVG that is opened by its own address runs no scripts. */
const contributedSvg = /^\/(?:data|logos|snapshots)\/.*\.svg$/;
const svgPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

function policyOf(path: string): string {
  if (contributedSvg.test(path)) return svgPolicy;
  return compiling.test(path) ? compilingPolicy : contentSecurityPolicy;
}

/** Headers that scripts of other origins may read. */
const exposedHeaders =
  'ETag,Link,X-Total-Count,Content-Range,Content-Location,Repr-Digest,Content-Disposition,Retry-After,X-Request-Id';

/**
 * Tables and pictures of snapshots are sent as they are, and JSON in the encoding that the client
 * accepts.
 */
const snapshotFile = /^\/(?:data|snapshots)\/.*\.(?:parquet|png|jpe?g|webp|svg)$/;

/**
 * Headers of every response of an address, whatever its method and status. Every origin may read
 * every response: the headers are the same for all origins, so that a cache needs no copy for each
 * of them (@koa/cors adds `Vary: Origin`).
 */
export function setHeaders(ctx: Context): void {
  const { requestId, route } = ctx.state;
  ctx.set({
    'X-Request-Id': requestId,
    'Content-Security-Policy': route?.framedPolicy ?? policyOf(ctx.path),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(route?.framedPolicy === undefined && { 'X-Frame-Options': 'DENY' }),
  });
  if (route?.isPrivate) return;
  ctx.set({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': exposedHeaders });
  // Without a route, the client chooses the form of the error.
  if (route === undefined || route.markdown || route.byAccept) ctx.vary('Accept');
  if (!snapshotFile.test(ctx.path)) ctx.vary('Accept-Encoding');
}

export interface QueueDeps {
  readonly queue: FairQueue;
  /** Header in which a proxy states the client's address. */
  readonly clientHeader: string | null;
}

/** Waits for the client's turn. */
export function queueRequests(deps: QueueDeps): Handler {
  return (ctx, next) => {
    const kind = ctx.state.route?.queue ?? 'requests';
    return kind === 'none' ? next() : runQueued(deps, kind, ctx, next);
  };
}

/** Works when it is the client's turn, unless the client is gone by then. */
export async function runQueued(
  { queue, clientHeader }: QueueDeps,
  kind: Kind,
  ctx: Context,
  work: () => Promise<void>,
): Promise<void> {
  const askedMs = performance.now();
  const endWait = () => {
    ctx.state.waitedMs ??= performance.now() - askedMs;
  };
  const run = queue.run(clientOf(ctx.req, clientHeader), kind, async () => {
    endWait();
    if (!ctx.req.socket.destroyed) return noteWork(ctx, work);
    // Nobody reads the response.
    ctx.respond = false;
    ctx.status = 408;
  });
  await run.finally(endWait);
}

async function noteWork({ state }: Context, work: () => Promise<void>): Promise<void> {
  const end = state.beginWork();
  try {
    await work();
  } finally {
    end();
  }
}

/**
 * Keeps the current snapshot, or on routes of the API the one of the parameter `snapshot`, open
 * during the request.
 */
export function leaseSnapshot(holder: SnapshotHolder): Handler {
  return (ctx, next) => {
    const id = ctx.state.route?.kind === 'api' ? parseSnapshotId(ctx.state.parameters) : null;
    const run = async (snapshot: Snapshot | null, sinceMs: number) => {
      if (snapshot === null && id !== null) throw notHeld(id, holder.current?.manifest.id);
      ctx.state.snapshot = snapshot && timedFor(snapshot, ctx.state);
      ctx.state.servedSinceMs = snapshot && sinceMs;
      ctx.state.absence = holder.absence;
      await next();
    };
    return id === null ? holder.lease(run) : holder.leaseOf(id, run);
  };
}

/** The snapshot for the queries of a request, whose times the log has. */
export function timedFor(snapshot: Snapshot, state: Pick<RequestState, 'queryMs'>): Snapshot {
  return snapshot.timed((tookMs) => {
    state.queryMs += tookMs;
  });
}

function notHeld(id: string, current: string | undefined): HttpError {
  const message = `the snapshot ${id} is not served any more; start again without the parameter, or with the current one`;
  const detail = { parameter: snapshotParameter, ...(current === undefined ? {} : { current }) };
  return new HttpError(410, 'snapshot-gone', message, { detail });
}

/**
 * Answers from the cache. Stands before the routers for addresses as clients write them, and behind
 * them for those without parameters that the route ignores.
 */
export function answerFromCache(cache: ResponseCache, sent: OnSent): Handler {
  return (ctx, next) => {
    const held = heldFor(ctx, cache);
    if (held === undefined) return next();
    // A body that has to be unpacked first waits for the client's turn, unless the client has it.
    if (held.isCompressible && !isNotModified(ctx.headers, held)) return next();
    sendHit(ctx, held, sent);
    return undefined;
  };
}

/** Answers from the cache what has to be unpacked first. Stands behind the queue. */
export function answerPacked(cache: ResponseCache, sent: OnSent): Handler {
  return async (ctx, next) => {
    const held = heldFor(ctx, cache);
    if (held === undefined) return next();
    sendHit(ctx, await unpack(held), sent);
  };
}

function heldFor(ctx: Context, cache: ResponseCache): FinishedResponse | undefined {
  return mayBeCached(ctx) ? cache.get(cacheKey(ctx.state)) : undefined;
}

function sendHit(ctx: Context, finished: FinishedResponse, sent: OnSent): void {
  const { state } = ctx;
  state.cache = 'hit';
  state.route ??= finished.route;
  ctx.respond = false;
  send(ctx.req, ctx.res, { finished, requestId: state.requestId, sent });
}

/**
 * Routes answer requests for parts of files, and make the page of an error of a failed
 * precondition.
 */
function mayBeCached({ method, headers, state: { route } }: Context): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || hasPreconditions(headers)) return false;
  return headers.range === undefined || (route !== undefined && route.kind !== 'file');
}

/** Finishes, caches and sends what the routes behind it answer with 200. */
export function finishResponses(cache: ResponseCache, sent: OnSent): Handler {
  return async (ctx, next) => {
    const { state, response } = ctx;
    await next();
    // Routes that answer ranges handle conditional requests themselves.
    const isOwn =
      response.get('Cache-Control') === 'no-store' || response.get('Accept-Ranges') === 'bytes';
    if (ctx.status !== 200 || isOwn) return;
    const finished = await finish(ctx);
    // Exports are large and rarely the same. Those of all networks would displace everybody's
    // pages.
    if (!state.route?.byAccept && state.route?.queue !== 'exports') {
      state.cache = 'miss';
      await cache.set(cacheKey(state), finished, state.snapshot?.derived ?? null);
    }
    assertPreconditions(ctx.headers, finished);
    ctx.respond = false;
    send(ctx.req, ctx.res, { finished, requestId: state.requestId, sent });
  };
}
