/**
 * Fair queue: clients, by address, take turns, so that nobody waits behind all requests of somebody
 * else.
 */
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { getOrInsert } from '../../common/get-or-insert.ts';
import { HttpError } from '../errors.ts';

/**
 * What a request asks for. Each kind has places of its own, so that long exports do not take those
 * of pages.
 */
export type Kind = 'requests' | 'exports' | 'calls';

export interface QueueOptions {
  /** Requests in progress, by kind. More would not be faster: one thread runs JavaScript. */
  readonly slots: Readonly<Record<Kind, number>>;
  /** Requests that wait; beyond, the client with most of them gets 503. */
  readonly maxWaiting: number;
  /** Time that a request may wait; after it, the request gets 503. */
  readonly timeoutMs: number;
  /**
   * Before its next request, a client with several waiting lets those of other clients finish, at
   * most this long.
   */
  readonly giveWayMs: number;
}

interface Waiting {
  readonly kind: Kind;
  readonly start: () => void;
  readonly refuse: () => void;
}

interface Client {
  isRunning: boolean;
  readonly waiting: Waiting[];
  /** End of its last request, ms of `performance.now()`. */
  endedMs: number;
}

/**
 * Round robin over the clients that have requests. A client has at most one in progress, of
 * whatever kind.
 */
export class FairQueue {
  readonly #options: QueueOptions;
  /** Clients with requests that run or wait. The first one is served next. */
  readonly #clients = new Map<string, Client>();
  readonly #running = noneOfEach();
  readonly #waiting = noneOfEach();
  readonly #refused = noneOfEach();
  #isScheduled = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  get waiting(): Readonly<Record<Kind, number>> {
    return this.#waiting;
  }

  /** Requests that got 503 because too many waited, or because they waited too long. */
  get refused(): Readonly<Record<Kind, number>> {
    return this.#refused;
  }

  /**
   * Runs `work` when it is the client's turn. Throws 503 if that takes too long, or if too many
   * requests of the client wait.
   */
  async run(key: string, kind: Kind, work: () => Promise<void>): Promise<void> {
    const client = getOrInsert(this.#clients, key, () => ({
      isRunning: false,
      waiting: [],
      endedMs: 0,
    }));
    try {
      await this.#enter(client, kind);
      await work().finally(() => this.#leave(client, kind));
    } finally {
      if (!client.isRunning && client.waiting.length === 0) this.#clients.delete(key);
    }
  }

  /**
   * A request that comes between the end of another one and the next start waits, too, so that it
   * does not pass those that wait.
   */
  #enter(client: Client, kind: Kind): Promise<void> | undefined {
    const isFree = !this.#isScheduled && !client.isRunning && this.#hasPlace(kind);
    return isFree ? this.#begin(client, kind) : this.#wait(client, kind);
  }

  #hasPlace(kind: Kind): boolean {
    return this.#running[kind] < this.#options.slots[kind];
  }

  #givesWay({ waiting, endedMs }: Client): boolean {
    if (sum(this.#running) === 0 || waiting.length < 2) return false;
    return performance.now() - endedMs < this.#options.giveWayMs;
  }

  #begin(client: Client, kind: Kind): undefined {
    client.isRunning = true;
    this.#running[kind]++;
  }

  #leave(client: Client, kind: Kind): void {
    client.isRunning = false;
    client.endedMs = performance.now();
    this.#running[kind]--;
    this.#schedule();
  }

  #wait(client: Client, kind: Kind): Promise<void> {
    if (sum(this.#waiting) >= this.#options.maxWaiting) this.#refuseOne(client, kind);
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer);
        client.waiting.splice(client.waiting.indexOf(waiting), 1);
        this.#waiting[kind]--;
      };
      const waiting: Waiting = {
        kind,
        start: () => {
          stopWaiting();
          this.#begin(client, kind);
          resolve();
        },
        refuse: () => {
          stopWaiting();
          reject(this.#refusal(kind));
        },
      };
      const timer = setTimeout(waiting.refuse, this.#options.timeoutMs);
      this.#waiting[kind]++;
      client.waiting.push(waiting);
    });
  }

  /**
   * Makes room for a request of `client`: another client that has more of them waiting loses its
   * newest.
   */
  #refuseOne(client: Client, kind: Kind): void {
    let most = client;
    for (const other of this.#clients.values())
      if (other.waiting.length > most.waiting.length) most = other;
    if (most === client) throw this.#refusal(kind);
    most.waiting.at(-1)?.refuse();
  }

  #refusal(kind: Kind): HttpError {
    this.#refused[kind]++;
    return overloaded();
  }

  /**
   * Starts the next requests after pending events. Many requests that wait for nothing would
   * otherwise hold up all others.
   */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#startNext();
    });
  }

  #startNext(): void {
    for (const [key, client] of [...this.#clients]) {
      const next = client.waiting.find(({ kind }) => this.#hasPlace(kind));
      if (next === undefined || client.isRunning) continue;
      if (this.#givesWay(client)) {
        setTimeout(() => this.#schedule(), this.#options.giveWayMs);
        continue;
      }
      next.start();
      this.#clients.delete(key);
      this.#clients.set(key, client);
    }
  }
}

const noneOfEach = (): Record<Kind, number> => ({ requests: 0, exports: 0, calls: 0 });

const sum = ({ requests, exports, calls }: Readonly<Record<Kind, number>>) =>
  requests + exports + calls;

function overloaded(): HttpError {
  const headers = { 'Retry-After': '1' };
  return new HttpError(503, 'overloaded', 'too many requests at once; try again', { headers });
}

let connections = 0;
const connectionKeys = new WeakMap<object, string>();

/**
 * Client of a request: its address, or the header in which a proxy states it. Without the header,
 * clients behind a proxy on this machine are told apart by connection. The last 64 bits of an IPv6
 * address are the client's own choice.
 */
export function clientOf({ headers, socket }: IncomingMessage, header: string | null): string {
  const stated = header === null ? undefined : headers[header];
  const address =
    typeof stated === 'string' && stated !== ''
      ? stated.slice(0, 45)
      : (socket.remoteAddress ?? '');
  const plain = address.replace(/^::ffff:/, '');
  if (header === null && (plain.startsWith('127.') || plain === '::1'))
    return getOrInsert(connectionKeys, socket, () => `connection ${++connections}`);
  return isIPv6(plain) ? keyOfIpv6(plain) : plain;
}

/**
 * The first 64 bits in one spelling: `2001:db8::1` is `2001:db8:0:0`. An IPv4 address in IPv6
 * notation is that address.
 */
function keyOfIpv6(address: string): string {
  // URL writes the address in its shortest form, without the zone of `fe80::1%eth0`.
  const shortest = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1, -1);
  const [head = '', tail] = shortest.split('::');
  const [left, right] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = tail === undefined ? 0 : 8 - (left?.length ?? 0) - (right?.length ?? 0);
  const groups = [...(left ?? []), ...new Array<string>(zeros).fill('0'), ...(right ?? [])];
  if (/^(?:0:){5}ffff:/.test(groups.join(':'))) {
    const bytes = groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
    return bytes.join('.');
  }
  return groups.slice(0, 4).join(':');
}
