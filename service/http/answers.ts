/** Finished answers: hashed and compressed once, kept for the snapshot that they were made from, then sent from memory. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Context, Handler } from './state.ts';

const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

/** For each snapshot: a few thousand pages. An export larger than `maxEntryBytes` is made anew for each request. */
const maxCacheBytes = 64 * 1024 * 1024;
const maxEntryBytes = 2 * 1024 * 1024;
/** Below this the headers weigh more than what compression saves. */
const minCompressedBytes = 1024;
const defaultCacheControl = 'public, max-age=60, stale-while-revalidate=600';

const compressors: Readonly<Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Promise<Buffer>>> = {
  // Quality 5: within a few percent of 11 at a hundredth of its time.
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => promisify(gzip)(body),
};

interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly hash: string;
  readonly bodies: Map<Encoding, Buffer>;
}

/** Answers that were made before the first snapshot: style sheet, pictures. */
const withoutSnapshot = {};

export class AnswerCache {
  readonly #caches = new WeakMap<object, LRUCache<string, Answer>>();
  hits = 0;
  misses = 0;

  /** The cache goes with its snapshot: no answer outlives what it was made from. */
  of(ctx: Context): LRUCache<string, Answer> {
    const owner = ctx.state.snapshot ?? withoutSnapshot;
    let cache = this.#caches.get(owner);
    if (!cache) this.#caches.set(owner, (cache = createCache()));
    return cache;
  }
}

function createCache(): LRUCache<string, Answer> {
  return new LRUCache({ maxSize: maxCacheBytes, maxEntrySize: maxEntryBytes, sizeCalculation: sizeOf });
}

/** Room for the compressed bodies is counted from the start, so that adding them later moves nothing out. */
function sizeOf({ bodies }: Answer): number {
  return 1000 + 2 * (bodies.get('identity')?.length ?? 0);
}

export function answers(cache: AnswerCache): Handler {
  return async (ctx, next) => {
    const kept = cache.of(ctx);
    const key = keyOf(ctx);
    let answer = kept.get(key);
    if (answer) cache.hits++;
    else {
      await next();
      if (ctx.status !== 200 || ctx.response.get('Cache-Control') === 'no-store') return;
      cache.misses++;
      answer = toAnswer(ctx);
      kept.set(key, answer);
    }
    await send(ctx, answer);
  };
}

/** Parameters that mean nothing to any route are left out, the others sorted: one answer for one question. */
function keyOf(ctx: Context): string {
  const query = new URLSearchParams(ctx.querystring);
  for (const name of [...query.keys()]) if (/^(utm_|_)/.test(name)) query.delete(name);
  query.sort();
  return `${ctx.state.network ?? ''} ${ctx.path} ${query}`;
}

/** What a route says of its own answer; everything else is the same for all. */
const ownHeaders = ['Content-Type', 'Content-Disposition', 'Cache-Control', 'Link', 'X-Total-Count'] as const;

function toAnswer(ctx: Context): Answer {
  const body = toBuffer(ctx.body);
  const { manifest } = ctx.state.snapshot ?? {};
  const headers: Record<string, string> = { 'Cache-Control': defaultCacheControl };
  for (const name of ownHeaders) {
    const value = ctx.response.get(name);
    if (value) headers[name] = value;
  }
  if (manifest) headers['Last-Modified'] = new Date(manifest.generatedAt).toUTCString();
  const hash = createHash('sha256')
    .update(headers['Content-Type'] ?? '')
    .update(body)
    .digest('base64url')
    .slice(0, 22);
  return { headers, hash, bodies: new Map([['identity', body]]) };
}

function toBuffer(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

async function send(ctx: Context, answer: Answer): Promise<void> {
  const encoding = chooseEncoding(ctx, answer);
  ctx.set(answer.headers);
  ctx.vary('Accept-Encoding');
  ctx.set('ETag', `"${answer.hash}${encoding === 'identity' ? '' : `-${encoding}`}"`);
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.remove('Content-Encoding');
    ctx.status = 304;
    ctx.body = null;
    return;
  }
  const body = await bodyIn(answer, encoding);
  ctx.body = body;
  ctx.length = body.length;
  // RFC 9530: the digest of the bytes that are sent, so that whoever stores a file can prove that it is whole.
  if (answer.headers['Content-Disposition']) {
    ctx.set('Repr-Digest', `sha-256=:${createHash('sha256').update(body).digest('base64')}:`);
  }
}

function chooseEncoding(ctx: Context, { bodies, headers }: Answer): Encoding {
  const small = (bodies.get('identity')?.length ?? 0) < minCompressedBytes;
  if (small || !/text|json|javascript|xml|svg|csv/.test(headers['Content-Type'] ?? '')) return 'identity';
  return encodings.find((encoding) => ctx.acceptsEncodings(encoding) === encoding) ?? 'identity';
}

async function bodyIn({ bodies }: Answer, encoding: Encoding): Promise<Buffer> {
  const known = bodies.get(encoding);
  if (known) return known;
  const identity = bodies.get('identity') ?? Buffer.alloc(0);
  if (encoding === 'identity') return identity;
  const compressed = await compressors[encoding](identity);
  bodies.set(encoding, compressed);
  return compressed;
}
