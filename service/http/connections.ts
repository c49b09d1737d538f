/** Connections: one request in progress on each, and their end at a shutdown. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { getOrInsert } from '../../common/get-or-insert.ts';

/**
 * Requests that may wait on a connection. The last of them closes it, and the client repeats the
 * others elsewhere.
 */
const maxWaiting = 100;
/**
 * node parses all requests of a read (64 kB) at once. So many unanswered ones come from no client
 * that reads answers.
 */
const maxParsed = 1000;

/** Time for the starts of requests between two looks at what other connections have sent. */
const workMs = 2;

interface Lane {
  busy: boolean;
  parsed: number;
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
}

/** Pipelined requests wait until the response before them is sent. */
export function serializeRequests(listener: RequestListener): RequestListener {
  const lanes = new WeakMap<Socket, Lane>();
  /**
   * Starts of the next requests of connections. Others get their turn in between, also where many
   * responses come from the cache.
   */
  const due: (() => void)[] = [];

  return (request, response) => {
    const { socket } = request;
    const lane = getOrInsert(lanes, socket, () => ({ busy: false, parsed: 0, waiting: [] }));
    if (!lane.busy) return start(socket, lane, [request, response]);
    lane.parsed++;
    if (lane.waiting.length < maxWaiting) lane.waiting.push([request, response]);
    else if (lane.parsed > maxParsed) socket.destroy();
    else closeAfterLast(lane);
  };

  function start(socket: Socket, lane: Lane, [request, response]: Lane['waiting'][number]): void {
    lane.busy = true;
    // The event says that the system has taken the whole response, or that the client is gone.
    response.once('close', () => finish(socket, lane));
    listener(request, response);
  }

  function finish(socket: Socket, lane: Lane): void {
    if (socket.destroyed) lane.waiting.length = 0;
    const next = lane.waiting.shift();
    lane.busy = next !== undefined;
    if (next === undefined) lane.parsed = 0;
    else if (due.push(() => start(socket, lane, next)) === 1) setImmediate(startDue);
  }

  function startDue(): void {
    const endMs = performance.now() + workMs;
    do due.shift()?.();
    while (due.length > 0 && performance.now() < endMs);
    if (due.length > 0) setImmediate(startDue);
  }
}

/** Sends `Connection: close` with the last response that waits. */
function closeAfterLast({ waiting }: Lane): void {
  const [, last] = waiting.at(-1) ?? [];
  if (last !== undefined) last.shouldKeepAlive = false;
}

/**
 * Shuts a server down and calls `done` at the end. `idleMs`: how long idle connections may still
 * send a request.
 */
export type ShutDown = (done: () => void, idleMs: number) => void;

/**
 * Graceful shutdown: no new connections; the next response on each connection closes it.
 * Connections without a request are closed after a while: a request that is on its way when its
 * connection is closed would get no answer. Attaches `listener` to the server.
 */
export function prepareShutdown(server: Server, listener: RequestListener): ShutDown {
  /**
   * Last response of each connection. Responses on a connection finish in order, so it finishes
   * after all others.
   */
  const last = new Map<Socket, ServerResponse | null>();
  let [draining, isLate] = [false, false];
  let accepted = 0;
  server.on('connection', (socket) => {
    accepted++;
    last.set(socket, null);
    socket.once('close', () => last.delete(socket));
  });
  server.on('request', (request, response) => {
    last.set(request.socket, response);
    if (draining) closeAfter(request.socket, response);
    listener(request, response);
  });
  return (done, idleMs) => {
    const close = () => {
      // net.Server's close: http.Server's closes connections whose response is not read yet (node
      // 20, closeIdleConnections).
      NetServer.prototype.close.call(server, done);
      // Not before: a client whose connection closes makes another one.
      draining = true;
      for (const [socket, response] of last)
        if (response !== null && !response.closed) closeAfter(socket, response);
      setTimeout(() => setImmediate(closeIdle), idleMs);
    };
    setImmediate(() => stopAccepting(performance.now() + idleMs, close));
  };

  /**
   * Closes after a whole turn of the event loop without a new connection: each turn accepts one,
   * and those that wait would be reset.
   */
  function stopAccepting(endMs: number, close: () => void, before = Number.NaN): void {
    const seen = accepted;
    if (seen === before || performance.now() > endMs) close();
    else setImmediate(() => stopAccepting(endMs, close, seen));
  }

  function closeIdle(): void {
    isLate = true;
    for (const [socket, response] of last)
      if (response === null || response.closed) socket.destroy();
  }

  function closeAfter(socket: Socket, response: ServerResponse): void {
    // Sends `Connection: close` unless the headers are sent already.
    if (!response.headersSent) response.shouldKeepAlive = false;
    response.once('close', () => {
      if (last.get(socket) === response && (isLate || !response.shouldKeepAlive))
        socket.destroySoon();
    });
  }
}
