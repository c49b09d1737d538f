/**
 * Turns: shares the time of the process fairly between clients. Only a few requests are worked on at once. The next one is
 * that of the client that has used least time, so that nobody waits behind many or dear requests of somebody else.
 */
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { HttpError } from './errors.ts';

export interface TurnOptions {
  /** Requests in progress. More would not be faster: one thread runs JavaScript. */
  readonly slots: number;
  /** Requests that wait; beyond, the client with most of them gets 503. */
  readonly maxWaiting: number;
}

interface Client {
  /** Time used, counted from that of the client that was served last. */
  usedMs: number;
  running: number;
  readonly waiting: Waiting[];
}

interface Waiting {
  readonly start: () => void;
  readonly reject: (error: HttpError) => void;
}

export class Turns {
  readonly #options: TurnOptions;
  /** Clients with requests that run or wait. */
  readonly #clients = new Map<string, Client>();
  #running = 0;
  #waiting = 0;
  /** Time of the client that was served last. A client that comes back starts here. */
  #floorMs = 0;

  constructor(options: TurnOptions) {
    this.#options = options;
  }

  /** Runs `work` when it is the client's turn. Throws 503 if too many requests wait, most of them the client's. */
  async run(key: string, work: () => Promise<void>): Promise<void> {
    const client = this.#clientOf(key);
    if (this.#running >= this.#options.slots) await this.#wait(client);
    else this.#begin(client);
    const startedMs = performance.now();
    try {
      await work();
    } finally {
      client.usedMs += performance.now() - startedMs;
      client.running--;
      this.#running--;
      if (client.running + client.waiting.length === 0) this.#clients.delete(key);
      this.#startNext();
    }
  }

  #clientOf(key: string): Client {
    let client = this.#clients.get(key);
    if (client === undefined) this.#clients.set(key, (client = { usedMs: this.#floorMs, running: 0, waiting: [] }));
    return client;
  }

  #begin(client: Client): void {
    client.running++;
    this.#running++;
    this.#floorMs = Math.max(this.#floorMs, client.usedMs);
  }

  #wait(client: Client): Promise<void> {
    if (this.#waiting >= this.#options.maxWaiting) this.#dropOne(client);
    return new Promise((resolve, reject) => {
      this.#waiting++;
      client.waiting.push({ start: resolve, reject });
    });
  }

  /** Makes room for a request of `client`: another client that has more of them waiting loses its newest. */
  #dropOne(client: Client): void {
    let most = client;
    for (const other of this.#clients.values()) if (other.waiting.length > most.waiting.length) most = other;
    const headers = { 'Retry-After': '1' };
    const error = new HttpError(503, 'overloaded', 'too many requests at once; try again', { headers });
    if (most === client) throw error;
    most.waiting.pop()?.reject(error);
    this.#waiting--;
  }

  #startNext(): void {
    let next: Client | undefined;
    for (const client of this.#clients.values()) {
      if (client.waiting.length > 0 && (next === undefined || client.usedMs < next.usedMs)) next = client;
    }
    const waiting = next?.waiting.shift();
    if (next === undefined || waiting === undefined) return;
    this.#waiting--;
    this.#begin(next);
    waiting.start();
  }
}

let connections = 0;
const connectionKeys = new WeakMap<object, string>();

/**
 * Client of a request: its address, or the header in which a proxy states it. Without the header, clients behind a proxy
 * on this machine are told apart by connection. The last 64 bits of an IPv6 address are the client's own choice.
 */
export function clientOf({ headers, socket }: IncomingMessage, header: string | null): string {
  const stated = header === null ? undefined : headers[header];
  const address = typeof stated === 'string' && stated !== '' ? stated.slice(0, 45) : (socket.remoteAddress ?? '');
  const plain = address.replace(/^::ffff:/, '');
  if (header === null && (plain.startsWith('127.') || plain === '::1')) return keyOfConnection(socket);
  return isIPv6(plain) ? plain.split(':').slice(0, 4).join(':') : plain;
}

function keyOfConnection(socket: object): string {
  let key = connectionKeys.get(socket);
  if (key === undefined) connectionKeys.set(socket, (key = `connection ${++connections}`));
  return key;
}
