/**
 * Questions of consumers, one request each, and those of docs/questions.md. DuckDB computes the
 * right answers from the Parquet files.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { estimateTokens } from '../../../service/text/tokens.ts';
import { directory } from '../../support/directory.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import { askParquet } from '../../support/parquet-answers.ts';
import { projectFolder } from '../../support/paths.ts';
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
const each: (key: string, name: string) => Read = (key, name) => (result) =>
  (result[key] as string[]).map((item) => ({ [name]: item }));

const toolbox = (network: string) => `/networks/${network}/api/infrastructure-providers`;
const few = 'pageSize=1&fields=slug&meta=none';
const all = 'pageSize=100&fields=slug&meta=none';
const apis = "category = 'apis'";
const cheap =
  "accessPriceMin <= 50 AND (accessPriceMax = 0 OR (accessPriceCurrency = 'USD' AND accessPriceUnit = 'month'))";
const both = encodeURIComponent(
  JSON.stringify(
    ['Ethereum', 'Solana'].map((chain) => ({ id: 'supportedChains', value: [chain] })),
  ),
);
const has = (chain: string) => `list_contains([lower(x) FOR x IN supportedChains], '${chain}')`;
const top = (id: string) =>
  `sorting=${encodeURIComponent(JSON.stringify([{ id, desc: true }]))}&pageSize=5&fields=${id}`;

/** Lists of at most 100. */
const narrowings = [
  ['category=apis', "category = 'apis'"],
  ['category=apis&scope=network', "category = 'apis' AND scope = 'network'"],
  ['category=storages&scope=all-networks', "category = 'storages' AND scope = 'all-networks'"],
  ['network=base&category=apis', "network = 'base' AND category = 'apis'"],
] as const;
const byOffers = encodeURIComponent(JSON.stringify([{ id: 'offerCount', desc: true }]));

/**
 * What is asked of offers: the query of the request => the condition of SQL. Some are counted, some
 * named.
 */
const selections = `
count search= => true
count category=apis&f.apiType=RPC => ${apis} AND apiType = 'RPC'
count category=wallets&f.openSource=true => category = 'wallets' AND openSource
count network=base&scope=network => network = 'base' AND scope = 'network'
count category=apis&network=base&network=solana&f.historicalData=Archive => ${apis} AND network IN ('base', 'solana') AND historicalData = 'Archive'
slugs provider=alchemy => provider = 'Alchemy'
slugs category=apis&network=base&f.historicalData=Archive&f.accessPrice.max=50&f.accessPrice.in=USD/month => ${apis} AND network = 'base' AND historicalData = 'Archive' AND ${cheap}
slugs category=bridges&filters=${both} => category = 'bridges' AND ${has('ethereum')} AND ${has('solana')}
slugs category=storages&scope=all-networks => category = 'storages' AND scope = 'all-networks'
count category=apis&f.planType=!Free&f.planType=!Public => ${apis} AND coalesce(planType NOT IN ('Free', 'Public'), true)
count category=apis&f.planName=!* => ${apis} AND planName IS NULL
count category=mcpservers&f.selfHostedCommand=* => category = 'mcpservers' AND selfHostedCommand IS NOT NULL
count category=apis&f.planName=!*&f.planType=Free => ${apis} AND planName IS NULL AND planType = 'Free'
count f.planType=Free => planType = 'Free'
count category=wallets&f.openSource=true&f.hardware=true&f.or=openSource,hardware => category = 'wallets' AND (openSource OR hardware)
count category=apis&f.historicalData=Archive&f.planType=Public&f.limitationsRate.min=25&f.or=planType,limitationsRate => ${apis} AND historicalData = 'Archive' AND (planType = 'Public' OR (limitationsRateUnit = 'requests' AND (limitationsRateMax >= 25 OR limitationsRateBound = 'unlimited')))
count category=apis&f.limitationsRate.min=25 => ${apis} AND limitationsRateUnit = 'requests' AND (limitationsRateMax >= 25 OR limitationsRateBound = 'unlimited')
count category=apis&f.accessPrice.max=100&f.accessPrice.in=USD/month&f.accessPrice.in=USD/ => ${apis} AND accessPriceMin <= 100 AND (accessPriceMax = 0 OR (accessPriceCurrency = 'USD' AND coalesce(accessPriceUnit, 'month') = 'month'))
rows category=apis&f.uptimeSla.min=99.9 => ${apis} AND network = 'solana' AND uptimeSlaMax >= 99.9`;

function selection(line: string): Question {
  const [, kind = '', query = '', where = ''] =
    /^(\w+) (\S+) => (.*)$/.exec(line) ?? assert.fail(line);
  if (kind === 'slugs') {
    const sql = `SELECT DISTINCT offer_id AS slug FROM listed WHERE ${where}`;
    return { question: line, request: `/api/offers?${query}&${all}`, sql, read: listed('offers') };
  }
  const [path, counted] =
    kind === 'rows' ? [`${toolbox('solana')}/rows`, '*'] : ['/api/offers', 'DISTINCT place'];
  const sql = `SELECT count(${counted})::INTEGER AS total FROM listed WHERE ${where}`;
  return { question: line, request: `${path}?${query}&${few}`, sql, read: count };
}

const questions: readonly Question[] = [
  ...selections.trim().split('\n').map(selection),
  {
    question: 'Which plan types are there, with how many offers?',
    request: '/api/facets?category=apis&column=planType',
    sql: `SELECT planType AS value, count(DISTINCT place)::INTEGER AS count FROM listed WHERE ${apis} AND planType IS NOT NULL GROUP BY planType ORDER BY 2 DESC, 1`,
    read: facet('value', 'count'),
  },
  {
    question: 'Which API types has Ethereum, from how many providers?',
    request: `${toolbox('ethereum')}/facets?category=apis&column=apiType`,
    sql: `SELECT apiType AS value, count(DISTINCT provider)::INTEGER AS "providersCount" FROM listed WHERE ${apis} AND network = 'ethereum' GROUP BY apiType`,
    read: facet('value', 'providersCount'),
  },
  {
    question: 'Which networks has Alchemy?',
    request: '/api/providers/alchemy?fields=slug',
    sql: "SELECT DISTINCT network FROM listed WHERE provider = 'Alchemy'",
    read: each('networks', 'network'),
  },
  ...[
    ['alchemy', 'Alchemy'],
    ['ledger', 'Ledger'],
  ].map(
    ([slug, name]): Question => ({
      question: `Which offers does ${name} have in each category?`,
      request: `/api/providers/${slug}`,
      sql: `SELECT category AS key, offer_id AS slug FROM listed WHERE provider = '${name}' GROUP BY ALL`,
      read: ({ categories }) =>
        (categories as { key: string; offers: Items }[]).flatMap(({ key, offers }) =>
          offers.map(({ slug: offer }) => ({ key, slug: offer })),
        ),
    }),
  ),
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
    question: 'Which categories has Solana?',
    request: `${toolbox('solana')}/categories`,
    sql: `SELECT category AS key, count(*)::INTEGER AS count FROM listed WHERE network = 'solana' GROUP BY category`,
    read: ({ categories }) =>
      (categories as Items).map(({ key, count: rows }) => ({ key, count: rows })),
  },
  {
    question: 'How many rows has the file of all APIs of Ethereum?',
    request: `${toolbox('ethereum')}/export?category=apis&format=ndjson`,
    sql: `SELECT count(*)::INTEGER AS total FROM listed WHERE ${apis} AND network = 'ethereum'`,
    read: count,
  },
  ...narrowings.flatMap(([query, where]): Question[] => [
    {
      question: `How many offers, rows and providers has each network and category with "${query}"?`,
      request: `/api/coverage?${query}`,
      sql: `SELECT network, category, count(DISTINCT place)::INTEGER AS "offerCount",
        count(DISTINCT place) FILTER (scope = 'network')::INTEGER AS "namedOfferCount", count(*)::INTEGER AS "rowCount",
        count(*) FILTER (scope = 'network')::INTEGER AS "namedRowCount", count(DISTINCT provider)::INTEGER AS "providerCount"
        FROM listed WHERE ${where} GROUP BY network, category`,
      read: listed('coverage'),
    },
    {
      question: `On how many networks, with how many offers is each provider with "${query}"?`,
      request: `/api/providers?${query}&pageSize=100&fields=name,networkCount,namedNetworkCount,offerCount,scope&sorting=${byOffers}`,
      sql: `SELECT * FROM (SELECT l.provider AS name, count(DISTINCT network)::INTEGER AS "networkCount",
        count(DISTINCT network) FILTER (scope = 'network')::INTEGER AS "namedNetworkCount", count(DISTINCT place)::INTEGER AS "offerCount",
        CASE WHEN count(DISTINCT scope) > 1 THEN 'both' ELSE min(scope) END AS scope
        FROM listed l SEMI JOIN providers p ON p.name = l.provider WHERE ${where} GROUP BY l.provider)
        ORDER BY "offerCount" DESC, lower(name), name LIMIT 100`,
      read: listed('providers'),
    },
    {
      question: `Which scope has each offer with "${query}", on how many networks?`,
      request: `/api/offers?${query}&pageSize=100&fields=slug,scope,networkCount&meta=none`,
      sql: `SELECT offer_id AS slug, count(DISTINCT network)::INTEGER AS "networkCount",
        CASE WHEN bool_or(scope = 'all-networks') THEN 'all-networks' ELSE 'network' END AS scope
        FROM listed WHERE ${where} GROUP BY place, offer_id, provider`,
      read: listed('offers'),
    },
  ]),
  {
    question: 'How many free offers, rows and providers has each category on each network?',
    request: '/api/counts?by=category,network&f.planType=Free',
    sql: `SELECT category, network, count(DISTINCT place)::INTEGER AS "offerCount", count(*)::INTEGER AS "rowCount",
      count(DISTINCT provider)::INTEGER AS "providerCount" FROM listed WHERE planType = 'Free' GROUP BY category, network`,
    read: listed('counts'),
  },
  {
    question: 'Which providers have both free and tiered APIs?',
    request:
      '/api/providers?category=apis&every=[{"id":"planType","value":["Free"]},{"id":"planType","value":["Tiered"]}]&fields=name&pageSize=100',
    sql: `SELECT provider AS name FROM listed WHERE ${apis} AND planType IN ('Free', 'Tiered') GROUP BY provider HAVING count(DISTINCT planType) = 2`,
    read: listed('providers'),
  },
  {
    question: 'Which providers have archive APIs both free and tiered?',
    request:
      '/api/providers?category=apis&f.historicalData=Archive&every=[{"id":"planType","value":["Free"]},{"id":"planType","value":["Tiered"]}]&fields=name&pageSize=100',
    sql: `SELECT provider AS name FROM listed WHERE ${apis} AND historicalData = 'Archive' AND planType IN ('Free', 'Tiered') GROUP BY provider HAVING count(DISTINCT planType) = 2`,
    read: listed('providers'),
  },
  {
    question: 'How many offers has the file of everything?',
    request: '/api/export?format=csv-excel',
    sql: 'SELECT count(DISTINCT place)::INTEGER AS total FROM listed',
    read: count,
  },
  {
    question: 'Which of two offers is not there?',
    request: `/api/offers?slug=across&slug=no-such-offer&${few}`,
    sql: "SELECT s.slug FROM (VALUES ('across'), ('no-such-offer')) s(slug) WHERE slug NOT IN (SELECT offer_id FROM listed)",
    read: each('missing', 'slug'),
  },
];

const service = useDescribedService(directory);

describe('a question of a consumer', () => {
  for (const { question, request, sql, read } of questions) {
    it(question, async () => {
      const answer = await service.get(request);
      assert.equal(answer.status, 200, answer.text.slice(0, 300));
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      const { result } = isJson ? (answer.json() as { result: Result }) : { result: {} };
      const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
      const expected = await askParquet(service.built(), sql);
      assert.ok(expected.length > 0, 'the sources have an answer');
      const found = read(result, answer) as unknown[];
      if (sql.includes(' ORDER BY ')) assert.deepEqual(found, expected);
      else assert.deepEqual(found.toSorted(byText), expected.toSorted(byText));
    });
  }
});

function readQuestions(): { readonly question: string; readonly request: string }[] {
  const text = readFileSync(path.join(projectFolder, 'docs/questions.md'), 'utf8')
    // The test directory has no Arbitrum.
    .replaceAll('arbitrum', 'solana')
    .replaceAll('network=arb&', 'network=sol&');
  return Array.from(
    text.matchAll(/^\| ([^|]+) \| `(\/[^`]+)` \|$/gm),
    ([, question = '', request = '']) => ({
      question,
      request,
    }),
  );
}

describe('the questions of docs/questions.md', () => {
  const documented = readQuestions();

  /** The answer to a request, after the redirect of a network's other name. */
  async function ask(request: string) {
    const { pathname, search } = new URL(request, 'http://directory.example');
    const answer = await service.get(`${pathname}${search}`);
    if (answer.status !== 301) return answer;
    const target = new URL(String(answer.headers.location));
    return service.get(`${target.pathname}${target.search}`);
  }

  for (const { question, request } of documented) {
    it(`${question} ${request.slice(0, 60)}`, async () => {
      const answer = await ask(request);
      assert.equal(answer.status, 200, answer.text.slice(0, 300));
      const total = answer.headers['x-total-count'];
      if (total !== undefined) assert.ok(Number(total) > 0, 'finds something');
      assert.doesNotMatch(answer.text, /"(offers|rows|facets)":\[\]|^[^[]*"categories":\[\]/);
      // A count has no data.
      if (request.includes('pageSize=1&'))
        assert.ok(answer.bytes.length <= 600, String(answer.bytes.length));
    });
  }

  describe('in the bound of tokens', () => {
    for (const [part, most] of [
      ['archive RPC on Base with WebSocket?', 400],
      ["page of Base's APIs", 2000],
    ] as const) {
      it(`${part} takes at most ${most}`, async () => {
        const { request } =
          documented.find(({ question }) => question.includes(part)) ?? assert.fail(part);
        const tokens = estimateTokens((await ask(request)).text);
        assert.ok(tokens <= most, String(tokens));
      });
    }

    for (const path of [
      ...['apis', 'mcpservers', 'wallets', 'sdks', 'bridges'].map(
        (key) => `/networks/ethereum/toolbox/${key}.md`,
      ),
      '/networks/ethereum/toolbox/apis.md?search=archive&sort=accessPrice&page=2',
      ...[
        '/providers/alchemy.md',
        '/networks/base/providers/alchemy.md',
        '/search.md?q=archive+base',
        '/changes.md',
      ],
    ]) {
      it(`${path} takes at most 2000 and links to its HTML`, async () => {
        const { text, status, headers } = await service.get(path);
        assert.equal(status, 200, text);
        assert.ok(estimateTokens(text) <= 2000, text);
        assert.match(text, /^# \S.*\n\n/);
        const link = /^- \[HTML\]\((\S+)\)$/m.exec(text)?.[1] ?? assert.fail(text);
        assert.equal(headers.link, `<${link}>; rel="canonical"`);
        const { pathname, search } = new URL(link);
        const page = await service.get(`${pathname}${search}`);
        const alternate =
          /<link rel="alternate" href="([^"]+)" type="text\/markdown">/.exec(page.text)?.[1] ?? '';
        const { page: _, ...parameters } = Object.fromEntries(
          new URL(path, 'http://x').searchParams,
        );
        assert.deepEqual(
          Object.fromEntries(new URL(alternate.replaceAll('&amp;', '&')).searchParams),
          parameters,
        );
        assert.ok(String(page.headers.link).includes('rel="alternate"; type="text/markdown"'));
      });
    }

    it('a table of Markdown goes on at its next page, with the same columns', async () => {
      const read = async (path: string) => (await service.get(path)).text;
      const first = await read('/networks/ethereum/toolbox/apis.md?cols=planType&pageSize=5');
      const next = new URL(/\[Next page\]\((\S+)\)/.exec(first)?.[1] ?? assert.fail(first));
      const second = await read(`${next.pathname}${next.search}`);
      const rowsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('|'));
      assert.equal(rowsOf(first)[0], '|Slug|Provider|Offer|Plan type|');
      assert.equal(rowsOf(second)[0], rowsOf(first)[0]);
      assert.equal(new Set([...rowsOf(first), ...rowsOf(second)].slice(2)).size, 12);
      const { rows } = (
        (await service.read(
          '/networks/ethereum/api/infrastructure-providers/rows?category=apis&pageSize=10&mode=offer&fields=slug',
        )) as { result: { rows: { slug: string }[] } }
      ).result;
      const slugs = [...rowsOf(first).slice(2), ...rowsOf(second).slice(2)].map(
        (line) => line.split('|')[1],
      );
      const found = slugs.map((slug) => slug?.replaceAll('\\', ''));
      assert.deepEqual(
        found,
        rows.map(({ slug }) => slug),
      );
    });
  });
});
