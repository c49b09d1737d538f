/** RPC endpoints made of cells that contributors write. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpointsOf } from '../../../pipeline/connect/endpoints.ts';
import { describeEndpoints, placeOn } from '../../../service/connect/find-endpoints.ts';
import { apiRow as row, withLink } from '../../support/endpoint-rows.ts';

const urlsOf = (given: Parameters<typeof endpointsOf>[0]) =>
  endpointsOf(given).map(({ url }) => url);

describe('endpointsOf', () => {
  it('takes the link "Send requests", and an address on a host that has no other page of the row', () => {
    assert.deepEqual(urlsOf(withLink('https://arb.acme.io/rpc')), ['https://arb.acme.io/rpc']);
    assert.deepEqual(urlsOf(withLink('wss://arb.acme.io', 'Send Request')), ['wss://arb.acme.io']);
    const address = { ...withLink('https://acme.io', 'Website'), address: 'https://rpc.acme.io' };
    assert.deepEqual(urlsOf(address), ['https://rpc.acme.io']);
    assert.deepEqual(urlsOf({ ...address, address: 'https://acme.io/chainlist' }), [], 'a page');
    assert.deepEqual(
      urlsOf({ ...address, address: '0x0fd8fd1dc8162148cb9413062fe6c6b144335dbf' }),
      [],
    );
    assert.deepEqual(urlsOf(withLink('https://acme.io', 'Buy')), []);
    assert.deepEqual(urlsOf({ ...withLink('https://arb.acme.io'), apiType: 'Indexed Data' }), []);
  });

  it('tells WebSockets, with and without encryption, from HTTP', () => {
    const transports = ['ws', 'wss', 'http', 'https'].map(
      (scheme) => endpointsOf(withLink(`${scheme}://arb.acme.io`))[0]?.transport,
    );
    assert.deepEqual(transports, ['websocket', 'websocket', 'http', 'http']);
    const isWarned = (...schemes: readonly string[]) =>
      describeEndpoints(
        schemes
          .flatMap((scheme) => endpointsOf(withLink(`${scheme}://arb.acme.io`)))
          .map((endpoint) => ({ ...endpoint, ...placeOn(null, null, null) })),
      ).some((note) => note.includes('no encryption'));
    assert.deepEqual(
      ['ws', 'wss', 'http', 'https'].map((scheme) => isWarned(scheme)),
      [...[true, false], ...[true, false]],
    );
    assert.deepEqual([isWarned('wss', 'ws', 'https'), isWarned('wss', 'https')], [true, false]);
  });

  it('refuses what is no plain address of a public host', () => {
    for (const address of [
      '/rpc',
      'ftp://acme.io',
      'javascript:alert(1)',
      'http://localhost:8545',
      'http://127.0.0.1:8545',
      'https://me:pw@acme.io/rpc',
      "https://acme.io/'+alert+'",
      'https://acme.io/`id`',
      'https://acme.io/$HOME',
    ]) {
      assert.deepEqual(urlsOf(withLink(address)), [], address);
    }
  });

  it('names what the user fills in, and never shows a key', () => {
    for (const [address, url] of [
      ['https://opt.acme.io/v2/your-alchemy-api-key', 'https://opt.acme.io/v2/<ALCHEMY_API_KEY>'],
      ['https://acme.io/rpc?apikey=YOUR_API_KEY', 'https://acme.io/rpc?apikey=<API_KEY>'],
      ['https://acme.io/{projectId}', 'https://acme.io/<PROJECTID>'],
      ['https://acme.io/v3/0123456789abcdef0123456789abcdef', 'https://acme.io/v3/<API_KEY>'],
      ['https://acme.io/rpc?token=abc', 'https://acme.io/rpc?token=<TOKEN>'],
    ] as const) {
      const [endpoint] = endpointsOf(withLink(address));
      assert.equal(endpoint?.url, url);
      assert.equal(endpoint.placeholders.length, 1, address);
      const found = describeEndpoints([{ ...endpoint, ...placeOn(null, null, null) }]).join(' ');
      assert.match(found, /Replace each `<NAME>`/);
    }
  });

  it('reads a long address without a separator', () => {
    const url = 'https://rpc.1rpc.io/yourdedicatedlowlatencyendpointaddressgoeshere.json';
    assert.deepEqual(urlsOf({ ...row, address: url }), [url]);
  });
});
