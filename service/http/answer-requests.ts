/** First stop of every request: parses it, answers it from the cache if possible, and passes all others to Koa with their state. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { Activity } from '../activity.ts';
import { createRequestLog, type RequestFacts } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Handler, ParsedRequest, RequestState } from './context.ts';
import { type Addresses, parseRequest } from './parse-request.ts';
import { hasPreconditions, type OnSent, send } from './respond.ts';
import { cacheKey, type ResponseCache } from './response-cache.ts';

/** Logs and counts a request. `cache` is undefined for responses that the cache may not hold. */
export type Observe = (facts: RequestFacts, cache: 'hit' | 'miss' | undefined) => void;

/** Requests are counted and logged at the end of a turn of the event loop: together they take half the time of one after each response. */
export function createObserve(log: Logger, { requests, requestSeconds, cacheHits, cacheMisses }: Metrics): Observe {
  const logRequest = createRequestLog(log);
  let waiting: Parameters<Observe>[] = [];
  const record = () => {
    const ended = waiting;
    waiting = [];
    for (const [facts, cache] of ended) {
      const { route, status, tookMs } = facts;
      requests.inc({ route, status });
      requestSeconds.observe({ route }, tookMs / 1000);
      if (cache === 'hit') cacheHits.inc();
      else if (cache === 'miss') cacheMisses.inc();
      logRequest(facts);
    }
  };
  return (facts, cache) => {
    if (waiting.push([facts, cache]) === 1) setImmediate(record);
  };
}

export interface AnswerDeps extends Addresses {
  /** Null if all requests go to Koa. */
  readonly cache: ResponseCache | null;
  readonly observe: Observe;
  readonly sent: OnSent;
  /** Notes for the watchdog. */
  readonly activity: Activity;
}

/** A cached response needs no lease, because its body is in memory. */
export function answerRequests(deps: AnswerDeps, app: Application): RequestListener {
  const { urls, routes, cache, observe, sent, activity } = deps;
  return (request, response) => {
    const startedMs = performance.now();
    const requestId = nextRequestId();
    const note = `${requestId} ${request.method} ${request.url}`;
    activity.note('arrived', note);
    const parsed = parseRequest(request, { urls, routes });
    const cached = cache !== null && mayBeCached(request, parsed) ? cache.get(cacheKey(parsed)) : undefined;
    const beginWork = () => activity.begin(note);
    // Koa turns a failed precondition into an error.
    if (cached === undefined || hasPreconditions(request))
      return app.handle(request, response, { ...parsed, requestId, startedMs, cached, beginWork, ...unset });
    const status = send(request, response, { finished: cached, requestId, sent });
    const { method = '', url = '' } = request;
    observe({ requestId, method, url, route: parsed.routeName, status, tookMs: elapsedMs(startedMs) }, 'hit');
  };
}

/** Files are cached as a whole: requests for parts of them are answered by their route. */
function mayBeCached({ method, headers }: IncomingMessage, { route, refusal }: ParsedRequest): boolean {
  if (route === undefined || refusal !== null || (method !== 'GET' && method !== 'HEAD')) return false;
  return headers.range === undefined || route.kind !== 'file';
}

/** Middleware sets these. */
const unset = { snapshot: null, isCacheable: false };

const processId = randomBytes(6).toString('hex');
let requestCount = 0;

/** Unique across processes and cheap to make. */
function nextRequestId(): string {
  requestCount++;
  return `${processId}-${requestCount.toString(36)}`;
}

/** Milliseconds, to the microsecond. */
export function elapsedMs(startedMs: number): number {
  return Math.round((performance.now() - startedMs) * 1000) / 1000;
}

export class Application extends Koa<RequestState> {
  readonly #states = new WeakMap<IncomingMessage, RequestState>();
  readonly #callback: ReturnType<Koa['callback']>;

  constructor(middleware: readonly Handler[], log: Logger) {
    super();
    // Errors that the error handler cannot see: closed sockets and bugs. Koa would print them to stderr.
    this.on('error', (error: unknown) => log.warn({ err: error }, 'response failed'));
    for (const handler of middleware) this.use(handler);
    this.#callback = this.callback();
  }

  handle(request: IncomingMessage, response: ServerResponse, state: RequestState): void {
    this.#states.set(request, state);
    void this.#callback(request, response);
  }

  override createContext<State>(request: IncomingMessage, response: ServerResponse) {
    const ctx = super.createContext<State>(request, response);
    const state = this.#states.get(request);
    return state === undefined ? ctx : Object.assign(ctx, { state, url: targetOf(state) });
  }
}

/** Path and query as the routes read them. Koa keeps the address of the request in `originalUrl`. */
function targetOf({ path, query }: RequestState): string {
  return query === '' ? path : `${path}?${query}`;
}
