/** Keys of the operator: who gets them, and that nobody else sees them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProviderDefinition } from '../../../model/providers.ts';
import { readKeys, withKeys } from '../../../pipeline/probe/keys.ts';
import { endpoint, probeWorld, resolverOf, rpcNode, serve } from '../../support/probe-world.ts';
import { afterAll } from '../../support/temporary-folder.ts';

const provider = (name: string, website: string) => ({ name, website }) as ProviderDefinition;
const providers = [
  provider('Alchemy', 'https://www.alchemy.com/'),
  provider('Blast API', 'https://blastapi.io'),
];
const skipped = { 'needs a key': 1, 'unknown protocol': 0, 'not a public address': 0 };

describe('PROBE_KEY_<PROVIDER>', () => {
  const cleanUp = afterAll();
  const key = 'k-1234.abc_~';
  const cases: readonly (readonly [
    name: string,
    variable: Readonly<Record<string, string>>,
    keyOf: string,
    address: string,
    secret: string | null,
  ])[] = [
    [
      'goes to a host of its provider',
      { PROBE_KEY_ALCHEMY: key },
      'Alchemy',
      'https://eth.g.alchemy.com/v2/<API_KEY>',
      `https://eth.g.alchemy.com/v2/${key}`,
    ],
    [
      'goes into the name of a host',
      { PROBE_KEY_BLAST_API: key.replace(/[._~]/g, '') },
      'Blast API',
      'wss://<API_KEY>.blastapi.io/',
      'wss://k-1234abc.blastapi.io/',
    ],
    [
      'goes to the domain itself',
      { PROBE_KEY_BLAST_API: key },
      'Blast API',
      'https://blastapi.io/<API_KEY>',
      `https://blastapi.io/${key}`,
    ],
    [
      'goes to a domain that the operator names',
      { PROBE_KEY_ALCHEMY: `${key}@alchemyapi.io` },
      'Alchemy',
      'https://eth.alchemyapi.io/<API_KEY>',
      `https://eth.alchemyapi.io/${key}`,
    ],
    ...[
      'https://evil.dev/<API_KEY>',
      'https://alchemy.com.evil.dev/<API_KEY>',
      'https://notalchemy.com/<API_KEY>',
      'http://eth.alchemy.com/<API_KEY>',
    ].map(
      (address) =>
        [
          `does not go to ${address}`,
          { PROBE_KEY_ALCHEMY: key },
          'Alchemy',
          address,
          null,
        ] as const,
    ),
    [
      'does not go to another provider',
      { PROBE_KEY_ALCHEMY: key },
      'Blast API',
      'https://eth.alchemy.com/<API_KEY>',
      null,
    ],
  ];
  for (const [name, variable, keyOf, address, secret] of cases)
    it(name, () => {
      const found = {
        targets: [endpoint(address, { keyOf }), endpoint('https://a.dev/')],
        skipped,
      };
      const { targets } = withKeys(found, providers, readKeys(variable));
      assert.deepEqual(
        targets.map((each) => ('secretAddress' in each ? each.secretAddress : each.address)),
        [...(secret === null ? [] : [secret]), 'https://a.dev/'],
      );
    });

  it('is refused without being told, if it is none', () => {
    assert.throws(
      () => readKeys({ PROBE_KEY_ACME: 'se cret' }),
      (error: Error) =>
        error.message.startsWith('PROBE_KEY_ACME is no key') && !error.message.includes('cret'),
    );
  });

  it('stands in no reading, not even of a server that sends it back', async () => {
    const seen: string[] = [];
    const port = await serve(async (request, response) => {
      seen.push(request.url ?? '');
      if (request.url?.startsWith('/echo') === true)
        return void response.writeHead(500).end(`no such key ${request.url}`);
      await rpcNode({})(request, response);
    }, cleanUp);
    const keyed = (path: string) =>
      endpoint(`http://key.world.dev:${port}/${path}/<API_KEY>`, {
        secretAddress: `http://key.world.dev:${port}/${path}/${key}`,
      });
    const { readings, summary } = await probeWorld(
      [
        keyed('v1'),
        keyed('echo'),
        endpoint(`http://open.world.dev:${port}/`),
        { ...keyed('gone'), secretAddress: `http://gone.world.dev:1/${key}` },
      ],
      { resolve: resolverOf() },
    );
    assert.ok(seen.includes(`/v1/${key}`));
    assert.ok(!JSON.stringify([readings, summary]).includes(key));
    const marked = readings.map(({ address, withKey }) => [new URL(address).pathname, withKey]);
    assert.deepEqual(marked.toSorted(), [
      ['/', null],
      ['/echo/%3CAPI_KEY%3E', true],
      ['/gone/%3CAPI_KEY%3E', true],
      ['/v1/%3CAPI_KEY%3E', true],
    ]);
  });
});
