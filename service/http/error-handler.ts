/**
 * Turns every error into a response: a page on the routes of pages, Markdown at addresses that end
 * in `.md`, JSON of one shape on all others.
 */
import type { Logger } from 'pino';
import { HttpError } from '../errors.ts';
import type { Context } from './context.ts';

/** Renders the HTML page of an error. */
export type RenderError = (ctx: Context, error: HttpError) => Buffer;

export interface ErrorDeps {
  readonly log: Logger;
  readonly renderPage: RenderError;
  readonly redirect?: Redirect;
}

/**
 * Redirects a request for which nothing was found, if it has another name of what there is. Returns
 * null, or the error if it does not redirect.
 */
export type Redirect = (ctx: Context, notFound: HttpError) => HttpError | null;

export type AnswerError = (ctx: Context, error: unknown) => void;

export function errorHandler({ log, renderPage, redirect }: ErrorDeps): AnswerError {
  return (ctx, error) => {
    const cause = explained(ctx, toHttpError(error));
    for (const name of representationHeaders) ctx.remove(name);
    const failure = cause.status === 404 && redirect ? redirect(ctx, cause) : cause;
    if (failure === null) return;
    ctx.state.code = failure.code;
    const { status, message } = failure;
    // With the stack of a bug. The line of the request has the code of every error: a 503 is
    // expected under load and frequent.
    if (isBug(status)) log.error({ err: error, requestId: ctx.state.requestId }, message);
    ctx.status = status;
    ctx.set({ ...failure.headers, 'Cache-Control': 'no-store' });
    const form = errorForm(ctx);
    ctx.type = typeOf(form);
    ctx.body = form === 'text/html' ? renderPage(ctx, failure) : textOf(form, failure);
  };
}

function explained(ctx: Context, error: HttpError): HttpError {
  return error.detail.parameter === undefined
    ? error
    : (ctx.state.route?.explain?.(ctx, error) ?? error);
}

function isBug(status: number): boolean {
  return status >= 500 && status !== 503;
}

/** RFC 9457. */
const problemType = 'application/problem+json';
type ErrorForm = 'text/html' | 'text/markdown' | 'application/json' | typeof problemType;

/** Headers of the response that the error replaces. */
const representationHeaders = [
  ...[
    'Accept-Ranges',
    'Content-Disposition',
    'Content-Encoding',
    'Content-Length',
    'Content-Location',
    'ETag',
  ],
  ...['Last-Modified', 'Link', 'Repr-Digest', 'X-Total-Count'],
];

/** Hides the details of unknown errors. The log has them. */
function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  return new HttpError(500, 'internal', 'something went wrong on our side', { cause: error });
}

/**
 * Only pages have HTML errors, and addresses that end in `.md` Markdown. Without a route, addresses
 * below /api/ and /data/ get JSON.
 */
function errorForm(ctx: Context): ErrorForm {
  const form = usualForm(ctx);
  if (form !== 'application/json') return form;
  // The published body is that of clients that accept both.
  return ctx.accepts('application/json', problemType) === problemType ? problemType : form;
}

function usualForm(ctx: Context): Exclude<ErrorForm, typeof problemType> {
  const kind = ctx.state.route?.kind ?? (/\/(?:api|data)\//.test(ctx.path) ? 'json' : 'page');
  if (ctx.path.endsWith('.md') && kind !== 'file' && kind !== 'json')
    return ctx.accepts('text/markdown', 'application/json') === 'application/json'
      ? 'application/json'
      : 'text/markdown';
  if (kind !== 'page') return 'application/json';
  if (ctx.state.prefersMarkdown) return 'text/markdown';
  return ctx.accepts('html', 'json') === 'html' ? 'text/html' : 'application/json';
}

function typeOf(form: ErrorForm): string {
  return form === problemType ? form : `${form}; charset=utf-8`;
}

function textOf(form: Exclude<ErrorForm, 'text/html'>, error: HttpError): string {
  if (form === 'text/markdown') return writeMarkdown(error);
  return JSON.stringify(form === problemType ? error.toProblem() : error);
}

/** The facts of the JSON error as indented code, so that nothing in them is markup. */
function writeMarkdown(error: HttpError): string {
  const { message, ...facts } = error.toJSON().error;
  const details = Object.entries(facts).map(
    ([name, value]) => `${name}: ${[value].flat().join(', ')}`,
  );
  const lines = [message, ...details].map(
    (line) => `    ${line.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`,
  );
  return `# Error ${error.status}\n\n${lines.join('\n')}\n`;
}
