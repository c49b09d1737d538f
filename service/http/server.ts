/** HTTP server with its limits on slow, stalled and malformed clients. */
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { HttpError } from '../errors.ts';

const limits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  /** Longer than the 60 s of load balancers, so that they close idle connections first and lose no request. */
  keepAliveTimeout: 65_000,
  maxHeadersCount: 100,
  /** Bytes of all headers and the URL; node answers 431 beyond. */
  maxHeaderSize: 16 * 1024,
  /** Open connections; more are refused. 10,000 idle clients must not lock out others. */
  maxConnections: 15_000,
} as const;

export interface StallLimits {
  /** A client may read nothing of a waiting response for this long. */
  readonly stalledMs: number;
  /** Interval of the check. */
  readonly checkMs: number;
}

const stallLimits: StallLimits = { stalledMs: 30_000, checkMs: 5000 };

export function createHttpServer(listener?: RequestListener): Server {
  const server = createServer({ maxHeaderSize: limits.maxHeaderSize, connectionsCheckingInterval: 2000 }, listener);
  server.headersTimeout = limits.headersTimeout;
  server.requestTimeout = limits.requestTimeout;
  server.keepAliveTimeout = limits.keepAliveTimeout;
  server.maxHeadersCount = limits.maxHeadersCount;
  server.maxConnections = limits.maxConnections;
  server.on('clientError', rejectMalformed);
  disconnectStalled(server, stallLimits);
  return server;
}

/**
 * Disconnects clients that stop reading. A periodic check sets a timeout on connections with unsent bytes; a timeout on
 * every connection would restart its timer at each read and write, which costs a tenth of a 304.
 */
export function disconnectStalled(server: Server, { stalledMs, checkMs }: StallLimits): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const check = () => {
    // The server destroys a socket at its timeout, and clears the timeout when the response is sent.
    for (const socket of sockets) if (socket.writableLength > 0 && !socket.timeout) socket.setTimeout(stalledMs);
  };
  const timer = setInterval(check, checkMs).unref();
  server.once('close', () => clearInterval(timer));
}

/** By the code of node's error. */
const rejections: ReadonlyMap<string, HttpError> = new Map([
  ['HPE_HEADER_OVERFLOW', new HttpError(431, 'headers-too-large', 'the headers and the address are larger than 16 kB')],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', new HttpError(413, 'body-too-large', 'the chunk extensions are too large')],
  ['ERR_HTTP_REQUEST_TIMEOUT', new HttpError(408, 'request-timeout', 'the request took too long to arrive')],
]);
const malformed = new HttpError(400, 'malformed-request', 'malformed HTTP request');
/** Time for the client to read the response; closing at once would discard it while the client is still sending. */
const lingerMs = 1000;

/** Rejects malformed or late requests and closes the connection. The response repeats nothing of the request. */
function rejectMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Rejected already, and the client is still sending.
  if (socket.writableEnded) return;
  // Disconnected, or a response is being sent and another one would corrupt it.
  if (error.code === 'ECONNRESET' || !socket.writable || isResponding(socket)) {
    socket.destroy();
    return;
  }
  const rejection = rejections.get(error.code ?? '') ?? malformed;
  const body = JSON.stringify(rejection);
  const headers = [
    `HTTP/1.1 ${rejection.status} ${STATUS_CODES[rejection.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Access-Control-Allow-Origin: *',
    'Connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** node's own handler checks `_httpMessage` too (lib/_http_server.js, socketOnError). */
function isResponding(socket: Duplex): boolean {
  return '_httpMessage' in socket && socket._httpMessage != null;
}
