/** Turns every error into a response: a page on the routes of pages, JSON of one shape on all others. */
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
      for (const name of representationHeaders) ctx.remove(name);
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

/** Headers of the response that the error replaces. */
const representationHeaders = [
  ...['Accept-Ranges', 'Content-Disposition', 'Content-Encoding', 'Content-Length', 'ETag', 'Last-Modified', 'Link'],
  ...['Repr-Digest', 'X-Total-Count'],
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

/** Only pages have HTML errors. Without a route, addresses below /api/ and /data/ get JSON. */
function wantsPage(ctx: Context): boolean {
  const kind = ctx.state.kind ?? (/\/(?:api|data)\//.test(ctx.path) ? 'json' : 'page');
  return kind === 'page' && ctx.accepts('html', 'json') === 'html';
}
