/**
 * Every two parameters of an address, and every two arguments of a tool, in one question: what one
 * of them asks must not get lost beside the other. test/golden/pairs/ has the answers;
 * `UPDATE_GOLDEN=1` writes them again: read the difference.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, it } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { tools } from '../../service/mcp/call-tool.ts';
import { directory } from '../support/directory.ts';
import { assertGolden } from '../support/golden.ts';
import type { OpenApiDocument } from '../support/interface-documents.ts';
import { call, connect } from '../support/mcp-client.ts';
import { openBuilt, publishChanges, trees } from '../support/published-changes.ts';
import { asBrowser, type Get } from '../support/service-get.ts';
import { startService, type TestService, useService } from '../support/service-server.ts';
import type { Tree } from '../support/source-tree.ts';
import { afterAll } from '../support/temporary-folder.ts';
import { masked, shown as shownWhole } from '../support/whole-answers.ts';

/** Questions of a parameter; `always` is asked with each pair. */
interface Paired {
  readonly always: string;
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  /** Parameters that only name or shape what is there, each with the test that has them. */
  readonly elsewhere: readonly string[];
}

/** Parameters that select offers of APIs; each finds some and leaves some out. */
const whichOffers = {
  network: ['network=aria', 'network=base&network=ethereum'],
  networkMatch: ['networkMatch=all&network=solana&network=ethereum'],
  provider: ['provider=alchemy&provider=chainstack&provider=1rpc'],
  search: ['search=re'],
  slug: ['slug=beacon-free&slug=1rpc-starter-recent-state&slug=alchemy-free-mainnet'],
  scope: ['scope=all-networks'],
  filters: [
    'f.planType=!Public',
    'f.accessPrice.max=60',
    'f.planType=Free&f.historicalData=Archive&f.or=planType,historicalData',
  ],
  requests: ['f.estimate.max=100&requests=7000000'],
  peak: ['f.estimate.min=0&peak=60'],
  archive: ['f.estimate.min=0&archive=1'],
  workload: ['f.estimate.max=200&workload=indexer&requests=9000000'],
  mix: ['f.estimate.min=0&mix=eth_call:1,eth_getLogs:3'],
};
/** Lists that only count need not be asked for each kind of cost. */
const { mix: _mix, workload: _workload, archive: _archive, ...counted } = whichOffers;
const order = '[{"id":"planName","desc":true}]';
const prices = '[{"id":"accessPrice","desc":true},{"id":"planName"}]';
const shaping = ['fields', 'meta', 'numbers', 'probes', 'confirmed'];
const list = 'category=apis&meta=none';

const addresses: Readonly<Record<string, Paired>> = {
  '/api/offers': {
    always: `${list}&fields=slug`,
    parameters: {
      ...whichOffers,
      sorting: [`sorting=${order}`, `sorting=${prices}`, 'sorting=[{"id":"estimate","desc":true}]'],
      page: ['page=2&pageSize=2'],
      pageSize: ['pageSize=3'],
    },
    elsewhere: ['category', ...shaping],
  },
  '/networks/base/api/infrastructure-providers/rows': {
    always: `${list}&fields=slug,chain`,
    parameters: {
      search: whichOffers.search,
      scope: ['scope=network'],
      filters: whichOffers.filters,
      requests: whichOffers.requests,
      peak: whichOffers.peak,
      archive: whichOffers.archive,
      sorting: [`sorting=${order}`, `sorting=${prices}`],
      mode: ['mode=offer&pageSize=2'],
      page: ['page=2&pageSize=1'],
      pageSize: ['pageSize=2'],
    },
    elsewhere: ['category', 'slug', 'workload', 'mix', ...shaping],
  },
  '/api/facets': {
    always: 'category=apis',
    parameters: { ...counted, column: ['column=planType', 'column=accessPrice'] },
    elsewhere: ['category', 'confirmed', 'mix', 'workload', 'archive'],
  },
  '/api/counts': {
    always: 'category=apis',
    parameters: {
      ...counted,
      by: ['by=network,planType', 'by=provider'],
      page: ['page=2&pageSize=1'],
      pageSize: ['pageSize=2'],
    },
    elsewhere: ['category', 'confirmed', 'mix', 'workload', 'archive'],
  },
  '/api/estimate': {
    always: 'category=apis',
    parameters: {
      ...whichOffers,
      requests: ['requests=3000000000', 'requests=100'],
      peak: ['peak=60'],
      archive: ['archive=1'],
      workload: ['workload=indexer'],
      mix: ['mix=eth_call:1,eth_getLogs:3'],
      page: ['page=2&pageSize=2'],
      pageSize: ['pageSize=1'],
    },
    elsewhere: ['category', 'confirmed'],
  },
  '/api/providers': {
    always: 'fields=slug',
    parameters: {
      category: ['category=apis', 'category=wallets'],
      network: ['network=aria', 'network=base&network=ethereum'],
      scope: ['scope=network'],
      search: ['search=e'],
      filters: ['filters=[{"id":"planType","value":["Free"]}]&category=apis'],
      every: [
        'every=[{"id":"planType","value":["Free"]},{"id":"planType","value":["Tiered"]}]&category=apis',
      ],
      sorting: [
        'sorting=[{"id":"networkCount"},{"id":"offerCount","desc":true}]',
        'sorting=[{"id":"name","desc":true}]',
      ],
      page: ['page=2&pageSize=2'],
      pageSize: ['pageSize=3'],
    },
    elsewhere: ['fields'],
  },
  '/api/rpc-endpoint': {
    always: '',
    parameters: {
      network: ['network=base', 'network=ethereum&network=aria'],
      provider: ['provider=1rpc&provider=publicnode'],
      chain: ['chain=sepolia', 'chain=1'],
      transport: ['transport=http'],
      key: ['key=none', 'key=needed'],
      archive: ['archive=1'],
      limit: ['limit=2'],
      keyed: ['keyed=2'],
      protocol: ['protocol=evm'],
      page: ['page=2&pageSize=2'],
      format: ['format=txt'],
      requests: ['requests=9000000&keyed=3'],
    },
    elsewhere: ['offer', 'sort', 'pageSize', 'confirmed', 'peak', 'workload', 'mix'],
  },
  '/api/search': {
    always: 'q=free archive rpc on base',
    parameters: {
      category: ['category=apis', 'category=wallets'],
      text: ['text=archive', 'text=free&text=base'],
      mix: ['mix=eth_call:1'],
    },
    elsewhere: ['q'],
  },
  '/api/suggest': {
    always: '',
    parameters: {
      q: ['q=al', 'q=free apis on b', 'q=e'],
      kind: ['kind=provider', 'kind=network', 'kind=list', 'kind=offer', 'kind=category'],
    },
    elsewhere: [],
  },
  '/api/coverage': {
    always: '',
    parameters: {
      category: ['category=apis', 'category=wallets'],
      network: ['network=aria', 'network=base&network=ethereum'],
      scope: ['scope=network', 'scope=all-networks'],
    },
    elsewhere: [],
  },
  '/compare.json': {
    always: 'category=apis',
    parameters: {
      offer: [
        'offer=alchemy-free-full-archive&offer=publicnode-free-recent-state',
        'offer=1rpc-starter-recent-state&offer=beacon-free&offer=nowhere',
      ],
      network: ['network=base', 'network=base&network=ethereum', 'network=aria'],
    },
    elsewhere: ['category', 'format'],
  },
  '/v0.1/servers': {
    always: '',
    parameters: {
      search: ['search=e', 'search=github'],
      updated_since: ['updated_since=2026-01-02T03:04:05Z', 'updated_since=2027-01-01T00:00:00Z'],
      version: ['version=latest', 'version=0.0.1'],
      limit: ['limit=1', 'limit=3'],
    },
    elsewhere: ['cursor', 'include_deleted'],
  },
};

const ofChanges: Paired = {
  always: '',
  parameters: {
    since: ['since=2026-01-04'],
    until: ['until=2026-01-03'],
    network: ['network=aria', 'network=nemo&network=cela'],
    category: ['category=apis'],
    provider: ['provider=alchemy&provider=p08', 'provider=p03'],
    slug: ['slug=beacon-free'],
    kind: ['kind=changed', 'kind=removed'],
    scope: ['scope=network', 'scope=all-networks'],
    fact: ['fact=price'],
    column: ['column=accessPrice', 'column=actionButtons'],
    page: ['page=2&pageSize=1'],
    pageSize: ['pageSize=2'],
  },
  elsewhere: ['fields'],
};

type Arguments = Readonly<Record<string, unknown>>;

interface Called {
  readonly always: Arguments;
  readonly given: Readonly<Record<string, readonly Arguments[]>>;
  readonly elsewhere: readonly string[];
}

const selection = {
  network: [{ network: ['aria'] }, { network: ['base', 'ethereum'] }],
  networkMatch: [{ networkMatch: 'all', network: ['solana', 'ethereum'] }],
  search: [{ search: 're' }],
  scope: [{ scope: 'all-networks' }],
  filters: [
    { filters: [{ id: 'planType', value: ['!Public'] }] },
    { filters: [{ id: 'accessPrice', value: ['', '60'] }] },
  ],
  offset: [{ offset: 1 }],
  limit: [{ limit: 2 }],
};
const needs = {
  planType: { id: 'planType', value: ['Free'] },
  archive: { id: 'historicalData', value: ['Archive'] },
};

/** Arguments of tools, as the parameters above. */
const called: Readonly<Record<string, Called>> = {
  find_network: {
    always: {},
    given: {
      name: [{ name: 'a' }, { name: 'base' }],
      provider: [{ provider: 'alchemy' }, { provider: 'p03' }],
      offer: [{ offer: 'etherscan-mcp' }, { offer: 'publicnode-free-recent-state' }],
      category: [{ category: 'oracles' }, { category: 'apis' }],
      without: [{ without: 'wallets' }, { without: 'apis' }],
      scope: [{ scope: 'network' }],
      offset: [{ offset: 1 }],
    },
    elsewhere: [],
  },
  find_offers: {
    always: { category: 'apis', columns: ['planType'] },
    given: {
      ...selection,
      sorting: [
        { sorting: [{ id: 'accessPrice', desc: true }] },
        { sorting: 'estimate' },
        { sorting: [{ id: 'networks', desc: true }, { id: 'planName' }] },
        { sorting: [{ id: 'scope' }] },
      ],
      has: [{ has: ['accessPrice', 'trial'] }],
      requests: [
        { requests: 7_000_000, filters: [{ id: 'estimate', value: ['', '100'] }] },
        { requests: 900, sorting: 'estimate' },
      ],
      peak: [{ peak: 60, requests: 7_000_000, sorting: 'estimate' }],
      mix: [{ mix: 'eth_call:1,eth_getLogs:3', requests: 7_000_000, sorting: 'estimate' }],
      columns: [{ columns: ['networks', 'accessPrice'] }],
    },
    elsewhere: ['category', 'confirmed', 'query'],
  },
  find_providers: {
    always: {},
    given: {
      category: [{ category: 'apis' }, { category: 'wallets' }],
      network: [{ network: ['aria'] }, { network: ['base', 'ethereum'] }],
      scope: [{ scope: 'network' }],
      search: [{ search: 'e' }],
      filters: [{ category: 'apis', filters: [needs.planType] }],
      every: [{ category: 'apis', every: [needs.planType, needs.archive] }],
      sort: [{ sort: 'offers' }, { sort: 'name' }],
      limit: [{ limit: 3 }],
      offset: [{ offset: 2 }],
    },
    elsewhere: [],
  },
  compare_offers: {
    always: { category: 'apis' },
    given: {
      offers: [
        { offers: ['Alchemy', 'Ankr'] },
        { offers: ['publicnode-free-recent-state', 'Alchemy', 'nobody'] },
        { offers: ['beacon-free', '1rpc-starter-recent-state'] },
      ],
      network: [{ network: 'base' }, { network: 'aria' }],
    },
    elsewhere: ['category'],
  },
  estimate_cost: {
    always: {},
    given: {
      ...selection,
      requests: [{ requests: 3_000_000_000 }, { requests: 100 }],
      workload: [{ workload: 'indexer' }],
      mix: [{ mix: 'eth_call:1,eth_getLogs:3' }],
      peak: [{ peak: 60 }],
      archive: [{ archive: true }],
    },
    elsewhere: [],
  },
  list_values: {
    always: { category: 'apis' },
    given: {
      ...selection,
      column: [{ column: 'planType' }, { column: 'accessPrice' }, { column: 'provider' }],
    },
    elsewhere: ['category', 'confirmed'],
  },
  get_provider: {
    always: {},
    given: {
      provider: [{ provider: 'Alchemy' }, { provider: '1rpc' }],
      network: [{ network: ['base'] }, { network: ['base', 'solana'] }, { network: ['aria'] }],
      offset: [{ offset: 1 }],
    },
    elsewhere: [],
  },
  get_connection: {
    always: {},
    given: {
      offer: [{ offer: 'etherscan-mcp' }, { offer: 'publicnode-free-recent-state' }],
      network: [{ network: ['base'] }, { network: ['ethereum', 'aria'] }],
      chain: [{ chain: 'sepolia' }, { chain: 'mainnet' }],
      client: [{ client: 'claude-code' }, { client: 'vscode' }],
      offset: [{ offset: 1 }],
    },
    elsewhere: [],
  },
};
const ofNews: Called = {
  always: {},
  given: {
    since: [{ since: '2026-01-04' }],
    network: [{ network: ['aria'] }, { network: ['bora', 'cela'] }],
    category: [{ category: 'apis' }],
    provider: [{ provider: ['Alchemy', 'zephyr'] }, { provider: ['p03'] }],
    column: [{ column: 'accessPrice' }, { column: 'actionButtons' }],
    fact: [{ fact: 'price' }, { fact: 'removed' }],
    scope: [{ scope: 'network' }],
    limit: [{ limit: 1 }],
    offset: [{ offset: 1 }],
  },
  elsewhere: [],
};

/**
 * Two fragments of every two parameters at a time: each fragment beside each other parameter, not
 * beside each fragment of it.
 */
function pairsOf<T>(parameters: Readonly<Record<string, readonly T[]>>): [T, T][] {
  const lists = Object.values(parameters);
  return lists.flatMap((own, at) =>
    lists.slice(at + 1).flatMap((others, away) =>
      Array.from({ length: Math.max(own.length, others.length) }, (_, turn) => {
        const [first, second] = [own[turn % own.length], others[(turn + away) % others.length]];
        return [first, second] as [T, T];
      }),
    ),
  );
}

type Select = <T>(pairs: readonly T[]) => readonly T[];
const all: Select = (pairs) => pairs;
/** Of questions that are asked whole in another notation. */
const third: Select = (pairs) => pairs.filter((_, at) => at % 3 === 0);

const aria = 'listings/specific-networks/aria/apis.csv';
const wallets = 'listings/specific-networks/aria/wallets.csv';
const nemo = 'listings/specific-networks/nemo/explorers.csv';
const everywhere = 'references/offers/apis.csv';
const dropped = /^.*,(?:eclair-mainnet|lens-mainnet),.*\n/gm;

/**
 * One publication more: the same change of two offers, several facts of one, two new, two gone, and
 * a network gone.
 */
function manyChanges(): Tree {
  const { [nemo]: _, ...last } = trees.at(-1) ?? {};
  const listed = String(last[aria])
    .replace(/^Tiered(?=.*,alchemy-growth-)/gm, 'Enterprise')
    .replace('Alchemy,Free,$0,,"[""Europe"",', 'Alchemy,Free,$5/mo,,"[""Oceania"",')
    .replace('[Docs](https://docs', '[Guide](https://docs')
    .replace(dropped, '');
  const added = ['bison-two', 'bison-three'].map(
    (slug) =>
      `Tiered,RPC,EVM JSON-RPC,mainnet,FALSE,FALSE,${slug},bison,${slug},$3/mo${','.repeat(10)}`,
  );
  const offers = String(last[everywhere]).replace('Beacon,,,Free,Free', 'Beacon,,,Free,Public');
  const stored = String(last[wallets]).replace(
    /^(FALSE,\w+),FALSE(?=.*,keyring-)/gm,
    (_, begin) => `${begin},TRUE`,
  );
  return {
    ...last,
    [wallets]: stored,
    [aria]: `${listed.trimEnd()}\n${added.join('\n')}\n`,
    [everywhere]: offers,
  };
}

/** What every answer has. */
const constant = new Set(['version', 'generatedAt', 'snapshot', 'source']);
/** Characters of an answer. A longer one ends with a hash of all of it. */
const shownCharacters = 240;

function shown({ status, text }: Awaited<ReturnType<Get>>): string {
  if (!text.startsWith('{')) return clip(text.replaceAll('\n', ' '));
  const { result, error, ...others } = JSON.parse(text);
  if (status !== 200) return `${status} ${error.message}`;
  const members = Object.entries(result ?? others).filter(([name]) => !constant.has(name));
  const ordered = members.toSorted(([, a], [, b]) => sizeOf(a) - sizeOf(b));
  return clip(ordered.map(([name, value]) => `${name} ${plain(value)}`).join('; '));
}

const sizeOf = (value: unknown) => JSON.stringify(value).length;

/** Without the keys of what needs none. */
function plain(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value).replaceAll('"', '');
  const isSingle = (item: object) => Object.keys(item ?? {}).length === 1;
  const items = value.map((item) => (isSingle(item) ? Object.values(item) : plain(item)));
  return `[${items.join(' ')}]`;
}

function clip(text: string): string {
  // Both follow from the program, too.
  const masked = text
    .replaceAll(/\d{8}T\d{9}Z-[0-9a-f]{8}/g, '{snapshot}')
    .replaceAll(/urn:uuid:[\da-f-]+/g, '{id}');
  if (masked.length <= shownCharacters) return masked;
  const hash = createHash('sha256').update(masked).digest('hex').slice(0, 8);
  return `${masked.slice(0, shownCharacters)} … ${hash}`;
}

const repeated = /^(?:network|provider|slug|offer|text|f\.\w+)$/;

/** Of a parameter that may be given once, the last one. */
function joined(fragments: readonly string[]): string {
  const given = fragments.flatMap((fragment) => (fragment === '' ? [] : fragment.split('&')));
  const nameOf = (part: string) => part.slice(0, part.indexOf('='));
  const isKept = (part: string, at: number) =>
    repeated.test(nameOf(part)) ||
    given.findLastIndex((other) => nameOf(other) === nameOf(part)) === at;
  return given.filter(isKept).join('&');
}

async function answersOf(
  get: Get,
  address: string,
  { always, parameters }: Paired,
  select: Select = all,
) {
  const answers: string[] = [];
  for (const [first, second] of select(pairsOf(parameters))) {
    const answer = await get(encodeURI(`${address}?${joined([always, first, second])}`));
    answers.push(`${first} & ${second}\n  ${shown(answer)}`);
  }
  return `${answers.join('\n')}\n`;
}

/** Sentences first, then the structured content. */
async function calledWith(
  client: Client,
  name: string,
  { always, given, elsewhere }: Called,
  select: Select = all,
) {
  const schema = tools.find((tool) => tool.name === name)?.input.shape ?? {};
  const read = Object.entries(given).filter(([key]) => key in schema);
  const known = [...read.map(([key]) => key), ...elsewhere];
  assert.deepEqual(known.toSorted(), Object.keys(schema).toSorted(), `arguments of ${name}`);
  const answers: string[] = [];
  for (const [first, second] of select(pairsOf(Object.fromEntries(read)))) {
    const joined = { ...always, ...first, ...second };
    const { text, structured } = await call(client, name, joined);
    const table = JSON.stringify(structured?.rows ?? null);
    const said = text.replaceAll(/Data: [\d-]{10}/g, '').replaceAll('\n', ' ');
    answers.push(`${JSON.stringify(joined)}\n  ${clip(`${said} ${table}`)}`);
  }
  return `${answers.join('\n')}\n`;
}

async function assertAllNamed(get: Get, address: string, { parameters, elsewhere }: Paired) {
  const [, network = ''] = /^(\/networks\/[^/]+)\//.exec(address) ?? [];
  const document = JSON.parse((await get(`${network}/openapi.json`)).text) as OpenApiDocument;
  const operation = [address, address.slice(network.length), address.replace('.json', '.{format}')]
    .map((path) => document.paths[path])
    .find(Boolean);
  const described = (
    operation as { get?: { parameters?: readonly { in: string; name: string }[] } }
  )?.get?.parameters;
  assert.ok(described, address);
  const names = described.flatMap((each) => (each.in === 'query' ? each.name : []));
  const known = [...Object.keys(parameters), ...elsewhere, 'snapshot', 'f.<column>'];
  assert.deepEqual(
    names.filter((name) => !known.includes(name)),
    [],
    `parameters of ${address} without a line`,
  );
}

describe('two parameters together', () => {
  const { get } = useService(directory, { SITE_URL: 'https://directory.example' });

  for (const [address, paired] of Object.entries(addresses)) {
    const name = address.split('/').at(-1);
    it(`both act: ${address}`, async () => {
      await assertAllNamed(get, address, paired);
      await assertGolden(`pairs/${name}.txt`, await answersOf(get, address, paired));
    });
  }
});

/** Parts of a search. The last ones name what is looked for, so that each pair means a list. */
const words = {
  price: [
    'cheapest',
    'under $50 a month',
    'between €5 and 20',
    'at least $30/mo',
    'less than 2 cents per request',
  ],
  plan: ['free', 'not free', 'enterprise or pay as you go'],
  depth: ['archive', 'without archive', 'recent state only'],
  amount: ['more than 5M requests a month', '25 rps', 'for 5M requests', '3 million calls a day'],
  place: [
    'on base',
    'on ethereum and solana',
    'on base or aria',
    'not on solana',
    'on each of base and ethereum',
    'on 3 networks',
  ],
  provider: ['alchemy', 'except alchemy', 'quiknode', 'by infura or ankr'],
  fact: ['no kyc', 'with a trial', 'websocket', 'uptime above 99.9 %', 'in europe'],
  rest: ['zzqq', 'best', '"growth"', 'graph'],
};
const subjects = ['rpc', 'wallets'];

interface Found {
  readonly interpretation?: { readonly href: string; readonly totalOffers: number };
  readonly corrected?: string;
  readonly leftOut?: readonly string[];
  readonly offers: readonly { readonly slug: string }[];
}

describe('two parts of a search', () => {
  const { get } = useService(directory, { SITE_URL: 'https://directory.example' });

  it('both act, or are said to be left out', async () => {
    const told: string[] = [];
    for (const [at, [first, second]] of pairsOf(words).entries()) {
      const subject = subjects[Number(at % 5 === 4)];
      const q = `${first} ${subject} ${second}`;
      const { text } = await get(`/api/search?q=${encodeURIComponent(q)}`);
      const { interpretation, offers, ...found } = JSON.parse(text).result as Found;
      const { href = '', totalOffers = null } = interpretation ?? {};
      const list = decodeURIComponent(href.replace('https://directory.example', ''));
      const others = JSON.stringify({ ...found.leftOut, corrected: found.corrected });
      const [slug = ''] = offers.map((offer) => offer.slug);
      told.push(`${q}\n  ${totalOffers} ${list} ${slug} ${others}`);
    }
    await assertGolden('pairs/words.txt', `${told.join('\n')}\n`);
  });
});

describe('two arguments together', () => {
  const cleanUp = afterAll();
  const { service } = useService(directory, { SITE_URL: 'https://directory.example' });
  let client: Client;
  before(async () => {
    client = await connect(service().url, cleanUp);
  });

  for (const [name, arguments_] of Object.entries(called))
    it(`both act: ${name}`, async () => {
      await assertGolden(`pairs/${name}.txt`, await calledWith(client, name, arguments_));
    });
});

describe('two parameters of changes', () => {
  const cleanUp = afterAll();
  let service: TestService;
  before(async () => {
    const published = await publishChanges(cleanUp);
    await published.publish(manyChanges(), 3);
    service = await startService({
      snapshot: await openBuilt(published),
      environment: { SITE_URL: 'https://directory.example' },
    });
    cleanUp.after(service.close);
  });
  const get: Get = (target, options) => service.get(target, options);

  it('both act', async () => {
    await assertAllNamed(get, '/api/changes', ofChanges);
    await assertGolden('pairs/changes.txt', await answersOf(get, '/api/changes', ofChanges));
    const client = await connect(service.url, cleanUp);
    const told = await calledWith(client, 'changes_since', ofNews, third);
    await assertGolden('pairs/changes_since.txt', told);
  });

  it('both act in feeds and pages', async () => {
    const { page: _, pageSize: __, ...parameters } = ofChanges.parameters;
    const feed = { ...ofChanges, parameters };
    await assertGolden(
      'pairs/changes.json.txt',
      await answersOf(get, '/changes.json', feed, third),
    );
    await assertGolden(
      'pairs/changes.md.txt',
      await answersOf(get, '/changes.md', ofChanges, third),
    );
  });

  it('are told whole on pages, with the past of each offer', async () => {
    const pages = [
      '/changes?since=2026-01-04',
      '/networks/aria/changes?provider=p04&page=1',
      '/providers/alchemy',
      '/networks/aria/providers/p04',
      '/providers/p06',
      '/providers/p03.md',
      '/compare?category=apis&offer=alchemy-free-mainnet&offer=bison-two',
      '/networks/aria/toolbox/apis?pageSize=1&open=alchemy-growth-mainnet&search=growth',
      '/networks/aria/',
    ];
    const told: string[] = [];
    for (const address of pages) {
      const { headers, text } = await get(address, asBrowser);
      const own = text.replaceAll(/<form id="filters".*?<\/form>/gs, '');
      const lines = shownWhole(address, headers['content-type'] ?? '', own);
      told.push(`# ${address}\n${lines.replaceAll(/\n\s*(?=\n)/g, '')}`);
    }
    await assertGolden('pairs/past.txt', `${masked(told.join('\n\n'))}\n`);
  });

  it('are told whole in the feed, also several of one provider', async () => {
    const { items, ...head } = JSON.parse((await get('/changes.json?since=2026-01-05')).text);
    const told = items.map((item: object) => JSON.stringify({ ...item, id: '' }, null, 1));
    assert.equal(new Set(items.map(({ id }: { id: string }) => id)).size, items.length);
    const text = `${JSON.stringify(head, null, 1)}\n${told.join('\n')}\n`;
    await assertGolden('pairs/feed.txt', text);
  });
});
