/** Answers from the cache, or from the route behind it; conditional requests and encodings are settled here. */
import fresh from 'fresh';
import { describeRequest } from '../log.ts';
import { Answer, type Encoding, encodings } from './answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import { askedBy, type Replay } from './replays.ts';
import type { Context, Handler } from './state.ts';

export function answers(cache: AnswerCache): Handler {
  return async (ctx, next) => {
    const kept = cache.of(ctx.state.snapshot);
    const key = questionOf(ctx);
    let answer = kept.answers.get(key);
    if (answer) {
      cache.hits++;
      ctx.state.route = answer.route;
    } else {
      await next();
      if (ctx.status !== 200 || isOnItsOwn(ctx)) return;
      cache.misses++;
      answer = new Answer(ctx);
      if (cache.enabled) kept.answers.set(key, answer);
    }
    const replay = await send(ctx, answer);
    cache.measure(kept, key);
    // What the cache of answers does not keep, its replays must not keep either.
    if (ctx.method === 'GET' && kept.answers.has(key)) kept.replays.set(askedBy(ctx.req, ctx.originalUrl), replay);
  };
}

/** What holds for a moment only is not kept; what is sent in ranges settles its conditions itself. */
function isOnItsOwn({ response }: Context): boolean {
  return response.get('Cache-Control') === 'no-store' || response.get('Accept-Ranges') === 'bytes';
}

/** One for all ways to ask the same: parameters that mean nothing to any route are left out, the others sorted. */
function questionOf(ctx: Context): string {
  const query = new URLSearchParams(ctx.querystring);
  for (const name of [...query.keys()]) if (/^(utm_|_)/.test(name)) query.delete(name);
  query.sort();
  return `${ctx.state.network ?? ''} ${ctx.path} ${query}`;
}

async function send(ctx: Context, answer: Answer): Promise<Replay> {
  const { headers, body } = await answer.in(chooseEncoding(ctx, answer));
  ctx.set(headers);
  ctx.vary('Accept-Encoding');
  ctx.status = 200;
  ctx.body = body;
  ctx.length = body.length;
  const etag = headers.ETag ?? '';
  const lastModified = headers['Last-Modified'];
  const sent = Object.entries(ctx.response.headers).filter(([name]) => name !== 'x-request-id');
  const unchanged = sent.filter(([name]) => headersOf304.has(name));
  const { route } = answer;
  const described = describeRequest('GET', ctx.originalUrl, route);
  const replay = { headers: flat(sent), unchanged: flat(unchanged), route, described, etag, lastModified, body };
  if (isFresh(ctx.req.headers, replay)) {
    ctx.status = 304;
    for (const [name] of sent) if (!headersOf304.has(name)) ctx.remove(name);
  }
  return replay;
}

/** RFC 9110, 15.4.5: what may have changed or chooses between stored answers; all else the client has. */
const headersOf304: ReadonlySet<string> = new Set([
  'access-control-allow-origin',
  'cache-control',
  'etag',
  'last-modified',
  'vary',
]);

type Validators = Pick<Replay, 'etag' | 'lastModified'>;

export function isFresh(request: NodeJS.Dict<string | string[]>, { etag, lastModified }: Validators): boolean {
  // As a rule it is just this; `fresh` knows lists, weak tags, dates and no-cache.
  if (request['if-none-match'] === etag && request['cache-control'] === undefined) return true;
  return fresh(request, { etag, ...(lastModified === undefined ? {} : { 'last-modified': lastModified }) });
}

/** As node:http takes them. */
function flat(headers: readonly (readonly [name: string, value: unknown])[]): string[] {
  return headers.flatMap(([name, value]) => [name, String(value)]);
}

/** Browsers accept brotli and gzip alike; brotli is smaller. */
function chooseEncoding(ctx: Context, answer: Answer): Encoding {
  if (!answer.compressible) return 'identity';
  return encodings.find((encoding) => ctx.acceptsEncodings(encoding) === encoding) ?? 'identity';
}
