/**
 * Questions of agents: each takes one call, and DuckDB computes the right answer from the Parquet
 * files, not our query code.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { call, connect, createCounter, rowsOf } from '../../support/mcp-client.ts';
import { askParquet } from '../../support/parquet-answers.ts';
import { useService } from '../../support/service-server.ts';
import { afterAll } from '../../support/temporary-folder.ts';

/** SQL of the offers of a category that match a condition. */
const count = (category: string, where: string) =>
  `SELECT count(DISTINCT (provider, offer_id))::INTEGER AS n FROM listed WHERE category = '${category}' AND (${where})`;
const million = `regexp_replace(limitationsIncludedUnit, '/(day|month)$', '') = 'requests' AND (limitationsIncludedBound = 'unlimited'
  OR limitationsIncludedMax * if(limitationsIncludedUnit LIKE '%/day', 365 / 12, 1) >= 1000000)`;
const endpoints = (
  network: string,
) => `(SELECT unnest(from_json(_connect->'endpoints', '[{"url":"VARCHAR","placeholders":["VARCHAR"]}]')) AS e
  FROM '{folder}/serving/contents/apis.parquet' JOIN '{folder}/serving/memberships.parquet' m USING (_content) WHERE m.category = 'apis' AND m.network = '${network}')`;
const filters = (...list: [id: string, ...value: string[]][]) =>
  `"filters":${JSON.stringify(list.map(([id, ...value]) => ({ id, value })))}`;

/**
 * Question | tool | arguments | what is read | SQL. `total` is the number of rows, `text` the whole
 * text, in which each cell of the SQL stands; else the columns, in the order of the SQL if it has
 * one.
 */
const table = `
How many free API plans are on Solana? | find_offers | {"category":"apis","network":"solana",${filters(['planType', 'free'])}} | total | ${count('apis', `network = 'solana' AND planType = 'Free'`)}
Which wallets are hardware wallets on Ethereum? | find_offers | {"category":"Wallets","network":"Ethereum",${filters(['hardware', 'true'])}} | total | ${count('wallets', `network = 'ethereum' AND hardware`)}
Which MCP servers for Solana start with a command? | find_offers | {"category":"MCP servers","network":"solana","has":["selfHostedCommand"]} | total | ${count('mcpservers', `network = 'solana' AND selfHostedCommand IS NOT NULL`)}
Which free API plans include at least a million requests a month? | find_offers | {"query":"free plan with at least 1M requests a month"} | total | ${count('apis', `planType IN ('Free', 'Public') AND ${million}`)}
Which API plans allow more than 25 requests per second? | find_offers | {"query":"apis with more than 25 requests per second"} | total | ${count('apis', `limitationsRateUnit = 'requests' AND (limitationsRateMax > 25 OR limitationsRateBound = 'unlimited')`)}
Which API plans include more than 100M compute units a month? | find_offers | {"query":"apis with more than 100M compute units"} | total | ${count('apis', `regexp_replace(limitationsIncludedUnit, '/(day|month)$', '') = 'compute units' AND (limitationsIncludedBound = 'unlimited' OR limitationsIncludedMax * if(limitationsIncludedUnit LIKE '%/day', 365 / 12, 1) > 100000000)`)}
Which API plans are neither free nor public? | find_offers | {"category":"apis",${filters(['planType', '!Free', '!Public'])}} | total | ${count('apis', `coalesce(planType NOT IN ('Free', 'Public'), true)`)}
Which wallets are open source or hardware? | find_offers | {"category":"wallets",${filters(['openSource', 'true'], ['hardware', 'true'], ['or', 'openSource', 'HARDWARE'])}} | total | ${count('wallets', 'openSource OR hardware')}
Which API plans have no name? | find_offers | {"category":"apis",${filters(['planName', '!*'])}} | total | ${count('apis', 'planName IS NULL')}
Which oracles are on Base or Solana? | find_offers | {"category":"oracles","network":["base","solana"]} | total | ${count('oracles', `network IN ('base', 'solana')`)}
Which storages are offered for all networks? | find_offers | {"category":"storages","scope":"all-networks","columns":["scope"],"limit":100,"budget":6000} | slug scope | SELECT DISTINCT offer_id AS slug, scope FROM listed WHERE category = 'storages' AND scope = 'all-networks'
Which API offers are on most networks? | find_offers | {"category":"apis","sorting":[{"id":"Networks","desc":true}],"columns":["networks"],"limit":5,"budget":3000} | networks | SELECT list(DISTINCT network ORDER BY network) AS networks FROM listed WHERE category = 'apis' GROUP BY provider, offer_id ORDER BY len(networks) DESC, lower(provider), offer_id LIMIT 5
Where is Alchemy? | find_network | {"provider":"ALCHEMY"} | network offers | SELECT network, count(DISTINCT (category, offer_id))::INTEGER AS offers FROM listed WHERE provider = 'Alchemy' GROUP BY 1
Where is the MCP server of Etherscan? | find_network | {"offer":"Etherscan-MCP"} | network | SELECT DISTINCT network FROM listed WHERE offer_id = 'etherscan-mcp'
Which networks lack ramps? | find_network | {"without":"ramps"} | network | SELECT network FROM listed GROUP BY 1 HAVING NOT bool_or(category = 'ramps')
Which networks does no listing of a storage name? | find_network | {"without":"Storages","scope":"network"} | network | SELECT network FROM listed GROUP BY 1 HAVING NOT bool_or(category = 'storages' AND scope = 'network')
On which networks does Alchemy have APIs? | find_network | {"provider":"alchemy","category":"apis"} | network | SELECT DISTINCT network FROM listed WHERE provider = 'Alchemy' AND category = 'apis'
Which wallets are not stated to be custodial? | find_offers | {"category":"wallets",${filters(['custodial', '!true'])}} | total | ${count('wallets', 'custodial IS NOT true')}
Which networks are there, and how large are they? | find_network | {} | network offers | SELECT network, count(DISTINCT (category, provider, offer_id))::INTEGER AS offers FROM listed GROUP BY 1
Which API provider is on most networks? | find_providers | {"category":"apis"} | provider networkCount namedNetworkCount | SELECT provider, count(DISTINCT network)::INTEGER AS "networkCount", count(DISTINCT network) FILTER (scope = 'network')::INTEGER AS "namedNetworkCount" FROM listed WHERE category = 'apis' GROUP BY 1 ORDER BY 2 DESC, 3 DESC, lower(provider) LIMIT 10
Which providers have "scan" in their name? | find_providers | {"search":"SCAN","limit":100,"budget":6000} | provider | SELECT DISTINCT provider FROM listed WHERE provider ILIKE '%scan%'
Who has an enterprise plan for security on single networks? | find_providers | {"category":"security","scope":"network","every":[{"id":"planType","value":["Enterprise"]}],"limit":100,"budget":6000} | provider | SELECT DISTINCT provider FROM listed WHERE category = 'security' AND scope = 'network' AND planType = 'Enterprise'
Who has both free and tiered API plans? | find_providers | {"category":"apis","every":[{"id":"planType","value":["Free"]},{"id":"planType","value":["Tiered"]}],"limit":100,"budget":9000} | provider | SELECT provider FROM listed WHERE category = 'apis' AND planType IN ('Free', 'Tiered') GROUP BY 1 HAVING count(DISTINCT planType) = 2
Who has archive API plans that are free and others that are tiered? | find_providers | {"category":"apis",${filters(['historicalData', 'Archive'])},"every":[{"id":"planType","value":["Free"]},{"id":"planType","value":["Tiered"]}],"limit":100,"budget":9000} | provider | SELECT provider FROM listed WHERE category = 'apis' AND historicalData = 'Archive' AND planType IN ('Free', 'Tiered') GROUP BY 1 HAVING count(DISTINCT planType) = 2
Which public RPC URLs are on Base? | get_connection | {"network":"base","budget":6000} | text | SELECT DISTINCT e.url AS url FROM ${endpoints('base')} WHERE len(e.placeholders) = 0
How many RPC endpoints of Ethereum are there? | get_connection | {"network":"Ethereum"} | total | SELECT count(DISTINCT e.url)::INTEGER AS n FROM ${endpoints('ethereum')}
How does a client start the MCP server of Etherscan? | get_connection | {"offer":"etherscan-mcp"} | text | SELECT DISTINCT coalesce(selfHostedCommand, mcpEndpoint) AS way FROM listed WHERE offer_id = 'etherscan-mcp'
Which API plan types are on Base? | list_values | {"category":"apis","network":"base","column":"plantype"} | value offers | SELECT planType AS value, count(DISTINCT (provider, offer_id))::INTEGER AS offers FROM listed WHERE category = 'apis' AND network = 'base' AND planType IS NOT NULL GROUP BY 1
How many offers does Alchemy have? | get_provider | {"provider":"alchemy"} | total | SELECT count(DISTINCT (category, offer_id))::INTEGER AS n FROM listed WHERE provider = 'Alchemy'
How do two plans of 1RPC differ in price? | compare_offers | {"category":"apis","offers":["1RPC-Developer-Recent-State","1rpc-personal-recent-state"]} | text | SELECT DISTINCT accessPrice FROM listed WHERE category = 'apis' AND offer_id IN ('1rpc-developer-recent-state', '1rpc-personal-recent-state')`;

const questions = table.split(/\n(?=[A-Z])/).flatMap((line) => {
  const [question = '', tool = '', given = '{}', read = '', ...sql] = line.trim().split(' | ');
  return question === ''
    ? []
    : [{ question, tool, given: JSON.parse(given), read, sql: sql.join(' | ') }];
});

describe('a question of an agent', () => {
  const cleanUp = afterAll();
  const used = useService();
  const tokensOf = createCounter();
  let client: Client;
  before(async () => {
    client = await connect(used.service().url, cleanUp);
  });

  for (const { question, tool, given, read, sql } of questions) {
    it(question, async () => {
      const folder = path.join(used.built().build, 'current');
      const rows = await askParquet(used.built(), sql.replaceAll('{folder}', folder));
      assert.ok(rows.length > 0, 'the snapshot has an answer');
      const answer = await call(client, tool, given);
      assert.equal(answer.isError, false, answer.text);
      const columns = read.split(' ');
      const pick = (list: readonly Readonly<Record<string, unknown>>[]) => {
        const cells = list.map((row) => JSON.stringify(columns.map((column) => row[column])));
        return / ORDER BY [^)]*$/.test(sql) ? cells : cells.toSorted();
      };
      if (read === 'total') assert.equal(answer.structured.total, Number(rows[0]?.n), answer.text);
      else if (read !== 'text') assert.deepEqual(pick(rowsOf(answer)), pick(rows), answer.text);
      else
        for (const cell of rows.flatMap((row) => Object.values(row)))
          assert.ok(answer.text.includes(String(cell)), String(cell));
      const tokens = tokensOf(answer.text) + tokensOf(JSON.stringify(answer.structured));
      assert.ok(tokens <= Number(given.budget ?? 1500), `${tokens} tokens`);
    });
  }
});
