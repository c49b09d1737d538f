/** The tools of POST /mcp, called by the official client on the project's own sources. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { type Answer, writeAnswer } from '../../../service/mcp/answer.ts';
import { directory } from '../../support/directory.ts';
import { runs } from '../../support/lane.ts';
import { call, connect, createCounter, rowsOf } from '../../support/mcp-client.ts';
import { useService } from '../../support/service-server.ts';
import { afterAll } from '../../support/temporary-folder.ts';

const toolNames = [
  'find_network',
  'find_offers',
  'find_providers',
  'compare_offers',
  'estimate_cost',
  'list_values',
  'get_provider',
  'get_connection',
  'changes_since',
];

/** All of the directory, and those with most offers. */
const networks = ['aria', 'base', 'bora', 'cela', 'ethereum', 'nemo', 'solana'];
const large = ['base', 'ethereum', 'solana'];

describe('the tools of POST /mcp', () => {
  const cleanUp = afterAll();
  const used = useService(directory);
  let client: Client;
  let count: (text: string) => number;

  before(async () => {
    client = await connect(used.service().url, cleanUp);
    count = createCounter();
  });

  it('are listed in at most 1,650 tokens, all read-only and with an output schema', async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      toolNames,
    );
    for (const { name, annotations, outputSchema, inputSchema } of tools) {
      assert.equal(annotations?.readOnlyHint, true, name);
      assert.deepEqual(outputSchema?.required, ['total', 'columns', 'rows'], name);
      assert.ok(inputSchema.properties?.budget, name);
    }
    const tokens = count(JSON.stringify({ tools }));
    assert.ok(tokens <= 1650, String(tokens));
  });

  it('show a column once, however often it is named', async () => {
    const columns = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? 'planName' : 'accessPrice'));
    const answer = await call(client, 'find_offers', { category: 'apis', columns, has: columns, limit: 3 });
    assert.deepEqual(answer.structured.columns, ['slug', 'provider', 'planName', 'accessPrice', 'networks']);
  });

  it('estimate a month of each plan, the cheapest of each provider first', async () => {
    const { structured } = await call(client, 'estimate_cost', {
      network: 'base',
      requests: 5_000_000,
      budget: 20_000,
    });
    const [first] = structured.rows;
    assert.deepEqual(structured.columns, ['slug', 'provider', 'cost', 'plan', 'steps']);
    assert.equal(first?.[2], '$0');
    const providers = structured.rows.map(([, provider]) => provider);
    const firsts = [...new Set(providers)];
    assert.deepEqual(providers.slice(0, firsts.length), firsts);
    const chainstack = structured.rows.find(([slug]) => slug === 'chainstack-developer-recent-state');
    assert.equal(chainstack?.[2], '$40');
    assert.deepEqual(chainstack?.[4], [
      'The plan costs $0.',
      'The plan includes 3,000,000 requests/month.',
      '5,000,000 requests a month are needed.',
      '2 million requests beyond the plan cost $20/1M extra requests.',
      '40 USD a month.',
    ]);
    const archive = { network: 'base', workload: 'archive', search: 'chainstack developer' };
    const { structured: refused } = await call(client, 'estimate_cost', archive);
    assert.deepEqual(refused.rows[0]?.[2], 'none: The offer keeps recent states only.');
  });

  it('find the cheapest archive RPC on Base with WebSocket in one call', async () => {
    const answer = await call(client, 'find_offers', {
      category: 'apis',
      network: 'base',
      search: 'websocket',
      filters: [
        { id: 'apiType', value: ['RPC'] },
        { id: 'historicalData', value: ['Archive'] },
      ],
      sorting: [{ id: 'accessPrice' }],
      limit: 5,
    });
    const request = new URLSearchParams({
      category: 'apis',
      network: 'base',
      search: 'websocket',
      filters: '[{"id":"apiType","value":["RPC"]},{"id":"historicalData","value":["Archive"]}]',
      sorting: '[{"id":"accessPrice"}]',
      pageSize: '5',
    });
    const { result } = (await used.get(`/api/offers?${request}`)).json() as {
      result: { offers: { slug: string }[]; pagination: { totalOffers: number } };
    };
    assert.ok(result.offers.length > 0);
    assert.equal(answer.structured.total, result.pagination.totalOffers);
    assert.deepEqual(
      rowsOf(answer).map(({ slug }) => slug),
      result.offers.map(({ slug }) => slug),
    );
    assert.ok(answer.structured.columns.includes('accessPrice'), answer.text);
    assertShort(answer.text);
  });

  it('compare three bridges on Solana in one call', async () => {
    const answer = await call(client, 'compare_offers', { category: 'bridges', network: 'solana' });
    assert.equal(answer.structured.columns.length, 4, answer.text);
    const [, ...named] = answer.structured.columns;
    const facts = rowsOf(answer);
    assert.ok(facts.length >= 3, answer.text);
    const asked = new URLSearchParams({ category: 'bridges' });
    for (const name of named) asked.append('offer', name.split(': ').at(-1) ?? '');
    const { result } = (await used.get(`/networks/solana/compare.json?${asked}`)).json() as {
      result: { offers: unknown[] };
    };
    assert.equal(result.offers.length, named.length);
    for (const { column, ...values } of facts) {
      const cells = Object.values(values).map((value) => JSON.stringify(value));
      assert.ok(new Set(cells).size > 1, String(column));
    }
    assertShort(answer.text);
  });

  it('find the MCP servers for Solana that one command installs in one call', async () => {
    const answer = await call(client, 'find_offers', {
      category: 'mcpservers',
      network: 'solana',
      has: ['selfHostedCommand'],
      columns: ['selfHostedCommand', 'selfHostedArgs'],
    });
    const rows = rowsOf(answer);
    const { result } = (
      await used.get('/networks/solana/api/infrastructure-providers/rows?category=mcpservers&pageSize=100')
    ).json() as {
      result: { rows: { selfHostedCommand: string | null; offer: string }[] };
    };
    const expected = result.rows.filter(({ selfHostedCommand }) => selfHostedCommand !== null);
    assert.ok(expected.length > 0);
    assert.equal(answer.structured.total, expected.length);
    for (const { selfHostedCommand, selfHostedArgs } of rows) {
      assert.equal(typeof selfHostedCommand, 'string');
      assert.ok(Array.isArray(selfHostedArgs));
    }
    assertShort(answer.text);
  });

  function assertShort(text: string): void {
    const tokens = count(text);
    assert.ok(tokens <= 400, `${tokens} tokens:\n${text}`);
  }

  it('go on where an answer ends, without a gap', async () => {
    const seen: unknown[] = [];
    let offset: number | undefined = 0;
    let total = 0;
    while (offset !== undefined) {
      const answer = await call(client, 'find_offers', { category: 'apis', network: 'ethereum', offset, budget: 400 });
      assert.ok(answer.structured.rows.length > 0, answer.text);
      seen.push(...rowsOf(answer).map(({ slug }) => slug));
      ({ total } = answer.structured);
      offset = answer.structured.next;
    }
    assert.deepEqual([seen.length, new Set(seen).size], [total, total]);
  });

  it('keep the budget of generated calls, text and structured content together', async () => {
    const columns = ['accessPrice', 'planType', 'limitations', 'description', 'slug'];
    const place = fc.record(
      {
        category: fc.constantFrom('apis', 'mcpservers', 'wallets', 'bridges', 'agents', 'sdks'),
        network: fc.oneof(fc.constantFrom(...large), fc.subarray(large, { minLength: 1 })),
        search: fc.constantFrom('archive', 'free', 'zzzz', 'usdc', 'alchemi'),
        filters: fc.constantFrom(
          [{ id: 'planType', value: ['Free'] }],
          [{ id: 'provider', value: ['Alchemy', 'Ankr'] }],
          [{ id: 'planType', value: ['Fre'] }],
        ),
      },
      { requiredKeys: ['category'] },
    );
    const budget = fc.record({ budget: fc.integer({ min: 200, max: 3000 }) }, { requiredKeys: [] });
    const paging = fc.record(
      { limit: fc.integer({ min: 1, max: 100 }), offset: fc.integer({ min: 0, max: 60 }) },
      { requiredKeys: [] },
    );
    const given = fc.oneof(
      fc.tuple(fc.constant('find_offers'), place, paging, budget),
      fc.tuple(
        fc.constant('find_offers'),
        place,
        fc.record({ columns: fc.subarray(columns, { minLength: 1 }) }),
        budget,
      ),
      fc.tuple(
        fc.constant('list_values'),
        place,
        fc.record({ column: fc.constantFrom('provider', 'planType', 'tag', 'nothing') }, { requiredKeys: [] }),
        budget,
      ),
      fc.tuple(
        fc.constant('compare_offers'),
        fc.record({ category: fc.constantFrom('apis', 'wallets', 'mcpservers') }),
        fc.record(
          { offers: fc.subarray(['Alchemy', 'Ankr', 'MetaMask', 'nobody'], { minLength: 1 }) },
          { requiredKeys: [] },
        ),
        budget,
      ),
      fc.tuple(
        fc.constant('get_provider'),
        fc.record({ provider: fc.constantFrom('Alchemy', 'alchemy', 'Ankr', 'nobody') }),
        budget,
        budget,
      ),
      fc.tuple(
        fc.constant('get_connection'),
        fc.record({
          offer: fc.constantFrom('coingecko-mcp-local', 'etherscan-mcp', 'coinbase-agentkit-mcp', 'nobody'),
        }),
        fc.record({ client: fc.constantFrom('mcpServers', 'vscode', 'claude-code', 'x') }, { requiredKeys: [] }),
        budget,
      ),
      fc.tuple(
        fc.constant('estimate_cost'),
        fc.record(
          {
            network: fc.constantFrom(...large),
            requests: fc.integer({ min: 1, max: 1e9 }),
            workload: fc.constantFrom('wallet', 'indexer', 'archive'),
            peak: fc.constantFrom(1, 1000),
          },
          { requiredKeys: [] },
        ),
        paging,
        budget,
      ),
      fc.tuple(
        fc.constant('find_network'),
        fc.record({ name: fc.constantFrom('base', 'a', 'eip155:1', 'etherium', '') }, { requiredKeys: [] }),
        budget,
        budget,
      ),
    );
    let [most, answers] = [0, 0];
    await fc.assert(
      fc.asyncProperty(given, async ([name, ...parts]) => {
        const values: { budget?: number } = Object.assign({}, ...parts);
        const answer = await call(client, name, values);
        const structured = answer.isError ? 0 : count(JSON.stringify(answer.structured));
        const [tokens, allowed] = [count(answer.text) + structured, values.budget ?? 1500];
        assert.ok(tokens <= allowed, `${name} ${JSON.stringify(values)}: ${tokens} tokens`);
        if (!answer.isError) answers++;
        if (!answer.isError && answer.structured.next !== undefined) most = Math.max(most, tokens / allowed);
      }),
      { numRuns: runs(200, 20) },
    );
    assert.ok(answers > runs(100, 10), String(answers));
    // The bound of the tokens is no excuse for empty answers.
    assert.ok(most > 0.5, String(most));
  });

  it('refuse wrong values in a result, with the nearest right one', async () => {
    const wrong: [string, Record<string, unknown>, RegExp][] = [
      ['find_offers', { category: 'wallet' }, /unknown category "wallet"\nDid you mean "wallets"\?/],
      [
        'find_offers',
        { category: 'apis', network: 'etherium' },
        /no network "etherium"[^\n]*\nDid you mean "ethereum"\?/,
      ],
      [
        'find_offers',
        { category: 'apis', filters: [{ id: 'plntype', value: ['Free'] }] },
        /no column "plntype"[\s\S]*"planType"/,
      ],
      [
        'find_offers',
        { category: 'apis', columns: ['acessPrice'] },
        /columns: no column "acessPrice"[\s\S]*"accessPrice"/,
      ],
      ['find_offers', { categry: 'apis' }, /./],
      ['find_offers', { category: 'apis', limits: 3 }, /unknown argument "limits"\nDid you mean "limit"\?/],
      ['find_offers', { category: 'apis', budget: 1 }, /the argument "budget"/],
      ['get_provider', { provider: 'Alchemi' }, /no provider "Alchemi"[\s\S]*"alchemy"/],
      ['list_values', { category: 'apis', column: 'chian' }, /no filter "chian"[\s\S]*"chain"/],
      ['get_connection', { offer: 'ethrscan-mcp' }, /no offer "ethrscan-mcp"[\s\S]*"etherscan-mcp"/],
      ['get_connection', { offer: 'etherscan-mcp', client: 'vs' }, /the argument "client"/],
      ['compare_offers', { category: 'apis', offers: ['nobody-at-all'] }, /no offer and no provider "nobody-at-all"/],
    ];
    for (const [name, given, message] of wrong) {
      const answer = await call(client, name, given);
      assert.equal(answer.isError, true, JSON.stringify(given));
      assert.match(answer.text, message);
      assert.doesNotMatch(answer.text, /\.ts|node:|at [A-Z]/);
    }
    await assert.rejects(
      client.callTool({ name: 'find_ofers', arguments: {} }),
      /no tool "find_ofers"; did you mean "find_offers"/,
    );
  });

  it('explain an empty result', async () => {
    const dropped = await call(client, 'find_offers', {
      category: 'apis',
      network: 'base',
      filters: [
        { id: 'planType', value: ['Free'] },
        { id: 'accessPrice', value: ['5', '6'] },
      ],
    });
    assert.equal(dropped.structured.total, 0);
    assert.match(dropped.text, /Without the filter (accessPrice|planType): \d+\./);
    const misspelt = await call(client, 'find_offers', {
      category: 'apis',
      filters: [{ id: 'planType', value: ['Fre'] }],
    });
    assert.match(misspelt.text, /No offer has "Fre" in planType: did you mean "Free"\?/);
    const blank = await call(client, 'find_offers', { category: 'apis', network: 'base', has: ['verifiedUptime'] });
    assert.match(blank.text, /verifiedUptime is blank in all of them/);
    const empty = await call(client, 'find_offers', { category: 'agents' });
    assert.match(empty.text, /Agents: none yet, on any network\./);
  });

  it('name networks by any of their names', async () => {
    for (const name of ['base', 'Base', 'eip155:8453', '8453']) {
      const [row] = rowsOf(await call(client, 'find_network', { name }));
      assert.equal(row?.network, 'base', name);
    }
    const all = await call(client, 'find_network', {});
    assert.equal(all.structured.total, networks.length);
  });

  it('have the categories as an enum', async () => {
    const { tools } = await client.listTools();
    const { result } = (await used.get('/networks/base/api/infrastructure-providers/categories')).json() as {
      result: { categories: { key: string }[] };
    };
    const withCategory = tools.filter(({ inputSchema }) => inputSchema.properties?.category);
    assert.equal(withCategory.length, 5);
    for (const { inputSchema } of withCategory) {
      const { enum: keys = [] } = (inputSchema.properties?.category ?? {}) as { enum?: string[] };
      for (const { key } of result.categories) assert.ok(keys.includes(key), key);
    }
  });

  it('match names in any case', async () => {
    const same: [string, Record<string, unknown>, Record<string, unknown>][] = [
      ['find_offers', { category: 'APIS', network: 'BASE' }, { category: 'apis', network: 'base' }],
      [
        'find_offers',
        { category: 'mcp servers', columns: ['PLANNAME'] },
        { category: 'mcpservers', columns: ['planName'] },
      ],
      [
        'compare_offers',
        { category: 'APIs', offers: ['ALCHEMY', 'ankr'] },
        { category: 'apis', offers: ['Alchemy', 'Ankr'] },
      ],
      ['list_values', { category: 'Apis', column: 'PLANTYPE' }, { category: 'apis', column: 'planType' }],
      ['get_connection', { offer: 'ETHERSCAN-MCP' }, { offer: 'etherscan-mcp' }],
      ['changes_since', { category: 'Wallets', column: 'PRICE' }, { category: 'wallets', column: 'price' }],
    ];
    for (const [name, given, exact] of same) {
      const [answer, expected] = [await call(client, name, given), await call(client, name, exact)];
      assert.equal(answer.isError, false, answer.text);
      assert.deepEqual(answer.structured, expected.structured, name);
    }
    const misspelt = await call(client, 'get_connection', { offer: 'ETHERSCN-MCP' });
    assert.match(misspelt.text, /Did you mean "etherscan-mcp"\?\nfind_offers lists the offers\./);
  });

  it('name a tool in errors, never a path of the API', async () => {
    const wrong: [string, Record<string, unknown>, RegExp][] = [
      ['find_offers', { category: 'apis', network: 'nowhere' }, /find_network lists/],
      ['find_network', { provider: 'nobody' }, /find_providers lists/],
      ['find_network', { offer: 'nothing' }, /find_offers lists/],
      ['find_offers', { category: 'apis', filters: [{ id: 'x', value: ['a'] }] }, /list_values lists/],
      ['find_providers', { category: 'api' }, /Did you mean "apis"/],
      ['get_connection', {}, /give `offer` or `network`/],
      ['find_offers', { category: 'apis', sorting: [{ id: 'accessPrice' }, { id: 'networks' }] }, /first sort key/],
    ];
    for (const [name, given, message] of wrong) {
      const answer = await call(client, name, given);
      assert.equal(answer.isError, true, name);
      assert.match(answer.text, message);
      assert.doesNotMatch(answer.text, /\/api\/|\/networks\/|\bGET\b|https?:/);
    }
  });

  it('name networks, all that fit and then the number of the others', async () => {
    const tools: [string, Record<string, unknown>][] = [
      ['find_offers', { category: 'apis', limit: 3 }],
      ['find_providers', { limit: 3 }],
      ['get_provider', { provider: 'Alchemy' }],
    ];
    for (const [name, given] of tools) {
      const rows = rowsOf(await call(client, name, { ...given, budget: 4000 }));
      assert.ok(rows.length > 0);
      for (const { networks: on } of rows) {
        assert.ok(Array.isArray(on) && on.length > 0, name);
        for (const network of on) assert.ok(networks.includes(network), `${name}: ${network}`);
      }
    }
    const [row] = (await call(client, 'compare_offers', { category: 'apis' })).structured.rows;
    assert.equal(row?.[0], 'networks');
    assert.ok(Array.isArray(row?.[1]));
  });

  it('give the public RPC endpoints first, whole, and those of a chain', async () => {
    const answer = await call(client, 'get_connection', { network: 'base', budget: 6000 });
    const rows = rowsOf(answer);
    const keys = rows.map(({ key }) => key);
    assert.deepEqual(keys, keys.toSorted(), 'No before Yes');
    for (const { url, network } of rows) {
      assert.ok(answer.text.includes(String(url)), String(url));
      assert.ok(network === 'base' || network === null, String(network));
    }
    const sepolia = await call(client, 'get_connection', { network: 'base', chain: 'SEPOLIA' });
    for (const { chain } of rowsOf(sepolia)) assert.equal(chain, 'sepolia');
  });

  it('list the values of a filter with the counts of the API', async () => {
    const answer = await call(client, 'list_values', { category: 'apis', network: 'base', column: 'planType' });
    const { result } = (await used.get('/api/facets?category=apis&network=base')).json() as {
      result: { facets: { id: string; values?: { value: string; count: number }[] }[] };
    };
    const { values = [] } = result.facets.find(({ id }) => id === 'planType') ?? {};
    assert.deepEqual(
      rowsOf(answer).map(({ value, offers }) => [value, offers]),
      values.map(({ value, count: offers }) => [value, offers]),
    );
  });

  it('give the offers of a provider', async () => {
    const answer = await call(client, 'get_provider', { provider: 'Alchemy', budget: 4000 });
    const { result } = (await used.get('/api/providers/alchemy')).json() as { result: { offerCount: number } };
    assert.equal(answer.structured.total, result.offerCount);
    assert.match(answer.text, /\n> links: website https:\/\//);
  });

  it('have resources: networks, columns of a category, an offer', async () => {
    const { resources } = await client.listResources();
    assert.ok(resources.some(({ uri }) => uri === 'directory://networks'));
    for (const { uri } of resources) {
      const [content] = (await client.readResource({ uri })).contents;
      assert.ok(content && 'text' in content && Array.isArray(JSON.parse(String(content.text))), uri);
    }
    const [{ slug } = { slug: '' }] = rowsOf(await call(client, 'find_offers', { category: 'wallets', limit: 1 }));
    const [content] = (await client.readResource({ uri: `directory://offers/wallets/${slug}` })).contents;
    assert.equal(JSON.parse(String(content && 'text' in content ? content.text : '')).slug, slug);
    await assert.rejects(
      client.readResource({ uri: 'directory://offers/wallets/metamsk' }),
      /no resource at this address/,
    );
    await assert.rejects(client.readResource({ uri: 'directory://categories/walets' }), /did you mean "wallets"/);
  });
});

const many = Array.from({ length: 155 }, (_, at) => `network-${at}`);
const answer: Answer = {
  title: 'Offers.',
  columns: ['slug', 'networks'],
  rows: Array.from({ length: 5 }, (_, at) => [`offer-${at}`, { networks: many }]),
  total: 5,
  offset: 0,
  allNetworks: 'find_network with `offer`',
  notes: [],
};

describe('a list of networks in an answer', () => {
  it('is whole if the budget allows it for all rows', () => {
    const { text, structured } = writeAnswer(answer, 20_000);
    for (const [, cell] of structured.rows) assert.deepEqual(cell, many);
    assert.ok(text.includes(many.join(', ')));
    assert.doesNotMatch(text, /All networks/);
  });

  it('ends in the number of the others, with the call that gives them', () => {
    const { text, structured } = writeAnswer(answer, 1500);
    assert.equal(structured.rows.length, 5);
    for (const [, cell] of structured.rows) {
      assert.ok(Array.isArray(cell));
      const [, count] = /^and (\d+) more$/.exec(String(cell.at(-1))) ?? [];
      assert.equal(cell.length - 1 + Number(count), many.length);
    }
    assert.match(text, /and \d+ more\|/);
    assert.match(text, /All networks of one: find_network with `offer`\./);
  });

  it('leaves out rows before it names fewer than three', () => {
    const { structured } = writeAnswer(answer, 250);
    assert.ok(structured.rows.length < 5);
    for (const [, cell] of structured.rows) assert.equal((cell as string[]).length, 4);
  });
});

describe('a table in an answer', () => {
  const small: Answer = {
    title: 'Two.',
    columns: ['a', 'b'],
    rows: [
      ['1 | 2\n3', null],
      [['x', '[y](https://z.example)'], 7],
    ],
    total: 4,
    offset: 2,
  };

  it('is Markdown with a cell for each value, and ends without a next page at the last row', () => {
    const { text, structured } = writeAnswer(small, 1500);
    assert.equal(text, 'Two. 3 to 4 of 4.\n\n|a|b|\n|-|-|\n|1 / 2 3||\n|x, y|7|');
    assert.equal('next' in structured, false);
    const more = writeAnswer({ ...small, total: 5 }, 1500);
    assert.equal(more.structured.next, 4);
    assert.match(more.text, /\nNext: `offset` 4\.$/);
  });

  it('names one network more instead of "and 1 more"', () => {
    const of = (count: number) =>
      writeAnswer({ ...answer, rows: [['x', { networks: many.slice(0, count) }]] }, 300).structured.rows[0]?.[1];
    for (const count of [3, 4, 5, 6, 7]) {
      const cell = of(count) as string[];
      const [, left = '0'] = /^and (\d+) more$/.exec(cell.at(-1) ?? '') ?? [];
      assert.equal(cell.length - Number(left !== '0') + Number(left), count);
      assert.notEqual(left, '1');
    }
  });

  it('has 60 characters of a cell', () => {
    const textOf = (cell: string) =>
      writeAnswer({ ...small, rows: [[cell, null]], total: 3 }, 1500)
        .text.split('\n')
        .at(-1);
    assert.equal(textOf('x'.repeat(60)), `|${'x'.repeat(60)}||`);
    assert.equal(textOf('x'.repeat(61)), `|${'x'.repeat(59)}…||`);
  });
});
