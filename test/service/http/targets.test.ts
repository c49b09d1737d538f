/** Targets of requests as clients may write them: a path, or an http address. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { useService } from '../../support/service-server.ts';

describe('the target of a request', () => {
  const { get, service } = useService();
  const ask = async (target: string, method = 'GET') => {
    const socket = connect(service().port, '127.0.0.1');
    socket.write(`${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    return (await text(socket)).split('\r\n')[0];
  };

  it('is a path, or an http or https address of this host', async () => {
    for (const target of ['/about', 'http://localhost/about', 'HTTPS://localhost/about'])
      assert.equal(await ask(target), 'HTTP/1.1 200 OK', target);
    assert.equal(await ask('*', 'OPTIONS'), 'HTTP/1.1 204 No Content');
  });

  it('is refused if it is anything else, before and after its path was cached', async () => {
    for (const _ of ['made', 'cached']) {
      for (const target of ['ftp://x1/providers', 'x1/providers', 'mailto:a@b', '*', '?q=1'])
        assert.equal(await ask(target), 'HTTP/1.1 400 Bad Request', target);
      assert.equal((await get('/providers')).status, 200);
    }
  });
});
