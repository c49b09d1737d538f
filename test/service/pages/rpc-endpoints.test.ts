/** The page of the public RPC endpoints of a network: the list of the API, ready to use. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ProbeTarget, Reading } from '../../../model/probes.ts';
import { found } from '../../../pipeline/probe/reading.ts';
import { Journal } from '../../../pipeline/write/probe-files.ts';
import { buildInto } from '../../support/build-folder.ts';
import { directoryFolder } from '../../support/directory.ts';
import { get } from '../../support/service-get.ts';
import { openCurrent, startService, type TestService } from '../../support/service-server.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const endMs = Date.parse('2025-12-31T18:00:00Z');
const none = { expected: 'eip155:1', category: null, slug: null, column: null } as const;
const page = '/networks/ethereum/rpc-endpoints';

function read(address: string, number: number, facts: Partial<Reading>): Reading {
  const target: ProbeTarget = { ...none, kind: 'endpoint', address };
  const at = new Date(endMs - number * 6 * 3_600_000);
  const result = { result: 'answered', detail: null, ...facts } as const;
  return found(target, result, { now: () => at, place: 'Oslo' });
}

const decode = (text: string) =>
  text
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');

describe('/rpc-endpoints', () => {
  const cleanUp = afterAll();
  let service: TestService;
  let [first, second]: [string, string] = ['', ''];
  const text = async (address: string) => (await get(service.port, address)).text;
  const listed = async () =>
    JSON.parse(await text('/api/rpc-endpoint?network=ethereum&key=none&sort=answered&pageSize=100'))
      .result.endpoints as { url: string; lastConfirmed: string | null; stopped: boolean }[];
  const addressesOn = async () =>
    [
      ...(await text(page)).matchAll(
        /<li class="card">\s*<div class="copy-box"><pre><code data-copy>(.*?)</g,
      ),
    ].map(([, address = '']) => decode(address));
  before(async () => {
    const build = await makeTemporaryFolder(cleanUp);
    await buildInto({ build, sources: directoryFolder });
    service = await startService({ snapshot: await openCurrent(build) });
    [first = '', second = ''] = (await listed())
      .map(({ url }) => url)
      .filter((url) => url.startsWith('https:'));
    await service.close();
    const journal = await Journal.open(build, new Date(endMs));
    journal.append([
      // The second answered last; the first stopped.
      ...Array.from({ length: 40 }, (_, at) =>
        read(second, at, { latencyMs: 50, peers: 3, blocksBehind: 0 }),
      ),
      ...Array.from({ length: 12 }, (_, at) =>
        read(first, at, { result: 'unreachable', detail: 'timeout' }),
      ),
      read(first, 60, { latencyMs: 9 }),
    ]);
    await journal.finish();
    await buildInto({ build, sources: directoryFolder, second: 1 });
    service = await startService({ snapshot: await openCurrent(build) });
    cleanUp.after(() => service.close());
  });

  it('lists those that answered last first, as the API does', async () => {
    const [api, shown] = [await listed(), await addressesOn()];
    assert.deepEqual(
      shown,
      api.map(({ url }) => url),
    );
    assert.equal(shown[0], second);
    assert.equal(shown.at(-1), first);
    assert.ok(shown.length > 2);
  });

  it('says of each what was found, from where, and how to call it', async () => {
    const html = decode(await text(page));
    assert.match(html, /answered 2025-12-31<\/span> <span>100% answered · 50 ms · 0 blocks behind/);
    assert.match(html, /40 readings in 10 days from Oslo, last on 2025-12-31/);
    assert.match(html, /stopped answering after 2025-12-16/);
    assert.match(html, /not probed/);
    assert.match(html, /public RPC endpoints, 1 answered a probe/, 'what stopped is not counted');
    assert.match(html, /Measured from Oslo: from elsewhere the figures differ\./);
    assert.ok(
      html.includes(
        `curl '${second}' -H 'Content-Type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}'`,
      ),
    );
    const [, wallet = ''] =
      /<p class="wallet" hidden><button type="button" class="button" data-wallet="(\{.*?\})">/.exec(
        html,
      ) ?? [];
    assert.deepEqual(JSON.parse(wallet), {
      chainId: '0x1',
      chainName: 'Ethereum',
      rpcUrls: [second],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      blockExplorerUrls: ['https://etherscan.io'],
    });
    const solana = await text('/networks/solana/rpc-endpoints');
    assert.doesNotMatch(solana, /data-wallet/);
  });

  it('has Markdown, a link from the network, and a line in its sitemap', async () => {
    const markdown = await text(`${page}.md`);
    assert.match(markdown, /\|answered 2025-12-31\|100% answered, 50 ms, 0 blocks behind\|/);
    const { length } = await listed();
    assert.match(
      await text('/networks/ethereum'),
      new RegExp(`Public endpoints <a href="[^"]*rpc-endpoints">${length} addresses</a>`),
    );
    assert.match(await text('/networks/ethereum/sitemap-network.xml'), /rpc-endpoints</);
    assert.doesNotMatch(await text('/networks/nemo/sitemap-network.xml'), /rpc-endpoints/);
    assert.match(await text('/networks/nemo/rpc-endpoints'), /No public RPC endpoint of/);
    assert.match(
      await text('/search?q=public+rpc+url+ethereum'),
      new RegExp(`href="${page}">Public RPC endpoints of Ethereum: ${length} addresses to copy<`),
    );
  });
});
