/** The HTTP server and its limits: what a client may cost, however slow or wrong it is. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { refuseMalformed } from './malformed.ts';
import { limitStalled } from './stalled.ts';

const limits = {
  /** A request is a line and headers: whoever needs longer sends a byte at a time. */
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  /** Longer than the 60 s that load balancers keep idle connections: they close first, and lose no request. */
  keepAliveTimeout: 65_000,
  stalledMs: 30_000,
  /** So much later a client may be found to be stalled. */
  lookMs: 5000,
  maxHeadersCount: 100,
  /** Headers in all, the address included; node answers 431 beyond. */
  maxHeaderSize: 16 * 1024,
  /** Sockets at once; more are refused, so that those there are answered. 10,000 that are left open lock nobody out. */
  maxConnections: 15_000,
} as const;

/** Without a listener it has to be given one. */
export function createHttpServer(listener?: RequestListener): Server {
  const server = createServer({ maxHeaderSize: limits.maxHeaderSize, connectionsCheckingInterval: 2000 }, listener);
  server.headersTimeout = limits.headersTimeout;
  server.requestTimeout = limits.requestTimeout;
  server.keepAliveTimeout = limits.keepAliveTimeout;
  server.maxHeadersCount = limits.maxHeadersCount;
  server.maxConnections = limits.maxConnections;
  server.on('clientError', refuseMalformed);
  limitStalled(server, limits);
  return server;
}
