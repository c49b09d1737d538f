/** Bytes that are no request: a small answer of the one shape, and the end of the connection. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { createHttpServer } from '../../../service/http/server.ts';

describe('a request that is none', () => {
  const server = createHttpServer((_, response) => response.end('fine'));
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  after(() => server.close());

  async function send(bytes: string): Promise<{ head: string; body: string }> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(bytes, 'latin1');
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    return { head, body };
  }

  const cases: readonly (readonly [name: string, bytes: string, status: number, code: string])[] = [
    ['nonsense', 'nonsense\r\n\r\n', 400, 'malformed-request'],
    ['a TLS hello', '\u0016\u0003\u0001\u0002\u0000\u0001', 400, 'malformed-request'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n', 400, 'malformed-request'],
    [
      'two lengths',
      'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'malformed-request',
    ],
    ['headers of 20 kB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers-too-large'],
    ['headers of 300 kB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(300_000)}\r\n\r\n`, 431, 'headers-too-large'],
  ];
  for (const [name, bytes, status, code] of cases) {
    it(`answers ${name} with ${status} as JSON, and closes`, async () => {
      const { head, body } = await send(bytes);
      assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.match(head, /\r\nContent-Type: application\/json/);
      assert.match(head, /\r\nConnection: close/);
      assert.match(head, /\r\nX-Content-Type-Options: nosniff\r\nAccess-Control-Allow-Origin: \*/);
      assert.match(head, new RegExp(`\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`));
      const { error }: { error: { code: string } } = JSON.parse(body);
      assert.equal(error.code, code);
    });
  }
});
