/** HTTP server with its limits on slow and stalled clients. node:http rejects what is no HTTP. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  /**
   * Longer than the 60 s of load balancers, so that they close idle connections first and lose no
   * request.
   */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2000,
  /** Bytes of all headers and the URL; node answers 431 beyond. */
  maxHeaderSize: 16 * 1024,
} as const;
const limits = {
  maxHeadersCount: 100,
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
  const server = Object.assign(createServer(timeouts, listener), limits);
  disconnectStalled(server, stallLimits);
  return server;
}

/**
 * Disconnects clients that stop reading. A periodic check sets a timeout on connections with unsent
 * bytes; a timeout on every connection would restart its timer at each read and write, which costs
 * a tenth of a 304.
 */
export function disconnectStalled(server: Server, { stalledMs, checkMs }: StallLimits): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const check = () => {
    // The server destroys a socket at its timeout, and clears the timeout when the response is
    // sent.
    for (const socket of sockets)
      if (socket.writableLength > 0 && !socket.timeout) socket.setTimeout(stalledMs);
  };
  const timer = setInterval(check, checkMs).unref();
  server.once('close', () => clearInterval(timer));
}
