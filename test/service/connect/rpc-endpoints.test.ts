/** GET /api/rpc-endpoint over networks: its conditions, its order, and the forms that programs read. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { transformSync } from 'esbuild';
import { parse } from 'yaml';
import * as z from 'zod';
import type { ProbeTarget, Reading } from '../../../model/probes.ts';
import { found } from '../../../pipeline/probe/reading.ts';
import { Journal } from '../../../pipeline/write/probe-files.ts';
import { endpointFormats } from '../../../service/connect/endpoint-formats.ts';
import { buildInto } from '../../support/build-folder.ts';
import { directoryFolder } from '../../support/directory.ts';
import { assertGolden } from '../../support/golden.ts';
import { Schemas } from '../../support/interface-service.ts';
import { baseEndpoint, ethereumEndpoint } from '../../support/probe-targets.ts';
import { type Answer, get } from '../../support/service-get.ts';
import { openCurrent, startService, type TestService } from '../../support/service-server.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { masked } from '../../support/whole-answers.ts';

const endMs = Date.parse('2025-12-31T18:00:00Z');

interface Times {
  readonly hours?: number;
  readonly count?: number;
  readonly lastMs?: number;
}

function readings(
  target: ProbeTarget,
  facts: Partial<Reading>,
  { hours = 6, count = 40, lastMs = endMs }: Times = {},
): Reading[] {
  return Array.from({ length: count }, (_, number) =>
    found(
      target,
      { result: 'answered', detail: null, peers: 3, ...facts },
      { now: () => new Date(lastMs - number * hours * 3_600_000) },
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
const sepolia = 'https://ethereum-sepolia-rpc.publicnode.com';
const hoodi = 'https://ethereum-hoodi-rpc.publicnode.com';
const beforeMs = Date.parse('2025-12-28T23:00:00Z');
const longAgoMs = Date.parse('2025-11-20T12:00:00Z');

/** States that the endpoint had. */
const deepTo = (archiveDepth: number) => {
  const others = { trace: null, debug: null, logRange: null, logResults: null, batchSize: null };
  return { capabilities: { ...others, subscribes: null, archiveDepth } };
};

interface Listed {
  readonly url: string;
  readonly provider: string;
  readonly stopped: boolean;
  readonly chainId: number | null;
  readonly testnet: boolean | null;
  readonly monthlyCost: { readonly max: number } | null;
  readonly measured: { readonly uptime: number } | null;
  readonly calls?: readonly object[];
}

interface Estimated {
  readonly provider: string;
  readonly cost: { readonly max: number } | null;
}

interface Upstream {
  readonly endpoint: string;
  readonly type: string;
  readonly evm: { readonly chainId: number };
  readonly routing?: { readonly scoreMultipliers: readonly { readonly overall: number }[] };
}

describe('RPC endpoints of networks', () => {
  const cleanUp = afterAll();
  let service: TestService;
  before(async () => {
    const build = await makeTemporaryFolder(cleanUp);
    const journal = await Journal.open(build, new Date(endMs));
    journal.append([
      ...readings(of(ethereum, 'eip155:1'), { latencyMs: 40, blocksBehind: 2, archive: true }),
      ...readings(ethereumEndpoint, { latencyMs: 90, blocksBehind: 0, ...deepTo(10_000) }),
      ...readings(
        of(stopped, 'eip155:8453'),
        { result: 'unreachable', detail: 'timeout' },
        { hours: 12 },
      ),
      // Older answers of a quicker endpoint, and too few of another.
      ...readings(
        of(sepolia, 'eip155:11155111'),
        { latencyMs: 20, ...deepTo(1_000_000) },
        { lastMs: beforeMs },
      ),
      ...readings(of(hoodi, 'eip155:560048'), { latencyMs: 10, archive: false }, { count: 5 }),
      ...readings(of('https://sepolia.base.org', 'eip155:84532'), {}, { lastMs: longAgoMs }),
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
    assert.deepEqual(await urls('network=ethereum&chain=1&confirmed=1'), [
      ethereumEndpoint.address,
      ethereum,
    ]);
    // Of the second, a probe found old states, though its offer claims no archive.
    assert.deepEqual(await urls('network=ethereum&archive=1&confirmed=1'), [ethereum, sepolia]);
    const none = await list('network=base&archive=1');
    assert.deepEqual(none.endpoints, []);
    assert.match(none.reasons.join(), /^None of 5 RPC endpoints matches the conditions/);
    for (const chain of ['goerli', '84531', 'Base+Goerli'])
      assert.deepEqual(
        (await list(`network=base&chain=${chain}`)).reasons,
        ['The chain Base Goerli is deprecated.'],
        chain,
      );
  });

  it('are ordered by what was measured', async () => {
    const measured = [ethereum, ethereumEndpoint.address];
    for (const [sort, order] of [
      ['latency', measured],
      ['uptime', measured],
      ['blocksBehind', measured.toReversed()],
    ] as const)
      assert.deepEqual((await urls(`network=ethereum&chain=1&sort=${sort}`)).slice(0, 2), order);
    const [first] = (await list('network=ethereum&sort=latency')).endpoints;
    assert.equal(first?.measured?.uptime, 100);
  });

  it('are these, in this order and in these words', async () => {
    const orders = ['listed', 'answered', 'uptime', 'latency', 'blocksBehind'];
    const answers: string[] = [];
    const tell = async (query: string, isWhole: boolean) => {
      const { endpoints, ...result } = await list(query);
      const told = endpoints.map((endpoint) => (isWhole ? endpoint : endpoint.url));
      const lines = [result, ...told].map((each) => JSON.stringify(each));
      answers.push([`# ${query}`, ...(isWhole ? lines : lines.slice(1)), ''].join('\n'));
    };
    for (const sort of orders) await tell(`network=ethereum&network=base&sort=${sort}`, false);
    for (const query of [
      'network=ethereum&sort=latency',
      'network=ethereum&limit=1&keyed=2&requests=9000000',
      'network=ethereum&limit=1&keyed=2&confirmed=1',
      'network=ethereum&archive=1&key=needed&keyed=1',
      'network=base&confirmed=1&transport=http',
      'network=solana&limit=2',
      'transport=websocket&limit=2',
      'offer=1rpc-starter-recent-state&network=base',
    ])
      await tell(query, true);
    for (const query of [
      'network=ethereum&chain=1&sort=latency&limit=2&keyed=1&format=viem',
      'network=ethereum&chain=hoodi&format=chains',
      'network=ethereum&network=base&format=repository',
      'network=ethereum&format=txt',
      'network=ethereum&sort=latency&limit=2&keyed=1&format=erpc',
    ]) {
      const { text } = await ask(query);
      answers.push(`# ${query}\n${text.trimEnd()}\n`);
    }
    const text = masked(answers.join('\n')).replaceAll(/localhost:\d+/g, 'localhost');
    await assertGolden('answers/endpoints.txt', text);
  });

  it('are a plain list, and the repository of eRPC, without what stopped', async () => {
    const working = onBase.slice(0, -1);
    const plain = await ask('network=base&format=txt');
    assert.equal(plain.headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(plain.headers['x-total-count'], '4');
    assert.equal(plain.text, working.map((url) => `${url}\n`).join(''));
    const repository = JSON.parse((await ask('network=base&format=repository')).text);
    assert.deepEqual(repository, {
      8453: { endpoints: working.slice(0, 2) },
      84532: { endpoints: working.slice(2) },
    });
  });

  it('are chains as ethereum-lists has them', async () => {
    const [main, sepolia, ...others] = JSON.parse((await ask('network=base&format=chains')).text);
    assert.deepEqual(others, []);
    assert.deepEqual(main, {
      name: 'Base',
      chain: 'ETH',
      rpc: onBase.slice(0, 2),
      faucets: [],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      infoURL: 'https://docs.base.org/',
      shortName: 'base-mainnet',
      chainId: 8453,
      networkId: 8453,
      explorers: [{ name: 'basescan.org', url: 'https://basescan.org', standard: 'EIP3091' }],
    });
    assert.deepEqual([sepolia.chainId, sepolia.rpc], [84532, onBase.slice(2, 4)]);
  });

  it('are the parameter of wallet_addEthereumChain, of one chain', async () => {
    const wallet = JSON.parse((await ask('network=base&chain=sepolia&format=wallet')).text);
    assert.deepEqual(wallet, {
      chainId: '0x14a34',
      chainName: 'Base Sepolia',
      nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: onBase.slice(2, 4),
      blockExplorerUrls: ['https://sepolia.basescan.org'],
    });
    const several = await ask('network=base&format=wallet');
    assert.equal(several.status, 400);
    assert.deepEqual(JSON.parse(several.text).error.allowed, ['8453', '84532']);
    assert.equal((await ask('network=solana&chain=mainnet&format=viem')).status, 400);
  });

  const choice = 'network=ethereum&chain=1&sort=latency&limit=2&keyed=3&requests=1000000';

  it('are a choice: the best two without a key, and the three cheapest with one', async () => {
    const { endpoints } = await list(choice);
    const [first, second, ...keyed] = endpoints;
    assert.deepEqual([first?.url, second?.url], [ethereum, ethereumEndpoint.address]);
    assert.equal(keyed.length, 3);
    assert.equal(new Set(keyed.map(({ provider }) => provider)).size, 3);
    for (const { url, monthlyCost } of keyed) {
      assert.match(url, /^<[A-Z0-9_]+_URL>$/);
      assert.ok(monthlyCost !== null);
    }
    const estimates = JSON.parse(
      (await get(service.port, '/api/estimate?network=ethereum&requests=1000000&pageSize=100'))
        .text,
    ).result.estimates as { isCheapest: boolean; cost: { max: number } | null }[];
    const cheapest = estimates.find(({ isCheapest, cost }) => isCheapest && cost !== null);
    assert.ok(
      Math.min(...keyed.map((each) => each.monthlyCost?.max ?? 0)) >= (cheapest?.cost?.max ?? 0),
    );
    assert.equal((await list('limit=1&keyed=2')).endpoints.length, 3);
    // The workload of the address is that of the estimates: its calls, peak and past states.
    const asked = 'network=ethereum&chain=1&limit=1&keyed=10';
    for (const workload of [
      'requests=30000000',
      'requests=30000000&archive=1',
      'requests=30000000&workload=indexer',
      'requests=1000000&peak=400',
      'requests=30000000&archive=1&peak=50&mix=eth_getLogs:1',
    ]) {
      const costs = (await list(`${asked}&${workload}`)).endpoints.flatMap(
        ({ provider, monthlyCost }) =>
          monthlyCost === null ? [] : [[provider, monthlyCost.max] as const],
      );
      const path = `/api/estimate?network=ethereum&pageSize=100&${workload}`;
      const { estimates } = JSON.parse((await get(service.port, path)).text).result as {
        readonly estimates: readonly Estimated[];
      };
      for (const [provider, max] of costs)
        assert.ok(
          estimates.some((each) => each.provider === provider && each.cost?.max === max),
          `${workload} ${provider} ${max}`,
        );
      assert.ok(costs.length > 1, workload);
    }
  });

  it('are erpc.yaml with fields that eRPC knows: it refuses others', async () => {
    const overall = z.number().positive();
    const upstream = z.strictObject({
      id: z.string().min(1),
      endpoint: z.string().regex(/^(?:https?:\/\/|\$\{[A-Z0-9_]+\})/),
      type: z.literal('evm'),
      evm: z.strictObject({ chainId: z.int().positive() }),
      routing: z
        .strictObject({ scoreMultipliers: z.tuple([z.strictObject({ overall })]) })
        .optional(),
    });
    const project = z.strictObject({ id: z.string().min(1), upstreams: z.array(upstream) });
    const config = z.strictObject({ logLevel: z.literal('warn'), projects: z.tuple([project]) });
    for (const query of [choice, 'network=base', 'network=base&chain=goerli']) {
      const { projects } = config.parse(parse((await ask(`${query}&format=erpc`)).text));
      const ids = projects[0].upstreams.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
    }
  });

  it('are erpc.yaml, which names its snapshot, its address and its feed', async () => {
    const { text, headers } = await ask(`${choice}&format=erpc`);
    assert.equal(headers['content-type'], 'application/yaml; charset=utf-8');
    const config = parse(text) as { projects: { id: string; upstreams: Upstream[] }[] };
    const [{ id, upstreams } = { id: '', upstreams: [] }] = config.projects;
    assert.equal(id, 'main');
    assert.deepEqual(
      upstreams.slice(0, 2).map(({ endpoint, routing }) => [endpoint, routing]),
      [
        [ethereum, { scoreMultipliers: [{ overall: 1 }] }],
        [ethereumEndpoint.address, { scoreMultipliers: [{ overall: 1 }] }],
      ],
    );
    assert.equal(upstreams.length, 5);
    assert.ok(upstreams.slice(2).every(({ endpoint }) => /^\$\{[A-Z0-9_]+_URL\}$/.test(endpoint)));
    assert.ok(upstreams.every(({ type, evm }) => type === 'evm' && evm.chainId === 1));
    // eRPC prefers high weights: of keyed endpoints those that cost least.
    const volume = choice.replace('requests=1000000', 'requests=40000000');
    assert.notEqual(volume, choice);
    const costs = (await list(volume)).endpoints
      .slice(2)
      .map(({ monthlyCost }) => monthlyCost?.max ?? 0);
    const dear = parse((await ask(`${volume}&format=erpc`)).text) as typeof config;
    const weights = dear.projects[0]?.upstreams
      .slice(2)
      .map(({ routing }) => routing?.scoreMultipliers[0]?.overall);
    const lowest = Math.min(...costs.filter((cost) => cost > 0));
    assert.ok(costs.some((cost) => cost > lowest));
    assert.deepEqual(
      weights,
      costs.map((cost) => (cost === 0 ? 1 : Number((lowest / cost).toFixed(4)))),
    );
    assert.equal(
      (
        await get(service.port, `/api/rpc-endpoint?${choice}&format=erpc`, {
          headers: { 'Accept-Encoding': 'gzip' },
        })
      ).headers['content-encoding'],
      'gzip',
    );
    const [, again = ''] = /^# Read this again: (\S+)$/m.exec(text) ?? [];
    assert.equal(
      (await get(service.port, new URL(again).pathname + new URL(again).search)).text,
      text,
    );
    const [, feed = ''] = /^# What changed since: (\S+)$/m.exec(text) ?? [];
    const atom = await get(service.port, new URL(feed).pathname + new URL(feed).search);
    assert.match(atom.text, /<feed /);
  });

  it('are a module for viem: variables where a key belongs, and texts that are no code', async () => {
    const { text } = await ask(`${choice}&format=viem`);
    const { code } = transformSync(text, { loader: 'ts', format: 'esm' });
    assert.match(code, /fallback\(transports\)/);
    assert.ok(text.includes(`  http(${JSON.stringify(ethereum)}), // PublicNode`));
    assert.equal([...text.matchAll(/ {2}http\(process\.env\.[A-Z0-9_]+_URL\),/g)].length, 3);
  });

  it('have forms that the OpenAPI document describes to the last key', async () => {
    const described = new Schemas(service.get);
    for (const format of ['json', ...Object.keys(endpointFormats)]) {
      const target = `/api/rpc-endpoint?network=ethereum&chain=1&keyed=1&format=${format}`;
      const answer = await service.get(target);
      assert.equal(answer.status, 200, answer.text);
      await described.check(target, answer);
    }
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
