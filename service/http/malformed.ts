/** What is no HTTP request, or not one in time, never reaches a route: a small answer of the one shape, then the end. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { HttpError } from './errors.ts';

/** By the code of node's error; anything else is malformed. */
const refusals: Readonly<Record<string, HttpError>> = {
  HPE_HEADER_OVERFLOW: new HttpError(431, 'headers-too-large', 'the headers and the address are larger than 16 kB'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new HttpError(413, 'body-too-large', 'the extensions of a chunk are too large'),
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, 'request-timeout', 'the request did not come to its end in time'),
};
/** For the client to read why. */
const lingerMs = 1000;
const malformed = new HttpError(400, 'malformed-request', 'this is not an HTTP request');

/** Nothing of what the client sent is repeated, and nothing of the error is told. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Refused before, and still sending.
  if (socket.writableEnded) return;
  // Gone, or in the middle of an answer: nothing that we add would be understood.
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const refusal = refusals[error.code ?? ''] ?? malformed;
  const body = JSON.stringify(refusal);
  const headers = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
  // At once, the system would take the answer back from a client that is still sending.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** `_httpMessage` is what node's own handler asks (lib/_http_server.js, socketOnError). */
function isAnswering(socket: Duplex): boolean {
  return '_httpMessage' in socket && socket._httpMessage != null;
}
