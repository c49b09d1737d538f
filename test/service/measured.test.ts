/** Promise and measurement in the API, on pages, in Markdown and in answers to agents. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { measuredColumns } from '../../model/measures.ts';
import type { ProbeTarget, Reading } from '../../model/probes.ts';
import { found } from '../../pipeline/probe/reading.ts';
import { Journal } from '../../pipeline/write/probe-files.ts';
import { buildInto } from '../support/build-folder.ts';
import { directoryFolder } from '../support/directory.ts';
import { assertGolden } from '../support/golden.ts';
import { call, connect } from '../support/mcp-client.ts';
import { baseEndpoint, ethereumEndpoint } from '../support/probe-targets.ts';
import { get } from '../support/service-get.ts';
import { openCurrent, startService, type TestService } from '../support/service-server.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';
import { wholeAnswers } from '../support/whole-answers.ts';

const endMs = Date.parse('2025-12-31T18:00:00Z');
const list = '/networks/ethereum/api/infrastructure-providers';

function read(target: ProbeTarget, number: number, facts: Partial<Reading>): Reading {
  const at = new Date(endMs - number * 6 * 3_600_000);
  const result = { result: 'answered', detail: null, ...facts } as const;
  return found(target, result, { now: () => at, place: number % 2 === 0 ? 'Frankfurt' : 'Oslo' });
}

/** Of an offer whose row promises no uptime. */
const unpromised = {
  ...baseEndpoint,
  address: 'https://base-sepolia-rpc.publicnode.com',
  expected: 'eip155:84532',
} as const;

/** Of an offer that was read as often on two chains: the testnet stands before the mainnet. */
const twins = [
  ['https://api.devnet.solana.com', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
  ['https://api.mainnet-beta.solana.com', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
].map(([address = '', expected = '']) => ({ ...baseEndpoint, address, expected }));

const hosted = {
  kind: 'mcp',
  address: 'https://mcp.blockscout.com/mcp',
  expected: null,
  category: null,
  slug: null,
  column: null,
} as const;

/** What the endpoint did for programs; the fixture states 10,000 blocks and batches of 100. */
const capabilities = {
  ...{ trace: true, debug: false, archiveDepth: 10_000, subscribes: null },
  ...{ logRange: 2000, batchSize: 100, logResults: 612 },
};

const readings = [
  ...Array.from({ length: 100 }, (_, number) =>
    read(
      ethereumEndpoint,
      number,
      number === 7
        ? { result: 'unreachable', detail: 'timeout' }
        : {
            ...{ latencyMs: 50, peers: 3, blocksBehind: 1 },
            capabilities: number === 4 ? capabilities : null,
          },
    ),
  ),
  ...Array.from({ length: 5 }, (_, number) => read(baseEndpoint, number, { latencyMs: 9 })),
  ...Array.from({ length: 40 }, (_, number) => read(unpromised, number, { latencyMs: 20 })),
  ...twins.flatMap((target, at) =>
    Array.from({ length: 30 }, (_, number) => read(target, number, { latencyMs: 70 + at })),
  ),
  read(hosted, 0, { result: 'needs-key', detail: 'status 401' }),
];

describe('measured figures in the service', () => {
  const cleanUp = afterAll();
  let service: TestService;
  before(async () => {
    const build = await makeTemporaryFolder(cleanUp);
    const journal = await Journal.open(build, new Date(endMs));
    journal.append(readings);
    await journal.finish();
    await buildInto({ build, sources: directoryFolder });
    service = await startService({ snapshot: await openCurrent(build) });
    cleanUp.after(() => service.close());
  });
  const text = async (address: string) => (await get(service.port, address)).text;
  const rowsOf = async (parameters: string) =>
    JSON.parse(await text(`${list}/rows?category=apis&pageSize=100&${parameters}`)).result.rows;

  it('stand beside a row with probes=1, and in its cells', async () => {
    const [row, ...others] = await rowsOf('f.verifiedUptime.min=99&probes=1');
    assert.deepEqual(others, []);
    const { verifiedUptime, verifiedLatency, verifiedBlocksBehindAvg, measured } = row;
    assert.deepEqual(
      [verifiedUptime, verifiedLatency, verifiedBlocksBehindAvg],
      ['99%', '50 ms', '1'],
    );
    const { measure, byPlace, daily, filled } = measured;
    assert.deepEqual(filled, [...measuredColumns]);
    const { readings: count, answers, places, firstDay, lastDay } = measure;
    assert.deepEqual([count, answers, places], [100, 99, ['Frankfurt', 'Oslo']]);
    assert.deepEqual([firstDay, lastDay, daily.length], ['2025-12-07', '2025-12-31', 25]);
    assert.deepEqual(
      byPlace.map((each: typeof measure) => [each.places, each.answers, each.readings]),
      [
        [['Frankfurt'], 50, 50],
        [['Oslo'], 49, 50],
      ],
    );
    assert.equal(
      (await rowsOf('')).every((each: object) => !('measured' in each)),
      true,
    );
  });

  it('are told whole on pages and in answers', async () => {
    const told = await wholeAnswers(service.port, [
      '/networks/ethereum/toolbox/apis?search=1rpc&pageSize=1&open=1rpc-mainnet-starter-recent-state',
      '/networks/ethereum/toolbox/apis.md?search=1rpc',
      '/networks/ethereum/providers/1rpc',
      '/providers/publicnode.md',
      '/networks/base/rpc-endpoints',
      '/compare?category=apis&offer=1rpc-starter-recent-state&offer=publicnode-free-recent-state',
      '/compare.md?category=apis&offer=base-public-recent-state&offer=solana-public-recent-state',
      '/api/offers?category=apis&search=1rpc&probes=1&meta=none&fields=slug,verifiedUptime',
    ]);
    await assertGolden('answers/measured.txt', told);
  });

  it('stand beside the promise on a profile and in a comparison', async () => {
    const sentence =
      /99\.9% promised · 99% measured here, 100 readings in 25 days from Frankfurt and Oslo, last on 2025-12-31; below the promise by one failed reading, which is 1% of them/;
    const profile = await text('/networks/ethereum/providers/1rpc');
    assert.match(profile, sentence);
    assert.match(profile, /50 ms median latency · 1 block behind on average in 99 rounds/);
    const markdown = await text('/networks/ethereum/providers/1rpc.md');
    assert.match(markdown, sentence);
    assert.match(markdown, /Log range: 10,000 blocks stated/);
    assert.match(profile, /<polyline points="[\d., ]+"/);
    assert.match(profile, /<th scope="row">2025-12-30<\/th><td>3 of 4<\/td>/);
    assert.match(profile, /<rect class="failed" [^>]*y="27" width="8" height="9"\/>/);
    assert.match(
      await text('/networks/base/providers/1rpc'),
      /99\.9% promised · too few readings for a figure: 5 readings in 2 days/,
    );
    const compared = '/networks/ethereum/compare?category=apis&offer=1rpc-starter-recent-state';
    assert.match(await text(compared), sentence);
    assert.doesNotMatch(await text('/networks/ethereum/providers/alchemy'), /measured here/);
    const unpromisedOffer =
      '/networks/base/compare.md?category=apis&offer=publicnode-free-recent-state';
    assert.match(
      await text(unpromisedOffer),
      /\|Verified uptime\|[^|]*40 readings in 10 days from Frankfurt and Oslo, last on 2025-12-31 \(Base, sepolia\)[^|]*\|/,
    );
  });

  it('say on pages of several networks where each figure is from, and what was not measured', async () => {
    const profile = await text('/providers/publicnode');
    assert.match(profile, /<strong>Base, sepolia:<\/strong> 100% measured here, 40 readings/);
    assert.match(profile, /not measured: Base, Ethereum and Solana; 100%: Base</);
  });

  it('name what the offers of a list state in one sentence', async () => {
    const query = 'f.verifiedUptime=*&f.verifiedLatency=*';
    assert.match(
      await text(`/networks/ethereum/toolbox/apis?${query}`),
      /<h1[^>]*>APIs on Ethereum that state verified uptime and verified latency<\/h1>/,
    );
  });

  it('name their places where a list shows them, and nowhere else', async () => {
    const places = /Measured from Frankfurt, Oslo: from elsewhere the figures differ\./;
    const measured = '/networks/ethereum/toolbox/apis?f.verifiedUptime=*&columns=verifiedUptime';
    assert.match(await text(measured), places);
    assert.match(await text(measured.replace('apis?', 'apis.md?')), places);
    const without = [
      '/networks/ethereum/toolbox/apis?columns=verifiedUptime&f.provider=Alchemy',
      '/networks/ethereum/toolbox/apis?columns=planType',
    ];
    for (const address of without) assert.doesNotMatch(await text(address), places, address);
  });

  it('say found limits beside stated ones, as cells that filter, sort and compare', async () => {
    const [row, ...others] = await rowsOf('f.verifiedLogRange.min=2000');
    assert.deepEqual(others, []);
    assert.deepEqual(
      [row.logRange, row.verifiedLogRange, row.verifiedBatchSize, row.verifiedLogResults],
      ['10,000 blocks', '2,000 blocks', '100 calls', '612 logs'],
    );
    assert.deepEqual(await rowsOf('f.verifiedLogRange.min=2001'), []);
    const sorted = `sorting=${encodeURIComponent('[{"id":"logRange","desc":true}]')}`;
    assert.equal((await rowsOf(sorted))[0].logRange, '10,000 blocks');
    const range = /10,000 blocks stated · 2,000 blocks answered on 2025-12-30; less than stated/;
    const profile = await text('/networks/ethereum/providers/1rpc');
    assert.match(profile, range);
    assert.match(profile, /100 calls stated · 100 calls answered on 2025-12-30</);
    const compared = '/networks/ethereum/compare?category=apis&offer=1rpc-starter-recent-state';
    assert.match(await text(compared), range);
    assert.match(
      await text(compared.replace('compare?', 'compare.md?')),
      /\|10,000 blocks \(10,000 blocks stated · 2,000 blocks answered on 2025-12-30; less than stated\)\|/,
    );
    const { result } = JSON.parse(await text(compared.replace('compare?', 'compare.json?')));
    const fact = result.facts.find(({ key }: { key: string }) => key === 'logRange');
    assert.match(fact.measured[0], range);
    // Over several networks, the listing that was measured is named.
    assert.match(
      await text('/compare?category=apis&offer=1rpc-starter-recent-state'),
      /99% measured here, .* \(Ethereum, mainnet\)/,
    );
  });

  it('reach agents, with the place and the verdict of servers', async () => {
    const client = await connect(`http://localhost:${service.port}`, {
      after: (work) => cleanUp.after(work),
    });
    const asked = { category: 'apis', network: 'ethereum', has: ['verifiedUptime'] };
    const found = await call(client, 'find_offers', asked);
    assert.match(found.text, /99%/);
    assert.match(found.text, /measured by this directory from Frankfurt and Oslo to 2025-12-31/);
    const endpoints = await call(client, 'get_connection', { offer: '1rpc-starter-recent-state' });
    assert.match(endpoints.text, /\|http\|No\|2025-12-31\|99%\|50 ms\|\n/);
    assert.match(endpoints.text, /Measured from Frankfurt, Oslo: from elsewhere/);
    const offers = ['1rpc-starter-recent-state', 'alchemy-free-full-archive'];
    const compared = await call(client, 'compare_offers', {
      category: 'apis',
      network: 'ethereum',
      offers,
    });
    assert.match(
      compared.text,
      /uptimeSla of 1rpc-starter-\S+: 99\.9% promised · 99% measured here/,
    );
    const provider = await call(client, 'get_provider', { provider: '1rpc', network: 'ethereum' });
    assert.match(provider.text, /99\.9% promised · 99% measured here/);
    const servers = await call(client, 'find_offers', { category: 'mcpservers' });
    assert.match(servers.text, /needs a key 2025-12-31/);
    assert.match(await text('/toolbox/mcpservers.md'), /needs a key 2025-12-31/);
    assert.match(await text('/toolbox/mcpservers'), /Handshake/);
    assert.match(await text('/toolbox/mcpservers'), /not probed/);
  });
});
