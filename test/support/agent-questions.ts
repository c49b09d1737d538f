/** Questions of agents, each with one call of a tool and the answer that DuckDB computes from the Parquet files of the snapshot. */
import type { Called } from './mcp-client.ts';
import { rowsOf } from './mcp-client.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

export interface AgentQuestion {
  readonly question: string;
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
  /** SQL over the view `r` (rows with `category` and `offerName`) and the files `{folder}/<name>.parquet`. */
  readonly sql: string;
  /** Compares the answer of the tool with the rows of the SQL. */
  readonly read: (answer: Called) => unknown;
  readonly expect: (rows: Rows) => unknown;
}

const values = (column: string) => (rows: Rows) => rows.map((row) => row[column]).toSorted();
const cells = (column: string) => (answer: Called) => values(column)(rowsOf(answer));
const total = (answer: Called) => answer.structured.total;
const count = (rows: Rows) => Number(rows[0]?.n);
const pairs = (first: string, second: string) => (rows: Rows) =>
  Object.fromEntries(rows.map((row) => [String(row[first]), Number(row[second])]));
const offersIn = (category: string, where = 'true') =>
  `SELECT count(DISTINCT (provider, offerName))::INTEGER AS n FROM r WHERE category = '${category}' AND ${where}`;

const filter = (id: string, ...value: string[]) => ({ filters: [{ id, value }] });

/** Counts of offers under filters: a question, the arguments of find_offers, and the condition in SQL. */
const counted: readonly (readonly [string, Record<string, unknown>, string])[] = [
  [
    'How many free API plans are on Solana?',
    { category: 'apis', network: 'solana', ...filter('planType', 'free') },
    `network = 'solana' AND planType = 'Free'`,
  ],
  ['How many bridges are on Arbitrum?', { category: 'bridges', network: 'arbitrum' }, `network = 'arbitrum'`],
  ['Which wallets are open source?', { category: 'wallets', ...filter('opensource', 'Yes') }, 'openSource'],
  [
    'Which wallets are hardware wallets on Ethereum?',
    { category: 'Wallets', network: 'Ethereum', ...filter('hardware', 'true') },
    `network = 'ethereum' AND hardware`,
  ],
  [
    'Which API plans have a trial on Ethereum?',
    { category: 'APIS', network: '1', ...filter('trial', '1') },
    `network = 'ethereum' AND trial`,
  ],
  [
    'Which MCP servers for Solana start with a command?',
    { category: 'MCP servers', network: 'solana', has: ['selfHostedCommand'] },
    `network = 'solana' AND selfHostedCommand IS NOT NULL`,
  ],
  [
    'Which faucets on Base need no login?',
    { category: 'faucets', network: 'base', ...filter('requiresLogin', 'false') },
    `network = 'base' AND NOT requiresLogin`,
  ],
  [
    'Which APIs promise 99.9 % or more?',
    { category: 'apis', ...filter('uptimeSla', '99.9', '') },
    'uptimeSlaMax >= 99.9',
  ],
  [
    'Which oracles are on Base or Solana?',
    { category: 'oracles', network: ['base', 'solana'] },
    `network IN ('base', 'solana')`,
  ],
  [
    'Which archive RPC plans are on Base?',
    {
      category: 'apis',
      network: 'base',
      filters: [
        { id: 'apiType', value: ['RPC'] },
        { id: 'historicalData', value: ['Archive'] },
      ],
    },
    `network = 'base' AND apiType = 'RPC' AND historicalData = 'Archive'`,
  ],
];

export const agentQuestions: readonly AgentQuestion[] = [
  {
    question: 'Which storages are offered for all networks?',
    tool: 'find_offers',
    given: { category: 'storages', scope: 'all-networks', columns: ['scope'], limit: 100, budget: 6000 },
    sql: `SELECT DISTINCT offerName, scope FROM r WHERE category = 'storages' AND scope = 'all-networks'`,
    read: (answer) =>
      rowsOf(answer)
        .map(({ slug, scope }) => `${slug} ${scope}`)
        .toSorted(),
    expect: (rows) => rows.map(({ offerName, scope }) => `${offerName} ${scope}`).toSorted(),
  },
  {
    question: 'Which API offers are for all networks, before those of single ones?',
    tool: 'find_offers',
    given: { category: 'apis', sorting: [{ id: 'scope', desc: true }], columns: ['scope'], limit: 100, budget: 9000 },
    sql: `SELECT max(scope = 'network')::INTEGER = 0 AS a, count(*)::INTEGER AS n FROM
      (SELECT provider, offerName, min(scope) AS scope FROM r WHERE category = 'apis' GROUP BY ALL) GROUP BY scope ORDER BY scope`,
    read: (answer) => rowsOf(answer).filter(({ scope }) => scope === 'all-networks').length,
    expect: (rows) => Number(rows.find(({ a }) => a === true)?.n),
  },
  ...counted.map(([question, given, where]) => ({
    question,
    tool: 'find_offers',
    given,
    sql: offersIn(String(given.category).toLowerCase().replace('mcp servers', 'mcpservers'), where),
    read: total,
    expect: count,
  })),
  {
    question: 'Where is Alchemy?',
    tool: 'find_network',
    given: { provider: 'ALCHEMY' },
    sql: `SELECT network, count(DISTINCT (category, offerName))::INTEGER AS offers FROM r WHERE provider = 'Alchemy' GROUP BY 1`,
    read: (answer) => pairs('network', 'offers')(rowsOf(answer)),
    expect: pairs('network', 'offers'),
  },
  {
    question: 'Where is the MCP server of Etherscan?',
    tool: 'find_network',
    given: { offer: 'Etherscan-MCP' },
    sql: `SELECT DISTINCT network FROM r WHERE offerName = 'etherscan-mcp'`,
    read: cells('network'),
    expect: values('network'),
  },
  {
    question: 'Who left Base?',
    tool: 'changes_since',
    given: { network: 'base', fact: 'removed' },
    sql: `SELECT DISTINCT provider FROM '{folder}/changes.parquet' WHERE kind = 'removed' AND wholeOffer AND list_contains(networks, 'base')
      AND provider NOT IN (SELECT provider FROM r WHERE network = 'base')`,
    read: ({ structured }) => /without any offer left on Base: (.*)\.$/.exec((structured.notes ?? []).join('\n'))?.[1],
    expect: (rows) => values('provider')(rows).join(', '),
  },
  {
    question: 'Which API provider is on most networks?',
    tool: 'find_providers',
    given: { category: 'apis' },
    sql: `SELECT provider, count(DISTINCT network)::INTEGER AS n, count(DISTINCT network) FILTER (scope = 'network')::INTEGER AS named
      FROM r WHERE category = 'apis' GROUP BY 1 ORDER BY n DESC, named DESC, lower(provider) LIMIT 10`,
    read: (answer) =>
      rowsOf(answer).map(({ provider, networkCount, namedNetworkCount }) => [
        provider,
        networkCount,
        namedNetworkCount,
      ]),
    expect: (rows) => rows.map(({ provider, n, named }) => [provider, Number(n), Number(named)]),
  },
  {
    question: 'Which public RPC URLs are on Base?',
    tool: 'get_connection',
    given: { network: 'base', budget: 6000 },
    sql: `WITH e AS (SELECT unnest(from_json(_connect->'endpoints', '[{"url":"VARCHAR","placeholders":["VARCHAR"]}]')) AS e
        FROM '{folder}/serving/contents/apis.parquet' JOIN '{folder}/serving/memberships.parquet' m USING (_content) WHERE m.category = 'apis' AND m.network = 'base')
      SELECT DISTINCT e.url AS url FROM e WHERE len(e.placeholders) = 0`,
    read: (answer) => values('url')(rowsOf(answer).filter(({ key }) => key === 'No')),
    expect: values('url'),
  },
  {
    question: 'How many RPC endpoints of Ethereum are there?',
    tool: 'get_connection',
    given: { network: 'Ethereum' },
    sql: `WITH e AS (SELECT unnest(from_json(_connect->'endpoints', '[{"url":"VARCHAR"}]')) AS e
        FROM '{folder}/serving/contents/apis.parquet' JOIN '{folder}/serving/memberships.parquet' m USING (_content) WHERE m.category = 'apis' AND m.network = 'ethereum')
      SELECT count(DISTINCT e.url)::INTEGER AS n FROM e`,
    read: total,
    expect: count,
  },
  {
    question: 'How does a client start the MCP server of Etherscan?',
    tool: 'get_connection',
    given: { offer: 'etherscan-mcp' },
    sql: `SELECT DISTINCT coalesce(selfHostedCommand, mcpEndpoint) AS way FROM r WHERE offerName = 'etherscan-mcp'`,
    read: ({ text }) => text,
    expect: (rows) => new RegExp(String(rows[0]?.way).replaceAll('.', '\\.')),
  },
  {
    question: 'How many providers of APIs are on Ethereum?',
    tool: 'find_providers',
    given: { category: 'apis', network: 'ethereum' },
    sql: `SELECT count(DISTINCT provider)::INTEGER AS n FROM r WHERE category = 'apis' AND network = 'ethereum'`,
    read: total,
    expect: count,
  },
  {
    question: 'Which providers have "scan" in their name?',
    tool: 'find_providers',
    given: { search: 'SCAN', limit: 100, budget: 6000 },
    sql: `SELECT DISTINCT provider FROM r WHERE provider ILIKE '%scan%'`,
    read: cells('provider'),
    expect: values('provider'),
  },
  {
    question: 'Which provider has most offers?',
    tool: 'find_providers',
    given: { sort: 'offers', limit: 1 },
    sql: 'SELECT count(DISTINCT (category, offerName))::INTEGER AS n FROM r GROUP BY provider ORDER BY n DESC LIMIT 1',
    read: (answer) => rowsOf(answer)[0]?.offers,
    expect: count,
  },
  {
    question: 'Which API plan types are on Base?',
    tool: 'list_values',
    given: { category: 'apis', network: 'base', column: 'plantype' },
    sql: `SELECT planType AS value, count(DISTINCT (provider, offerName))::INTEGER AS offers FROM r WHERE category = 'apis' AND network = 'base' AND planType IS NOT NULL GROUP BY 1`,
    read: (answer) => pairs('value', 'offers')(rowsOf(answer)),
    expect: pairs('value', 'offers'),
  },
  {
    question: 'Which technologies do explorers of Filecoin use?',
    tool: 'list_values',
    given: { category: 'explorers', network: 'filecoin', column: 'technology' },
    sql: `SELECT DISTINCT technology AS value FROM r WHERE category = 'explorers' AND network = 'filecoin' AND technology IS NOT NULL`,
    read: cells('value'),
    expect: values('value'),
  },
  {
    question: 'How many offers does Alchemy have?',
    tool: 'get_provider',
    given: { provider: 'alchemy' },
    sql: `SELECT count(DISTINCT (category, offerName))::INTEGER AS n FROM r WHERE provider = 'Alchemy'`,
    read: total,
    expect: count,
  },
  {
    question: 'What is the website of Alchemy?',
    tool: 'get_provider',
    given: { provider: 'Alchemy' },
    sql: `SELECT website FROM '{folder}/providers.parquet' WHERE name = 'Alchemy'`,
    read: ({ text }) => text,
    expect: (rows) => new RegExp(String(rows[0]?.website).replaceAll('.', '\\.')),
  },
  {
    question: 'Which networks are there, and how large are they?',
    tool: 'find_network',
    given: {},
    sql: 'SELECT network, count(DISTINCT (category, provider, offerName))::INTEGER AS offers FROM r GROUP BY 1',
    read: (answer) => pairs('network', 'offers')(rowsOf(answer)),
    expect: pairs('network', 'offers'),
  },
  {
    question: 'Which network has the chain id 8453?',
    tool: 'find_network',
    given: { name: '8453' },
    sql: `SELECT network FROM '{folder}/networks.parquet' WHERE caip2 = 'eip155:8453'`,
    read: cells('network'),
    expect: values('network'),
  },
  {
    question: 'Which API offers are on most networks?',
    tool: 'find_offers',
    given: {
      category: 'apis',
      sorting: [{ id: 'Networks', desc: true }],
      columns: ['networks'],
      limit: 5,
      budget: 3000,
    },
    sql: `SELECT count(DISTINCT network)::INTEGER AS n FROM r WHERE category = 'apis' GROUP BY provider, offerName ORDER BY n DESC LIMIT 5`,
    read: (answer) => rowsOf(answer).map(({ networks }) => (networks as string[]).length),
    expect: (rows) => rows.map(({ n }) => Number(n)),
  },
  {
    question: 'Which prices changed?',
    tool: 'changes_since',
    given: { fact: 'price', limit: 100, budget: 6000 },
    sql: `SELECT slug, "before", "after" FROM '{folder}/changes.parquet' WHERE "column" IN ('accessPrice', 'queryPrice', 'price')`,
    read: (answer) =>
      rowsOf(answer)
        .map(({ slug, before, after }) => `${slug} ${before} ${after}`)
        .toSorted(),
    expect: (rows) => rows.map(({ slug, before, after }) => `${slug} ${before} ${after}`).toSorted(),
  },
  {
    question: 'Which offers lost a chain and stay?',
    tool: 'changes_since',
    given: { fact: 'chains' },
    sql: `SELECT slug, list_distinct(list_transform("rows", x -> x."chain")) AS chains FROM '{folder}/changes.parquet' WHERE kind <> 'changed' AND NOT wholeOffer`,
    read: (answer) => rowsOf(answer).map(({ slug, chains }) => [slug, chains]),
    expect: (rows) => rows.map(({ slug, chains }) => [slug, chains]),
  },
  {
    question: 'How do two plans of 1RPC differ in price?',
    tool: 'compare_offers',
    given: { category: 'apis', offers: ['1RPC-Developer-Recent-State', '1rpc-personal-recent-state'] },
    sql: `SELECT offerName, any_value(accessPrice) AS price FROM r WHERE category = 'apis' AND offerName IN ('1rpc-developer-recent-state', '1rpc-personal-recent-state') GROUP BY 1 ORDER BY 1`,
    read: (answer) => answer.structured.rows.find(([column]) => column === 'accessPrice')?.slice(1),
    expect: (rows) => rows.map(({ price }) => price),
  },
];
