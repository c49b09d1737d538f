/** However the addresses are spelled, every link of the service to itself leads somewhere. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parseConfig } from '../../service/config.ts';
import { pageSizeOfPages } from '../../service/questions/list.ts';
import { directory } from '../support/directory.ts';
import { exampleRequests, parseDocument } from '../support/interface-documents.ts';
import type { Answer } from '../support/service-get.ts';
import { unescapeHtml } from '../support/service-html.ts';
import {
  buildTree,
  openCurrent,
  startService,
  type TestService,
} from '../support/service-server.ts';

// Follows every link of a site to itself: from pages, headers, JSON, sitemaps, texts and style
// sheets.

interface Site {
  /** Absolute addresses. */
  readonly starts: readonly string[];
  readonly isInternal: (url: URL) => boolean;
  readonly get: (url: URL) => Promise<Answer>;
}

interface Visit {
  readonly status: number;
  /** Where the address was found first; null for a start. */
  readonly from: string | null;
}

/**
 * A panel of filters leads to endless combinations: of each set of parameters of a page this many
 * are asked for.
 */
const perShape = 1;
const maxVisits = 3000;

/** Every internal address that was asked for. */
async function crawl({ starts, isInternal, get }: Site): Promise<Map<string, Visit>> {
  const visits = new Map<string, Visit>();
  const shapes = new Map<string, number>();
  const queue: { readonly address: string; readonly from: string | null }[] = starts.map(
    (address) => ({
      address,
      from: null,
    }),
  );
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const url = new URL(next.address);
    url.hash = '';
    if (visits.has(url.href) || !isInternal(url) || !isWanted(url, shapes)) continue;
    if (visits.size >= maxVisits) throw new Error(`more than ${maxVisits} addresses`);
    const answer = await get(url);
    const type = answer.headers['content-type']?.split(';')[0] ?? '';
    visits.set(url.href, { status: answer.status, from: next.from });
    for (const address of linksOf(url, type, answer)) queue.push({ address, from: url.href });
  }
  return visits;
}

function isWanted(url: URL, shapes: Map<string, number>): boolean {
  const names = [...new Set(url.searchParams.keys())].filter((name) => name !== 'page');
  if (names.length === 0) return true;
  const shape = `${url.host}${url.pathname} ${names.toSorted().join(' ')}`;
  const seen = shapes.get(shape) ?? 0;
  shapes.set(shape, seen + 1);
  return seen < perShape;
}

/** Absolute addresses of everything that the answer links to. */
function linksOf(url: URL, type: string, { headers, text }: Answer): string[] {
  const header = Array.from(
    String(headers.link ?? '').matchAll(/<([^>]*)>/g),
    ([, target = '']) => target,
  );
  const found = [...header, ...(readers[type]?.(text) ?? [])];
  const absolute = found
    .filter((target) => !/^(#|data:|mailto:)/.test(target))
    .map((target) => new URL(target, url).href);
  return absolute.filter((target) => /^https?:/.test(target));
}

const readers: Readonly<Record<string, (text: string) => string[]>> = {
  'text/html': (html) =>
    Array.from(html.matchAll(/\s(?:href|src)="([^"]*)"/g), ([, target = '']) =>
      unescapeHtml(target),
    ),
  'text/css': (css) =>
    Array.from(css.matchAll(/url\(["']?([^"')]+)/g), ([, target = '']) => target),
  'text/plain': plainAddresses,
  'application/xml': (xml) =>
    Array.from(xml.matchAll(/<loc>([^<]*)<\/loc>/g), ([, target = '']) => unescapeHtml(target)),
  'application/json': jsonAddresses,
  'application/linkset+json': jsonAddresses,
};

function plainAddresses(text: string): string[] {
  return text.match(/https?:\/\/[^\s)>\]"'`,]+/g) ?? [];
}

/**
 * Whole strings that are addresses, and paths under keys that hold addresses; of an OpenAPI
 * document its examples.
 */
function jsonAddresses(text: string): string[] {
  const json: unknown = JSON.parse(text);
  const found: string[] = [];
  walk(json, (key, value) => {
    if (URL.canParse(value) || (['url', 'href', 'icon'].includes(key) && value.startsWith('/')))
      found.push(value);
  });
  const isDocument = typeof json === 'object' && json !== null && 'openapi' in json;
  return isDocument ? [...found, ...documentAddresses(json)] : found;
}

function documentAddresses(json: object): string[] {
  const { servers, paths } = parseDocument(json);
  const requests = Object.entries(paths).flatMap(([path, item]) => exampleRequests(path, item.get));
  return servers.flatMap(({ url }) => requests.map((request) => `${url}${request}`));
}

function walk(value: unknown, visit: (key: string, text: string) => void, key = ''): void {
  if (typeof value === 'string') visit(key, value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value))
    walk(item, visit, Array.isArray(value) ? key : name);
}

interface Spelling {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Base address of the toolbox of a network. */
  readonly network: (key: string) => string;
  /** What the proxy in front cuts off the path. */
  readonly strips?: string;
}

const site = 'https://dir.test';
const prefixed = `${site}/web3/directory`;

const spellings: readonly Spelling[] = [
  {
    name: 'a path template',
    environment: { SITE_URL: site },
    network: (key) => `${site}/networks/${key}`,
  },
  {
    name: 'a host template beside a site of the same form',
    environment: {
      SITE_URL: 'https://www.dir.test',
      NETWORK_URL_TEMPLATE: 'https://{network}.dir.test',
    },
    network: (key) => `https://${key}.dir.test`,
  },
  {
    name: 'a host template with a path',
    environment: { SITE_URL: site, NETWORK_URL_TEMPLATE: 'https://{network}.dir.test/tools/v1' },
    network: (key) => `https://${key}.dir.test/tools/v1`,
  },
  {
    name: 'a prefix that the proxy cuts off',
    environment: { SITE_URL: prefixed },
    network: (key) => `${prefixed}/networks/${key}`,
    strips: '/web3/directory',
  },
];

/** With one network alone its toolbox is the site. */
const lonely: readonly Spelling[] = [
  {
    name: 'one network below a prefix that the proxy cuts off',
    environment: { SITE_URL: prefixed, ONLY_NETWORK: 'aria' },
    network: () => prefixed,
    strips: '/web3/directory',
  },
];

/**
 * Two networks, each with something that the other has not; MCP servers, whose page names networks;
 * a second page.
 */
const server =
  'slug,provider,planType,serverType,hostingType,transportType,authType,starred,trial,x402,onChainWrite';
const servers = `${server}\nmcp,Aardvark,Free,APIs,Hosted,HTTP,None,false,false,false,false\n`;
const files =
  'meta/ references/ aria/wallets.csv aria/explorers.csv bora/storages.csv bora/explorers.csv'.split(
    ' ',
  );
// Its ready sets would find nothing.
const kept = Object.entries(directory).filter(
  ([file]) => files.some((part) => file.includes(part)) && !/sets.csv|quotations.csv/.test(file),
);
/** More providers than a page shows. */
const bulk = Array.from({ length: pageSizeOfPages + 1 }, (_, index) => `bulk-${index + 10}`);
const tree = {
  ...Object.fromEntries(kept),
  'listings/specific-networks/aria/mcpservers.csv': servers,
  'listings/specific-networks/bora/mcpservers.csv': servers,
  'references/providers/providers.csv': `${directory['references/providers/providers.csv']}${bulk.map((name) => `${name}-x,${name}${','.repeat(12)}\n`).join('')}`,
  'listings/specific-networks/bora/storages.csv': `slug,provider,planType,toolType,starred\n${bulk.map((name) => `${name},${name},Tiered,Bucket,false\n`).join('')}`,
  'listings/specific-networks/aria/apis.csv': firstLines('aria/apis.csv', 6),
};

function firstLines(file: string, count: number): string {
  return String(directory[`listings/specific-networks/${file}`])
    .split('\n')
    .slice(0, count)
    .join('\n');
}

const everyNetwork = ['aria', 'bora'];
const entrances =
  '/ /sitemap.xml /robots.txt /llms.txt /.well-known/api-catalog /openapi.json /api/networks'.split(
    ' ',
  );
const closers: (() => Promise<void>)[] = [];
let build = '';
before(async () => {
  ({ build } = await buildTree({ after: (work) => closers.push(work) }, tree));
});
after(async () => {
  for (const close of closers) await close();
});

describe('a template whose networks would take the paths of the site', () => {
  it('stops the start', () => {
    const environment = { SITE_URL: site, NETWORK_URL_TEMPLATE: `${site}/{network}` };
    const found = () => parseConfig(environment);
    assert.throws(found, /^ConfigError: NETWORK_URL_TEMPLATE="[^"]+": must have a part of its own/);
    parseConfig({ ...environment, NETWORK_URL_TEMPLATE: `${site}/on-{network}` });
  });
});

for (const spelling of [...spellings, ...lonely]) {
  describe(`addresses with ${spelling.name}`, () => {
    const base = spelling.environment.SITE_URL ?? '';
    let service: TestService;
    let visits: ReadonlyMap<string, Visit> = new Map();
    const get = (url: URL) => {
      const { strips = '' } = spelling;
      const path = url.pathname.startsWith(`${strips}/`)
        ? url.pathname.slice(strips.length)
        : url.pathname;
      return service.get(`${path}${url.search}`, {
        headers: { host: url.host, accept: 'text/html,*/*;q=0.8' },
      });
    };
    before(async () => {
      service = await startService({
        snapshot: await openCurrent(build),
        environment: spelling.environment,
      });
      // Of the many providers that fill a second page, one stands for all.
      const isInternal = (url: URL) =>
        url.hostname.endsWith('dir.test') && !/\bbulk-(?!10)\d\d/.test(url.href);
      visits = await crawl({ starts: entrances.map((path) => `${base}${path}`), isInternal, get });
    });
    after(() => service.close());

    it('lead nowhere that nothing is', () => {
      // The address of the MCP server takes POST only.
      const isRight = (address: string, status: number) =>
        status === (address === `${base}/mcp` ? 405 : 200);
      const broken = [...visits].filter(([address, { status }]) => !isRight(address, status));
      assert.ok(visits.has(`${base}/mcp`));
      const wrong = broken.map(([address, { status, from }]) => `${status} ${address} on ${from}`);
      assert.deepEqual(wrong, []);
    });

    it('all lie below the configured ones', () => {
      const bases = [base, ...everyNetwork.map(spelling.network)];
      const isBelow = (address: string) =>
        bases.some((start) => address === start || address.startsWith(`${start}/`));
      const others = [...visits.keys()].filter((address) => !isBelow(address));
      assert.deepEqual(others, []);
    });

    it('reach everything there is', () => {
      const missing = expectedAddresses(spelling).filter((address) => !visits.has(address));
      assert.deepEqual(missing, []);
    });

    it('are told to crawlers on every host, each with a sitemap of its own', async () => {
      const hosts = new Map(
        [...everyNetwork.map(spelling.network), base].map((start) => [
          new URL(start).origin,
          start,
        ]),
      );
      for (const [origin, start] of hosts) {
        const isSite =
          lonely.includes(spelling) || !everyNetwork.map(spelling.network).includes(start);
        const { text } = await get(new URL(`${start}/robots.txt`));
        const sitemap = `${start}/${isSite ? 'sitemap.xml' : 'sitemap-network.xml'}`;
        assert.ok(text.includes(`\nSitemap: ${sitemap}\n`), `${origin}: ${text}`);
        assert.equal((await get(new URL(sitemap))).status, 200, sitemap);
      }
    });

    it('are 404 for what is not there', async () => {
      for (const address of [
        `${spelling.network('nope')}/toolbox/nope`,
        `${base}/nowhere`,
        `${base}/networks/nope/x`,
      ]) {
        assert.equal((await get(new URL(address))).status, 404, address);
      }
    });
  });
}

function expectedAddresses(spelling: Spelling): string[] {
  const isAlone = lonely.includes(spelling);
  const base = spelling.environment.SITE_URL ?? '';
  const shared = [...entrances, '/about', '/mcp-gateway', '/llms-full.txt'].map(
    (path) => `${base}${path}`,
  );
  const api = '/api/infrastructure-providers';
  const paths = [
    '/',
    '/openapi.json',
    '/sitemap-network.xml',
    `${api}/categories`,
    `${api}/providers`,
  ];
  const networks = (isAlone ? ['aria'] : everyNetwork).map(spelling.network);
  const last = isAlone ? [] : [`${spelling.network('bora')}/toolbox/storages?page=2`];
  return [
    ...shared,
    ...networks.flatMap((network) => paths.map((path) => `${network}${path}`)),
    ...last,
  ];
}
