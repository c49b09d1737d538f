/** The end of a server: no new connections; those at work are closed after their answer, the others at once. */
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** Gives `server` its listener; what it returns begins the end. */
export function drainable(server: Server, listener: RequestListener): (done: () => void) => void {
  /** The last response of each connection. Responses end in the order of their requests: once it has, all have. */
  const last = new Map<Socket, ServerResponse | null>();
  let draining = false;
  server.on('connection', (socket) => {
    last.set(socket, null);
    socket.once('close', () => last.delete(socket));
  });
  server.on('request', (request, response) => {
    last.set(request.socket, response);
    if (draining) closeAfter(request.socket, response);
    listener(request, response);
  });
  return (done) => {
    draining = true;
    // Not http's own close: it cuts connections whose answer is written but not yet read (node 20, closeIdleConnections).
    NetServer.prototype.close.call(server, done);
    for (const [socket, response] of last) {
      if (response === null || response.closed) socket.destroy();
      else closeAfter(socket, response);
    }
  };

  function closeAfter(socket: Socket, response: ServerResponse): void {
    // The client is told where there is still time, so that it sends nothing more here.
    if (!response.headersSent) response.shouldKeepAlive = false;
    response.once('close', () => {
      if (last.get(socket) === response) socket.destroySoon();
    });
  }
}
