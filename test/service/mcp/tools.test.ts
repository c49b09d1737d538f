/** The tools of POST /mcp, called by the official client on the project's own sources. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { tools } from '../../../service/mcp/call-tool.ts';
import { type Answer, writeAnswer } from '../../../service/notations/tool-result.ts';
import { escapeSentence } from '../../../service/notations/tool-text.ts';
import { estimateTokens } from '../../../service/text/tokens.ts';
import { directory } from '../../support/directory.ts';
import { assertGolden } from '../../support/golden.ts';
import { call, connect, createCounter, rowsOf } from '../../support/mcp-client.ts';
import { useService } from '../../support/service-server.ts';
import { afterAll } from '../../support/temporary-folder.ts';

const toolNames =
  'find_network find_offers find_providers compare_offers estimate_cost list_values get_provider get_connection changes_since'.split(
    ' ',
  );

/** Those with most offers. */
const large = ['base', 'ethereum', 'solana'];

/** Wrong calls; test/golden/tools/refused.md has what each is told. */
const wrongCalls = `
find_offers {"category":"wallet"} =>
find_offers {"category":"apis","network":"etherium"} =>
find_offers {"category":"apis","network":"nowhere"} =>
find_offers {"category":"apis","filters":[{"id":"plntype","value":["Free"]}]} =>
find_offers {"category":"apis","filters":[{"id":"x","value":["a"]}]} =>
find_offers {"category":"apis","columns":["acessPrice"]} =>
find_offers {"category":"apis","sorting":[{"id":"accessPrice"},{"id":"networks"}]} =>
find_offers {"categry":"apis"} =>
find_offers {"category":"apis","limits":3} =>
find_offers {"category":"apis","budget":1} =>
find_providers {"category":"api"} =>
find_network {"provider":"nobody"} =>
find_network {"offer":"nothing"} =>
get_provider {"provider":"Alchemi"} =>
list_values {"category":"apis","column":"chian"} =>
find_offers {"category":"apis","filters":"planType=Free"} =>
find_offers {"category":"apis","limit":"many"} =>
find_network {"category":"apis","without":"oracles"} =>
find_network {"without":"oracle"} =>
get_provider {"provider":"1rpc","network":"nemo"} =>
get_connection {} =>
get_connection {"offer":"ETHRSCAN-MCP"} =>
get_connection {"offer":"etherscan-mcp","client":"vs"} =>
changes_since {"since":"yesterday"} =>
compare_offers {"category":"apis","offers":["nobody-at-all"]} =>
find_offers {"category":"apis","columns":["accessPrice","nothing"]} =>
find_network {"offer":"etherscn-mcp"} =>
estimate_cost {"network":"base","requests":0} =>
estimate_cost {"network":"base","workload":"dap"} =>
list_values {"category":"apis","column":"slug"} =>
get_provider {"provider":"Alchemy","network":"nowhere"} =>
get_connection {"offer":"alchemy-free","network":"cela"} =>
changes_since {"provider":["alchmey"]} =>
changes_since {"column":"acessPrice"} =>
changes_since {"fact":"prize"} =>
find_offers {"category":"apis","filters":[{"id":"accessPrice","value":["10","5"]}]} =>
find_offers {} =>
find_providers {"category":"apis","every":[{"id":"x","value":["a"]}]} =>
compare_offers {"category":"apis","offers":["etherscn-mcp"]} =>
compare_offers {"category":"apis","offers":["alchemy-free-full-archve"]} =>
compare_offers {"category":"apis","offers":["a","b","c","d","e","f","g","h","i","j","k"]} =>`;

/** Names in any case => the same call. */
const sameCalls = `
find_offers {"category":"APIS","network":"BASE"} => {"category":"apis","network":"base"}
find_offers {"category":"mcp servers","columns":["PLANNAME"]} => {"category":"mcpservers","columns":["planName"]}
find_network {"name":"8453"} => {"name":"Base"}
find_network {"name":"eip155:8453"} => {"name":"base"}
compare_offers {"category":"APIs","offers":["ALCHEMY","ankr"]} => {"category":"apis","offers":["Alchemy","Ankr"]}
list_values {"category":"Apis","column":"PLANTYPE"} => {"category":"apis","column":"planType"}
find_offers {"category":"apis","network":"[\\"base\\"]","limit":"2","search":null,"scope":"","confirmed":"false"} => {"category":"apis","network":["base"],"limit":2}
find_offers {"category":"apis","filters":"[{\\"id\\":\\"planType\\",\\"value\\":\\"Free\\"}]","sorting":"accessPrice"} => {"category":"apis","filters":[{"id":"planType","value":["Free"]}],"sorting":[{"id":"accessPrice"}]}
find_offers {"category":"apis","filters":{"id":"accessPrice","value":[null,50]}} => {"category":"apis","filters":[{"id":"accessPrice","value":["","50"]}]}
find_offers {"category":"apis","network":"base, ethereum","columns":"planType,Networks","has":"planType,accessPrice"} => {"category":"apis","network":["base","ethereum"],"columns":["planType","networks"],"has":["planType","accessPrice"]}
find_offers {"category":"apis","network":"['base', 'ethereum']","columns":["planType,networks"]} => {"category":"apis","network":["base","ethereum"],"columns":["planType","networks"]}
find_offers {"category":"apis","filters":[{"id":"planType","value":"free,Tiered"},{"id":"trial","value":"!true"},{"id":"accessPrice","value":"0,50"}]} => {"category":"apis","filters":[{"id":"planType","value":["free","Tiered"]},{"id":"trial","value":["!true"]},{"id":"accessPrice","value":["0","50"]}]}
find_offers {"category":"apis","network":"base; ethereum","columns":"planType|Networks"} => {"category":"apis","network":["base","ethereum"],"columns":["planType","networks"]}
compare_offers {"category":"apis","offers":"Alchemy and Ankr"} => {"category":"apis","offers":["Alchemy","Ankr"]}
compare_offers {"category":"apis","offers":"Alchemy, Ankr"} => {"category":"apis","offers":["Alchemy","Ankr"]}
estimate_cost {"network":"base","requests":"5,000,000"} => {"network":["base"],"requests":5000000}
changes_since {"provider":"Alchemy,Ankr"} => {"provider":["Alchemy","Ankr"]}
get_connection {"offer":"ETHERSCAN-MCP"} => {"offer":"etherscan-mcp"}
changes_since {"category":"Wallets","column":"PRICE"} => {"category":"wallets","column":"price"}`;

/** Calls whose whole answers are in test/golden/tools/, so that a lost line is seen. */
const wholeAnswers = `
find_network {"name":"base"} =>
find_network {"provider":"Alchemy"} =>
find_network {"offer":"etherscan-mcp"} =>
find_network {"category":"oracles"} =>
find_network {"without":"oracles","scope":"network"} =>
find_network {"without":"apis"} =>
find_network {"name":"etherium"} =>
find_offers {"category":"apis","network":"base","limit":3} =>
find_offers {"query":"cheapest free archive rpc on base","limit":3} =>
find_offers {"category":"wallets","columns":"openSource,networks,scope","limit":2,"filters":[{"id":"openSource","value":["true"]}]} =>
find_offers {"category":"apis","network":"base","has":["verifiedUptime"]} =>
find_offers {"category":"apis","network":"base","confirmed":true} =>
find_offers {"category":"apis","network":"base","filters":[{"id":"planType","value":["Free"]},{"id":"accessPrice","value":["5","6"]}]} =>
find_offers {"category":"apis","filters":[{"id":"planType","value":["Fre"]}]} =>
find_offers {"category":"agents"} =>
find_offers {"category":"apis","network":"cela","filters":[{"id":"planType","value":["!Free","Fre"]},{"id":"trial","value":["true"]},{"id":"accessPrice","value":["0","1"]}]} =>
find_offers {"category":"apis","search":"free","columns":["limitationsIncluded","limitationsRate"],"limit":12} =>
find_offers {"category":"apis","network":"cela","sorting":"accessPrice","limit":2} =>
find_offers {"category":"apis","network":"base","sorting":"accessPrice","limit":1} =>
find_offers {"category":"apis","network":["base","aria"],"sorting":[{"id":"networks","desc":true}],"limit":4,"columns":"networks"} =>
find_offers {"category":"apis","network":"base","filters":[{"id":"planType","value":["!Free"]}],"sorting":[{"id":"scope"}],"limit":2} =>
find_offers {"category":"wallets","network":"base, solana","networkMatch":"all","limit":2} =>
find_offers {"category":"apis","network":"solana","requests":30000000,"peak":50,"sorting":"estimate","limit":3} =>
find_offers {"category":"apis","filters":[{"id":"estimate","value":["","20"]}],"requests":5000000,"limit":2} =>
find_offers {"category":"apis","search":"alchmey"} =>
find_offers {"category":"mcpservers","limit":2,"columns":"hostingType,mcpEndpoint,starred"} =>
find_providers {"category":"apis","limit":3} =>
find_providers {"search":"alchemy"} =>
find_providers {"network":"aria","sort":"offers","limit":3} =>
find_providers {"category":"apis","network":"base","every":[{"id":"planType","value":["Free"]},{"id":"historicalData","value":["Archive"]}],"limit":2} =>
compare_offers {"category":"wallets","offers":["MetaMask","Ledger","Trezor"]} =>
estimate_cost {"network":"base","requests":90000000,"peak":80,"archive":true,"workload":"indexer","limit":3} =>
list_values {"category":"wallets","network":["base","solana"],"column":"tag"} =>
get_provider {"provider":"1rpc","network":["base","ethereum"]} =>
get_connection {"offer":"etherscan-mcp","client":"claude-code"} =>
get_connection {"network":"base","chain":"sepolia","budget":500} =>
compare_offers {"category":"apis","offers":["Alchemy","Ankr"],"network":"base"} =>
compare_offers {"category":"bridges","network":"solana"} =>
estimate_cost {"network":"base","requests":5000000,"limit":3} =>
list_values {"category":"apis","network":"base"} =>
list_values {"category":"apis","column":"planType"} =>
list_values {"category":"apis","column":"accessPrice"} =>
list_values {"category":"apis","column":"confirmed"} =>
list_values {"category":"apis","column":"uptimeSla"} =>
list_values {"category":"apis","network":"cela","column":"provider"} =>
get_provider {"provider":"Alchemy"} =>
get_provider {"provider":"zephyr","network":"aria"} =>
get_connection {"network":"ethereum","budget":800} =>
get_connection {"network":"ethereum","chain":"hoodi"} =>
get_connection {"network":"cela"} =>
get_connection {"offer":"etherscan-mcp"} =>
get_connection {"offer":"github-mcp"} =>
changes_since {"limit":3} =>`;

const callsOf = (table: string) =>
  table.split(/\n(?=\w+ \{)/).flatMap((line) => {
    const [, name = '', given = '', expected = ''] =
      /^(\w+) (\{.*\}) => ?([\s\S]*)$/.exec(line) ?? [];
    return name === '' ? [] : [{ name, given: JSON.parse(given), expected, line }];
  });

describe('the tools of POST /mcp', () => {
  const cleanUp = afterAll();
  const used = useService(directory);
  let client: Client;
  const count = createCounter();

  before(async () => {
    client = await connect(used.service().url, cleanUp);
  });

  it('are listed in few tokens, all read-only and with an output schema', async () => {
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    assert.deepEqual(names, toolNames);
    for (const { name, annotations, outputSchema, inputSchema } of tools) {
      assert.equal(annotations?.readOnlyHint, true, name);
      assert.deepEqual(outputSchema?.required, ['total', 'columns', 'rows'], name);
      assert.ok(inputSchema.properties?.budget, name);
    }
    const tokens = estimateTokens(JSON.stringify({ tools }));
    assert.ok(tokens <= 2900, String(tokens));
  });

  it('have a type beside each enum, and items of each list, as strict clients need', async () => {
    const check = (schema: unknown, where: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      const { type, enum: words, items } = schema as Record<string, unknown>;
      assert.ok(words === undefined || type === 'string', where);
      assert.ok(type !== 'array' || items, where);
      assert.ok(!Array.isArray(type), where);
      for (const [name, part] of Object.entries(schema)) check(part, `${where}.${name}`);
    };
    for (const { name, inputSchema } of (await client.listTools()).tools) check(inputSchema, name);
  });

  it('keep the budget of any call, text and structured content together', async () => {
    const all = {
      category: 'apis',
      columns: ['accessPrice', 'accessPrice', 'limitations', 'description'],
    };
    const calls: [string, Record<string, unknown>][] = [
      ['find_offers', all],
      ['find_offers', { ...all, search: 'alchemi' }],
      [
        'find_offers',
        { category: 'apis', network: large, filters: [{ id: 'planType', value: ['Fre'] }] },
      ],
      ['list_values', { category: 'apis', column: 'provider' }],
      ['compare_offers', { category: 'apis', offers: ['Alchemy', 'Ankr'] }],
      ['get_provider', { provider: 'Alchemy' }],
      ['get_connection', { network: 'base' }],
      ['estimate_cost', { network: 'base', workload: 'indexer', limit: 100 }],
      ['find_network', { name: 'a' }],
      ['find_network', {}],
      ['changes_since', {}],
    ];
    for (const [name, given] of calls)
      for (const budget of [200, 371, 1500, 3000]) await assertBudget(name, given, budget);
  });

  async function assertBudget(
    name: string,
    given: Record<string, unknown>,
    budget: number,
  ): Promise<void> {
    const { text, structured, isError } = await call(client, name, { ...given, budget });
    const tokens = count(text) + (isError ? 0 : count(JSON.stringify(structured)));
    assert.ok(tokens <= budget, `${name} ${JSON.stringify(given)}: ${tokens} tokens of ${budget}`);
    // The bound of the tokens is no excuse for short answers.
    if (!isError && structured.next !== undefined && budget > 1000)
      assert.ok(tokens > budget / 2, `${name}: ${tokens}`);
  }

  it('go on where an answer ends, without a gap', async () => {
    const all = { category: 'apis', columns: ['accessPrice', 'accessPrice', 'limitations'] };
    const seen: unknown[] = [];
    let [offset, total]: [number | undefined, number] = [0, 0];
    while (offset !== undefined) {
      const answer = await call(client, 'find_offers', {
        ...all,
        network: 'ethereum',
        offset,
        budget: 900,
      });
      const { columns } = answer.structured;
      assert.equal(
        new Set(columns).size,
        columns.length,
        'a column once, however often it is named',
      );
      seen.push(...rowsOf(answer).map(({ slug }) => slug));
      ({ total, next: offset } = answer.structured);
    }
    assert.deepEqual([seen.length, new Set(seen).size], [total, total]);
  });

  it('refuse wrong calls with what is wrong, the nearest name, and the tool that lists names', async () => {
    const told: string[] = [];
    for (const { name, given, line } of callsOf(wrongCalls)) {
      const { isError, text } = await call(client, name, given);
      assert.equal(isError, true, line);
      // Neither a stack nor a path of the API.
      assert.doesNotMatch(text, /\.ts|node:|at [A-Z]|\/api\/|\/networks\/|\bGET\b|https?:/);
      const short = text.replace(/^(Allowed: .*?, .*?,).*$/gm, '$1 …');
      told.push(`# ${name} ${JSON.stringify(given)}\n\n${short}\n`);
    }
    await assertGolden('tools/refused.md', told.join('\n'));
  });

  it('begin where they are told to, with the rows that come then', async () => {
    const begun = new Set<string>();
    for (const { name, given } of callsOf(wholeAnswers)) {
      const budget = 9000;
      const whole = (await call(client, name, { ...given, budget })).structured;
      if (whole.rows.length < 2 || /compare|"query"/.test(name + JSON.stringify(given))) continue;
      const rest = (await call(client, name, { ...given, budget, offset: 1 })).structured;
      // A cell that is the same in all rows is told once.
      const [expected, seen] = [whole.rows.slice(1), rest.rows].map((rows) =>
        rows.map(([key]) => key),
      );
      assert.deepEqual(seen?.slice(0, expected?.length), expected, JSON.stringify(given));
      assert.equal(rest.total, whole.total);
      begun.add(name);
    }
    const all = toolNames.filter((name) => !/compare_offers|changes_since/.test(name));
    assert.deepEqual([...begun].toSorted(), all.toSorted());
  });

  for (const name of toolNames)
    it(`answer word for word: ${name}`, async () => {
      const calls = callsOf(wholeAnswers).filter((each) => each.name === name);
      const texts: string[] = [];
      for (const { given } of calls) {
        const { text, structured, isError } = await call(client, name, given);
        assert.equal(isError, false, text);
        const lines = JSON.stringify(structured, null, 1).replaceAll(/\n {2,}/g, ' ');
        texts.push(`# ${JSON.stringify(given)}\n\n${text}\n\n\`\`\`json\n${lines}\n\`\`\``);
      }
      await assertGolden(
        `tools/${name}.md`,
        `${texts.join('\n\n').replaceAll(/Data: [\d-]{10}|"source": "[\d-]{10}/g, (at) => `${at.slice(0, -10)}{day}`)}\n`,
      );
    });

  it('refuse a tool that there is not', async () => {
    const wrong = client.callTool({ name: 'find_ofers', arguments: {} });
    await assert.rejects(wrong, /no tool "find_ofers"; did you mean "find_offers"/);
  });

  for (const { name, given, expected, line } of callsOf(sameCalls))
    it(`match names in any case: ${line}`, async () => {
      const [answer, exact] = [
        await call(client, name, given),
        await call(client, name, JSON.parse(expected)),
      ];
      assert.equal(answer.isError, false, answer.text);
      assert.deepEqual(answer.structured, exact.structured);
    });

  it('have resources: networks, columns of a category, an offer', async () => {
    const { resources } = await client.listResources();
    assert.ok(resources.some(({ uri }) => uri === 'directory://networks'));
    for (const { uri } of resources) {
      const [content] = (await client.readResource({ uri })).contents;
      assert.ok(
        content && 'text' in content && Array.isArray(JSON.parse(String(content.text))),
        uri,
      );
    }
    const [{ slug } = { slug: '' }] = rowsOf(
      await call(client, 'find_offers', { category: 'wallets', limit: 1 }),
    );
    const [content] = (await client.readResource({ uri: `directory://offers/wallets/${slug}` }))
      .contents;
    assert.equal(JSON.parse(String(content && 'text' in content ? content.text : '')).slug, slug);
    const found = client.readResource({ uri: 'directory://offers/wallets/metamsk' });
    await assert.rejects(found, /no resource at this address/);
    await assert.rejects(
      client.readResource({ uri: 'directory://categories/walets' }),
      /did you mean "wallets"/,
    );
  });
});

const many = Array.from({ length: 155 }, (_, at) => `network-${at}`);
const answer: Answer = {
  title: 'Offers.',
  columns: ['slug', 'networks'],
  rows: Array.from({ length: 5 }, (_, at) => [`offer-${at}`, { networks: many }]),
  total: 5,
  offset: 0,
  allNetworks: 'All networks of one: find_network with `offer`.',
  notes: [],
};

describe('a sentence of an answer', () => {
  it('has names of arguments as code, and no other text that stands between backticks', () => {
    const names = tools.flatMap(({ input }) => Object.keys(input.shape));
    for (const name of [...names, 'budget', '<NAME>'])
      assert.equal(escapeSentence(`with \`${name}\``), `with \`${name}\``);
    assert.equal(escapeSentence('on `evil` and `a b`'), 'on \\`evil\\` and \\`a b\\`');
  });

  it('has an address to fill in as code, one with other brackets as text', () => {
    const key = 'https://rpc.example.org/<API_KEY>';
    assert.equal(escapeSentence(`${key}, or wss://x.org/a_b.`), `\`${key}\`, or wss://x.org/a_b.`);
    assert.equal(escapeSentence('https://x.org/<b>[a](b)'), 'https://x.org/&lt;b>\\[a\\](b)');
  });
});

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
    assert.equal(text, 'Two. 3 to 4 of 4.\n\n|a|b|\n|-|-|\n|1 \\| 2 3||\n|x, y|7|');
    assert.equal('next' in structured, false);
    const more = writeAnswer({ ...small, total: 5 }, 1500);
    assert.equal(more.structured.next, 4);
    assert.match(more.text, /\nNext: `offset` 4\.$/);
  });

  it('names one network more instead of "and 1 more"', () => {
    const of = (count: number) =>
      writeAnswer({ ...answer, rows: [['x', { networks: many.slice(0, count) }]] }, 300).structured
        .rows[0]?.[1];
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
