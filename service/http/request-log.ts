/** One JSON line and one measurement for each request, with an id that is also in the answer. */
import { describeRequest } from '../log.ts';
import type { Observe } from './observe.ts';
import { nextRequestId } from './request-id.ts';
import type { Handler } from './state.ts';

export function requestLog(observe: Observe): Handler {
  return async (ctx, next) => {
    const startedMs = performance.now();
    const requestId = nextRequestId();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    await next();
    const { method, status, originalUrl } = ctx;
    const route = ctx.state.route ?? 'other';
    const described = describeRequest(method, originalUrl, route);
    observe({ requestId, described, route, status, tookMs: performance.now() - startedMs });
  };
}
