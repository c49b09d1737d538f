/** The small sources with MCP servers of each kind on one network, and an RPC endpoint on another. */
import { tinyTree, toCsv } from './service-tiny-sources.ts';

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
const apis = toCsv([
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
export const connectTree = {
  ...tinyTree,
  'listings/specific-networks/aria/mcpservers.csv': servers,
  'listings/specific-networks/cela/apis.csv': apis,
};
