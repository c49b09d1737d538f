/** The directory that `make init` begins: nothing is said of it that its sources do not say. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { statedBefore } from '../../model/columns.ts';
import { png, svg } from '../support/images.ts';
import { call, connect } from '../support/mcp-client.ts';
import { describedIn, ourWords, readableText } from '../support/our-words.ts';
import { projectFolder } from '../support/paths.ts';
import { everyPath } from '../support/service-every-path.ts';
import { useService } from '../support/service-server.ts';
import { readTree } from '../support/source-tree.ts';

const starter = readTree(path.join(projectFolder, 'docs/starter'));
const images = {
  'references/providers/images/host.svg': svg,
  'references/providers/images/share.png': png,
};
const site = `${String(starter['meta/site.csv']).trimEnd().replace(/,,$/, '#2f6f8f,host.svg,share.png')}\n`;
const column = 'seals,Seals,,Marks of auditors.,,,,,array,string,true,,"[""providers""]",,false';
const named = {
  ...starter,
  'meta/site.csv': site,
  'meta/columns.csv': `${starter['meta/columns.csv']}${column}\n`,
  'references/providers/providers.csv': `slug,name,logoPath,description,website,docs,x,github,discord,telegram,linkedin,supportEmail,starred,tag,seals
north,North Nodes,,"Runs nodes in two places, by the month.",,,,,,,,,FALSE,,"[""SOC 2"",""ISO <27001>""]"
tidal,Tidal,,Keeps validators for a fee.,,,,,,,,,FALSE,,
`,
  ...images,
};
const unnamed = Object.fromEntries(
  Object.entries(starter).filter(([file]) => file !== 'meta/site.csv'),
);
const ours = /web3 infra|chain\.?love|CC[ -]BY|mcp-gateway/i;
const paths =
  `/ /about /data /changes /providers /search?q=north /networks/example/ /networks/example/toolbox/hosting /networks/example/providers/north
  /llms.txt /llms-full.txt /networks/example/llms.txt /openapi.json /networks/example/openapi.json /changes.atom /changes.json /opensearch.xml /site.webmanifest /sitemap-site.xml
  /.well-known/ai-catalog.json /.well-known/api-catalog /.well-known/agent-skills/index.json /mcp/server-card /mcp/server.json /data/datapackage.json
  /data/dataset.jsonld /data/manifest.json`.split(/\s+/);

for (const [tree, name, skill] of [
  [named, 'Hosting', 'hosting-directory'],
  [unnamed, 'Directory', 'directory-of-providers'],
] as const)
  describe(`another directory, named ${name}`, () => {
    const { get } = useService(tree);
    for (const target of [...paths, `/.well-known/agent-skills/${skill}/SKILL.md`])
      it(`says nothing of ours at ${target}`, async () => {
        const { status, text, headers } = await get(target);
        assert.equal(status, 200);
        assert.doesNotMatch(`${JSON.stringify(headers)}${text}`, ours);
        if (!text.startsWith('<!DOCTYPE html>')) return;
        assert.match(text, new RegExp(`<title>[^<]* - ${name}</title>`));
        const shown = Array.from(
          text.matchAll(/(?:class="brand-mark" src|rel="icon" href)="[^"]*\/([^"?]*)\?v=/g),
          ([, file]) => file,
        );
        assert.deepEqual(
          shown,
          name === 'Hosting' ? ['host.svg', 'host.svg'] : ['icon.svg', 'icon.svg'],
        );
      });

    it('has its own name and picture among the programs of a browser', async () => {
      const [, href = ''] = /<link rel="manifest" href="([^"]+)"/.exec((await get('/')).text) ?? [];
      const { headers, text } = await get(new URL(href, 'http://x').pathname);
      assert.equal(headers['content-type'], 'application/manifest+json; charset=utf-8');
      const { name: own, short_name, start_url, icons, theme_color } = JSON.parse(text);
      assert.deepEqual([short_name, start_url, icons.length], [name, '/', 1]);
      assert.equal(own, name === 'Hosting' ? 'Hosting directory' : 'Directory of providers');
      assert.equal(theme_color, name === 'Hosting' ? '#2f6f8f' : undefined);
      const [{ src, type }] = icons;
      const icon = await get(src);
      assert.deepEqual([icon.status, icon.headers['content-type']], [200, type]);
    });

    it('has its own icon and colour', async () => {
      const [icon, styles] = [await get('/favicon.ico'), await get('/assets/style.css')];
      assert.equal(icon.headers['content-type'], 'image/svg+xml');
      assert.match(icon.text, name === 'Hosting' ? /^<svg xmlns[^>]*><path/ : />DI<\/text>/);
      assert.equal(styles.text.includes('from #2f6f8f'), name === 'Hosting');
    });

    it('tells the columns of its own that providers have', async () => {
      const tells = async (target: string, words: string) =>
        (await get(target)).text.includes(words);
      for (const [target, words] of [
        ['/api/providers/north', '"seals":["SOC 2","ISO <27001>"]'],
        ['/networks/example/api/infrastructure-providers/providers/tidal', '"seals":null'],
        ['/openapi.json', '"seals":{'],
        ['/networks/example/openapi.json', '"seals":{'],
        ['/providers/north', '<dt>Seals</dt><dd>SOC 2<br>ISO &lt;27001&gt;'],
        ['/providers/north.md', 'Seals: SOC 2, ISO'],
        ['/data', 'Marks of auditors.'],
        ['/data/datapackage.json', '"Marks of auditors."'],
      ] as const)
        assert.equal(await tells(target, words), name === 'Hosting', target);
    });

    it('has no MCP gateway, which needs the category of MCP servers', async () => {
      for (const form of ['', '.json', '.md'])
        assert.equal((await get(`/mcp-gateway${form}`)).status, 404);
    });
  });

describe('a directory of language models', () => {
  const { get, service } = useService(
    readTree(path.join(projectFolder, 'test/fixtures/inference')),
  );
  const models = '/networks/us/toolbox/models';
  const textOf = async (target: string) => (await get(target)).text;

  /** Examples of addresses, of what this directory has. */
  const examples = [
    ['aria', 'us'],
    ['alchemy-free-mainnet', 'lumen-small'],
    ['zephyr-mainnet', 'northwind-otter-70b'],
    ['alchemy', 'lumen'],
    ['ethereum+archive', 'large'],
    ['ethereum', 'us'],
    ['apis', 'models'],
    ['web3-infrastructure-directory', 'inference-prices'],
  ] as const;
  const theirs = everyPath().map((target) =>
    examples.reduce((path, [ours, other]) => path.replaceAll(ours, other), target),
  );
  const isPicture = (target: string) => /\.png(?:\?|$)/.test(target);
  const isFile = (target: string) =>
    isPicture(target) || /\.(?:svg|css|parquet)$|format=csv|^\/readyz/.test(target);
  const addresses = [
    ...theirs.filter((target) => !isFile(target)),
    '/answer.svg?q=lumen',
    `${models}?chart=prices`,
    '/compare',
    '/data/datapackage.json',
    '/data/dataset.jsonld',
  ];
  const gone = /mcp-gateway|rpc-endpoint|mcp-config|\/v0\.1\/|\/api\/(?:chains|estimate)\b|\/free$/;

  for (const target of addresses)
    it(`says no word of ours at ${target}`, async () => {
      const { status, text, headers } = await get(target);
      assert.equal(status, gone.test(target) ? 404 : 200, text.slice(0, 200));
      const told = readableText(text, String(headers['content-type']));
      assert.deepEqual(told.match(ourWords), null);
    });

  // A picture has the words of its page's `og:image:alt`, which are read with the page.
  for (const target of theirs.filter((each) => isPicture(each) && !each.includes('/logos/')))
    it(`draws ${target}`, async () => {
      const { status, headers } = await get(target);
      const isGone = gone.test(target.replace('.png', ''));
      assert.equal(status, isGone ? 404 : 200);
      if (!isGone) assert.equal(headers['content-type'], 'image/png');
    });

  it('has no column of chains in files of offers', async () => {
    for (const [target, first] of [
      [
        '/api/export?category=models&format=csv',
        'category,slug,scope,networks,networkCount,varies',
      ],
      [
        '/networks/us/api/infrastructure-providers/export?category=models&format=csv',
        'network,scope',
      ],
      ['/compare.csv?category=models&offer=lumen-small', 'category,slug,provider,networks,model'],
    ] as const) {
      const [header = ''] = (await textOf(target)).split('\n');
      assert.ok(header.startsWith(`${first},`), header);
      assert.doesNotMatch(header, /chain|caip|plan/i);
    }
  });

  it('has no tables and columns of chains and endpoints', async () => {
    const { resources } = JSON.parse(await textOf('/data/datapackage.json')) as {
      resources: { name: string; schema?: { fields: { name: string }[] } }[];
    };
    assert.ok(!resources.some(({ name }) => name === 'chains'));
    const named = resources.flatMap(({ name, schema }) =>
      (schema?.fields ?? []).map((field) => `${name}.${field.name}`),
    );
    assert.deepEqual(
      named.filter((field) => /chain|caip|endpoint|archive|blocks|protocol|tools/i.test(field)),
      [],
    );
    assert.equal((await get('/data/chains.parquet')).status, 404);
  });

  it('says no word of ours in tools and their results', async (test) => {
    const client = await connect(service().url, test);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      'find_network find_offers find_providers compare_offers list_values get_provider changes_since'.split(
        ' ',
      ),
    );
    const offers = ['lumen-small', 'northwind-otter-70b'];
    const calls = [
      ['find_offers', { category: 'models', network: 'us' }],
      ['find_offers', { query: 'cheapest models in europe' }],
      ['find_offers', { category: 'models', network: 'nowhere' }],
      ['find_network', { provider: 'Lumen' }],
      ['find_network', { category: 'models' }],
      ['find_network', { name: 'nowhere' }],
      ['find_providers', { category: 'models', network: 'europe' }],
      ['get_provider', { provider: 'lumen' }],
      ['list_values', { category: 'models' }],
      ['compare_offers', { category: 'models', offers }],
      ['changes_since', { since: '2020-01-01' }],
    ] as const;
    const results = await Promise.all(calls.map(([name, input]) => call(client, name, input)));
    // Names of columns and arguments are those of the API.
    const told = results
      .flatMap(({ text }) => text.split('\n'))
      .filter((line) => !/^\||of the rows shown: /.test(line))
      .map((line) => line.replace(/`[^`]*`/g, ''));
    const values = JSON.stringify(tools.map(({ inputSchema }) => inputSchema));
    assert.doesNotMatch(values, /"(?:requests|chains|limits)"/);
    const described = [tools, client.getInstructions()].map((each) => describedIn(each));
    assert.deepEqual([...described, ...told].join('\n').match(ourWords), null);
    assert.match(results[0]?.text ?? '', /Models in United States/);
    assert.match(results[1]?.text ?? '', /"sorting":\[\{"id":"inputPrice","desc":false\}\]/);
  });

  it('names the page of a network as it says', async () => {
    assert.match(await textOf('/networks/us/'), /<h1>Inference in United States<\/h1>/);
    assert.match(
      await textOf('/networks/us/openapi.json'),
      /"title":"Inference in United States toolbox"/,
    );
  });

  it('compares prices for as much as their column says, however they are written', async () => {
    const cheap = new URLSearchParams({
      category: 'models',
      filters: '[{"id":"outputPrice","value":["","4.5"]}]',
      sorting: '[{"id":"outputPrice","desc":true}]',
      numbers: '1',
    });
    const text = await textOf(`/networks/us/api/infrastructure-providers/rows?${cheap}`);
    const { rows } = (JSON.parse(text) as { result: { rows: Record<string, unknown>[] } }).result;
    assert.deepEqual(
      rows.map(({ slug, outputPriceFirst, outputPriceUnit, outputPricePer }) => [
        slug,
        outputPriceFirst,
        outputPriceUnit,
        outputPricePer,
      ]),
      [
        ['lumen-small', 4, 'million tokens', '1K tokens'],
        ['northwind-otter-70b', 0.79, 'million tokens', '1M tokens'],
        ['northwind-otter-8b', 0.08, 'million tokens', '1M tokens'],
      ],
    );
  });

  it('shows what prices are for where the text does not', async () => {
    assert.match(await textOf(`${models}.md`), /\|Otter 8B\|/);
    const page = (await textOf(models)).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    assert.match(page, /Otter 8B \$0\.05 \/1M tokens \$0\.08 \/1M tokens/);
    assert.match(page, /In USD per million tokens/);
    assert.match(await textOf('/networks/us/'), /from \$1\.19 a GPU-hour/);
  });
});

/** columns.csv with the roles of version 1.0.0, and without a type of cells for plans. */
function withRoles(text: string): string {
  const [header = '', ...lines] = text.trimEnd().split('\n');
  const roles = lines.map((line) => statedBefore.get(line.split(',')[0] ?? '')?.role ?? '');
  const written = lines.map(
    (line, at) => `${line.replace(',planType,string', ',,string')},${roles[at]}`,
  );
  return [`${header},role`, ...written, ''].join('\n');
}

describe('the columns of a directory', () => {
  const ours = readTree(path.join(projectFolder, 'test/fixtures/directory'));
  const renamed = new Map([
    ['planType', 'tariffKind'],
    ['planName', 'tariff'],
    ['accessPrice', 'monthlyFee'],
    ['queryPrice', 'callFee'],
    ['limitations', 'quotas'],
    ['historicalData', 'dataDepth'],
  ]);
  const words = (names: Iterable<string>) =>
    new RegExp(`(?<![A-Za-z])(?:${[...names].join('|')})`, 'g');
  const theirs = (text: string) =>
    text.replace(words(renamed.keys()), (key) => renamed.get(key) ?? key);
  const back = new Map(Array.from(renamed, ([key, other]) => [other, key]));
  const tree = Object.fromEntries(
    Object.entries(ours).map(([file, content]) => {
      if (!file.endsWith('.csv')) return [file, content];
      const text = file === 'meta/columns.csv' ? withRoles(String(content)) : String(content);
      return [file, theirs(text)];
    }),
  );
  const [original, other] = [useService(), useService(tree)];

  for (const target of [
    '/api/estimate?requests=5000000&archive=1&pageSize=100&peak=50',
    '/api/estimate?requests=40000000&network=ethereum&pageSize=100',
    '/networks/ethereum/api/infrastructure-providers/rows?category=apis&numbers=1&pageSize=100',
    '/networks/ethereum/toolbox/apis.md?f.planType=Free&f.historicalData=Archive',
    '/toolbox/apis.md?requests=5000000&cols=accessPrice&cols=limitations&cols=planType',
    '/networks/ethereum/toolbox/apis?sort=planName',
    '/search.md?q=free+archive+rpc+on+ethereum',
    '/search.md?q=rpc+over+100+rps+under+%2450',
    '/api/search?q=alchemy',
    '/providers/alchemy.md',
    '/api/rpc-endpoint?network=ethereum',
  ])
    it(`may have other names: ${target}`, async () => {
      const [expected, actual] = [await original.get(target), await other.get(theirs(target))];
      assert.equal(expected.status, 200);
      const readable = actual.text.replace(words(back.keys()), (key) => back.get(key) ?? key);
      const plain = (text: string) =>
        text.replace(
          /\d{8}T\d{9}Z-[0-9a-f]{8}|\?v=[\w-]+|:\d{4,5}\b|(?<="cellType":)(?:null|"planType")/g,
          '',
        );
      assert.deepEqual(plain(readable).split('\n'), plain(expected.text).split('\n'));
    });
});
