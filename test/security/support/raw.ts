/** Bytes over a socket: requests that no HTTP library would send, and exactly what comes back. */
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Size of status line and headers. */
  readonly headBytes: number;
  readonly body: string;
}

export interface Exchange {
  /** What came back, byte by byte as latin1. */
  readonly text: string;
  readonly tookMs: number;
  /** False if the server left the connection open until the limit. */
  readonly closed: boolean;
}

export interface SendOptions {
  readonly limitMs?: number;
  /** Ends our side after the bytes; otherwise the server closes the connection. */
  readonly end?: boolean;
}

/**
 * Sends bytes and collects what comes back until the connection is closed or the limit is reached.
 */
export function exchange(
  port: number,
  bytes: string | Buffer,
  options: SendOptions = {},
): Promise<Exchange> {
  const { limitMs = 5000, end = false } = options;
  return new Promise((resolve) => {
    const startedMs = performance.now();
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      const data = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
      if (end) socket.end(data);
      else socket.write(data);
    });
    let closed = true;
    const timer = setTimeout(() => {
      closed = false;
      socket.destroy();
    }, limitMs);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({
        text: Buffer.concat(chunks).toString('latin1'),
        tookMs: performance.now() - startedMs,
        closed,
      });
    });
  });
}

/** One request with the given header lines, and its answer. */
export async function ask(
  port: number,
  target: string,
  headers: readonly string[] = ['Host: x'],
): Promise<RawAnswer> {
  const { text } = await exchange(
    port,
    `${[`GET ${target} HTTP/1.1`, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`,
  );
  return parseAnswer(text);
}

/** The first answer of a text. */
export function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, Math.max(0, end)).split('\r\n');
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0),
    headers: Object.fromEntries(pairs),
    headBytes: end + 4,
    body: text.slice(end + 4),
  };
}

/** The status of each answer in a text of several. */
export function statuses(text: string): number[] {
  return Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));
}

/**
 * A connection that is open and sends nothing by itself. It reads nothing until `resume` is called.
 */
export function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      resolve(socket.pause());
    });
  });
}

export function request(target: string, headers: readonly string[] = []): string {
  return `${[`GET ${target} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`;
}
