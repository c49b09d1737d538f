/**
 * What tools say of data at its edges: keys and testnets, bounds of quotas,
 * more networks and offers than a sentence names, and a provider that left a network.
 */
import { before, describe, it } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { directory } from '../../support/directory.ts';
import { assertGolden } from '../../support/golden.ts';
import { call, connect } from '../../support/mcp-client.ts';
import { buildTreeIn, openCurrent, startService } from '../../support/service-server.ts';
import type { Tree } from '../../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const listings = (network: string, category: string) =>
  `listings/specific-networks/${network}/${category}.csv`;
const endpoint = (...addresses: readonly string[]) =>
  `"[${addresses.map((address) => `""[Send requests](${address})""`).join(',')}]"`;

const apis = [
  'slug,provider,planName,planType,apiType,technology,starred,trial,chain,accessPrice,limitations,actionButtons',
  `free-beta,Beacon,Free,Free,RPC,EVM JSON-RPC,FALSE,FALSE,beta,$0,"[""Up to 3M requests per month"",""Up to 5 requests per second""]",${endpoint('https://beta.beacon.example/')}`,
  `key-main,Beacon,Key,Tiered,RPC,EVM JSON-RPC,FALSE,FALSE,mainnet,$9/mo,"[""Unlimited requests""]",${endpoint('https://main.beacon.example/{API_KEY}')}`,
  ...[1, 2, 3, 4, 5, 6].map(
    (at) => `plan-${at},zephyr,Plan ${at},Tiered,RPC,EVM JSON-RPC,FALSE,FALSE,mainnet,$${at}/mo,,`,
  ),
  ...[1, 2, 3, 4, 5, 6, 7].map(
    (at) =>
      `rank-${at},Aardvark,Rank ${at},Tiered,RPC,EVM JSON-RPC,FALSE,FALSE,mainnet,$${at}/mo,,`,
  ),
];

const base: Tree = Object.fromEntries(
  Object.entries(directory).filter(([file]) => !/^listings|sets.csv/.test(file)),
);

const treeOf = (lines: readonly string[]): Tree => ({
  ...base,
  [listings('nemo', 'apis')]: `${lines.join('\n')}\n`,
  // The slug of another provider, and a price of another currency.
  [listings('aria', 'apis')]: `${apis[0]}
free-beta,zephyr,Beta,Tiered,RPC,EVM JSON-RPC,FALSE,FALSE,mainnet,€4/mo,"[""9M requests per month""]",
`,
  ...Object.fromEntries(
    ['aria', 'base', 'bora', 'cela', 'ethereum', 'solana'].map((network) => [
      listings(network, 'oracles'),
      `slug,offer,chain\n${network === 'bora' ? 'api3' : `span-${network}`},!offer:api3,mainnet\n`,
    ]),
  ),
});

const calls = `
get_connection {"network":"nemo"}
get_connection {"network":"nemo","chain":"BETA"}
get_connection {"network":"nemo","chain":"gamma"}
find_offers {"category":"apis","network":"nemo","columns":["limitationsIncluded","limitationsRate","accessPrice"],"limit":3}
compare_offers {"category":"apis","offers":["zephyr","Beacon"]}
compare_offers {"category":"apis","offers":["Aardvark","Beacon"]}
compare_offers {"category":"oracles","offers":["api3"]}
compare_offers {"category":"oracles","offers":["span-aria"]}
get_provider {"provider":"API3","network":"nemo"}
get_provider {"provider":"API3"}
find_network {"provider":"API3"}
list_values {"category":"apis","column":"chain"}
list_values {"category":"apis","column":"accessPrice","offset":1}
find_network {"offer":"free-beta"}
find_network {"name":"bor"}
compare_offers {"category":"apis","offers":["free-beta"]}
find_offers {"category":"apis","network":"","filters":[{"id":"accessPrice","value":[null,"5"]},{"id":"provider","value":["zephyr","Beacon"]}],"limit":2,"columns":"['planName','chain']"}
find_offers {"category":"apis","filters":[{"id":"provider","value":["zephyr","Beacon"]}],"limit":1}
find_offers {"category":"apis","network":"bora","filters":[{"id":"planType","value":["Free"]}]}
find_offers {"query":"cheapest rpc on nemo for 5M requests a month at 25 rps","network":["aria","nemo"],"limit":2}
find_providers {"category":"apis","network":["aria","nemo"],"scope":"network","sort":"networks","limit":2}
get_provider {"provider":"zephyr","network":["aria","nemo"],"offset":5}
changes_since {"network":["nemo"],"limit":1}
changes_since {"network":["nemo","aria"],"limit":1}
changes_since {"fact":"removed","limit":1}`;

describe('tools at the edges of the data', () => {
  const cleanUp = afterAll();
  let client: Client;

  before(async () => {
    const folder = await makeTemporaryFolder(cleanUp);
    const gone = 'left-1,1RPC,Left,Free,RPC,EVM JSON-RPC,FALSE,FALSE,mainnet,$0,,';
    await buildTreeIn(folder, treeOf([...apis, gone]));
    const { build } = await buildTreeIn(folder, treeOf(apis), new Date('2026-01-03T00:00:00Z'));
    const service = await startService({ snapshot: await openCurrent(build) });
    cleanUp.after(service.close);
    client = await connect(service.url, cleanUp);
  });

  it('say what test/golden/tools/edges.md has', async () => {
    const told: string[] = [];
    for (const line of calls.trim().split('\n')) {
      const [, name = '', given = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
      told.push(`# ${line}\n\n${(await call(client, name, JSON.parse(given))).text}\n`);
    }
    await assertGolden('tools/edges.md', told.join('\n'));
  });
});
