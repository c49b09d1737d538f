/** HTTP client of an origin: answers with limits on size and time, and attempts again after failures that may pass. */

import { setTimeout as delay } from 'node:timers/promises';
import { stripEnd } from '../../common/strip.ts';
import { FollowError, unreachable, untrusted } from './follow-error.ts';

/** Delays between attempts: doubled each time, with jitter, so that many followers do not return at the same moment. */
export interface Backoff {
  readonly firstMs: number;
  readonly mostMs: number;
}

/** Between half of the delay and all of it. `attempt` counts from 0. */
export function backoffMs(attempt: number, { firstMs, mostMs }: Backoff, random: () => number = Math.random): number {
  const delayMs = Math.min(mostMs, firstMs * 2 ** attempt);
  return delayMs * (0.5 + random() / 2);
}

export interface Timing {
  /** Time for the headers, and the time over which the speed of the body is measured. */
  readonly windowMs: number;
  /** Least speed. An answer must reach it in each window but its last, so that neither a pause nor a drip holds a follower. */
  readonly bytesPerSecond: number;
  readonly attempts: number;
  readonly backoff: Backoff;
}

export const defaultTiming: Timing = {
  windowMs: 30_000,
  bytesPerSecond: 16_000,
  attempts: 4,
  backoff: { firstMs: 500, mostMs: 10_000 },
};

export interface OriginOptions {
  readonly signal: AbortSignal;
  readonly timing?: Timing;
}

/** Receives the bytes of an answer, and says how many it takes at most. */
export interface Request<T> {
  /** Relative to the address of the origin. */
  readonly path: string;
  /** Returns the headers of an attempt. */
  readonly prepare?: () => Promise<Readonly<Record<string, string>>>;
  /** An answer with more bytes is cut off. */
  readonly maxBytes: number;
  readonly receive: (response: Response, body: AsyncIterable<Uint8Array>) => Promise<T>;
}

export class Origin {
  /** Without a trailing slash. */
  readonly address: string;
  readonly #signal: AbortSignal;
  readonly #timing: Timing;
  #receivedBytes = 0;

  constructor(address: string, { signal, timing = defaultTiming }: OriginOptions) {
    this.address = parseAddress(address);
    this.#signal = signal;
    this.#timing = timing;
  }

  /** Bytes of bodies, as far as they were read. */
  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  /** Attempts again after failures that may pass. Throws FollowError. */
  async request<T>(request: Request<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(request);
      } catch (error) {
        if (!(error instanceof TransientError)) throw error;
        if (attempt + 1 >= this.#timing.attempts) throw unreachable(error.message, error.cause);
      }
      await delay(backoffMs(attempt, this.#timing.backoff), undefined, { signal: this.#signal });
    }
  }

  /** The whole body, which the origin may compress. */
  read(path: string, maxBytes: number): Promise<Buffer> {
    return this.request({
      path,
      maxBytes,
      receive: async (response, body) => {
        assertFound(response, this.address, path);
        return collect(body);
      },
    });
  }

  async #attempt<T>({ path, prepare, maxBytes, receive }: Request<T>): Promise<T> {
    const { windowMs, bytesPerSecond } = this.#timing;
    const headers = (await prepare?.()) ?? {};
    this.#signal.throwIfAborted();
    const url = `${this.address}/${path}`;
    const controller = new AbortController();
    const stop = () => controller.abort(this.#signal.reason);
    const read = { bytes: 0 };
    let windowStart = 0;
    const window = setInterval(() => {
      const bytes = read.bytes - windowStart;
      windowStart = read.bytes;
      if (bytes >= (bytesPerSecond * windowMs) / 1000) return;
      const why = bytes === 0 ? `no byte for ${windowMs / 1000} s` : `slower than ${bytesPerSecond} bytes a second`;
      controller.abort(new TransientError(`${url}: ${why}`));
    }, windowMs);
    this.#signal.addEventListener('abort', stop, { once: true });
    try {
      const response = await fetch(url, { headers, redirect: 'manual', signal: controller.signal });
      window.refresh();
      assertUsable(response, url);
      return await receive(response, this.#limited(response, { url, maxBytes, read }));
    } catch (error) {
      this.#signal.throwIfAborted();
      throw describe(error, url, controller.signal);
    } finally {
      clearInterval(window);
      this.#signal.removeEventListener('abort', stop);
      // Closes the connection of an answer that was not read to its end.
      controller.abort();
    }
  }

  async *#limited(
    response: Response,
    { url, maxBytes, read }: { readonly url: string; readonly maxBytes: number; readonly read: { bytes: number } },
  ): AsyncIterable<Uint8Array> {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      read.bytes += chunk.length;
      this.#receivedBytes += chunk.length;
      if (read.bytes > maxBytes) throw untrusted(`${url} has more than the expected ${maxBytes} bytes`);
      yield chunk;
    }
  }
}

/** A failure that may pass: no connection, a broken one, an overloaded origin. */
export class TransientError extends Error {
  override name = 'TransientError';
}

function parseAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new FollowError(
      'unreachable',
      `ORIGIN is "${address}": expected an address that begins with http:// or https://`,
    );
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new FollowError('unreachable', 'ORIGIN must have no user name, password, query or fragment');
  return stripEnd(url.href, '/');
}

/** Redirects are not followed, so that an origin cannot send requests to other machines of the network. */
function assertUsable(response: Response, url: string): void {
  const { status } = response;
  if (status >= 500 || status === 429 || status === 408) throw new TransientError(`${url}: status ${status}`);
  const target = response.headers.get('location');
  if (status >= 300 && status < 400 && status !== 304)
    throw unreachable(`${url} redirects to ${target ?? 'nowhere'}: use the final address as ORIGIN`);
  if (status === 401 || status === 403) throw unreachable(`${url}: status ${status}, the origin refuses access`);
}

/** Throws unless the answer is a body. An origin that lists what it does not have contradicts itself. */
export function assertFound({ status }: Response, address: string, path: string): void {
  if (status === 200 || status === 206) return;
  throw untrusted(`${address} lists ${path} but answers with status ${status}`);
}

function describe(error: unknown, url: string, signal: AbortSignal): unknown {
  if (error instanceof FollowError || error instanceof TransientError) return error;
  if (signal.aborted && signal.reason instanceof TransientError) return signal.reason;
  // fetch throws TypeErrors with a cause, and decompression throws errors with a code. Errors of the disk are neither.
  const isCorrupt = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
  if (!(error instanceof TypeError) && !isCorrupt) return error;
  const { cause } = error;
  const reason = cause instanceof AggregateError ? cause.errors[0] : cause;
  const why = reason instanceof Error && reason.message !== '' ? reason.message : error.message;
  return new TransientError(`${url}: ${why}`, { cause: error });
}

export async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
