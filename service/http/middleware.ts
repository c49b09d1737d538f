/** Koa middleware that every request passes through. */
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Activity } from '../activity.ts';
import { HttpError } from '../errors.ts';
import { assertFewValues } from '../limits.ts';
import type { SnapshotHolder } from '../snapshot/holder.ts';
import { parseSnapshotId, snapshotParameter } from '../snapshot/parameter.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Urls } from '../urls.ts';
import type { Context, Handler } from './context.ts';
import { prefersMarkdown } from './forms.ts';
import { normalizeRequest } from './host.ts';
import { clientOf, type Turns } from './turns.ts';

export interface RequestFacts {
  readonly requestId: string;
  readonly method: string;
  readonly url: string;
  /** Path in the table of routes; `other` if no route matched. */
  readonly route: string;
  readonly status: number;
  readonly tookMs: number;
}

/** Logs and counts a request. `cache` is undefined for responses that the cache may not hold. */
export type Observe = (facts: RequestFacts, cache: 'hit' | 'miss' | undefined) => void;

const processId = randomBytes(6).toString('hex');
let requestCount = 0;

/** Request id, unique across processes and cheap to make. */
export function nextRequestId(): string {
  requestCount++;
  return `${processId}-${requestCount.toString(36)}`;
}

/** Milliseconds, to the microsecond. */
export function elapsedMs(startedMs: number): number {
  return Math.round((performance.now() - startedMs) * 1000) / 1000;
}

/** Sets the request id, and reports the request when its response is complete. */
export function observeRequests(observe: Observe): Handler {
  return async (ctx, next) => {
    const startedMs = performance.now();
    const requestId = nextRequestId();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    await next();
    const { method, status, originalUrl: url, state } = ctx;
    const facts = { requestId, method, url, route: state.route ?? 'other', status, tookMs: elapsedMs(startedMs) };
    observe(facts, state.cache);
  };
}

/** Notes each request for the watchdog. Waiting for a turn or for a body is no work. */
export function noteRequests(activity: Activity): Handler {
  return (ctx, next) => {
    const text = `${ctx.state.requestId} ${ctx.method} ${ctx.originalUrl}`;
    activity.note('arrived', text);
    ctx.state.beginWork = () => activity.begin(text);
    return next();
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

export function securityHeaders(): Handler {
  return async (ctx, next) => {
    ctx.set({
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'X-Frame-Options': 'DENY',
    });
    await next();
  };
}

/** 20 filters fit in 8,000 characters, and proxies accept that length. */
export const maxUrlLength = 8000;
const allowedMethods = 'GET, HEAD, OPTIONS';

/** Headers that scripts of other origins may read. */
const exposedHeaders = 'ETag,Link,X-Total-Count,Content-Range,Repr-Digest,Content-Disposition,X-Request-Id';

/**
 * CORS: every origin may read every response. The headers are the same for all origins, so that a cache needs no copy for
 * each of them: @koa/cors adds `Vary: Origin`.
 */
export function allowOrigins(): Handler {
  return async (ctx, next) => {
    ctx.set({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': exposedHeaders });
    if (ctx.method === 'OPTIONS') {
      ctx.set({ 'Access-Control-Allow-Methods': 'GET,HEAD,OPTIONS', 'Access-Control-Allow-Headers': '*' });
      ctx.set('Access-Control-Max-Age', '86400');
    }
    await next();
  };
}

/** Rejects malformed hosts with 400. */
export function checkHost(): Handler {
  return async (ctx, next) => {
    if (!normalizeRequest(ctx.req)) throw new HttpError(400, 'bad-host', 'the Host header is not one host name');
    await next();
  };
}

/** Rejects long URLs with 414, often repeated parameters with 400 and methods that change something with 405, and answers OPTIONS. */
export function limitRequests(): Handler {
  return async (ctx, next) => {
    if (ctx.originalUrl.length > maxUrlLength) {
      throw new HttpError(414, 'uri-too-long', `the address is longer than ${maxUrlLength} characters`);
    }
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      ctx.set('Allow', allowedMethods);
      return;
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      const message = `the method ${ctx.method} is not allowed: the directory is read-only`;
      throw new HttpError(405, 'method-not-allowed', message, { headers: { Allow: allowedMethods } });
    }
    assertFewValues(ctx.querystring);
    await next();
  };
}

/** Sets the network of the request, and the path below its base address. */
export function findNetwork(urls: Urls): Handler {
  return async (ctx, next) => {
    const { network, path } = urls.placeOf(ctx.req.headers.host ?? '', ctx.path);
    ctx.state.network = network;
    ctx.path = path;
    await next();
  };
}

/** Redirects addresses with another name of a network, such as an alias or its chain number, to its key. */
export function redirectNetworkNames(urls: Urls): Handler {
  return async (ctx, next) => {
    const { network, snapshot } = ctx.state;
    const key = network === null ? null : (snapshot?.catalog.networkNamed(decode(network)) ?? null);
    if (key === null || key === network) return next();
    ctx.set({ Location: `${urls.to(key, ctx.path)}${ctx.search}`, 'Cache-Control': 'public, max-age=60' });
    ctx.status = 301;
    ctx.body = '';
  };
}

/** A path segment without percent-encoding, as it is if the encoding is malformed. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Health checks must be answered even when all turns are taken. They cost less than a cached response. */
const healthChecks: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Waits for the client's turn. `header` names the header in which a proxy states the client's address. */
export function takeTurns(queues: { readonly turns: Turns; readonly exports: Turns }, header: string | null): Handler {
  return (ctx, next) => {
    if (healthChecks.has(ctx.path)) return next();
    // Exports take longer than all else: they must not take the places of others, and let them pass between their steps.
    if (!ctx.path.endsWith('/export')) return runTurn(queues.turns, ctx, header, next);
    ctx.state.giveWay = () => queues.turns.giveWay();
    return runTurn(queues.exports, ctx, header, next);
  };
}

/** Works when it is the client's turn, unless the client is gone by then. */
export function runTurn(turns: Turns, ctx: Context, header: string | null, work: () => Promise<void>): Promise<void> {
  return turns.run(clientOf(ctx.req, header), async (isBusy) => {
    if (isBusy) ctx.state.giveWay ??= () => turns.giveWay();
    if (!ctx.req.socket.destroyed) return noteWork(ctx, work);
    // Nobody reads the response.
    ctx.respond = false;
    ctx.status = 408;
  });
}

async function noteWork({ state }: Context, work: () => Promise<void>): Promise<void> {
  const end = state.beginWork?.();
  try {
    await work();
  } finally {
    end?.();
  }
}

/** Keeps the current snapshot, or on routes of the API the one of the parameter `snapshot`, open during the request. */
export function leaseSnapshot(holder: SnapshotHolder): Handler {
  return (ctx, next) => {
    const id = ctx.state.kind === 'api' ? parseSnapshotId(ctx.querystring) : null;
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

/** Renders the HTML page of an error. */
export type RenderError = (ctx: Context, error: HttpError) => string;

/** Turns every error into a response: a page on the routes of pages, Markdown at addresses that end in `.md`, JSON of one shape on all others. */
export function errorHandler(deps: { log: Logger; renderPage: RenderError }): Handler {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null) throw new HttpError(404, 'not-found', 'no page at this address');
    } catch (error) {
      const failure = toHttpError(error);
      logFailure(deps.log, failure, { error, requestId: ctx.state.requestId });
      for (const name of representationHeaders) ctx.remove(name);
      ctx.status = failure.status;
      ctx.set({ ...failure.headers, 'Cache-Control': 'no-store' });
      const form = errorForm(ctx);
      ctx.type = `${form}; charset=utf-8`;
      ctx.body = errorWriters(deps.renderPage)[form](ctx, failure);
    }
  };
}

/** Headers of the response that the error replaces. */
const representationHeaders = [
  ...['Accept-Ranges', 'Content-Disposition', 'Content-Encoding', 'Content-Length', 'Content-Location', 'ETag'],
  ...['Last-Modified', 'Link', 'Repr-Digest', 'X-Total-Count'],
];

/** Logs server errors. A 503 is expected under load and frequent, so its stack is left out. */
function logFailure(
  log: Logger,
  { status, code, message }: HttpError,
  { error, requestId }: { error: unknown; requestId: string },
): void {
  if (status === 503) log.warn({ code, requestId }, message);
  else if (status >= 500) log.error({ err: error, requestId }, message);
}

/** Hides the details of unknown errors. The log has them. */
function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  return new HttpError(500, 'internal', 'something went wrong on our side', { cause: error });
}

const errorWriters = (renderPage: RenderError) => ({
  'text/html': renderPage,
  'application/json': (_: Context, error: HttpError) => JSON.stringify(error),
  'text/markdown': (_: Context, error: HttpError) => writeMarkdown(error),
});

/** Only pages have HTML errors, and addresses that end in `.md` Markdown. Without a route, addresses below /api/ and /data/ get JSON. */
function errorForm(ctx: Context): keyof ReturnType<typeof errorWriters> {
  const kind = ctx.state.kind ?? (/\/(?:api|data)\//.test(ctx.path) ? 'json' : 'page');
  if (ctx.path.endsWith('.md') && kind !== 'file' && kind !== 'json')
    return ctx.accepts('text/markdown', 'application/json') === 'application/json'
      ? 'application/json'
      : 'text/markdown';
  if (kind !== 'page') return 'application/json';
  if (prefersMarkdown(ctx.req)) return 'text/markdown';
  return ctx.accepts('html', 'json') === 'html' ? 'text/html' : 'application/json';
}

/** The facts of the JSON error as indented code, so that nothing in them is markup. */
function writeMarkdown(error: HttpError): string {
  const { message, ...facts } = error.toJSON().error;
  const details = Object.entries(facts).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`);
  const lines = [message, ...details].map((line) => `    ${line.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`);
  return `# Error ${error.status}\n\n${lines.join('\n')}\n`;
}
