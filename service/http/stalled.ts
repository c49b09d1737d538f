/** Clients that read nothing, or too slowly to be reading: they are cut off, with the answer that waits for them. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface Patience {
  /** How long a client may take nothing of an answer that waits for it. */
  readonly stalledMs: number;
  readonly lookMs: number;
}

/**
 * Looks at all connections now and then, and gives a limit to those that an answer waits for. A limit on each connection
 * from its start would be a timer that every read and write sets anew: a tenth of what a 304 costs.
 */
export function limitStalled(server: Server, { stalledMs, lookMs }: Patience): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const look = () => {
    // The server destroys a connection at its limit, and forgets the limit when the answer is through.
    for (const socket of sockets) if (socket.writableLength > 0 && !socket.timeout) socket.setTimeout(stalledMs);
  };
  const timer = setInterval(look, lookMs).unref();
  server.once('close', () => clearInterval(timer));
}
