/**
 * HTTP client of probes. It connects to public addresses only: a name is resolved once in a run,
 * and the connection goes to the addresses that were checked. It follows no redirect, sends no
 * credentials, and cuts long bodies and slow answers off.
 */
import { lookup as lookUp } from 'node:dns/promises';
import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { ProbeFailure, toFailure } from './failure.ts';
import { LoopTimer } from './loop-timer.ts';
import type { Meter } from './meter.ts';
import { isLoopbackIp, isPublicIp } from './public-ip.ts';
import type { Turns } from './turns.ts';

export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

export type Resolve = (host: string) => Promise<readonly HostAddress[]>;

export interface ClientOptions {
  readonly turns: Turns;
  readonly meter: Meter;
  /** Sent with each request; it says whom to tell about a nuisance. */
  readonly userAgent: string;
  /** Time for one request with its body. */
  readonly timeoutMs: number;
  /** For tests. */
  readonly allowLoopback?: boolean;
  /** For tests; default: the resolver of the system. */
  readonly resolve?: Resolve;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly maxBytes: number;
  /** Keeps a connection for several calls; without it, the connection is closed. */
  readonly agent?: Agent;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** False if the body was cut off. */
  readonly isWhole: boolean;
  /** From the request to the headers. */
  readonly latencyMs: number;
}

/** An answer whose body is still to be read. The body ends at the limits of the call. */
export interface OpenAnswer extends Omit<Answer, 'body' | 'isWhole'> {
  readonly body: AsyncIterable<Buffer>;
  readonly isWhole: () => boolean;
  readonly close: () => void;
}

export class ProbeClient {
  readonly #options: ClientOptions;
  /** By host: a name has the same addresses during the whole run. */
  readonly #resolved = new Map<string, Promise<readonly HostAddress[]>>();

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Throws ProbeFailure or RunEnded. */
  async request(call: Call): Promise<Answer> {
    const { body, isWhole, close, ...head } = await this.open(call);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of body) chunks.push(chunk);
    } finally {
      close();
    }
    return { ...head, body: Buffer.concat(chunks), isWhole: isWhole() };
  }

  /**
   * The turn of the host ends with the body, or with the headers if the body is a stream of events.
   */
  async open(call: Call): Promise<OpenAnswer> {
    const { turns, meter, timeoutMs } = this.#options;
    const lookup = await this.connectTo(call.url);
    const endTurn = await turns.take(call.url.hostname);
    const deadline = new AbortController();
    const timer = new LoopTimer(timeoutMs, () => {
      deadline.abort(new ProbeFailure('unreachable', 'timeout'));
      // Also if nobody reads or closes the body.
      endTurn();
    });
    const close = () => {
      timer.stop();
      endTurn();
    };
    try {
      meter.countRequest();
      const response = await this.#send(call, lookup, deadline.signal);
      const latencyMs = timer.elapsedMs;
      if (isEventStream(response.headers)) endTurn();
      const { body, isWhole } = limitBody(response, call.maxBytes, meter);
      const closeAll = () => {
        close();
        // A body that was read to its end leaves the connection to the next call.
        if (!response.complete) response.destroy();
      };
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        latencyMs,
        body,
        isWhole,
        close: closeAll,
      };
    } catch (error) {
      close();
      throw toFailure(deadline.signal.aborted ? deadline.signal.reason : error);
    }
  }

  /**
   * Checks an address, and returns the function with which sockets look its host up. Throws
   * ProbeFailure.
   */
  async connectTo(url: URL): Promise<LookupFunction> {
    if (!/^(?:https?|wss?):$/.test(url.protocol)) throw new ProbeFailure('unsafe', 'scheme');
    if (url.username !== '' || url.password !== '')
      throw new ProbeFailure('unsafe', 'credentials in the address');
    const { allowLoopback = false } = this.#options;
    const addresses = await this.#resolve(url.hostname.replace(/^\[|\]$/g, ''));
    const isAllowed = ({ address }: HostAddress) =>
      isPublicIp(address) || (allowLoopback && isLoopbackIp(address));
    const [first] = addresses;
    if (first === undefined || !addresses.every(isAllowed))
      throw new ProbeFailure('unsafe', 'address is not public');
    return (_host, options, callback) => {
      if (options.all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    };
  }

  get userAgent(): string {
    return this.#options.userAgent;
  }

  #resolve(host: string): Promise<readonly HostAddress[]> {
    const { resolve = (name) => lookUp(name, { all: true, verbatim: true }) } = this.#options;
    return getOrInsert(this.#resolved, host, async () => {
      if (isIP(host) !== 0) return [{ address: host, family: isIP(host) }];
      return resolve(host).catch((error: unknown) => {
        throw toFailure(error);
      });
    });
  }

  #send(call: Call, lookup: LookupFunction, signal: AbortSignal): Promise<IncomingMessage> {
    const { method, url, body } = call;
    const headers = {
      'User-Agent': this.#options.userAgent,
      Accept: '*/*',
      // A compressed body of a few bytes may fill the memory.
      'Accept-Encoding': 'identity',
      ...call.headers,
      ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
    };
    return new Promise((resolve, reject) => {
      const send = url.protocol === 'https:' ? requestHttps : requestHttp;
      const request = send(url, { method, headers, lookup, signal, agent: call.agent ?? false });
      request.once('response', resolve).once('error', reject);
      request.once('upgrade', (_response, socket) => {
        socket.destroy();
        reject(new ProbeFailure('error', 'upgrade'));
      });
      request.end(body);
    });
  }
}

export function isEventStream(headers: IncomingHttpHeaders): boolean {
  return /^text\/event-stream/i.test(headers['content-type'] ?? '');
}

/** Agent of the calls to one endpoint. */
export function createAgent(url: URL): Agent {
  const options = { keepAlive: true, maxSockets: 1 };
  return url.protocol === 'https:' ? new SecureAgent(options) : new Agent(options);
}

/** An error in the middle of a body ends the body, because the status has been answered. */
function limitBody(response: IncomingMessage, maxBytes: number, meter: Meter) {
  let isWhole = false;
  // Errors after the last read have nobody else to take them.
  response.on('error', () => undefined);
  async function* read(): AsyncGenerator<Buffer> {
    let left = maxBytes;
    try {
      for await (const chunk of response as AsyncIterable<Buffer>) {
        meter.countBytes(chunk.length);
        left -= chunk.length;
        if (left >= 0) yield chunk;
        else yield chunk.subarray(0, chunk.length + left);
        if (left < 0) return;
      }
      isWhole = response.complete;
    } catch {
      return;
    }
  }
  return { body: read(), isWhole: () => isWhole };
}
