/** Koa middleware of requests that the cache does not answer. */
import { HttpError } from '../errors.ts';
import type { SnapshotHolder } from '../snapshot/holder.ts';
import { parseSnapshotId, snapshotParameter } from '../snapshot/holder.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { elapsedMs, type Observe } from './answer-requests.ts';
import type { Context, Handler } from './context.ts';
import type { AnswerError } from './error-handler.ts';
import type { FairQueue, Kind } from './fair-queue.ts';
import { clientOf } from './fair-queue.ts';
import { allowedMethods } from './parse-request.ts';
import { assertPreconditions, finish, type OnSent, send } from './respond.ts';
import { cacheKey, type ResponseCache } from './response-cache.ts';

/** Answers errors, and reports the request when its response is complete. */
export function observeRequests(observe: Observe, answerError: AnswerError): Handler {
  return async (ctx, next) => {
    const { requestId, routeName: route, startedMs, cached } = ctx.state;
    ctx.set('X-Request-Id', requestId);
    try {
      await next();
    } catch (error) {
      answerError(ctx, error);
    }
    const { method, status, originalUrl: url } = ctx;
    const outcome = cached === undefined ? undefined : 'hit';
    observe(
      { requestId, method, url, route, status, tookMs: elapsedMs(startedMs) },
      ctx.state.isCacheable ? 'miss' : outcome,
    );
  };
}

/** No inline scripts, nothing from third parties but images. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Pictures of contributors: an SVG that is opened by its own address runs no scripts. */
const contributedSvg = /^\/(?:data|logos|snapshots)\/.*\.svg$/;
const svgPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

export function securityHeaders(): Handler {
  return (ctx, next) => {
    ctx.set({
      'Content-Security-Policy': contributedSvg.test(ctx.path) ? svgPolicy : contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'X-Frame-Options': 'DENY',
    });
    return next();
  };
}

/** Headers that scripts of other origins may read. */
const exposedHeaders =
  'ETag,Link,X-Total-Count,Content-Range,Content-Location,Repr-Digest,Content-Disposition,Retry-After,X-Request-Id';

/**
 * CORS: every origin may read every response. The headers are the same for all origins, so that a cache needs no copy for
 * each of them: @koa/cors adds `Vary: Origin`.
 */
export function allowOrigins(): Handler {
  return (ctx, next) => {
    ctx.set({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': exposedHeaders });
    if (ctx.method === 'OPTIONS') {
      ctx.set({ 'Access-Control-Allow-Methods': 'GET,HEAD,OPTIONS', 'Access-Control-Allow-Headers': '*' });
      ctx.set('Access-Control-Max-Age', '86400');
    }
    return next();
  };
}

/** Tables and pictures of snapshots are sent as they are, and JSON in the encoding that the client accepts. */
const snapshotFile = /^\/(?:data|snapshots)\/.*\.(?:parquet|png|jpe?g|webp|svg)$/;

/** The same for all methods and statuses of an address. */
export function varyHeader(): Handler {
  return (ctx, next) => {
    const { route } = ctx.state;
    // Without a route, the client chooses the form of the error.
    if (route === undefined || route.markdown || route.byAccept) ctx.vary('Accept');
    if (!snapshotFile.test(ctx.path)) ctx.vary('Accept-Encoding');
    return next();
  };
}

/** Refuses what exceeds the limits, and answers OPTIONS. */
export function limitRequests(): Handler {
  return (ctx, next) => {
    const { refusal, route } = ctx.state;
    if (refusal !== null) throw refusal;
    if (ctx.method !== 'OPTIONS' || route?.anyMethod) return next();
    ctx.status = 204;
    ctx.set({ Allow: allowedMethods, 'Cache-Control': 'no-store' });
    return undefined;
  };
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
export function runQueued({ queue, clientHeader }: QueueDeps, kind: Kind, ctx: Context, work: () => Promise<void>) {
  return queue.run(clientOf(ctx.req, clientHeader), kind, async () => {
    if (!ctx.req.socket.destroyed) return noteWork(ctx, work);
    // Nobody reads the response.
    ctx.respond = false;
    ctx.status = 408;
  });
}

async function noteWork({ state }: Context, work: () => Promise<void>): Promise<void> {
  const end = state.beginWork();
  try {
    await work();
  } finally {
    end();
  }
}

/** Keeps the current snapshot, or on routes of the API the one of the parameter `snapshot`, open during the request. */
export function leaseSnapshot(holder: SnapshotHolder): Handler {
  return (ctx, next) => {
    const id = ctx.state.route?.kind === 'api' ? parseSnapshotId(ctx.querystring) : null;
    const run = async (snapshot: Snapshot | null) => {
      if (snapshot === null && id !== null) throw notHeld(id, holder.current?.manifest.id);
      ctx.state.snapshot = snapshot;
      await next();
    };
    return id === null ? holder.lease(run) : holder.leaseOf(id, run);
  };
}

function notHeld(id: string, current: string | undefined): HttpError {
  const message = `the snapshot ${id} is not served any more; start again without the parameter, or with the current one`;
  const detail = { parameter: snapshotParameter, ...(current === undefined ? {} : { current }) };
  return new HttpError(410, 'snapshot-gone', message, { detail });
}

/** Finishes, caches and sends what the routes behind it answer with 200. */
export function finishResponses(cache: ResponseCache, sent: OnSent): Handler {
  return async (ctx, next) => {
    const { state, response } = ctx;
    if (state.cached === undefined) {
      await next();
      // Routes that answer ranges handle conditional requests themselves.
      const isOwn = response.get('Cache-Control') === 'no-store' || response.get('Accept-Ranges') === 'bytes';
      if (ctx.status !== 200 || isOwn) return;
    }
    const finished = state.cached ?? (await finish(ctx));
    // Exports are large and rarely the same. Those of all networks would displace everybody's pages.
    if (state.cached === undefined && !state.route?.byAccept && state.route?.queue !== 'exports') {
      state.isCacheable = true;
      cache.set(cacheKey(state), finished, state.snapshot);
    }
    assertPreconditions(ctx.headers, finished);
    ctx.respond = false;
    send(ctx.req, ctx.res, { finished, requestId: state.requestId, sent });
  };
}

/** Calls the handler of the route. Throws 404 if there is none. */
export function callRoute(): Handler {
  return (ctx, next) => {
    const { route, prefersMarkdown } = ctx.state;
    if (route === undefined) throw new HttpError(404, 'not-found', 'no page at this address');
    return ((prefersMarkdown && route.markdown) || route.handler)(ctx, next);
  };
}
