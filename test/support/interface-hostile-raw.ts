/** Requests that no HTTP library would send. */
import { connect } from 'node:net';

export const rawRequests: readonly string[] = [
  'GET / HTTP/1.1\r\n\r\n',
  'GET  / HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /<script> HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /"onload=x HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nHost: evil.example\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\n: empty\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
  `GET /${'y'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET * HTTP/1.1\r\nHost: x\r\n\r\n',
  'TRACE / HTTP/1.1\r\nHost: x\r\n\r\n',
  'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n',
  'GET / HTTP/0.9\r\n\r\n',
  'GET /\r\n',
  'hello\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
];

/** What comes back for the bytes: the status line and all, or nothing where the connection is only closed. */
export function sendRaw(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(Buffer.from(request, 'latin1')));
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
    socket.setTimeout(5000, () => socket.destroy(new Error(`no answer to ${JSON.stringify(request.slice(0, 60))}`)));
  });
}
