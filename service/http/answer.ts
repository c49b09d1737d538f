/** A finished answer: hashed once, compressed once for each encoding. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from './state.ts';

/** The best first. */
export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** Below this the headers weigh more than what compression saves. */
const minCompressedBytes = 1024;
const compressible = /text|json|javascript|xml|svg|csv/;
export const defaultCacheControl = 'public, max-age=60, stale-while-revalidate=600';

const compressors: Readonly<Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Promise<Buffer>>> = {
  // Quality 5: within a few percent of 11 at a hundredth of its time.
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => promisify(gzip)(body),
};

/** One form of an answer, with the headers that belong to it. */
export interface Representation {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What a route says of its own answer; everything else is the same for all. */
const ownHeaders = [
  'Content-Type',
  'Content-Disposition',
  'Content-Security-Policy',
  'Cache-Control',
  'Link',
  'X-Total-Count',
] as const;

export class Answer {
  readonly route: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #hash: string;
  readonly #identity: Buffer;
  readonly #representations = new Map<Encoding, Promise<Representation>>();

  /** Of what a route put on the context. */
  constructor(ctx: Context) {
    const headers: Record<string, string> = { 'Cache-Control': defaultCacheControl };
    for (const name of ownHeaders) {
      const value = ctx.response.get(name);
      if (value) headers[name] = value;
    }
    const { manifest } = ctx.state.snapshot ?? {};
    if (manifest) headers['Last-Modified'] = new Date(manifest.generatedAt).toUTCString();
    this.route = ctx.state.route ?? 'other';
    this.#headers = headers;
    this.#identity = toBuffer(ctx.body);
    const hash = createHash('sha256')
      .update(headers['Content-Type'] ?? '')
      .update(this.#identity);
    this.#hash = hash.digest('base64url').slice(0, 22);
  }

  /** Room for the compressed bodies is counted from the start, so that adding them later moves nothing out. */
  get sizeBytes(): number {
    return 1000 + 2 * this.#identity.length;
  }

  get compressible(): boolean {
    return this.#identity.length >= minCompressedBytes && compressible.test(this.#headers['Content-Type'] ?? '');
  }

  in(encoding: Encoding): Promise<Representation> {
    let representation = this.#representations.get(encoding);
    if (!representation) this.#representations.set(encoding, (representation = this.#represent(encoding)));
    return representation;
  }

  async #represent(encoding: Encoding): Promise<Representation> {
    const body = encoding === 'identity' ? this.#identity : await compressors[encoding](this.#identity);
    const plain = encoding === 'identity';
    const headers = { ...this.#headers, ETag: `"${this.#hash}${plain ? '' : `-${encoding}`}"` };
    return {
      body,
      headers: {
        ...headers,
        ...(plain ? {} : { 'Content-Encoding': encoding }),
        // RFC 9530: of the bytes that are sent, so that whoever stores a file can prove that it is whole.
        ...('Content-Disposition' in headers ? { 'Repr-Digest': digest(body) } : {}),
      },
    };
  }
}

function toBuffer(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function digest(body: Buffer): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
}
