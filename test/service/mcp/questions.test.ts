/** Questions of agents: each takes one call, and DuckDB computes the right answer from the Parquet files, not our query code. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { type Called, call, connect, createCounter, rowsOf } from '../../support/mcp-client.ts';
import { askParquet } from '../../support/parquet-answers.ts';
import { useService } from '../../support/service-server.ts';
import { afterAll } from '../../support/temporary-folder.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

interface AgentQuestion {
  readonly question: string;
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
  /** SQL over the tables of askParquet and the files `{folder}/<name>.parquet`. */
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
  `SELECT count(DISTINCT (provider, offer_id))::INTEGER AS n FROM listed WHERE category = '${category}' AND (${where})`;

const filter = (id: string, ...value: string[]) => ({ filters: [{ id, value }] });

/** Counts of offers under filters: a question, the arguments of find_offers, and the condition in SQL. */
const counted: readonly (readonly [string, Record<string, unknown>, string])[] = [
  [
    'How many free API plans are on Solana?',
    { category: 'apis', network: 'solana', ...filter('planType', 'free') },
    `network = 'solana' AND planType = 'Free'`,
  ],
  [
    'Which wallets are hardware wallets on Ethereum?',
    { category: 'Wallets', network: 'Ethereum', ...filter('hardware', 'true') },
    `network = 'ethereum' AND hardware`,
  ],
  [
    'Which MCP servers for Solana start with a command?',
    { category: 'MCP servers', network: 'solana', has: ['selfHostedCommand'] },
    `network = 'solana' AND selfHostedCommand IS NOT NULL`,
  ],
  [
    'Which free API plans include at least a million requests a month?',
    { query: 'free plan with at least 1M requests a month' },
    `planType IN ('Free', 'Public') AND regexp_replace(limitationsIncludedUnit, '/(day|month)$', '') = 'requests' AND (limitationsIncludedBound = 'unlimited'
      OR limitationsIncludedMax * if(limitationsIncludedUnit LIKE '%/day', 365 / 12, 1) >= 1000000)`,
  ],
  [
    'Which API plans are neither free nor public?',
    { category: 'apis', ...filter('planType', '!Free', '!Public') },
    `coalesce(planType NOT IN ('Free', 'Public'), true)`,
  ],
  [
    'Which wallets are open source or hardware?',
    {
      category: 'wallets',
      filters: [
        { id: 'openSource', value: ['true'] },
        { id: 'hardware', value: ['true'] },
        { id: 'or', value: ['openSource', 'HARDWARE'] },
      ],
    },
    'openSource OR hardware',
  ],
  ['Which API plans have no name?', { category: 'apis', ...filter('planName', '!*') }, `planName IS NULL`],
  [
    'Which oracles are on Base or Solana?',
    { category: 'oracles', network: ['base', 'solana'] },
    `network IN ('base', 'solana')`,
  ],
];

const questions: readonly AgentQuestion[] = [
  {
    question: 'Which storages are offered for all networks?',
    tool: 'find_offers',
    given: { category: 'storages', scope: 'all-networks', columns: ['scope'], limit: 100, budget: 6000 },
    sql: `SELECT DISTINCT offer_id, scope FROM listed WHERE category = 'storages' AND scope = 'all-networks'`,
    read: (answer) =>
      rowsOf(answer)
        .map(({ slug, scope }) => `${slug} ${scope}`)
        .toSorted(),
    expect: (rows) => rows.map(({ offer_id, scope }) => `${offer_id} ${scope}`).toSorted(),
  },
  {
    question: 'Which API offers are for all networks, before those of single ones?',
    tool: 'find_offers',
    given: { category: 'apis', sorting: [{ id: 'scope', desc: true }], columns: ['scope'], limit: 100, budget: 9000 },
    sql: `SELECT max(scope = 'network')::INTEGER = 0 AS a, count(*)::INTEGER AS n FROM
      (SELECT provider, offer_id, min(scope) AS scope FROM listed WHERE category = 'apis' GROUP BY ALL) GROUP BY scope ORDER BY scope`,
    read: (answer) => rowsOf(answer).filter(({ scope }) => scope === 'all-networks').length,
    expect: (rows) => Number(rows.find(({ a }) => a === true)?.n),
  },
  ...counted.map(([question, given, where]) => ({
    question,
    tool: 'find_offers',
    given,
    sql: offersIn(
      String(given.category ?? 'apis')
        .toLowerCase()
        .replace('mcp servers', 'mcpservers'),
      where,
    ),
    read: total,
    expect: count,
  })),
  {
    question: 'Where is Alchemy?',
    tool: 'find_network',
    given: { provider: 'ALCHEMY' },
    sql: `SELECT network, count(DISTINCT (category, offer_id))::INTEGER AS offers FROM listed WHERE provider = 'Alchemy' GROUP BY 1`,
    read: (answer) => pairs('network', 'offers')(rowsOf(answer)),
    expect: pairs('network', 'offers'),
  },
  {
    question: 'Where is the MCP server of Etherscan?',
    tool: 'find_network',
    given: { offer: 'Etherscan-MCP' },
    sql: `SELECT DISTINCT network FROM listed WHERE offer_id = 'etherscan-mcp'`,
    read: cells('network'),
    expect: values('network'),
  },
  {
    question: 'Which API provider is on most networks?',
    tool: 'find_providers',
    given: { category: 'apis' },
    sql: `SELECT provider, count(DISTINCT network)::INTEGER AS n, count(DISTINCT network) FILTER (scope = 'network')::INTEGER AS named
      FROM listed WHERE category = 'apis' GROUP BY 1 ORDER BY n DESC, named DESC, lower(provider) LIMIT 10`,
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
    sql: `SELECT DISTINCT coalesce(selfHostedCommand, mcpEndpoint) AS way FROM listed WHERE offer_id = 'etherscan-mcp'`,
    read: ({ text }) => text,
    expect: (rows) => new RegExp(String(rows[0]?.way).replaceAll('.', '\\.')),
  },
  {
    question: 'Which providers have "scan" in their name?',
    tool: 'find_providers',
    given: { search: 'SCAN', limit: 100, budget: 6000 },
    sql: `SELECT DISTINCT provider FROM listed WHERE provider ILIKE '%scan%'`,
    read: cells('provider'),
    expect: values('provider'),
  },
  {
    question: 'Which API plan types are on Base?',
    tool: 'list_values',
    given: { category: 'apis', network: 'base', column: 'plantype' },
    sql: `SELECT planType AS value, count(DISTINCT (provider, offer_id))::INTEGER AS offers FROM listed WHERE category = 'apis' AND network = 'base' AND planType IS NOT NULL GROUP BY 1`,
    read: (answer) => pairs('value', 'offers')(rowsOf(answer)),
    expect: pairs('value', 'offers'),
  },
  {
    question: 'How many offers does Alchemy have?',
    tool: 'get_provider',
    given: { provider: 'alchemy' },
    sql: `SELECT count(DISTINCT (category, offer_id))::INTEGER AS n FROM listed WHERE provider = 'Alchemy'`,
    read: total,
    expect: count,
  },
  {
    question: 'Which networks are there, and how large are they?',
    tool: 'find_network',
    given: {},
    sql: 'SELECT network, count(DISTINCT (category, provider, offer_id))::INTEGER AS offers FROM listed GROUP BY 1',
    read: (answer) => pairs('network', 'offers')(rowsOf(answer)),
    expect: pairs('network', 'offers'),
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
    sql: `SELECT count(DISTINCT network)::INTEGER AS n FROM listed WHERE category = 'apis' GROUP BY provider, offer_id ORDER BY n DESC LIMIT 5`,
    read: (answer) => rowsOf(answer).map(({ networks }) => (networks as string[]).length),
    expect: (rows) => rows.map(({ n }) => Number(n)),
  },
  {
    question: 'How do two plans of 1RPC differ in price?',
    tool: 'compare_offers',
    given: { category: 'apis', offers: ['1RPC-Developer-Recent-State', '1rpc-personal-recent-state'] },
    sql: `SELECT offer_id, any_value(accessPrice) AS price FROM listed WHERE category = 'apis' AND offer_id IN ('1rpc-developer-recent-state', '1rpc-personal-recent-state') GROUP BY 1 ORDER BY 1`,
    read: (answer) => answer.structured.rows.find(([column]) => column === 'accessPrice')?.slice(1),
    expect: (rows) => rows.map(({ price }) => price),
  },
];

describe('a question of an agent', () => {
  const cleanUp = afterAll();
  const used = useService();
  const tokensOf = createCounter();
  let client: Client;
  before(async () => {
    client = await connect(used.service().url, cleanUp);
  });

  for (const { question, tool, given, sql, read, expect } of questions) {
    it(question, async () => {
      const folder = path.join(used.built().build, 'current');
      const rows = await askParquet(used.built(), sql.replaceAll('{folder}', folder));
      assert.ok(rows.length > 0, 'the snapshot has an answer');
      const answer = await call(client, tool, given);
      assert.equal(answer.isError, false, answer.text);
      const expected = expect(rows);
      if (expected instanceof RegExp) assert.match(String(read(answer)), expected);
      else assert.deepEqual(read(answer), expected, answer.text);
      const tokens = tokensOf(answer.text) + tokensOf(JSON.stringify(answer.structured));
      assert.ok(tokens <= Number(given.budget ?? 1500), `${tokens} tokens`);
    });
  }
});
