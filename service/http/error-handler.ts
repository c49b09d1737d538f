/** Turns every failure into a body: JSON of one shape on JSON routes, a page with the same facts elsewhere. */
import type { Logger } from 'pino';
import { HttpError } from './errors.ts';
import type { Context, Handler } from './state.ts';

export type RenderError = (ctx: Context, error: HttpError) => string;

export function errorHandler(deps: { log: Logger; renderPage: RenderError }): Handler {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null) throw new HttpError(404, 'not-found', 'nothing is at this address');
    } catch (error) {
      const failure = toHttpError(error);
      note(deps.log, failure, { error, requestId: ctx.state.requestId });
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

/** A 503 is meant, and comes in numbers: a stack for each would cost what is lacking. */
function note(log: Logger, { status, code, message }: HttpError, from: { error: unknown; requestId: string }): void {
  const { error, requestId } = from;
  if (status === 503) log.warn({ code, requestId }, message);
  else if (status >= 500) log.error({ err: error, requestId }, message);
}

/** The unknown is logged in full and told in no detail. */
function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  return new HttpError(500, 'internal', 'something went wrong on our side', { cause: error });
}

function wantsPage(ctx: Context): boolean {
  if (/\/api\/|\.(json|txt|xml)$|\/(healthz|readyz|metrics)$/.test(ctx.path)) return false;
  return ctx.accepts('html', 'json') === 'html';
}
