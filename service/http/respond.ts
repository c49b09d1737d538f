/**
 * Finishes responses: encoding, ETag, headers, then 200, 304 or 412. Cached and new responses are
 * sent by the same code, and count towards one budget of bytes that wait for clients.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  type ZlibOptions,
} from 'node:zlib';
import { isNotModified } from './conditions.ts';
import type { Context, Encoding, FinishedResponse } from './context.ts';
import { clientOf } from './fair-queue.ts';

/** Smaller bodies gain less than the headers weigh. */
const minCompressedBytes = 1024;
const compressible = /text|json|javascript|xml|svg|csv|yaml/;
/**
 * Length of the addresses in a header: proxies reject a response with more than 4 kB of headers.
 */
export const maxHeaderAddress = 2000;
export const defaultCacheControl = 'public, max-age=60, stale-while-revalidate=600';

/** Larger ones take more than some milliseconds at the best quality. */
const maxAssetBytes = 64 * 1024;

/**
 * Quality 4 takes half the time of quality 5 for 10 % more bytes. JSON, which programs read, is
 * compressed at quality 2: three fifths of the time of quality 4 for 10 % more bytes. Style sheets,
 * scripts and icons, which browsers keep, take 13 % less at quality 9. The window holds the largest
 * pages.
 */
function brotliOptions(type: string, { length }: Buffer) {
  const isAsset = /css|javascript|svg/.test(type) && length <= maxAssetBytes;
  const quality = isForPrograms(type) ? 2 : isAsset ? 9 : 4;
  return {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 19 },
  };
}

/**
 * Pages at level 4 take three quarters of the time of the default, level 6, for 7 % more bytes.
 * JSON at level 3 takes two thirds of the time of level 4 for 4 to 25 % more bytes.
 */
function gzipOptions(type: string) {
  return { level: isForPrograms(type) ? 3 : 4 };
}

function isForPrograms(type: string): boolean {
  return type.includes('json');
}

/**
 * Up to this size, compressing takes little more than a millisecond. A thread of the pool takes
 * three times the CPU for it.
 */
const maxBytesAtOnce = 512 * 1024;

type Compress = (body: Buffer, type: string) => Buffer | Promise<Buffer>;

const compress: Readonly<Record<Encoding, Compress>> = {
  br: (body, type) =>
    body.length <= maxBytesAtOnce
      ? brotliCompressSync(body, brotliOptions(type, body))
      : promisify(brotliCompress)(body, brotliOptions(type, body)),
  gzip: (body, type) => gzipBody(body, gzipOptions(type)),
  identity: (body) => body,
};

function gzipBody(body: Buffer, options: ZlibOptions): Buffer | Promise<Buffer> {
  return body.length <= maxBytesAtOnce ? gzipSync(body, options) : promisify(gzip)(body, options);
}

/** A plain body as the cache holds it. */
export const pack = (body: Buffer) => gzipBody(body, { level: 3 });

/** Completes the response that a route left on the context. */
export async function finish(ctx: Context): Promise<FinishedResponse> {
  const plain = toBuffer(ctx.body);
  const type = ctx.response.get('Content-Type');
  const isCompressible = plain.length >= minCompressedBytes && compressible.test(type);
  const encoding = isCompressible ? ctx.state.encoding : 'identity';
  const body = await compress[encoding](plain, type);
  // Of the bytes as sent: fewer than the plain ones.
  const hash = createHash('sha256').update(type).update(body).digest('base64url').slice(0, 22);
  const etag = `"${hash}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const lastModified = ctx.response.get('Last-Modified') || servedSince(ctx);
  if (!ctx.response.get('Cache-Control')) ctx.set('Cache-Control', defaultCacheControl);
  if (lastModified !== undefined) ctx.set('Last-Modified', lastModified);
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  // RFC 9530: digest of the bytes as sent, so that a stored file can be verified.
  if (ctx.response.get('Content-Disposition')) ctx.set('Repr-Digest', digest(body));
  ctx.set('ETag', etag);
  ctx.length = body.length;
  const headers = Object.entries(ctx.response.headers).filter(([name]) => name !== 'x-request-id');
  const notModified = headers.filter(([name]) => notModifiedNames.has(name));
  const sent = {
    headers: flat(headers),
    notModifiedHeaders: flat(notModified),
    etag,
    lastModified,
    body,
  };
  return {
    ...sent,
    route: ctx.state.route,
    isCompressible: isCompressible && encoding === 'identity',
  };
}

/** HTTP date from which the service answers from the snapshot; undefined without one. */
export function servedSince({ state: { servedSinceMs } }: Context): string | undefined {
  return servedSinceMs === null ? undefined : new Date(servedSinceMs).toUTCString();
}

/** Sends a Buffer, because Koa encodes a string a second time to measure it. */
export function sendJson(ctx: Context, json: string | readonly string[]): void {
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = typeof json === 'string' ? Buffer.from(json) : encodeParts(json);
}

/** Joining the parts to one text first takes three times the time, a fifth of a list of rows. */
function encodeParts(parts: readonly string[]): Buffer {
  const body = Buffer.allocUnsafeSlow(
    parts.reduce((bytes, part) => bytes + Buffer.byteLength(part), 0),
  );
  let bytes = 0;
  for (const part of parts) bytes += body.write(part, bytes);
  return body;
}

/** Told of each body that is handed to a connection. */
export type OnSent = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

/** Writes the response, or its 304 if the client has it. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  { finished, requestId, sent }: { finished: FinishedResponse; requestId: string; sent: OnSent },
): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  if (isNotModified(request.headers, finished)) {
    response.writeHead(304, ['x-request-id', requestId, ...finished.notModifiedHeaders]).end();
    return;
  }
  response.writeHead(200, ['x-request-id', requestId, ...finished.headers]).end(finished.body);
  if (request.method !== 'HEAD') sent(request, response, finished.body);
}

/** Headers of a 304 (RFC 9110, 15.4.5); the client has all others. */
const notModifiedNames: ReadonlySet<string> = new Set([
  'access-control-allow-origin',
  'cache-control',
  'content-location',
  'etag',
  'last-modified',
  'vary',
]);

function flat(headers: readonly (readonly [name: string, value: unknown])[]): string[] {
  return headers.flatMap(([name, value]) => [name, String(value)]);
}

function toBuffer(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function digest(body: Buffer): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
}

/** Bodies below are not counted: 15,000 of them fit into the memory of the process. */
const minBytes = 16 * 1024;

interface Sending {
  readonly client: string;
  readonly body: Buffer;
}

export class SendBudget {
  readonly #maxBytes: number;
  readonly #clientHeader: string | null;
  /** Oldest first. */
  readonly #sending = new Map<ServerResponse, Sending>();
  /**
   * Responses that wait with a body. A body from the cache is in memory once, however many wait
   * with it.
   */
  readonly #uses = new Map<Buffer, number>();
  #heldBytes = 0;

  /** `clientHeader`: header in which a proxy states the client's address. */
  constructor(maxBytes: number, clientHeader: string | null = null) {
    this.#maxBytes = maxBytes;
    this.#clientHeader = clientHeader;
  }

  readonly sent: OnSent = (request, response, body) => {
    if (response.writableLength > 0)
      this.add(response, clientOf(request, this.#clientHeader), body);
  };

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /**
   * Counts a body that the system has not taken yet. Over the budget, the client that holds most is
   * disconnected.
   */
  add(response: ServerResponse, client: string, body: Buffer): void {
    if (body.length < minBytes) return;
    this.#sending.set(response, { client, body });
    this.#use(body, 1);
    response.once('close', () => this.#remove(response));
    while (this.#heldBytes > this.#maxBytes && this.#sending.size > 1) this.#disconnectOne();
  }

  #remove(response: ServerResponse): void {
    const sending = this.#sending.get(response);
    if (sending === undefined) return;
    this.#sending.delete(response);
    this.#use(sending.body, -1);
  }

  #use(body: Buffer, change: 1 | -1): void {
    const before = this.#uses.get(body) ?? 0;
    if (before + change === 0) this.#uses.delete(body);
    else this.#uses.set(body, before + change);
    if (before === 0) this.#heldBytes += body.length;
    else if (before + change === 0) this.#heldBytes -= body.length;
  }

  /**
   * The oldest response of the client with most waiting bytes: a client that reads is never that
   * far behind.
   */
  #disconnectOne(): void {
    const byClient = new Map<string, number>();
    for (const { client, body } of this.#sending.values())
      byClient.set(client, (byClient.get(client) ?? 0) + body.length);
    const [most] = [...byClient].toSorted(([, a], [, b]) => b - a)[0] ?? [];
    for (const [response, { client }] of this.#sending) {
      if (client !== most) continue;
      this.#remove(response);
      response.socket?.destroy();
      return;
    }
  }
}
