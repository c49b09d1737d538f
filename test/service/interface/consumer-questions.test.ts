/** Forty questions of consumers, one request each. DuckDB computes the right answers from the Parquet files. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useDescribedService } from '../../support/interface-service.ts';
import { ownSources } from '../../support/interface-sources.ts';
import { askParquet } from '../../support/parquet-answers.ts';
import type { Answer } from '../../support/service-get.ts';

type Items = readonly Readonly<Record<string, unknown>>[];
type Result = Readonly<Record<string, unknown>>;
type Read = (result: Result, answer: Answer) => unknown;

interface Question {
  readonly question: string;
  readonly request: string;
  /** Its rows are the answer. */
  readonly sql: string;
  readonly read: Read;
}

const offers = 'SELECT count(DISTINCT place)::INTEGER AS total FROM listed WHERE';
const slugs = 'SELECT DISTINCT offer_id AS slug FROM listed WHERE';
const count: Read = (_, { headers }) => [{ total: Number(headers['x-total-count']) }];
const listed =
  (key: string): Read =>
  (result) =>
    result[key];
const facet: (...keys: string[]) => Read =
  (...keys) =>
  ({ facets }) => {
    const [{ values = [] } = {}] = facets as { values?: Items }[];
    return values.map((value) => Object.fromEntries(keys.map((key) => [key, value[key]])));
  };
const networks: Read = ({ offers: found }) => {
  const all = (found as { networks: string[] }[]).flatMap((offer) => offer.networks);
  return [...new Set(all)].map((network) => ({ network }));
};
const each: (key: string, name: string) => Read = (key, name) => (result) =>
  (result[key] as string[]).map((item) => ({ [name]: item }));

const toolbox = (network: string) => `/networks/${network}/api/infrastructure-providers`;
const few = 'pageSize=1&fields=slug&meta=none';
const all = 'pageSize=100&fields=slug&meta=none';
const onlyCount = (question: string, request: string, where: string): Question => {
  return { question, request: `/api/offers?${request}&${few}`, sql: `${offers} ${where}`, read: count };
};
const rowCount = (question: string, network: string, query: string, where: string): Question => ({
  question,
  request: `${toolbox(network)}/rows?${query}&${few}`,
  sql: `SELECT count(*)::INTEGER AS total FROM listed WHERE network = '${network}' AND ${where}`,
  read: count,
});
const offerSlugs = (question: string, request: string, where: string): Question => {
  return { question, request: `/api/offers?${request}&${all}`, sql: `${slugs} ${where}`, read: listed('offers') };
};
const values = (question: string, request: string, sql: string, keys: readonly string[]): Question => {
  return { question, request, sql, read: facet(...keys) };
};
const apis = "category = 'apis'";
const cheap =
  "accessPriceMin <= 50 AND (accessPriceMax = 0 OR (accessPriceCurrency = 'USD' AND accessPriceUnit = 'month'))";
const both = encodeURIComponent(
  JSON.stringify(['Ethereum', 'Solana'].map((chain) => ({ id: 'supportedChains', value: [chain] }))),
);
const has = (chain: string) => `list_contains([lower(x) FOR x IN supportedChains], '${chain}')`;
const top = (id: string) =>
  `sorting=${encodeURIComponent(JSON.stringify([{ id, desc: true }]))}&pageSize=5&fields=${id}`;

const questions: readonly Question[] = [
  onlyCount('How many offers are there?', 'search=', 'true'),
  onlyCount('How many RPC offers are there?', 'category=apis&f.apiType=RPC', `${apis} AND apiType = 'RPC'`),
  onlyCount(
    'How many wallets are open source?',
    'category=wallets&f.openSource=true',
    "category = 'wallets' AND openSource",
  ),
  onlyCount('How many API plans have a trial?', 'category=apis&f.trial=true', `${apis} AND trial`),
  onlyCount('How many dedicated nodes?', 'category=apis&f.planType=Dedicated', `${apis} AND planType = 'Dedicated'`),
  onlyCount(
    'How many offers name Base itself?',
    'network=base&scope=network',
    "network = 'base' AND scope = 'network'",
  ),
  onlyCount(
    'How many bridges on Arbitrum?',
    'category=bridges&network=arb',
    "category = 'bridges' AND network = 'arbitrum'",
  ),
  onlyCount('How many SDKs?', 'category=sdks', "category = 'sdks'"),
  onlyCount(
    'How many plans are pay-as-you-go or tiered on Base?',
    'category=apis&network=base&f.planType=Pay-as-you-go&f.planType=Tiered',
    `${apis} AND network = 'base' AND planType IN ('Pay-as-you-go', 'Tiered')`,
  ),
  onlyCount(
    'How many archive offers on one of two networks?',
    'category=apis&network=base&network=solana&f.historicalData=Archive',
    `${apis} AND network IN ('base', 'solana') AND historicalData = 'Archive'`,
  ),
  offerSlugs('Which offers has Alchemy?', 'provider=alchemy', "provider = 'Alchemy'"),
  offerSlugs(
    'Which archive access on Base costs at most $50 a month?',
    'category=apis&network=base&f.historicalData=Archive&f.accessPrice.max=50&f.accessPrice.in=USD/month',
    `${apis} AND network = 'base' AND historicalData = 'Archive' AND ${cheap}`,
  ),
  offerSlugs(
    'Which oracles are on Arbitrum?',
    'category=oracles&network=arbitrum',
    "category = 'oracles' AND network = 'arbitrum'",
  ),
  offerSlugs(
    'Which faucets does Ethereum have?',
    'category=faucets&network=ethereum',
    "category = 'faucets' AND network = 'ethereum'",
  ),
  offerSlugs('Which MCP servers are there?', 'category=mcpservers', "category = 'mcpservers'"),
  offerSlugs(
    'Which bridges support Ethereum and Solana?',
    `category=bridges&filters=${both}`,
    `category = 'bridges' AND ${has('ethereum')} AND ${has('solana')}`,
  ),
  offerSlugs(
    'Which storage is for all networks?',
    'category=storages&scope=all-networks',
    "category = 'storages' AND scope = 'all-networks'",
  ),
  offerSlugs(
    'Which free RPC plans are on Solana?',
    'category=apis&network=solana&f.planType=Free&f.apiType=RPC',
    `${apis} AND network = 'solana' AND planType = 'Free' AND apiType = 'RPC'`,
  ),
  offerSlugs(
    'Which explorers are on Filecoin?',
    'category=explorers&network=filecoin',
    "category = 'explorers' AND network = 'filecoin'",
  ),
  offerSlugs('Which ramps are there?', 'category=ramps', "category = 'ramps'"),
  rowCount('How many rows has Ethereum in apis?', 'ethereum', 'category=apis', apis),
  rowCount(
    'How many free rows on Ethereum?',
    'ethereum',
    'category=apis&f.planType=Free',
    `${apis} AND planType = 'Free'`,
  ),
  rowCount(
    'How many archive rows on mainnet of Ethereum?',
    'ethereum',
    'category=apis&f.historicalData=Archive&f.chain=mainnet',
    `${apis} AND historicalData = 'Archive' AND chain = 'mainnet'`,
  ),
  rowCount(
    'How many listings has Alchemy on Ethereum?',
    'ethereum',
    'category=apis&f.provider=Alchemy',
    `${apis} AND provider = 'Alchemy'`,
  ),
  rowCount(
    'How many APIs of Filecoin promise 99.9 % uptime or more?',
    'filecoin',
    'category=apis&f.uptimeSla.min=99.9',
    `${apis} AND uptimeSlaMax >= 99.9`,
  ),
  rowCount(
    'How many rows of Base come from listings of all networks?',
    'base',
    'category=storages&scope=all-networks',
    "category = 'storages' AND scope = 'all-networks'",
  ),
  values(
    'Which plan types are there, with how many offers?',
    '/api/facets?category=apis&column=planType',
    `SELECT planType AS value, count(DISTINCT place)::INTEGER AS count FROM listed WHERE ${apis} AND planType IS NOT NULL GROUP BY planType`,
    ['value', 'count'],
  ),
  values(
    'Which chains has Filecoin, with how many rows?',
    `${toolbox('filecoin')}/facets?category=apis&column=chain`,
    `SELECT chain AS value, count(*)::INTEGER AS count FROM listed WHERE ${apis} AND network = 'filecoin' GROUP BY chain`,
    ['value', 'count'],
  ),
  values(
    'Which API types has Ethereum, from how many providers?',
    `${toolbox('ethereum')}/facets?category=apis&column=apiType`,
    `SELECT apiType AS value, count(DISTINCT provider)::INTEGER AS "providersCount" FROM listed WHERE ${apis} AND network = 'ethereum' GROUP BY apiType`,
    ['value', 'providersCount'],
  ),
  values(
    'How many offers of archive and of pruned data on Base?',
    `${toolbox('base')}/facets?category=apis&column=historicalData`,
    `SELECT historicalData AS value, count(DISTINCT place)::INTEGER AS "offersCount" FROM listed WHERE ${apis} AND network = 'base' AND historicalData IS NOT NULL GROUP BY historicalData`,
    ['value', 'offersCount'],
  ),
  {
    question: 'Which networks are there?',
    request: '/api/networks',
    sql: 'SELECT network FROM networks',
    read: ({ networks: found }) => (found as Items).map(({ key }) => ({ network: key })),
  },
  {
    question: 'Which networks has Alchemy?',
    request: '/api/providers/alchemy?fields=slug',
    sql: "SELECT DISTINCT network FROM listed WHERE provider = 'Alchemy'",
    read: each('networks', 'network'),
  },
  {
    question: 'Where are RPC offers of dRPC?',
    request: '/api/offers?category=apis&provider=drpc&fields=networks&meta=none&pageSize=100',
    sql: `SELECT DISTINCT network FROM listed WHERE ${apis} AND provider = 'dRPC'`,
    read: networks,
  },
  {
    question: 'Which RPC provider is on most networks?',
    request: `/api/providers?category=apis&${top('networkCount')}`,
    sql: `SELECT count(DISTINCT network)::INTEGER AS "networkCount" FROM listed WHERE ${apis} GROUP BY provider ORDER BY 1 DESC LIMIT 5`,
    read: listed('providers'),
  },
  {
    question: 'Which provider names most networks?',
    request: `/api/providers?${top('namedNetworkCount')}`,
    sql: `SELECT (count(DISTINCT network) FILTER (scope = 'network'))::INTEGER AS "namedNetworkCount" FROM listed WHERE provider IN (SELECT name FROM providers) GROUP BY provider ORDER BY 1 DESC LIMIT 5`,
    read: listed('providers'),
  },
  {
    question: 'How many providers have wallets?',
    request: '/api/providers?category=wallets&pageSize=1&fields=slug',
    sql: "SELECT count(DISTINCT provider)::INTEGER AS total FROM listed JOIN providers p ON p.name = provider WHERE category = 'wallets'",
    read: count,
  },
  {
    question: 'Which categories has Solana?',
    request: `${toolbox('solana')}/categories`,
    sql: `SELECT category AS key, count(*)::INTEGER AS count FROM listed WHERE network = 'solana' GROUP BY category`,
    read: ({ categories }) => (categories as Items).map(({ key, count: rows }) => ({ key, count: rows })),
  },
  {
    question: 'How many offers of each category has each network?',
    request: '/api/coverage',
    sql: 'SELECT network, category, count(DISTINCT place)::INTEGER AS "offerCount" FROM listed GROUP BY network, category',
    read: ({ coverage }) =>
      (coverage as Items).map(({ network, category, offerCount }) => ({ network, category, offerCount })),
  },
  {
    question: 'How many rows has the file of all APIs of Ethereum?',
    request: `${toolbox('ethereum')}/export?category=apis&format=ndjson`,
    sql: `SELECT count(*)::INTEGER AS total FROM listed WHERE ${apis} AND network = 'ethereum'`,
    read: count,
  },
  {
    question: 'Which of two offers is not there?',
    request: `/api/offers?slug=across&slug=no-such-offer&${few}`,
    sql: "SELECT s.slug FROM (VALUES ('across'), ('no-such-offer')) s(slug) WHERE slug NOT IN (SELECT offer_id FROM listed)",
    read: each('missing', 'slug'),
  },
];

describe('forty questions of consumers', () => {
  const service = useDescribedService(ownSources);

  it('are forty', () => assert.equal(questions.length, 40));

  for (const { question, request, sql, read } of questions) {
    it(question, async (t) => {
      const answer = await service.get(request);
      assert.equal(answer.status, 200, answer.text.slice(0, 300));
      t.diagnostic(`1 request, ${answer.bytes.length} bytes: ${decodeURIComponent(request)}`);
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      const { result } = isJson ? (answer.json() as { result: Result }) : { result: {} };
      const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
      const expected = await askParquet(service.built(), sql);
      assert.ok(expected.length > 0, 'the sources have an answer');
      assert.deepEqual((read(result, answer) as unknown[]).toSorted(byText), expected.toSorted(byText));
    });
  }
});
