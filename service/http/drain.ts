/** The end of a server: no new connections; those at work are closed after their answer, the others at once. */
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** To be called before the server listens; what it returns begins the end. */
export function drainable(server: Server): (done: () => void) => void {
  /** Answers that each connection still owes. */
  const owed = new Map<Socket, Set<ServerResponse>>();
  let draining = false;
  server.on('connection', (socket) => {
    owed.set(socket, new Set());
    socket.once('close', () => owed.delete(socket));
  });
  server.prependListener('request', ({ socket }, response) => {
    const answers = owed.get(socket);
    answers?.add(response);
    if (draining) response.shouldKeepAlive = false;
    response.once('close', () => {
      answers?.delete(response);
      if (draining && answers?.size === 0) socket.destroySoon();
    });
  });
  return (done) => {
    draining = true;
    // Not http's own close: it cuts connections whose answer is written but not yet read (node 20, closeIdleConnections).
    NetServer.prototype.close.call(server, done);
    for (const [socket, answers] of owed) {
      const [only] = answers;
      if (!only) socket.destroy();
      // The client is told, so that it sends nothing more here; with several answers only the last could say it.
      else if (answers.size === 1 && !only.headersSent) only.shouldKeepAlive = false;
    }
  };
}
