/** One JSON line for each request, with an id that is also in the answer. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Handler } from './state.ts';

export function requestLog(log: Logger): Handler {
  return async (ctx, next) => {
    const startedMs = performance.now();
    ctx.state.requestId = randomUUID();
    ctx.set('X-Request-Id', ctx.state.requestId);
    await next();
    const tookMs = Math.round((performance.now() - startedMs) * 100) / 100;
    const { method, status, originalUrl: url } = ctx;
    log.info({ requestId: ctx.state.requestId, method, url, status, tookMs }, 'request');
  };
}
