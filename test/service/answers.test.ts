/**
 * One whole answer of each kind, word for word. Tests of single facts are elsewhere; this one sees
 * what nobody thought of. `UPDATE_GOLDEN=1` writes the files again: read the difference.
 */
import { describe, it } from 'node:test';
import { directory } from '../support/directory.ts';
import { assertGolden } from '../support/golden.ts';
import { post } from '../support/mcp-client.ts';
import { asBrowser, type Get } from '../support/service-get.ts';
import { useService } from '../support/service-server.ts';
import { compact, masked, repeatedParts, shown } from '../support/whole-answers.ts';

const toolbox = '/networks/base/api/infrastructure-providers';

/** File => addresses. HTML is the text of its main part, with its links and forms. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  lists: [
    '/api/offers?category=apis&network=base&network=aria&f.planType=Free&pageSize=2&meta=none&fields=slug,provider,networks,chains,varies,accessPrice&sorting=[{"id":"accessPrice"}]',
    '/api/offers?category=apis&f.accessPrice.max=1&f.accessPrice.in=EUR/month&pageSize=1&meta=none',
    '/api/offers?category=apis&search=alchmey&meta=none',
    `${toolbox}/rows?category=apis&f.planType=!Free&f.accessPrice.max=60&sorting=[{"id":"accessPrice","desc":true}]&pageSize=1&page=2&meta=none&numbers=1`,
    `${toolbox}/rows?category=apis&f.planType=Free&f.accessPrice.min=5&meta=none`,
    `${toolbox}/facets?category=wallets&column=openSource&search=wallet`,
    '/api/facets?category=apis&column=accessPrice&network=base&f.queryPrice.max=1&f.queryPrice.in=USD/million requests',
    '/api/counts?category=apis&by=network,planType&pageSize=4',
    '/api/counts?category=wallets&by=openSource,custodial&pageSize=3&page=2',
    '/api/counts?category=apis&by=scope,chain&network=base&pageSize=3',
    '/api/counts?category=wallets&by=tag&network=base&network=solana&networkMatch=all&pageSize=3',
    '/api/coverage?category=oracles&scope=network',
    '/api/providers?category=apis&sorting=[{"id":"networkCount","desc":true}]&pageSize=2',
    `${toolbox}/providers?pageSize=1`,
    '/api/networks',
    `${toolbox}/categories`,
  ],
  single: [
    '/api/offers/etherscan-mcp?category=mcpservers&meta=none',
    '/api/providers/alchemy?fields=slug,networks,accessPrice',
    '/api/networks/base',
    `${toolbox}/mcp-config?offer=etherscan-mcp`,
    '/api/rpc-endpoint?offer=1rpc-starter-recent-state',
    '/api/estimate?network=base&requests=5000000&peak=40&archive=1&pageSize=2',
    '/api/search?q=cheapest+free+archive+rpc+on+base',
    '/api/suggest?q=arc',
    '/compare.json?category=apis&offer=1rpc-starter-recent-state&offer=dwellir-developer-full-archive&network=base',
  ],
  refusals: [
    '/api/offers?category=wallet',
    '/api/offers?category=apis&f.planTyp=Free',
    '/api/offers?category=apis&page=0',
    '/api/offer',
    `${toolbox}/facets?category=wallets&column=starred`,
    '/networks/etherium/api/infrastructure-providers/rows',
    '/api/estimate?requests=many',
    '/api/estimate?mix=eth_call:1,eth_call:2',
    '/compare.md?category=apis&offer=beacon-free&format=csv-excel',
  ],
  markdown: [
    '/networks/base/toolbox/apis.md?f.planType=Free&pageSize=2&sort=accessPrice',
    '/search.md?q=archive+rpc+on+ethereum',
    '/compare.md?category=apis&offer=1rpc-starter-recent-state&offer=dwellir-developer-full-archive&network=base',
    // What varies among listings is no identical value, even if the first listings agree.
    '/compare.md?category=wallets&offer=metamask&offer=ledger',
    '/providers/alchemy.md',
    '/changes.md',
    '/networks/aria/llms.txt',
    '/mcp-gateway.md',
  ],
  files: [
    '/changes.atom',
    '/changes.json',
    '/robots.txt',
    '/opensearch.xml',
    `${toolbox}/export?category=explorers&format=csv`,
    '/networks/cela/sitemap-network.xml',
  ],
  pages: [
    '/',
    '/networks/cela/',
    '/networks/base/toolbox/apis?f.planType=Tiered&pageSize=2&sort=accessPrice&open=dwellir-developer-full-archive',
    '/networks/aria/providers/p08',
    '/compare?category=apis&offer=1rpc-starter-recent-state&offer=dwellir-developer-full-archive&network=base',
    '/networks/base/compare?category=apis&provider=alchemy&provider=chainstack',
    '/compare?category=wallets&offer=metamask&offer=ledger&offer=trezor',
    '/toolbox/wallets?f.openSource=true&network=base&network=solana&networkMatch=all&pageSize=2&page=2',
    '/networks/ethereum/toolbox/apis?requests=5000000&peak=10&search=archive&pageSize=1',
    '/networks/ethereum/toolbox/apis?f.regions=Global&f.provider=Tatum&facet=technology&pageSize=1',
    '/networks/cela/toolbox/storages?scope=network&pageSize=1',
    '/search?q=cheapest+archive+rpc+on+base',
    '/providers?search=al',
    '/changes',
    '/nowhere',
  ],
  // Pages of their own kinds, and of one view each.
  views: [
    '/networks/base/toolbox/apis?chart=prices&pageSize=1&f.planType=Tiered',
    '/toolbox/apis?cols=regions&cols=networks&pageSize=2&f.networkCount.min=2&f.or=planType,historicalData&f.planType=Free&f.historicalData=Archive',
    '/networks/solana/toolbox/apis?requests=3000000000&archive=1&mix=eth_call:1&pageSize=3&sort=estimate',
    '/toolbox/apis?search=zzz&f.planType=Free',
    '/toolbox/apis?f.estimate.max=100&requests=5000000&pageSize=1',
    '/toolbox/wallets?compare=metamask&compare=ledger&pageSize=1',
    '/networks/aria/toolbox/apis?scope=network&sort=accessPrice&dir=desc&pageSize=3',
    '/search?q=',
    '/search?q=etherium+wallts',
    '/search?q=mcp+server+on-chain+data',
    '/search?q=what+changed+for+mcp+servers+on+base+in+the+last+week',
    '/search.md?q=old+price+of+quicknode+on+base+and+aria',
    '/search?q=apis+under+%2420+with+archive+for+5M+requests+on+solana',
    '/networks/base/search?q=alchemy',
    '/providers/alchemy',
    '/providers/alchemy?network=base&requests=5000000',
    '/compare',
    '/compare?category=apis&provider=alchemy&provider=chainstack&requests=9000000&peak=30',
    '/compare?category=apis&offer=alchemy-free-full-archive&offer=chainstack-growth-full-archive&offer=drpc-free-full-archive&requests=40000000',
    '/rpc-endpoints?chain=1',
    '/networks/base/rpc-endpoints',
    '/coverage?category=apis',
    '/mcp-gateway',
    '/about',
    '/data/sql',
    '/snapshots',
    '/networks/aria/changes?category=apis&fact=price',
  ],
};

/** Lists of which the title is shown. */
const apis = '/toolbox/apis.md?f.';
const titled: readonly string[] = [
  ...['planType=Free&network=aria&network=base&network=bora&network=cela'],
  ...['planType=Free', 'planType=Free&f.planType=Public', 'planType=!Free', 'planType=*'],
  ...['planType=!*', 'planType=Free&f.planType=Tiered&f.planType=Public', 'chain=mainnet'],
  ...['provider=Alchemy&f.provider=Ankr&f.provider=dRPC&f.provider=1RPC', 'provider=!Alchemy'],
  ...['provider=Alchemy&f.provider=Ankr&f.provider=dRPC', 'chain=sepolia&f.chain=hoodi'],
  ...['historicalData=Archive&f.apiType=RPC&f.planType=Tiered', 'historicalData=!*'],
  ...['accessPrice.max=50', 'accessPrice.min=10', 'accessPrice.min=10&f.accessPrice.max=50'],
  ...['accessPrice.max=0', 'accessPrice.max=9&f.accessPrice.in=EUR/month', 'queryPrice.max=5'],
  ...['estimate.max=100&requests=5000000', 'estimate.min=1', 'networkCount.min=2'],
  ...['trial=true', 'trial=false', 'trial=true&f.trial=false', 'trial=!true', 'mentions=websocket'],
  ...['mentions=!websocket', 'mentions=websocket&f.mentions=webhook', 'uptimeSla.min=99.9'],
  ...['limitationsIncluded.min=1000001', 'limitationsIncluded.min=1', 'limitationsRate.min=25'],
  ...['limitationsIncluded.min=11&f.limitationsIncluded.in=requests/month', 'regions=Global'],
  ...['planType=Free&f.historicalData=Archive&f.or=planType,historicalData', 'availableApis=eth'],
  ...['planType=Free&scope=network', 'planType=Free&scope=all-networks&confirmed=1&search=abc'],
  ...['planType=Free&network=base&network=solana', 'trial=!*&f.regions=*&f.uptimeSla=*'],
  ...['planType=Free&network=base&network=solana&networkMatch=all', 'technology=None'],
].map((rest) => `${apis}${rest}`);
const wallets = '/networks/base/toolbox/wallets.md?f.';
const ofWallets = [
  ...['custodial=false', 'openSource=true', 'hardware=true&f.custodial=true', 'price.max=0'],
  ...['supportedPlatforms=iOS&f.supportedPlatforms=Android', 'tag=!Hardware wallet', 'price=Free'],
  ...['custodial=false&scope=network', 'openSource=false&scope=all-networks&search=x'],
].map((rest) => `${wallets}${rest}`);

/** Searches of which the order of what is found is shown. */
const searches = [
  ...['alchemy', 'rpc', 'archive', 'wallet', 'free', 'explorer', 'base', 'aria', 'ledger', 'scan'],
  ...['alchemy base', 'the graph', 'oracle of prices', 'graph', 'mcp server', 'github', 'hardware'],
  ...['alchmey', 'wallts', 'etherium', 'free rpc', 'archive node', 'node', 'infra', 'block', 'q'],
  ...[
    'chain link',
    'quick-node',
    'ERC-20',
    'usdc',
    'audit',
    'storage ipfs',
    'zzz',
    'Éclair',
    '100%',
  ],
  ...['growth', 'sub', 'subquery', 'coin', 'coinbase wallet', 'sdk javascript', 'bridge solana'],
];

/** Requests of which the headers are shown: method, address and what the client sends. */
const requests: readonly (readonly [
  method: string,
  address: string,
  Readonly<Record<string, string>>,
])[] = [
  ['GET', '/', { accept: 'text/html' }],
  ['GET', '/toolbox/apis?f.planType=Free', { accept: 'text/html', 'accept-encoding': 'gzip' }],
  ['GET', '/toolbox/apis', { accept: 'text/markdown' }],
  ['GET', '/toolbox/apis.md', {}],
  ['GET', '/networks/aria/toolbox/apis?page=2&pageSize=1', { accept: 'text/html' }],
  ['GET', '/search?q=rpc', { accept: 'text/html' }],
  ['GET', '/compare.csv?category=apis&offer=beacon-free&format=csv-excel', {}],
  ['GET', '/api/offers?category=apis&pageSize=1', { 'accept-encoding': 'br' }],
  ['GET', '/api/offers?category=apis&pageSize=1', { origin: 'https://app.example' }],
  ['HEAD', '/api/offers?category=apis&pageSize=1', {}],
  ['OPTIONS', '/api/offers', { origin: 'https://app.example' }],
  ['POST', '/api/offers', {}],
  ['GET', '/api/offers?category=apis&page=0', {}],
  ['GET', '/api/export?category=apis&format=csv', { 'accept-encoding': 'gzip' }],
  ['GET', '/api/export?category=apis&format=ndjson', {}],
  ['GET', '/api/export?format=csv', {}],
  ['GET', `${toolbox}/export?category=apis&format=parquet`, { range: 'bytes=0-9' }],
  ['GET', `${toolbox}/rows?category=apis&pageSize=1`, { 'if-none-match': '"x"' }],
  ['GET', '/api/infrastructure-providers/rows?category=apis', {}],
  ['GET', '/changes.atom', {}],
  ['GET', '/changes.json', {}],
  ['GET', '/robots.txt', {}],
  ['GET', '/sitemap.xml', {}],
  ['GET', '/opensearch.xml', {}],
  ['GET', '/openapi.json', {}],
  ['GET', '/assets/style.css', { 'accept-encoding': 'br' }],
  ['GET', '/icons/aria.svg', {}],
  ['GET', '/data/providers.parquet', { range: 'bytes=0-3' }],
  ['GET', '/data/providers.parquet', { range: 'bytes=99999999-' }],
  ['GET', '/data/manifest.json', {}],
  ['GET', '/snapshots/index.json', {}],
  ['GET', '/healthz', {}],
  ['GET', '/readyz', {}],
  ['GET', '/metrics', {}],
  ['GET', '/nowhere', { accept: 'text/html' }],
  ['GET', '/networks/etherium/', { accept: 'text/html' }],
  ['GET', '/networks/eth/toolbox/apis?search=a', { accept: 'text/html' }],
  ['GET', '/toolbox/APIS', { accept: 'text/html' }],
  ['GET', '/toolbox/apis/', { accept: 'text/html' }],
  ['GET', '/mcp', {}],
  ['GET', '/.well-known/security.txt', {}],
  ['POST', '/networks/eth/toolbox/apis', {}],
  ['HEAD', '/networks/eth/toolbox/apis?search=a', { accept: 'text/html' }],
  ['GET', '/networks/eip155:8453/api/infrastructure-providers/rows?category=apis', {}],
  ['GET', '/providers/%41LCHEMY?network=base', { accept: 'text/html' }],
  ['GET', '/providers/Alchemy.md', {}],
  ['GET', '/networks', { accept: 'text/html' }],
  ['GET', '/toolbox/apis', { accept: 'text/markdown;q=0.5, text/html' }],
  ['GET', '/toolbox/apis', { accept: 'text/html;q=0.2, text/markdown' }],
  ['GET', `${toolbox}/rows?category=apis&pageSize=1`, { 'accept-encoding': 'gzip;q=0, br;q=0.1' }],
  ['GET', `${toolbox}/rows?category=apis&pageSize=1`, { 'accept-encoding': 'deflate, GZIP' }],
  ['GET', `${toolbox}/rows?category=apis&pageSize=1`, { 'if-none-match': '"x", *' }],
  ['GET', `${toolbox}/rows?category=apis&pageSize=1`, { 'if-none-match': '*' }],
  ['GET', `${toolbox}/rows?category=apis&pageSize=1`, { 'if-match': '"x"' }],
  ['GET', `${toolbox}/rows?category=apis&pageSize=1`, { 'if-match': '*' }],
  ['GET', '/data/providers.parquet', { range: 'bytes=0-1,4-5' }],
  ['GET', '/data/providers.parquet', { range: 'bytes=0-3', 'if-range': '"x"' }],
  ['GET', '/data/providers.parquet', { range: 'lines=0-3' }],
  ['HEAD', '/data/providers.parquet', {}],
  ['PUT', '/mcp', {}],
  ['OPTIONS', '/mcp', { origin: 'https://app.example' }],
  ['DELETE', '/toolbox/apis', {}],
  ['GET', '/logos/nowhere.webp', {}],
  ['GET', '/icons/nowhere.svg', {}],
  ['GET', '/favicon.ico', {}],
  ['GET', '/v0.1/servers', {}],
  ['GET', '/compare.md?category=apis&offer=beacon-free', {}],
  ['GET', '/changes.atom?network=aria', { 'accept-encoding': 'br' }],
  ['GET', '/api/rpc-endpoint?network=base&format=txt', {}],
];

/** Of every message: bytes and times differ. */
const unsteady =
  /^(?:date|etag|last-modified|content-length|repr-digest|content-digest|connection|keep-alive|transfer-encoding|server-timing|x-request-id)$/;

const message = (method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const initialize = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};

/** Bodies of POST /mcp. */
const messages: readonly string[] = [
  message('initialize', initialize),
  message('initialize', { ...initialize, protocolVersion: '1999-01-01' }),
  message('ping'),
  message('tools/list'),
  message('resources/list'),
  message('resources/templates/list'),
  message('prompts/list'),
  message('resources/read', { uri: 'directory://networks' }),
  message('resources/read', { uri: 'directory://categories/explorers' }),
  message('resources/read', { uri: 'directory://offers/apis/beacon-free' }),
  message('resources/read', { uri: 'directory://offers/apis/becon-free' }),
  message('resources/read', { uri: 'directory://nothing' }),
  message('tools/call', { name: 'find_ofers' }),
  message('tools/call', { name: 'find_offers', arguments: { categry: 'apis' } }),
  message('tools/call', { name: 'find_offers', arguments: { category: 'apis', limit: '-2' } }),
  message('tools/call', { name: 'find_offers', arguments: { category: 'apis', limit: '1,000' } }),
  message('tools/call', { name: 'find_offers', arguments: { category: 'apis', limit: '2.0' } }),
  message('tools/call', { name: 'find_offers', arguments: { category: 'apis', limit: '2.5' } }),
  message('tools/call', { name: 'find_offers', arguments: { category: 'apis', limit: '12a' } }),
  message('tools/call', { name: 'find_offers', arguments: { category: 'apis', limit: 'a12' } }),
  message('no/method'),
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
  JSON.stringify([JSON.parse(message('ping'))]),
  '{"jsonrpc": "1.0"}',
  '{',
  '',
];

async function answerOf(get: Get, kind: string, address: string): Promise<string> {
  const isPage = kind === 'pages' || kind === 'views';
  const { status, headers, text } = await get(encodeURI(address), isPage ? asBrowser : {});
  const type = headers['content-type'] ?? '';
  // Lists of filters and networks are those of the other pages.
  const own = kind === 'views' ? text.replaceAll(repeatedParts, '') : text;
  const told = shown(address, type, own);
  const dense = isPage ? told.replaceAll(/\n\s*(?=\n)/g, '') : told;
  return `# ${address}\n${status} ${type}\n\n${dense}\n`;
}

describe('the answers', () => {
  const { get, service } = useService(directory, { SITE_URL: 'https://directory.example' });

  for (const [name, addresses] of Object.entries(kinds))
    it(`of ${name} are whole`, async () => {
      const answers: string[] = [];
      for (const address of addresses) answers.push(await answerOf(get, name, address));
      await assertGolden(`answers/${name}.txt`, masked(answers.join('\n')));
    });

  it('of lists have these titles', async () => {
    const told: string[] = [];
    for (const address of [...titled, ...ofWallets]) {
      const { status, text } = await get(encodeURI(`${address}&pageSize=1`));
      const [title = ''] = text.split('\n');
      told.push(`${address}: ${status === 200 ? title : JSON.parse(text).error.message}`);
    }
    await assertGolden('answers/titles.txt', `${told.join('\n')}\n`);
  });

  it('of searches are in this order', async () => {
    const told: string[] = [];
    for (const q of searches) {
      const { text } = await get(`/api/search?q=${encodeURIComponent(q)}`);
      const { networks, categories, providers, offers, ...rest } = JSON.parse(text).result;
      const named = (items: readonly Readonly<Record<string, unknown>>[], key: string) =>
        items.slice(0, 8).map((item) => item[key]);
      const { href = null, totalOffers = null } = rest.interpretation ?? {};
      told.push(
        `# ${q}: ${JSON.stringify([rest.corrected, href, totalOffers, rest.hints])}`,
        `  networks ${named(networks, 'key')}; categories ${named(categories, 'key')}`,
        `  providers ${named(providers, 'slug')}; offers ${named(offers, 'slug')}`,
      );
    }
    await assertGolden('answers/searches.txt', `${told.join('\n')}\n`);
  });

  it('have these headers', async () => {
    const told: [title: string, lines: readonly string[]][] = [];
    for (const [method, address, headers] of requests) {
      const answer = await get(encodeURI(address), { method, headers });
      const steady = Object.entries(answer.headers).filter(([name]) => !unsteady.test(name));
      const lines = steady.toSorted().map(([name, value]) => `${name}: ${value}`);
      told.push([`# ${method} ${address} ${JSON.stringify(headers)}: ${answer.status}`, lines]);
    }
    const [[, first] = ['', []]] = told;
    const shareOf = (line: string) =>
      told.filter(([, lines]) => lines.includes(line)).length / told.length;
    const usual = first.filter((line) => shareOf(line) > 0.75);
    const shownLines = told.map(([title, lines]) => {
      const lacks = usual.filter((line) => !lines.includes(line));
      return [
        title,
        ...lines.filter((line) => !usual.includes(line)),
        ...lacks.map((line) => `without ${line.slice(0, line.indexOf(':'))}`),
      ].join('\n');
    });
    const text = [['# usual', ...usual].join('\n'), ...shownLines].join('\n\n');
    const steadyText = text.replaceAll(/(content-range: bytes .*\/)\d+/g, '$1…');
    await assertGolden('answers/headers.txt', `${masked(steadyText)}\n`);
  });

  it('to messages of MCP are whole', async () => {
    const told: string[] = [];
    for (const body of messages) {
      const { status, headers, text } = await post(service().port, body);
      const shownHeaders = `${status} ${headers['content-type']} ${headers['cache-control']}`;
      const short = text.startsWith('{') ? compact(JSON.parse(text)) : text;
      told.push(`# ${body}\n${shownHeaders}\n${short}\n`);
    }
    await assertGolden(
      'answers/mcp.txt',
      masked(told.join('\n')).replaceAll(/\d+\.\d+\.\d+/g, '{version}'),
    );
  });
});
