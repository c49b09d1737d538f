/** Host names as clients may write them: the right page or 400, never 500. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { useService } from '../../support/service-server.ts';
import { ask, exchange, parseAnswer } from '../support/raw.ts';

const environment = { SITE_URL: 'https://example.org', NETWORK_URL_TEMPLATE: 'https://{network}.example.org' };
const { service } = useService(directory, environment);
const categories = '/api/infrastructure-providers/categories';

/** 200 is the network's own answer, 404 says that the host is no network's. */
const hosts: readonly (readonly [host: string, status: number])[] = [
  ['aria.example.org', 200],
  ['aria.example.org.', 200],
  ['ARIA.Example.ORG', 200],
  ['aria.example.org:443', 200],
  ['aria.example.org:8080', 200],
  ['aria.example.org.:8080', 200],
  ['aria.example.org:', 200],
  ['example.org', 404],
  ['EXAMPLE.org.', 404],
  ['example.org:8080', 404],
  ['unknown.example.org', 404],
  ['__proto__.example.org', 404],
  ['constructor.example.org', 404],
  ['127.0.0.1:8080', 404],
  ['[::1]:8080', 404],
  ['other.example', 404],
  ['aria..example.org', 400],
  ['.example.org', 400],
  ['aria.example.org..', 400],
  ['aria.example.org:99999', 400],
  ['aria.example.org:8a', 400],
  ['aria example.org', 400],
  ['aria%2eexample.org', 400],
  ['aria.example.org/x', 400],
  ['aria.example.org?x', 400],
  ['aria.example.org#x', 400],
  ['user@aria.example.org', 400],
  ['aria.example.org, evil.example', 400],
  ['<script>.example.org', 400],
  ['"x".example.org', 400],
  ["aria'.example.org", 400],
  ['aria\\.example.org', 400],
  ['\xe4ria.example.org', 400],
  ['[::1', 400],
  ['[::1]x', 400],
  ['[zz]', 400],
  [':8080', 400],
  ['', 400],
  [`${'a'.repeat(300)}.example.org`, 400],
  [`${'a.'.repeat(5000)}example.org`, 400],
];

describe('host names', () => {
  for (const [host, status] of hosts) {
    it(`answers ${status} to ${JSON.stringify(host.slice(0, 40))}`, async () => {
      const answer = await ask(service().port, categories, [`Host: ${host}`]);
      assert.equal(answer.status, status, answer.body.slice(0, 300));
    });
  }

  it('answers 400 to two Host headers and to none', async () => {
    const two = await ask(service().port, categories, ['Host: aria.example.org', 'Host: evil.example']);
    assert.equal(two.status, 400);
    assert.equal((await ask(service().port, categories, [])).status, 400);
  });

  it('takes the host of an absolute address, which wins over Host', async () => {
    const { text } = await exchange(
      service().port,
      `GET http://aria.example.org${categories} HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n`,
    );
    assert.equal(parseAnswer(text).status, 200, text.slice(0, 300));
  });

  it('never repeats a host that it does not know in links', async () => {
    const { body } = await ask(service().port, '/', ['Host: evil.example', 'X-Forwarded-Host: evil.example']);
    assert.doesNotMatch(body, /evil\.example/);
  });
});
