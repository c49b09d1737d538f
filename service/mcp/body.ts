/** Bodies of `POST /mcp`: their size, their depth, and the memory that all of them together take. */
import type { IncomingMessage } from 'node:http';
import { parseJson } from '../../common/json.ts';
import { HttpError } from '../errors.ts';

/** A call with 20 filters takes 2 kB. */
const maxBodyBytes = 64 * 1024;
/** Arguments are three levels deep. */
const maxDepth = 30;

/** Bytes of bodies that are read or wait for their turn: of all clients, and of one. */
const maxHeldBytes = { all: 16 * 1024 * 1024, client: 4 * 1024 * 1024 } as const;

/** Counts bytes that arrived; false if the budget has no room for them. */
type Take = (bytes: number) => boolean;

/** Memory of bodies, from their first byte to the end of the call. */
export class BodyBudget {
  #heldBytes = 0;
  readonly #byClient = new Map<string, number>();

  async hold(client: string, work: (take: Take) => Promise<void>): Promise<void> {
    let taken = 0;
    const take: Take = (bytes) => {
      const ofClient = this.#byClient.get(client) ?? 0;
      if (this.#heldBytes + bytes > maxHeldBytes.all || ofClient + bytes > maxHeldBytes.client) return false;
      taken += bytes;
      this.#add(client, bytes);
      return true;
    };
    try {
      await work(take);
    } finally {
      this.#add(client, -taken);
    }
  }

  #add(client: string, bytes: number): void {
    this.#heldBytes += bytes;
    const ofClient = (this.#byClient.get(client) ?? 0) + bytes;
    if (ofClient === 0) this.#byClient.delete(client);
    else this.#byClient.set(client, ofClient);
  }
}

/**
 * Throws 413 for a body that is too large, 400 for one that is no JSON object, and 503 over the budget. Reads a large body to its end without
 * keeping it, because an unread rest would block the next request of the connection.
 */
export async function readBody(request: IncomingMessage, take: Take): Promise<unknown> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let isRefused = false;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      isRefused ||= bytes <= maxBodyBytes && !take(chunk.length);
      if (isRefused || bytes > maxBodyBytes) chunks = [];
      else chunks.push(chunk);
    }
  } catch (error) {
    throw new HttpError(400, 'bad-body', 'the body ended before it was complete', { cause: error });
  }
  if (isRefused) {
    const headers = { 'Retry-After': '1' };
    throw new HttpError(503, 'overloaded', 'too many request bodies at once; try again', { headers });
  }
  if (bytes > maxBodyBytes) throw new HttpError(413, 'body-too-large', `the body is larger than ${maxBodyBytes} bytes`);
  const text = Buffer.concat(chunks).toString('utf8');
  if (depthOf(text) > maxDepth)
    throw new HttpError(400, 'bad-body', `the body is nested more than ${maxDepth} levels deep`);
  const body = parseJson(text);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new HttpError(
    400,
    'bad-body',
    'the body is not one JSON-RPC message: a JSON object, batches are not supported',
  );
}

/** Levels of brackets, those inside of texts included: a bound of the depth. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth);
    else if (char === '}' || char === ']') depth--;
  }
  return deepest;
}
