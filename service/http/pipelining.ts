/** One request in progress per connection. Pipelined requests wait until the response before them is sent. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait on a connection. The last of them closes it, and the client repeats the others elsewhere. */
const maxWaiting = 100;
/** node parses all requests of a read (64 kB) at once. So many unanswered ones come from no client that reads answers. */
const maxParsed = 1000;

/** Time for the starts of requests between two looks at what other connections have sent. */
const workMs = 2;

interface Lane {
  busy: boolean;
  parsed: number;
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
}

export function serializeRequests(listener: RequestListener): RequestListener {
  const lanes = new WeakMap<Socket, Lane>();
  /** Starts of the next requests of connections. Others get their turn in between, also where many responses come from the cache. */
  const due: (() => void)[] = [];

  return (request, response) => {
    const { socket } = request;
    const lane = laneOf(socket);
    if (!lane.busy) return start(socket, lane, [request, response]);
    lane.parsed++;
    if (lane.waiting.length < maxWaiting) lane.waiting.push([request, response]);
    else if (lane.parsed > maxParsed) socket.destroy();
    else closeAfterLast(lane);
  };

  function laneOf(socket: Socket): Lane {
    let lane = lanes.get(socket);
    if (lane === undefined) lanes.set(socket, (lane = { busy: false, parsed: 0, waiting: [] }));
    return lane;
  }

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
