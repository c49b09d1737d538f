/** Turns every error into a response: JSON of one shape on JSON and text routes, a page with the same facts elsewhere. */
import type { Logger } from 'pino';
import { HttpError } from '../errors.ts';
import type { Context, Handler } from './context.ts';

export type RenderError = (ctx: Context, error: HttpError) => string;

export function errorHandler(deps: { log: Logger; renderPage: RenderError }): Handler {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null) throw new HttpError(404, 'not-found', 'no page at this address');
    } catch (error) {
      const failure = toHttpError(error);
      logFailure(deps.log, failure, { error, requestId: ctx.state.requestId });
      ctx.status = failure.status;
      ctx.set({ ...failure.headers, 'Cache-Control': 'no-store' });
      if (wantsPage(ctx)) {
        ctx.type = 'text/html; charset=utf-8';
        ctx.body = deps.renderPage(ctx, failure);
      } else {
        ctx.type = 'application/json; charset=utf-8';
        ctx.body = JSON.stringify(failure);
      }
    }
  };
}

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

/** Without a route, addresses below /api/ get JSON. */
function wantsPage(ctx: Context): boolean {
  const kind = ctx.state.kind ?? (ctx.path.includes('/api/') ? 'json' : 'page');
  if (kind === 'json' || kind === 'text') return false;
  return ctx.accepts('html', 'json') === 'html';
}
