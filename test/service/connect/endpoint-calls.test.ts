/** Calls of RPC endpoints, made of cells that contributors write. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { transformSync } from 'esbuild';
import fc from 'fast-check';
import { endpointsOf as statedIn } from '../../../pipeline/connect/endpoints.ts';
import { writeCalls } from '../../../service/connect/endpoint-calls.ts';
import { type Endpoint, placeOn } from '../../../service/connect/find-endpoints.ts';
import type { NetworkEntry } from '../../../service/snapshot/catalog.ts';
import { withLink } from '../../support/endpoint-rows.ts';
import { runs } from '../../support/lane.ts';
import { useService } from '../../support/service-server.ts';

type Row = Parameters<typeof statedIn>[0];

/** Snapshots list the chains in alphabetical order. */
const arbitrum: NetworkEntry = {
  network: 'arbitrum',
  name: 'Arbitrum',
  icon: null,
  docs: '',
  chains: ['nova', 'one', 'sepolia'],
  caip2: 'eip155:42161',
  aliases: [],
  color: null,
  logoPath: null,
};
const base: NetworkEntry = {
  ...arbitrum,
  network: 'base',
  chains: ['mainnet', 'sepolia'],
  caip2: 'eip155:8453',
};

/** As a build and the service find them. */
function endpointsOf(given: Row, network: NetworkEntry | null): Endpoint[] {
  const chain = typeof given.chain === 'string' ? given.chain : null;
  return statedIn(given).map((endpoint) => ({ ...endpoint, ...placeOn(network, chain, null) }));
}

function callsOf(given: Row, network: NetworkEntry | null = arbitrum): Record<string, string> {
  const calls = endpointsOf(given, network).flatMap((endpoint) => writeCalls(endpoint));
  return Object.fromEntries(calls.map(({ kind, text }) => [kind, text]));
}

describe('placeOn', () => {
  it('knows the id of the main chain only', () => {
    const idOf = (chain: string, network: NetworkEntry | null) =>
      endpointsOf({ ...withLink('https://arb.acme.io'), chain }, network)[0]?.chainId;
    assert.equal(idOf('mainnet', base), 8453);
    assert.equal(idOf('sepolia', base), null);
    assert.equal(idOf('mainnet', null), null);
    const oneOf = (network: NetworkEntry) => network.chains.map((chain) => idOf(chain, network));
    const named = { ...arbitrum, aliases: ['arb', 'Arbitrum One'], chains: ['nova', 'one'] };
    assert.deepEqual(oneOf(named), [null, 42161], 'an alias names the chain');
    assert.deepEqual(oneOf({ ...named, aliases: [] }), [null, null], 'no name names one');
    const astar = { ...base, network: 'astar', name: 'Astar', caip2: 'eip155:592' };
    assert.deepEqual(oneOf({ ...astar, chains: ['astar', 'shiden'] }), [592, null]);
    assert.deepEqual(oneOf({ ...astar, chains: ['astar', 'mainnet'] }), [null, 592]);

    assert.equal(
      idOf('mainnet', { ...base, caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }),
      null,
    );
  });
});

describe('GET /api/rpc-endpoint', () => {
  const { get } = useService();

  it('has the endpoints of main chains first', async () => {
    const answer = await get('/api/rpc-endpoint?offer=publicnode-free-recent-state');
    const { result } = answer.json() as { result: { endpoints: { chain: string }[] } };
    const chains = result.endpoints.map(({ chain }) => chain);
    assert.deepEqual(chains, ['mainnet', 'mainnet', 'mainnet', 'hoodi', 'sepolia', 'sepolia']);
  });
});

describe('writeCalls', () => {
  it('writes the calls of an EVM chain', () => {
    const url = 'https://base.acme.io/rpc';
    const calls = callsOf({ ...withLink(url), chain: 'mainnet' }, base);
    assert.equal(calls.url, url);
    assert.equal(
      calls.curl,
      `curl '${url}' -H 'Content-Type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}'`,
    );
    assert.ok(calls.ethers?.includes(`new JsonRpcProvider('${url}', 8453)`));
    assert.ok(calls.viem?.includes(`createPublicClient({ transport: http('${url}') })`));
    assert.match(calls.viem ?? '', /getChainId\(\)\); \/\/ 8453/);
    const socket = callsOf(withLink('wss://arb1.acme.io'), null);
    assert.deepEqual(Object.keys(socket), ['url', 'ethers', 'viem']);
    assert.match(socket.ethers ?? '', /new WebSocketProvider\('wss:\/\/arb1\.acme\.io'\);/);
    assert.match(socket.viem ?? '', /webSocket\('wss:/);
    assert.doesNotMatch(socket.viem ?? '', /getChainId/);
  });

  it('writes only calls that the protocol has', () => {
    const of = (technology: string) => callsOf({ ...withLink('https://api.acme.io'), technology });
    assert.match(of('Solana JSON-RPC').curl ?? '', /"method":"getBlockHeight"/);
    assert.match(of('Filecoin JSON-RPC').curl ?? '', /"method":"Filecoin\.ChainHead"/);
    assert.deepEqual(Object.keys(of('Solana JSON-RPC')), ['url', 'curl']);
    assert.deepEqual(Object.keys(of('Custom')), ['url']);
  });

  it('gives a shell and a program exactly the address, whatever the cells are', () => {
    const part = fc.string({
      unit: fc.constantFrom(...'aZ0-=\'"\\$`;|&<>(){}[]!*?#~%/:@ \n'),
      maxLength: 14,
    });
    fc.assert(
      fc.property(
        part,
        part,
        fc.constantFrom('https', 'http', 'wss', 'ws'),
        (host, rest, scheme) => {
          for (const endpoint of endpointsOf(
            withLink(`${scheme}://${host}.acme.io/${rest}`),
            arbitrum,
          )) {
            assertExact(endpoint);
          }
        },
      ),
      { numRuns: runs(2000, 400), examples: [['rpc', '<API_KEY>', 'https']] },
    );
    assertExact(
      endpointsOf(
        withLink('https://rpc.acme.io/v2/your-api-key?a=%27&b=1'),
        arbitrum,
      )[0] as Endpoint,
    );
  });
});

/**
 * Every call holds the address as one text, and is valid code. Shells are slow, so few endpoints
 * reach this.
 */
function assertExact(endpoint: Endpoint): void {
  for (const { kind, text } of writeCalls(endpoint)) {
    if (kind === 'url') assert.equal(text, endpoint.url);
    else if (kind === 'curl') {
      const words = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${text}`], {
        encoding: 'utf8',
      });
      assert.equal(words.split('\0')[0], endpoint.url);
      assert.equal(JSON.parse(words.split('\0')[4] ?? '').jsonrpc, '2.0');
    } else {
      const { code } = transformSync(text, { format: 'esm' });
      assert.ok(code.includes(JSON.stringify(endpoint.url)), code);
    }
  }
}
