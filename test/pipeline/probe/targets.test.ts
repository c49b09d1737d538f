/** What sources state that is read in the world, at which cells, and what `check` says of readings. */
import path from 'node:path';
import { it } from 'node:test';
import type { Reading } from '../../../model/probes.ts';
import { checkSources } from '../../../pipeline/check-sources.ts';
import { withKeys } from '../../../pipeline/probe/keys.ts';
import { type LastReading, reportReadings } from '../../../pipeline/probe/problems.ts';
import { targetKey } from '../../../pipeline/probe/reading.ts';
import { collectTargets, type Target } from '../../../pipeline/probe/targets.ts';
import type { NewProblem } from '../../../pipeline/problem.ts';
import { assertGolden } from '../../support/golden.ts';
import { projectFolder } from '../../support/paths.ts';
import { writeTree } from '../../support/source-tree.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const buttons = (...links: readonly string[]) => `"${JSON.stringify(links).replaceAll('"', '""')}"`;
const listing = 'slug,offer,chain,address,actionButtons,historicalData,logRange,technology';
const tree = {
  'meta/networks.csv': `key,name,icon,docs,chains,caip2
ethereum,Ethereum,,https://ethereum.org/docs#start,"[""mainnet"",""sepolia""]",eip155:1
polygon,Polygon,,https://polygon.dev/docs,"[""mainnet""]",
solana,Solana,,https://solana.dev/,"[""mainnet"",""devnet""]",solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp
`,
  'meta/chains.csv': `network,chain,name,caip2,aliases,testnet
ethereum,sepolia,Sepolia,eip155:11155111,,TRUE
polygon,mainnet,Polygon,eip155:137,,FALSE
solana,devnet,Devnet,,,TRUE
`,
  'references/providers/providers.csv': `slug,name,logoPath,description,website,docs,x,github,discord,telegram,linkedin,supportEmail,starred,tag
acme,Acme,,,https://www.acme.com/,https://docs.acme.com/#top,,,,,,,FALSE,
blast,Blast,,,http://10.0.0.1/,HTTPS://docs.blast.com/,,,,,,,FALSE,
`,
  'references/offers/apis.csv': `slug,provider,apiType,technology,historicalData,logRange,batchSize,logResults,actionButtons,address
acme-free,Acme,RPC,EVM JSON-RPC,Recent-State,"1,000 blocks",10,,${buttons('[Docs](https://docs.acme.com/free)', '[Send requests](https://all.acme.net/rpc)')},
acme-pro,Acme,RPC,EVM JSON-RPC,Archive,"2,000 blocks",,"10,000",${buttons('[Docs](https://docs.acme.com/free)', '[Buy](https://acme.com/buy#now)', '[Call](mailto:hi@acme.com)', '[Status](http://192.168.0.1/)')},
acme-keyed,Acme,RPC,EVM JSON-RPC,,,,,${buttons('[Send request](https://eth.acme.com/v2/YOUR_API_KEY)', '[Send requests](https://node.acme.com/YOUR_API_KEY/YOUR_PROJECT_ID)')},
acme-sui,Acme,RPC,Sui JSON-RPC,,,,,,https://sui.acme.net/
acme-sol,Acme,RPC,Solana JSON-RPC,,,,,,wss://sol.acme.net/
acme-index,Acme,Indexed Data,EVM,,,,,,https://index.acme.net/
acme-local,Acme,RPC,EVM,,,,,,https://node.acme.internal/
`,
  'references/offers/mcpservers.csv': `slug,provider,mcpEndpoint,transportType,authType,hostingType,actionButtons
acme-mcp,Acme,https://mcp.acme.com/mcp,http,None,Hosted,${buttons('[Docs](https://docs.acme.com/mcp)')}
acme-sse,Acme,https://mcp.acme.com/sse?apikey=YOUR_KEY,sse,API Key,Hosted,
acme-old,Acme,https://mcp.acme.com/mcp,sse,None,Hosted,
`,
  'references/quotations.csv': `category,slug,column,address,words,readOn
apis,acme-pro,logRange,https://docs.acme.com/free,"2,000 blocks",
apis,acme-free,logRange,https://docs.acme.com/free,"1,000 blocks",
`,
  'listings/all-networks/mcpservers.csv': `slug,offer
acme-mcp,!offer:acme-mcp
acme-sse,!offer:acme-sse
acme-old,!offer:acme-old
`,
  'listings/specific-networks/ethereum/apis.csv': `${listing}
acme-free-mainnet,!offer:acme-free,mainnet,,,,,
acme-pro-mainnet,!offer:acme-pro,mainnet,https://all.acme.net/rpc,,,,
acme-pro-sepolia,!offer:acme-pro,sepolia,https://all.acme.net/rpc,${buttons('[Docs](https://docs.acme.com/sepolia)')},,"3,000 blocks",
acme-pro-two,!offer:acme-pro,mainnet,,${buttons('[Docs](https://docs.acme.com/two)')},,,
acme-keyed-mainnet,!offer:acme-keyed,mainnet,,,,,
acme-sui-mainnet,!offer:acme-sui,mainnet,,,,,
acme-index-mainnet,!offer:acme-index,mainnet,,,,,
acme-local-mainnet,!offer:acme-local,mainnet,,,,,
`,
  'listings/specific-networks/polygon/apis.csv': `${listing}
acme-free-mainnet,!offer:acme-free,mainnet,,,Archive,,
acme-pro-mainnet,!offer:acme-pro,mainnet,https://polygon.acme.net/,,,500 blocks,
acme-pro-two,!offer:acme-pro,mainnet,,${buttons('[Docs](https://docs.acme.com/two)')},,,
`,
  'listings/specific-networks/solana/apis.csv': `${listing}
acme-sol-mainnet,!offer:acme-sol,mainnet,,,,,
acme-sol-devnet,!offer:acme-sol,devnet,https://dev.acme.net/,,,,
`,
};

const placesOf = (places: Target['places']) =>
  places.map(({ file, line, column }) => `${file}:${line} ${column}`).join(', ');

function describeTarget({ places, ...target }: Target): string {
  const { kind, address, expected, category, slug, column, ...others } = target;
  const limits = 'limits' in others ? Object.values(others.limits).join('/') : '';
  const facts = Object.entries({ expected, category, slug, column, ...others, limits })
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}=${value}`);
  return `${kind} ${address} ${facts.join(' ')}\n  ${placesOf(places)}`;
}

/** One answer for every target, of which the kinds of targets make different things. */
function problemsOf(targets: readonly Target[], result: Reading['result']): string[] {
  const readings: LastReading[] = targets.map((target) => ({
    ...{ target: JSON.parse(targetKey(target)), day: '2026-11-25', result },
    ...{ detail: 'status 404', chainId: 'eip155:7' },
  }));
  const problems: NewProblem[] = [];
  reportReadings(targets, [...readings.slice(1), ...readings.slice(0, 1)], (problem) =>
    problems.push(problem),
  );
  return problems.map(
    ({ rule, file, line, column, message, places = [] }) =>
      `${file}:${line} ${column}: ${message} [${rule}${places.length > 0 ? `, ${places.length} places` : ''}]`,
  );
}

it('names what is read, with the cells that state it, and what the answers say about them', async (t) => {
  const sources = path.join(await makeTemporaryFolder(t), 'sources');
  await writeTree(sources, tree);
  const { sources: read, resolved } = await checkSources({ sources, project: projectFolder });
  const found = collectTargets(read, resolved);
  const keys = new Map([['ACME', { key: 'secret', domain: null }]]);
  const providers = read.providers.map(({ value }) => value);
  const keyed = withKeys(found, providers, keys);
  const slugs = [...found.contents].map(
    ([key, contents]) =>
      `${JSON.parse(key).slice(0, 3).join(' ')}: ${[...contents].map(({ values }) => values.slug).join(', ')}`,
  );
  const text = [
    ...['# Targets', ...found.targets.map(describeTarget), JSON.stringify(found.skipped)],
    ...['# With a key', JSON.stringify(keyed.skipped)],
    ...keyed.targets.flatMap((each) =>
      'secretAddress' in each ? [`${each.address} = ${each.secretAddress}`] : [],
    ),
    ...['# Rows by target', ...slugs],
    ...(['dead', 'wrong-chain', 'changed', 'unreachable'] as const).flatMap((result) => [
      `# If all are ${result}`,
      ...problemsOf(found.targets, result),
    ]),
  ].join('\n');
  await assertGolden('targets.txt', `${text}\n`);
});
