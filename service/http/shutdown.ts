/** Graceful shutdown: no new connections; busy connections close after their response, idle ones at once. */
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** Attaches `listener` to the server and returns a function that shuts it down and calls `done` at the end. */
export function prepareShutdown(server: Server, listener: RequestListener): (done: () => void) => void {
  /** Last response of each connection. Responses on a connection finish in order, so it finishes after all others. */
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
    // net.Server's close: http.Server's closes connections whose response is not read yet (node 20, closeIdleConnections).
    NetServer.prototype.close.call(server, done);
    for (const [socket, response] of last) {
      if (response === null || response.closed) socket.destroy();
      else closeAfter(socket, response);
    }
  };

  function closeAfter(socket: Socket, response: ServerResponse): void {
    // Sends `Connection: close` unless the headers are sent already.
    if (!response.headersSent) response.shouldKeepAlive = false;
    response.once('close', () => {
      if (last.get(socket) === response) socket.destroySoon();
    });
  }
}
