/** Whole responses, to be sent again to whoever asks the same, word for word. */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';

/** A response as it went out. */
export interface Replay {
  /** Name, value, name, value, ... as node:http takes them; without the request's id. */
  readonly headers: readonly string[];
  /** Those of a 304. */
  readonly unchanged: readonly string[];
  readonly route: string;
  /** For the log. */
  readonly described: string;
  readonly etag: string;
  readonly lastModified: string | undefined;
  readonly body: Buffer;
}

/** What a response depends on. */
export interface Asked {
  readonly url: string;
  readonly host: string | undefined;
  /** The header Accept-Encoding. */
  readonly encodings: string | undefined;
}

/** With the address that the request came with: routes may have changed it. */
export function askedBy({ headers }: IncomingMessage, url: string): Asked {
  return { url, host: headers.host, encodings: headers['accept-encoding'] };
}

interface Kept {
  readonly asked: Asked;
  readonly replay: Replay;
}

const maxUrls = 2000;
/** Hosts and encodings of one address; browsers have three or four among them. All of the largest together must fit. */
const maxWays = 6;
/** As a rule the body belongs to the answer in the cache, and the rest is headers; but the answer may be moved out before. */
const headersBytes = 1000;

export class Replays {
  /** By address alone: a key of all that was asked would be made, and measured, for every request. */
  readonly #byUrl: LRUCache<string, readonly Kept[]>;

  constructor({ maxBytes }: { maxBytes: number }) {
    this.#byUrl = new LRUCache({
      max: maxUrls,
      maxSize: maxBytes,
      sizeCalculation: (ways, url) =>
        ways.reduce((bytes, { replay }) => bytes + headersBytes + url.length + replay.body.length, 0),
    });
  }

  /** Of bodies, headers and addresses. */
  get heldBytes(): number {
    return this.#byUrl.calculatedSize;
  }

  get(asked: Asked): Replay | undefined {
    return this.#byUrl.get(asked.url)?.find((kept) => isSameWay(kept.asked, asked))?.replay;
  }

  set(asked: Asked, replay: Replay): void {
    const others = (this.#byUrl.get(asked.url) ?? []).filter((kept) => !isSameWay(kept.asked, asked));
    this.#byUrl.set(asked.url, [{ asked, replay }, ...others].slice(0, maxWays));
  }
}

function isSameWay(a: Asked, b: Asked): boolean {
  return a.host === b.host && a.encodings === b.encodings;
}
