/**
 * Turns: shares the time of the process fairly between clients. Only a few requests are worked on at once. The next one is
 * that of the client that has used least time. A client that keeps the service busy has one place, waits for the requests of
 * the others, and leaves one place to them, so that nobody waits behind many or dear requests of somebody else.
 */
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { setImmediate as immediate } from 'node:timers';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { HttpError } from '../errors.ts';

export interface TurnOptions {
  /** Requests in progress. More would not be faster: one thread runs JavaScript. */
  readonly slots: number;
  /** Requests that wait; beyond, the client with most of them gets 503. */
  readonly maxWaiting: number;
  /** Time that a request may wait; after it, the request gets 503. */
  readonly timeoutMs: number;
}

/** A client is busy if its requests took this long since it last had none. One that waits for each response never is. */
const busyMs = 50;
/**
 * Time that a client can have used more than the client that was served last. Without this bound, a client with one slow request,
 * such as during a snapshot change, would wait until each of the others had used as much time.
 */
const maxAheadMs = 10;
/** Time that a busy client waits for the requests of others. */
const patienceMs = 100;
/** Time that long work waits for them between its steps of 2 ms: at worst, it takes ten times as long. */
const stepPatienceMs = 20;
/** Clients that are remembered before idle ones are forgotten. */
const maxClients = 1000;

interface Client {
  /** Time used, counted from that of the client that was served last. */
  usedMs: number;
  burstMs: number;
  /** Time at which its last request ended. */
  endedMs: number;
  running: number;
  readonly waiting: Waiting[];
}

interface Waiting {
  readonly sinceMs: number;
  readonly start: (isBusy: boolean) => void;
  readonly refuse: () => void;
}

export class Turns {
  readonly #options: TurnOptions;
  /** Clients with requests that run or wait, and those that had some lately. */
  readonly #clients = new Map<string, Client>();
  #running = 0;
  #busyRunning = 0;
  #waiting = 0;
  /** True until the next request is chosen: new ones wait to be chosen from, too. */
  #isChoosing = false;
  /** Time of the client that was served last. A client that comes back starts here. */
  #floorMs = 0;
  /** Requests that got 503 because too many waited, or because they waited too long. */
  #refused = 0;

  constructor(options: TurnOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get refused(): number {
    return this.#refused;
  }

  /**
   * Runs `work` when it is the client's turn, and tells it whether the client is busy. Throws 503 if that takes too long, or if
   * too many requests of the client wait.
   */
  async run(key: string, work: (isBusy: boolean) => Promise<void>): Promise<void> {
    const client = this.#clientOf(key);
    const canStart = !this.#isChoosing && this.#isFree(client);
    const isBusy = canStart ? this.#begin(client) : await this.#wait(client);
    const startedMs = performance.now();
    try {
      await work(isBusy);
    } finally {
      const nowMs = performance.now();
      client.usedMs = Math.min(client.usedMs + nowMs - startedMs, this.#floorMs + maxAheadMs);
      client.burstMs += nowMs - startedMs;
      client.endedMs = nowMs;
      client.running--;
      this.#running--;
      if (isBusy) this.#busyRunning--;
      this.#choose();
    }
  }

  /** For exports and for long work of busy clients, between its steps: waits for the requests of others, but not for long. */
  async giveWay(): Promise<void> {
    const endMs = performance.now() + stepPatienceMs;
    await setImmediate();
    while (this.#running > this.#busyRunning && performance.now() < endMs) await delay(1);
  }

  #clientOf(key: string): Client {
    const nowMs = performance.now();
    let client = this.#clients.get(key);
    if (client === undefined) {
      if (this.#clients.size >= maxClients) this.#forgetIdle();
      client = { usedMs: this.#floorMs, burstMs: 0, endedMs: nowMs, running: 0, waiting: [] };
      this.#clients.set(key, client);
    } else if (isIdle(client)) {
      client.burstMs = 0;
      client.usedMs = Math.max(client.usedMs, this.#floorMs);
    }
    return client;
  }

  #forgetIdle(): void {
    for (const [key, client] of this.#clients) if (isIdle(client)) this.#clients.delete(key);
  }

  /** A busy client has one place and waits for the requests of others. All busy clients together leave one place to the others. */
  #isFree(client: Client): boolean {
    const { slots } = this.#options;
    if (this.#running >= slots) return false;
    if (client.burstMs < busyMs) return true;
    if (client.running > 0 || this.#busyRunning >= Math.max(1, slots - 1)) return false;
    const nowMs = performance.now();
    const sinceMs = Math.max(client.endedMs, client.waiting[0]?.sinceMs ?? nowMs);
    return this.#running === this.#busyRunning || nowMs - sinceMs > patienceMs;
  }

  /** Returns whether the client takes a place of busy clients. */
  #begin(client: Client): boolean {
    const isBusy = client.burstMs >= busyMs;
    client.running++;
    this.#running++;
    if (isBusy) this.#busyRunning++;
    this.#floorMs = Math.max(this.#floorMs, client.usedMs);
    return isBusy;
  }

  #wait(client: Client): Promise<boolean> {
    if (this.#waiting >= this.#options.maxWaiting) this.#dropOne(client);
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        client.waiting.splice(client.waiting.indexOf(waiting), 1);
        this.#waiting--;
      };
      const waiting: Waiting = {
        sinceMs: performance.now(),
        start: (isBusy) => {
          leave();
          resolve(isBusy);
        },
        refuse: () => {
          leave();
          reject(this.#refuse());
        },
      };
      const timer = setTimeout(waiting.refuse, this.#options.timeoutMs);
      this.#waiting++;
      client.waiting.push(waiting);
    });
  }

  /** Makes room for a request of `client`: another client that has more of them waiting loses its newest. */
  #dropOne(client: Client): void {
    let most = client;
    for (const other of this.#clients.values()) if (other.waiting.length > most.waiting.length) most = other;
    if (most === client) throw this.#refuse();
    most.waiting.at(-1)?.refuse();
  }

  #refuse(): HttpError {
    this.#refused++;
    return overloaded();
  }

  /** Starts the next request after pending events. Many requests that wait for nothing would otherwise hold up all others. */
  #choose(): void {
    if (this.#isChoosing) return;
    this.#isChoosing = true;
    immediate(() => {
      this.#isChoosing = false;
      this.#startNext();
    });
  }

  #startNext(): void {
    let next: Client | undefined;
    for (const client of this.#clients.values()) {
      if (client.waiting.length === 0 || !this.#isFree(client)) continue;
      if (next === undefined || client.usedMs < next.usedMs) next = client;
    }
    const waiting = next?.waiting[0];
    if (next === undefined || waiting === undefined) return;
    waiting.start(this.#begin(next));
    this.#startNext();
  }
}

function overloaded(): HttpError {
  const headers = { 'Retry-After': '1' };
  return new HttpError(503, 'overloaded', 'too many requests at once; try again', { headers });
}

function isIdle({ running, waiting }: Client): boolean {
  return running + waiting.length === 0;
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
  return isIPv6(plain) ? keyOfIpv6(plain) : plain;
}

/** The first 64 bits in one spelling: `2001:db8::1` is `2001:db8:0:0`. An IPv4 address in IPv6 notation is that address. */
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

function keyOfConnection(socket: object): string {
  let key = connectionKeys.get(socket);
  if (key === undefined) connectionKeys.set(socket, (key = `connection ${++connections}`));
  return key;
}
