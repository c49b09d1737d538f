/** GET /api/rpc-endpoint over networks: its conditions, its order, and the forms that programs read. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ProbeTarget, Reading } from '../../../model/probes.ts';
import { found } from '../../../pipeline/probe/reading.ts';
import { Journal } from '../../../pipeline/write/probe-files.ts';
import { buildInto } from '../../support/build-folder.ts';
import { directoryFolder } from '../../support/directory.ts';
import { baseEndpoint, ethereumEndpoint } from '../../support/probe-targets.ts';
import { type Answer, get } from '../../support/service-get.ts';
import { openCurrent, startService, type TestService } from '../../support/service-server.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const endMs = Date.parse('2025-12-31T18:00:00Z');

function readings(target: ProbeTarget, facts: Partial<Reading>, hours = 6): Reading[] {
  return Array.from({ length: 40 }, (_, number) =>
    found(
      target,
      { result: 'answered', detail: null, peers: 3, ...facts },
      { now: () => new Date(endMs - number * hours * 3_600_000) },
    ),
  );
}

const of = (address: string, expected: string | null): ProbeTarget => ({
  ...baseEndpoint,
  address,
  expected,
});
const ethereum = 'https://ethereum-rpc.publicnode.com';
const stopped = 'https://base-rpc.publicnode.com';

interface Listed {
  readonly url: string;
  readonly provider: string;
  readonly stopped: boolean;
  readonly chainId: number | null;
  readonly testnet: boolean | null;
  readonly measured: { readonly uptime: number } | null;
  readonly calls?: readonly object[];
}

describe('RPC endpoints of networks', () => {
  const cleanUp = afterAll();
  let service: TestService;
  before(async () => {
    const build = await makeTemporaryFolder(cleanUp);
    const journal = await Journal.open(build, new Date(endMs));
    journal.append([
      ...readings(of(ethereum, 'eip155:1'), { latencyMs: 40, blocksBehind: 0, archive: true }),
      ...readings(ethereumEndpoint, { latencyMs: 90, blocksBehind: 2 }),
      ...readings(of(stopped, 'eip155:8453'), { result: 'unreachable', detail: 'timeout' }, 12),
    ]);
    await journal.finish();
    await buildInto({ build, sources: directoryFolder });
    service = await startService({ snapshot: await openCurrent(build) });
    cleanUp.after(() => service.close());
  });
  const ask = (query: string): Promise<Answer> => get(service.port, `/api/rpc-endpoint?${query}`);
  const list = async (query: string) => {
    const answer = await ask(query);
    assert.equal(answer.status, 200, `${query}: ${answer.text}`);
    return (JSON.parse(answer.text) as { result: { endpoints: Listed[]; reasons: string[] } })
      .result;
  };
  const urls = async (query: string) => (await list(query)).endpoints.map(({ url }) => url);
  const onBase = [
    'https://1rpc.io/base',
    'https://mainnet.base.org',
    'https://sepolia.base.org',
    'https://base-sepolia-rpc.publicnode.com',
    stopped,
  ];

  it('are those of the network, by any of its names; what stopped answering is last', async () => {
    for (const query of ['network=base', 'network=Base+Mainnet', 'network=base&transport=http'])
      assert.deepEqual(await urls(query), onBase, query);
    const { text } = await get(
      service.port,
      '/networks/base/api/infrastructure-providers/rpc-endpoint',
    );
    const { endpoints } = JSON.parse(text).result as { endpoints: Listed[] };
    assert.deepEqual(
      endpoints.map(({ url }) => url),
      onBase,
    );
    assert.deepEqual(
      endpoints.filter((each) => each.stopped).map(({ url }) => url),
      [stopped],
    );
  });

  it('are limited by chain, protocol, provider, past states and confirmation', async () => {
    for (const chain of ['sepolia', 'Base+Sepolia', '84532', 'eip155:84532'])
      assert.deepEqual(await urls(`network=base&chain=${chain}`), onBase.slice(2, 4), chain);
    const { endpoints: hoodi } = await list('chain=hoodi-testnet');
    assert.deepEqual(
      hoodi.map(({ url, chainId, testnet }) => [url, chainId, testnet]),
      [['https://ethereum-hoodi-rpc.publicnode.com', 560048, true]],
    );
    assert.ok((await urls('chain=sepolia')).length > 2);
    const mainOfBase = [...onBase.slice(0, 2), stopped];
    for (const chain of ['mainnet', 'Mainnet', '8453', 'eip155:8453'])
      assert.deepEqual(await urls(`network=base&chain=${chain}`), mainOfBase, chain);
    assert.deepEqual(await urls('network=base&provider=PublicNode'), onBase.slice(3));
    assert.deepEqual(await urls('network=base&protocol=solana'), []);
    assert.ok((await urls('protocol=solana')).includes('https://solana-rpc.publicnode.com'));
    assert.deepEqual(await urls('network=ethereum&confirmed=1'), [
      ethereumEndpoint.address,
      ethereum,
    ]);
    assert.deepEqual(await urls('network=ethereum&archive=1&confirmed=1'), [ethereum]);
    const none = await list('network=base&archive=1');
    assert.deepEqual(none.endpoints, []);
    assert.match(none.reasons.join(), /^None of 5 RPC endpoints matches the conditions/);
  });

  it('are ordered by what was measured', async () => {
    const measured = [ethereum, ethereumEndpoint.address];
    for (const sort of ['latency', 'blocksBehind', 'uptime'])
      assert.deepEqual((await urls(`network=ethereum&chain=1&sort=${sort}`)).slice(0, 2), measured);
    const [first] = (await list('network=ethereum&sort=latency')).endpoints;
    assert.equal(first?.measured?.uptime, 100);
  });

  it('are a plain list, and the repository of eRPC, without what stopped', async () => {
    const working = onBase.slice(0, -1);
    const plain = await ask('network=base&format=txt');
    assert.equal(plain.headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(plain.headers['x-total-count'], '4');
    assert.equal(plain.text, working.map((url) => `${url}\n`).join(''));
    const repository = JSON.parse((await ask('network=base&format=erpc')).text);
    assert.deepEqual(repository, {
      8453: { endpoints: working.slice(0, 2) },
      84532: { endpoints: working.slice(2) },
    });
  });

  it('have pages, and calls to copy only for offers', async () => {
    const [, second] = await urls('network=base');
    assert.deepEqual(await urls('network=base&page=2&pageSize=1'), [second]);
    assert.ok((await list('network=base')).endpoints.every(({ calls }) => calls === undefined));
    const offer = 'offer=publicnode-free-recent-state';
    const one = await list(`${offer}&network=base`);
    assert.deepEqual(
      one.endpoints.map(({ url }) => url),
      onBase.slice(3),
    );
    assert.ok(one.endpoints.every(({ calls = [] }) => calls.length === 4));
    const two = await list(`${offer}&offer=1rpc-starter-recent-state&network=base`);
    assert.deepEqual(new Set(two.endpoints.map(({ provider }) => provider)).size, 2);
  });

  it('refuse what is not there with the nearest', async () => {
    const suggestion = async (query: string) => JSON.parse((await ask(query)).text).error;
    assert.equal((await suggestion('network=base&chain=sepolio')).suggestion, 'sepolia');
    assert.equal((await suggestion('protocol=emv')).suggestion, 'evm');
    assert.equal((await suggestion('sort=uptme')).suggestion, 'uptime');
    assert.equal((await ask('network=base&chain=1')).status, 400);
  });
});
