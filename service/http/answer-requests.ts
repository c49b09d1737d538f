/** First stop of every request: parses it, answers it from the cache if possible, and passes all others to Koa. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Activity } from '../activity.ts';
import type { RequestFacts } from '../log.ts';
import type { ParsedRequest, RequestState } from './context.ts';
import { type Addresses, parseRequest } from './parse-request.ts';
import { hasPreconditions, type OnSent, send } from './respond.ts';
import { cacheKey, type ResponseCache } from './response-cache.ts';

/** Logs and counts a request. `cache` is undefined for responses that the cache may not hold. */
export type Observe = (facts: RequestFacts, cache: 'hit' | 'miss' | undefined) => void;

export interface AnswerDeps extends Addresses {
  /** Null if all requests go to Koa. */
  readonly cache: ResponseCache | null;
  readonly observe: Observe;
  readonly sent: OnSent;
  /** Notes for the watchdog. */
  readonly activity: Activity;
}

export type Handle = (request: IncomingMessage, response: ServerResponse, state: RequestState) => void;

/** A cached response needs no lease, because its body is in memory. */
export function answerRequests(deps: AnswerDeps, handle: Handle): RequestListener {
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
      return handle(request, response, { ...parsed, requestId, startedMs, cached, beginWork, ...unset });
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
