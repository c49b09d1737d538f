/**
 * A static web server over a folder, as an origin is, in the test's process: it can be stopped, and
 * answer wrongly.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream';
import type { CleanUp } from './temporary-folder.ts';

export interface Served {
  readonly path: string;
  readonly method: string;
  readonly status: number;
}

/** Answers a request instead of the file; false if it leaves that to the server. */
export type Fault = (
  path: string,
  response: ServerResponse,
  request: IncomingMessage,
) => boolean | Promise<boolean>;

export class OriginServer {
  readonly #folder: string;
  #server: Server | null = null;
  #port = 0;
  served: Served[] = [];
  sentBytes = 0;
  fault: Fault = () => false;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** On any free port if the port is 0. */
  static async start(folder: string, cleanUp: CleanUp, port = 0): Promise<OriginServer> {
    const origin = new OriginServer(folder);
    origin.#port = port;
    await origin.listen();
    cleanUp.after(() => origin.stop());
    return origin;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Paths of the files that were sent since the last call, whole or in parts. */
  takeSent(): string[] {
    const isSent = ({ method, status }: Served) =>
      method === 'GET' && (status === 200 || status === 206);
    const sent = this.served.filter(isSent).map((each) => each.path);
    this.served = [];
    return sent;
  }

  /** On the same port as before. */
  async listen(): Promise<void> {
    const server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(this.#port, '127.0.0.1', resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Breaks all connections. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = decodeURIComponent(new URL(request.url ?? '/', this.address).pathname).slice(1);
    const record = () => {
      this.served.push({ path: name, method: request.method ?? '', status: response.statusCode });
    };
    const { socket } = response;
    const before = socket?.bytesWritten ?? 0;
    response.on('close', () => {
      this.sentBytes += (socket?.bytesWritten ?? before) - before;
    });
    if (await this.fault(name, response, request)) return record();
    const handle = await open(path.join(this.#folder, name)).catch(() => null);
    if ((await handle?.stat())?.isFile()) await sendFile(handle as FileHandle, request, response);
    else {
      await handle?.close();
      response.writeHead(404).end();
    }
    record();
  }
}

async function sendFile(
  handle: FileHandle,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { size, mtimeMs, ino } = await handle.stat();
  const etag = `"${ino}-${mtimeMs}-${size}"`;
  const isKnown = request.headers['if-none-match'] === etag;
  const range = parseRange(request, { size, etag });
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (isKnown || start > end) {
    await handle.close();
    if (isKnown) response.writeHead(304, { etag }).end();
    else if (range === null) response.writeHead(200, { etag, 'content-length': 0 }).end();
    else response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
    return;
  }
  const headers = { etag, 'content-length': end - start + 1 };
  if (range === null) response.writeHead(200, headers);
  else response.writeHead(206, { ...headers, 'content-range': `bytes ${start}-${end}/${size}` });
  // A client that goes away closes the file too.
  pipeline(handle.createReadStream({ start, end }), response, () => undefined);
}

/** Null if the request wants the whole file, or a range of another one. */
function parseRange(
  { headers }: IncomingMessage,
  { size, etag }: { readonly size: number; readonly etag: string },
) {
  const [, from, to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (from === undefined || (headers['if-range'] ?? etag) !== etag) return null;
  return { start: Number(from), end: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
