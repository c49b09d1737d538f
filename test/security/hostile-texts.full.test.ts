/**
 * Hostile texts of contributors in each text column of rows and providers, in the names of
 * providers, and in the definitions of networks, categories, columns, ready sets, words and the
 * application: check, fix and build end, and every address of the service and every tool answers
 * with them as texts.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { Parser } from 'htmlparser2';
import MarkdownIt from 'markdown-it';
import { type ColumnDefinition, columnsOfCategory } from '../../model/columns.ts';
import type { Problem } from '../../pipeline/problem.ts';
import { checkFolder, checkTree } from '../support/check-tree.ts';
import {
  type Cell,
  directory,
  directoryFolder,
  directoryMeta,
  toCsv,
} from '../support/directory.ts';
import { post } from '../support/mcp-client.ts';
import { projectFolder } from '../support/paths.ts';
import { runPipeline } from '../support/run-pipeline.ts';
import { everyPath } from '../support/service-every-path.ts';
import {
  buildFolder,
  openCurrent,
  startService,
  type TestService,
  useService,
} from '../support/service-server.ts';
import { type Tree, writeTree } from '../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';

/** The texts of a file, each on a line. */
function readLines(name: string): string[] {
  return readFileSync(path.join(projectFolder, `test/fixtures/hostile/${name}.txt`), 'utf8')
    .trimEnd()
    .split('\n');
}

const attacked = /pwned/i;

/**
 * Throws if a text of a contributor became markup, a script, a formula or a broken document.
 * `asked`: what the body answers.
 */
function assertHarmless(type: string, body: string, asked: string): void {
  try {
    assertTexts(type, body);
  } catch (error) {
    throw new Error(`${asked}: ${(error as Error).message.slice(0, 300)}`, { cause: error });
  }
}

function assertTexts(type: string, body: string): void {
  if (/^text\/html/.test(type)) assertMarkup(body, false);
  else if (/xml/.test(type)) assertMarkup(body, true);
  else if (/json/.test(type) && !/ndjson/.test(type)) JSON.parse(body);
  else if (/^text\/csv/.test(type)) assertCells(body);
  else if (/^text\/markdown/.test(type))
    assert.doesNotMatch(body, /<(?:script|img|pwned)|(?<!\\)\]\(javascript:/i);
}

function assertMarkup(body: string, xmlMode: boolean): void {
  let inScript = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        assert.ok(!/^(?:pwned|iframe|object|embed|base)$/.test(name), `<${name}>`);
        for (const [key, value] of Object.entries(attributes)) assertAttribute(key, value);
        inScript = name === 'script' && attributes.type !== 'application/ld+json';
      },
      ontext: (text) => assert.ok(!inScript || !attacked.test(text), 'in a script'),
      onclosetag: () => {
        inScript = false;
      },
    },
    { xmlMode, decodeEntities: true },
  );
  parser.end(body);
}

function assertAttribute(key: string, value: string): void {
  assert.doesNotMatch(key, /^on|pwned/, key);
  if (key === 'src') assert.doesNotMatch(value, attacked, key);
  if (/^(?:href|action|formaction)$/.test(key))
    assert.doesNotMatch(value, /^\s*(?:javascript|data|vbscript):/i, key);
}

/** Cells of a spreadsheet do not begin with a formula. */
function assertCells(body: string): void {
  for (const [cell] of body.matchAll(/(?<=^|,|\n)"?[=+@](?:HYPERLINK|cmd)/gi)) assert.fail(cell);
}

/** The result of a request to /mcp. */
async function askMcp(port: number, method: string, params: object) {
  const { status, text } = await post(
    port,
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  );
  assert.ok(status < 500, `${status} ${JSON.stringify(params)}`);
  return JSON.parse(text.replace(/^event: message\ndata: /, '')).result;
}

/**
 * Texts that attack readers, the browser, spreadsheets, the database or the time of the process.
 * `size`: bytes of the long ones in a list, which JSON writes.
 */
function hostileTexts(size: number): readonly string[] {
  const long = (piece: string, end = '') => {
    const bytes = Buffer.byteLength(JSON.stringify(piece)) - 2;
    return piece.repeat(Math.floor((size - end.length) / bytes)) + end;
  };
  return [
    ...readLines('cells'),
    `https://a.io/your${long('a', '!')}`,
    long('[a](b'),
    long('*_~`'),
    long('1'),
    long('$1/1,111 '),
    `a${long(' ')}b`,
    long('"'),
    long('\\'),
    long('a\u0301\u0300'),
    long('<!--'),
    Array.from({ length: size / 6 }, (_, at) => `w${at.toString(36)}`).join(' '),
  ];
}

/** A row may have 20,000 bytes. */
const texts = hostileTexts(330);

type Row = Record<string, Cell>;
/** Rows by file; null for one that was refused as a whole. */
type Files = Map<string, (Row | null)[]>;

const providersFile = 'references/providers/providers.csv';
const fileOf = (category: string) => `listings/specific-networks/aria/${category}.csv`;
const usual: Row = {
  ...{
    provider: 'Acme',
    planName: 'Basic',
    planType: 'Free',
    apiType: 'RPC',
    technology: 'EVM JSON-RPC',
  },
  ...{ chain: 'mainnet', hostingType: 'Self-hosted', selfHostedCommand: 'npx', name: 'Agent' },
};
const { categories, columns } = (await checkFolder(directoryFolder)).sources.meta;

function hostileFiles(): Files {
  const [header = ''] = String(directory[providersFile]).split('\n');
  const keys = header.split(',');
  const blank: Row = Object.fromEntries(keys.map((key) => [key, '']));
  const attacked = keys.filter((key) => !['logoPath', 'starred'].includes(key));
  const providers = texts.map((text, at): Row => {
    const cells = Object.fromEntries(attacked.map((key) => [key, key === 'tag' ? [text] : text]));
    return {
      ...blank,
      ...cells,
      slug: `hostile-${at}`,
      name: text.length < 100 ? text : `Provider ${at}`,
    };
  });
  const files: Files = new Map([
    [providersFile, [{ ...blank, slug: 'acme', name: 'Acme' }, ...providers]],
  ]);
  for (const { key: category } of categories) {
    const own = columnsOfCategory(columns, category).filter(({ categories: used }) =>
      used.includes(category),
    );
    const base: Row = Object.fromEntries(
      own.map((column) => [column.key, usualCell(column, category)]),
    );
    const free = own.filter(
      ({ key, valueKind }) => !['slug', 'chain'].includes(key) && valueKind !== 'boolean',
    );
    const rows = texts.map((text, at) => {
      const cells = free.map(({ key, valueKind }) => [key, valueKind === 'array' ? [text] : text]);
      return { ...base, slug: `${category}-${at}`, ...Object.fromEntries(cells) };
    });
    // A provider without an offer has no page.
    const offered = providers.map(({ name = '' }, at) => ({
      ...base,
      slug: `of-${at}`,
      provider: name,
    }));
    files.set(fileOf(category), [
      { ...base, slug: `${category}-plain` },
      ...(category === 'apis' ? offered : []),
      ...rows,
    ]);
  }
  return files;
}

function usualCell(
  { key, valueKind, requiredIn, nullable }: ColumnDefinition,
  category: string,
): Cell {
  if (valueKind !== 'boolean' && usual[key] !== undefined) return usual[key];
  const required = { boolean: false, array: ['x'], string: 'x', number: '1' }[valueKind];
  return requiredIn.includes(category) || !nullable ? required : '';
}

function treeOf(files: Files): Tree {
  const tables = Array.from(files, ([name, rows]) => [
    name,
    toCsv(rows.filter((row) => row !== null)),
  ]);
  const meta = Object.entries(directory).filter(
    ([name]) => name.startsWith('meta/') && !/sets|words/.test(name),
  );
  return Object.fromEntries([...meta, ...tables]);
}

/** A refused cell is emptied, or its row removed. */
function remove(files: Files, { file, line, column, message }: Problem): void {
  const rows = files.get(file);
  const row = rows?.[(line ?? 0) - 2];
  if (row === null) return;
  assert.ok(rows && row && line !== null, `${file}:${line} ${message}`);
  if (column === null || row[column] === '' || column === 'slug' || usual[column] !== undefined)
    rows[line - 2] = null;
  else row[column] = '';
}

const aria = '/networks/aria';
const api = `${aria}/api/infrastructure-providers`;

function addressesOf(category: string, slugs: readonly string[]): string[] {
  const own = columns.filter((column) => column.categories.includes(category));
  const short = texts.filter((text) => text.length < 100);
  return [
    ...[
      '?pageSize=100',
      `?pageSize=100&${own.map(({ key }) => `cols=${key}`).join('&')}`,
      '.md',
    ].map((rest) => `${aria}/toolbox/${category}${rest}`),
    ...[`rows?category=${category}&pageSize=100&numbers=1`, `facets?category=${category}`].map(
      (rest) => `${api}/${rest}`,
    ),
    `/api/offers?category=${category}`,
    ...['csv', 'ndjson', 'parquet'].map(
      (format) => `${api}/export?category=${category}&format=${format}`,
    ),
    ...['', '.json', '.csv', '.md'].map((form, at) => {
      const six = slugs.slice(at * 6, at * 6 + 6).map((slug) => `&offer=${slug}`);
      return `/compare${form}?category=${category}${six.join('')}`;
    }),
    ...own
      .filter(({ filter }) => filter === 'searchableMultiSelect')
      .map(
        ({ key }, at) =>
          `${aria}/toolbox/${category}?f.${key}=${encodeURIComponent(short[at % short.length] ?? '')}`,
      ),
  ];
}

describe('hostile cells', { timeout: 600_000 }, () => {
  const cleanUp = afterAll();
  const files = hostileFiles();
  const slugsIn = (file: string) => (files.get(file) ?? []).map((row) => String(row?.slug));
  let service: TestService;

  before(async () => {
    for (let round = 0; ; round++) {
      assert.ok(round < 20, 'check refuses the tree all the same');
      const { problems } = await checkTree(cleanUp, treeOf(files));
      const errors = problems.filter(({ severity }) => severity === 'error');
      for (const error of errors) remove(files, error);
      for (const [name, rows] of files) files.set(name, rows.filter(Boolean));
      if (errors.length === 0) break;
    }
    const folder = await makeTemporaryFolder(cleanUp);
    const [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
    await writeTree(sources, treeOf(files));
    assert.equal((await runPipeline(['fix', '--sources', sources])).code, 0);
    await buildFolder(sources, build);
    service = await startService({ snapshot: await openCurrent(build) });
    cleanUp.after(service.close);
  });

  it('are texts on every address', async () => {
    const [offer = ''] = slugsIn(fileOf('apis'));
    const usualPaths = everyPath().map((address) =>
      address
        .replaceAll(/alchemy-free-mainnet|zephyr-mainnet/g, offer)
        .replaceAll('/alchemy', '/acme'),
    );
    const addresses = [
      ...usualPaths,
      ...categories.flatMap(({ key }) => addressesOf(key, slugsIn(fileOf(key)))),
      ...slugsIn(providersFile).flatMap((slug) =>
        ['', '.md'].map((form) => `${aria}/providers/${slug}${form}`),
      ),
      ...slugsIn(fileOf('mcpservers')).map((slug) => `/api/mcp-config?offer=${slug}`),
      ...slugsIn(fileOf('apis')).map((slug) => `/api/rpc-endpoint?offer=${slug}`),
      ...texts.flatMap((text) => {
        const q = encodeURIComponent(text.slice(0, 200));
        return [
          `/search?q=${q}`,
          `/api/search?q=${q}`,
          `/api/suggest?q=${q}`,
          `${aria}/toolbox/apis?search=${q}`,
        ];
      }),
    ];
    for (const address of addresses) {
      const { status, headers, text } = await service.get(address);
      assert.ok(status < 500, `${status} ${address}`);
      assertHarmless(headers['content-type'] ?? '', text, address);
    }
  });

  it('are texts in the answers of tools', async () => {
    const budget = 20_000;
    const calls: (readonly [name: string, given: object])[] = [
      ...categories.flatMap(({ key: category }) => [
        ['find_offers', { category, budget }] as const,
        ['compare_offers', { category, offers: slugsIn(fileOf(category)).slice(0, 6) }] as const,
        ['list_values', { category, budget }] as const,
      ]),
      ...slugsIn(providersFile).map((provider) => ['get_provider', { provider }] as const),
      ...slugsIn(fileOf('mcpservers')).map((offer) => ['get_connection', { offer }] as const),
    ];
    for (const [name, given] of calls) {
      const { content } = await askMcp(service.port, 'tools/call', { name, arguments: given });
      assertHarmless('text/markdown', content[0].text, JSON.stringify([name, given]));
    }
  });
});

/** At most 40 characters; `pwned<n>` finds the n-th one. */
const definitionTexts: readonly string[] = readLines('definitions');

const marker = /pwned(\d+)/gi;
const markdown = new MarkdownIt({ html: true });
type Token = ReturnType<typeof markdown.parse>[number];

/**
 * Throws if a text of the sources acts, or reads otherwise than it is written. `path`: of an
 * OpenAPI document, whose descriptions are Markdown.
 */
function assertVerbatim(type: string, body: string, path: string): void {
  assertHarmless(type, body, path);
  if (/^text\/(?:markdown|plain)/.test(type)) assertMarkdown(body);
  else if (/ndjson/.test(type))
    for (const line of body.trim().split('\n')) assertJson(JSON.parse(line), '', path);
  else if (/json/.test(type)) assertJson(JSON.parse(body), '', path);
  else if (/^text\/csv/.test(type)) assertTable(body);
}

function assertMarkdown(body: string): void {
  for (const { type, content, children } of markdown.parse(body, {})) {
    if (/^(?:html_block|fence|code_block)$/.test(type)) assert.doesNotMatch(content, marker, type);
    for (const child of children ?? []) assertNoMarkup(child);
    assertWhole(
      (children ?? []).map((child) => (child.type === 'softbreak' ? ' ' : child.content)).join(''),
    );
  }
}

function assertNoMarkup(token: Token): void {
  const { type, content } = token;
  if (/^(?:code_inline|html_inline|image)$/.test(type)) assert.doesNotMatch(content, marker, type);
  if (type === 'link_open')
    assert.doesNotMatch(String(token.attrGet('href')), /pwned|evil\./, 'a link');
}

function assertJson(value: unknown, key: string, path: string): void {
  if (typeof value === 'string') {
    assertText(value, key, path);
    return;
  }
  // Data, whose descriptions are those of the definitions.
  for (const [name, each] of Object.entries(value ?? {}))
    assertJson(each, Array.isArray(value) ? key : name, name === 'x-coverage' ? '' : path);
}

function assertText(value: string, key: string, path: string): void {
  if (key === 'description' && path.endsWith('/openapi.json')) assertMarkdown(value);
  else if (key === 'content_html') assertHarmless('text/html', value, path);
  // An example of a search is a word of a name.
  else if (key !== 'example') assertWhole(value);
}

function assertTable(body: string): void {
  for (const cell of (parse(body) as string[][]).flat()) {
    assert.doesNotMatch(cell, /^[=+@-](?!\d)/, 'a formula');
    if (cell.startsWith('["')) assertJson(JSON.parse(cell), '', '');
    else assertWhole(cell);
  }
}

/** Long texts are cut at their end. */
function assertWhole(text: string): void {
  for (const [, number] of text.matchAll(marker)) {
    const written = (definitionTexts[Number(number)] ?? '').toLowerCase();
    assert.ok(
      text.toLowerCase().includes(written) || text.length > 250 || text.endsWith('…'),
      `${written}: ${text}`,
    );
  }
}

let given = 0;
const hostile = () => definitionTexts[given++ % definitionTexts.length] ?? '';

const recordsOf = (text: unknown): Record<string, string>[] =>
  parse(String(text), { columns: true });
/** The table with hostile texts in some columns. */
const attack = (text: unknown, ...columns: readonly string[]) =>
  toCsv(
    recordsOf(text).map((record) => ({
      ...record,
      ...Object.fromEntries(columns.map((key) => [key, hostile()])),
    })),
  );

const rowsApi = 'api/infrastructure-providers';
const networks = definitionTexts.map((name, at) => ({
  key: `n${at}`,
  name,
  docs: 'https://docs.acme.io/',
  chains: ['mainnet', name],
}));
const explorers = (slug: string) =>
  String(directory['listings/specific-networks/cela/explorers.csv']).replace('aardvark-scan', slug);
const set = { category: 'apis', filters: '', sorting: '[{"id":"accessPrice"}]' };
const tree: Tree = {
  ...directory,
  'meta/networks.csv': toCsv([...recordsOf(directory['meta/networks.csv']), ...networks]),
  'meta/categories.csv': attack(directory['meta/categories.csv'], 'label', 'description'),
  'meta/columns.csv': attack(directory['meta/columns.csv'], 'label', 'description'),
  'meta/sets.csv': toCsv(
    definitionTexts.map((label) => ({ ...set, label, description: hostile() })),
  ),
  'meta/words.csv': toCsv([{ words: '[pwned0](x)', category: 'apis', filters: '', sorting: '' }]),
  'meta/site.csv': attack(directoryMeta('site'), 'subject', 'publisher', 'license'),
  'meta/application.csv': attack(directoryMeta('application'), 'label', 'description'),
  'references/providers/providers.csv': toCsv([
    ...recordsOf(directory['references/providers/providers.csv']),
    ...definitionTexts.map((text, at) => ({
      slug: `evil-${at}`,
      name: text,
      description: hostile(),
    })),
  ]),
  'listings/specific-networks/bora/apis.csv': toCsv(
    definitionTexts.map((provider, at) => ({
      ...{
        slug: `evil-api-${at}`,
        provider,
        planName: hostile(),
        planType: 'Free',
        apiType: 'RPC',
        technology: 'EVM JSON-RPC',
      },
      ...{ chain: 'mainnet', starred: false, trial: false, regions: [hostile()] },
    })),
  ),
  ...Object.fromEntries(
    networks.map(({ key }) => [
      `listings/specific-networks/${key}/explorers.csv`,
      explorers(`scan-${key}`),
    ]),
  ),
};

const ofNetwork = (network: string, category: string) =>
  [
    ...[
      '',
      'llms.txt',
      'openapi.json',
      'robots.txt',
      'sitemap-network.xml',
      'changes.atom',
      'changes.md',
    ],
    ...['providers', 'search.md?q=scan', `toolbox/${category}`, `toolbox/${category}.md`],
    ...[
      `${rowsApi}/categories`,
      `${rowsApi}/rows?category=${category}`,
      `${rowsApi}/facets?category=${category}`,
    ],
    ...['csv', 'ndjson'].map((format) => `${rowsApi}/export?category=${category}&format=${format}`),
  ].map((path) => `/networks/${network}/${path}`);
const compared = 'category=apis&offer=evil-api-0&offer=evil-api-9&offer=evil-api-10';
const definitionPaths = [
  ...everyPath(),
  ...networks.flatMap(({ key }) => [...ofNetwork(key, 'explorers'), `/icons/${key}.svg`]),
  ...ofNetwork('bora', 'apis'),
  ...definitionTexts.flatMap((_, at) => [
    `/providers/evil-${at}`,
    `/networks/bora/providers/evil-${at}.md`,
  ]),
  ...['', '.md', '.csv', '.json'].map((form) => `/compare${form}?${compared}`),
  ...['json', 'md'].map((form) => `/mcp-gateway.${form}`),
  ...['category=apis&network=n0', 'network=n1&network=n9'].flatMap((query) => [
    `/changes.atom?${query}`,
    `/changes.md?${query}`,
  ]),
  ...['scan', 'explorers'].flatMap((q) => [
    `/search.md?q=${q}`,
    `/api/search?q=${q}`,
    `/api/suggest?q=${q}`,
  ]),
];

const definitionCalls: readonly (readonly [tool: string, given: object])[] = [
  ['find_network', { search: 'n1', budget: 20_000 }],
  ['find_network', { provider: 'evil-9', budget: 20_000 }],
  ...['n0', 'n5', 'n9'].map(
    (network) => ['find_offers', { category: 'explorers', network, budget: 20_000 }] as const,
  ),
  ['find_offers', { category: 'apis', network: 'bora', limit: 50, budget: 20_000 }],
  [
    'find_providers',
    { category: 'apis', network: ['bora', 'n0', 'n9'], limit: 50, budget: 20_000 },
  ],
  [
    'compare_offers',
    {
      category: 'apis',
      offers: ['evil-api-0', 'evil-api-9', 'evil-api-5'],
      network: 'bora',
      budget: 20_000,
    },
  ],
  ['estimate_cost', { network: ['bora', 'n0'], limit: 50, budget: 20_000 }],
  ['list_values', { category: 'apis', budget: 20_000 }],
  ['list_values', { category: 'apis', column: 'regions', budget: 20_000 }],
  [
    'list_values',
    { category: 'apis', filters: [{ id: 'regions', value: ['pwned'] }], budget: 20_000 },
  ],
  ...definitionTexts.map(
    (_, at) => ['get_provider', { provider: `evil-${at}`, budget: 20_000 }] as const,
  ),
  ['get_provider', { provider: 'pwned 0' }],
  ['get_connection', { network: ['n0', 'n9'], budget: 20_000 }],
  ['changes_since', { network: ['n0'], budget: 20_000 }],
];

/** Failures of `check` begin with what was asked. */
function naming(asked: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw new Error(`${asked}: ${(error as Error).message.slice(0, 600)}`, { cause: error });
  }
}

describe('hostile definitions', () => {
  const used = useService(tree, { APP_URL: 'https://app.example' });

  it('are texts in every answer, whatever its media type', async () => {
    const types = new Set<string>();
    for (const path of definitionPaths) {
      const { status, headers, text } = await used.get(path);
      assert.ok(status < 500, `${status} ${path}`);
      const type = headers['content-type'] ?? '';
      types.add(type.replace(/;.*/, ''));
      naming(path, () => {
        if (!path.includes('pwned')) assert.doesNotMatch(JSON.stringify(headers), /pwned/i);
        if (!/\.parquet|metrics/.test(path)) assertVerbatim(type, text, path.replace(/\?.*/, ''));
      });
    }
    for (const type of [
      'text/html',
      'text/markdown',
      'text/plain',
      'text/csv',
      'application/json',
      'image/svg+xml',
    ])
      assert.ok(types.has(type), `${type} is not among ${[...types].join(', ')}`);
  });

  it('are texts in the answers of tools and resources', async () => {
    const { port } = used.service();
    const uris = ['networks', 'categories/apis', 'offers/apis/evil-api-9'].map((uri) => ({
      uri: `directory://${uri}`,
    }));
    const requests = [
      ...definitionCalls.map(([name, values]) => ({
        method: 'tools/call',
        params: { name, arguments: values },
      })),
      ...uris.map((params) => ({ method: 'resources/read', params })),
      ...['resources/list', 'tools/list'].map((method) => ({ method, params: {} })),
    ];
    for (const request of requests) {
      const result = await askMcp(port, request.method, request.params);
      naming(JSON.stringify(request), () => {
        if (request.method === 'tools/call') assertMarkdown(result.content[0].text);
        assertVerbatim('application/json', JSON.stringify({ ...result, content: null }), '');
      });
    }
  });
});
