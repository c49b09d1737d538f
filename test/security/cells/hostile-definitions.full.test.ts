/**
 * Hostile texts in the definitions of networks, categories, columns, ready sets, words and the application, and in the names of
 * providers: every address of the service and every tool answers with them as texts.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import MarkdownIt from 'markdown-it';
import { directory, directoryMeta, toCsv } from '../../support/directory.ts';
import { post } from '../../support/mcp-client.ts';
import { everyPath } from '../../support/service-every-path.ts';
import { useService } from '../../support/service-server.ts';
import type { Tree } from '../../support/source-tree.ts';
import { assertHarmless } from './markup.ts';

// What a response says of the hostile definitions: it reads as they are written, in each media type.

/** At most 40 characters; `pwned<n>` finds the n-th one. */
const definitionTexts: readonly string[] = [
  'pwned0](https://evil.example/) [x',
  '# pwned1',
  '- pwned2',
  '1. pwned3',
  '> pwned4',
  '`pwned5`',
  '```pwned6',
  '<a href=x>pwned7</a>',
  '</script><script>pwned8()</script>',
  'a | pwned9 | b',
  '=HYPERLINK("pwned10")',
  '&lt;pwned11&gt; &amp;',
  ']]><pwned12/>',
  '"onerror="pwned13()',
  '{{{pwned14}}} {{> frame}}',
  '**pwned15** ~~x~~ __y__',
  '![pwned16](//evil.example/x',
  '<!-- pwned17',
  'pwned18\\',
  '---pwned19',
  '<https://evil.example/pwned20>',
  '[x]: https://evil.example/pwned21',
  '<pwned22 onload=x()>',
  '+ @pwned23',
];

const marker = /pwned(\d+)/gi;
const markdown = new MarkdownIt({ html: true });
type Token = ReturnType<typeof markdown.parse>[number];

/** Throws if a text of the sources acts, or reads otherwise than it is written. `path`: of an OpenAPI document, whose descriptions are Markdown. */
function assertVerbatim(type: string, body: string, path: string): void {
  assertHarmless(type, body, path);
  if (/^text\/(?:markdown|plain)/.test(type)) assertMarkdown(body);
  else if (/ndjson/.test(type)) for (const line of body.trim().split('\n')) assertJson(JSON.parse(line), '', path);
  else if (/json/.test(type)) assertJson(JSON.parse(body), '', path);
  else if (/^text\/csv/.test(type)) assertTable(body);
}

function assertMarkdown(body: string): void {
  for (const { type, content, children } of markdown.parse(body, {})) {
    if (/^(?:html_block|fence|code_block)$/.test(type)) assert.doesNotMatch(content, marker, type);
    for (const child of children ?? []) assertNoMarkup(child);
    assertWhole((children ?? []).map((child) => (child.type === 'softbreak' ? ' ' : child.content)).join(''));
  }
}

function assertNoMarkup(token: Token): void {
  const { type, content } = token;
  if (/^(?:code_inline|html_inline|image)$/.test(type)) assert.doesNotMatch(content, marker, type);
  if (type === 'link_open') assert.doesNotMatch(String(token.attrGet('href')), /pwned|evil\./, 'a link');
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
    assert.ok(text.toLowerCase().includes(written) || text.length > 250 || text.endsWith('…'), `${written}: ${text}`);
  }
}

let given = 0;
const hostile = () => definitionTexts[given++ % definitionTexts.length] ?? '';

const recordsOf = (text: unknown): Record<string, string>[] => parse(String(text), { columns: true });
/** The table with hostile texts in some columns. */
const attack = (text: unknown, ...columns: readonly string[]) =>
  toCsv(
    recordsOf(text).map((record) => ({ ...record, ...Object.fromEntries(columns.map((key) => [key, hostile()])) })),
  );

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
  'meta/sets.csv': toCsv(definitionTexts.map((label) => ({ ...set, label, description: hostile() }))),
  'meta/words.csv': toCsv([{ words: '[pwned0](x)', category: 'apis', filters: '', sorting: '' }]),
  'meta/application.csv': attack(directoryMeta('application'), 'label', 'description'),
  'references/providers/providers.csv': toCsv([
    ...recordsOf(directory['references/providers/providers.csv']),
    ...definitionTexts.map((text, at) => ({ slug: `evil-${at}`, name: text, description: hostile() })),
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
    networks.map(({ key }) => [`listings/specific-networks/${key}/explorers.csv`, explorers(`scan-${key}`)]),
  ),
};

const api = 'api/infrastructure-providers';
const ofNetwork = (network: string, category: string) =>
  [
    ...['', 'llms.txt', 'openapi.json', 'robots.txt', 'sitemap-network.xml', 'changes.atom', 'changes.md'],
    ...['providers', 'search.md?q=scan', `toolbox/${category}`, `toolbox/${category}.md`],
    ...[`${api}/categories`, `${api}/rows?category=${category}`, `${api}/facets?category=${category}`],
    ...['csv', 'ndjson'].map((format) => `${api}/export?category=${category}&format=${format}`),
  ].map((path) => `/networks/${network}/${path}`);
const compared = 'category=apis&offer=evil-api-0&offer=evil-api-9&offer=evil-api-10';
const paths = [
  ...everyPath(),
  ...networks.flatMap(({ key }) => [...ofNetwork(key, 'explorers'), `/icons/${key}.svg`]),
  ...ofNetwork('bora', 'apis'),
  ...definitionTexts.flatMap((_, at) => [`/providers/evil-${at}`, `/networks/bora/providers/evil-${at}.md`]),
  ...['', '.md', '.csv', '.json'].map((form) => `/compare${form}?${compared}`),
  ...['json', 'md'].map((form) => `/mcp-gateway.${form}`),
  ...['category=apis&network=n0', 'network=n1&network=n9'].flatMap((query) => [
    `/changes.atom?${query}`,
    `/changes.md?${query}`,
  ]),
  ...['scan', 'explorers'].flatMap((q) => [`/search.md?q=${q}`, `/api/search?q=${q}`, `/api/suggest?q=${q}`]),
];

const calls: readonly (readonly [tool: string, given: object])[] = [
  ['find_network', { search: 'n1', budget: 20_000 }],
  ['find_network', { provider: 'evil-9', budget: 20_000 }],
  ...['n0', 'n5', 'n9'].map((network) => ['find_offers', { category: 'explorers', network, budget: 20_000 }] as const),
  ['find_offers', { category: 'apis', network: 'bora', limit: 50, budget: 20_000 }],
  ['find_providers', { category: 'apis', network: ['bora', 'n0', 'n9'], limit: 50, budget: 20_000 }],
  [
    'compare_offers',
    { category: 'apis', offers: ['evil-api-0', 'evil-api-9', 'evil-api-5'], network: 'bora', budget: 20_000 },
  ],
  ['estimate_cost', { network: ['bora', 'n0'], limit: 50, budget: 20_000 }],
  ['list_values', { category: 'apis', budget: 20_000 }],
  ['list_values', { category: 'apis', column: 'regions', budget: 20_000 }],
  ['list_values', { category: 'apis', filters: [{ id: 'regions', value: ['pwned'] }], budget: 20_000 }],
  ...definitionTexts.map((_, at) => ['get_provider', { provider: `evil-${at}`, budget: 20_000 }] as const),
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
    for (const path of paths) {
      const { status, headers, text } = await used.get(path);
      assert.ok(status < 500, `${status} ${path}`);
      const type = headers['content-type'] ?? '';
      types.add(type.replace(/;.*/, ''));
      naming(path, () => {
        if (!path.includes('pwned')) assert.doesNotMatch(JSON.stringify(headers), /pwned/i);
        if (!/\.parquet|metrics/.test(path)) assertVerbatim(type, text, path.replace(/\?.*/, ''));
      });
    }
    for (const type of ['text/html', 'text/markdown', 'text/plain', 'text/csv', 'application/json', 'image/svg+xml'])
      assert.ok(types.has(type), `${type} is not among ${[...types].join(', ')}`);
  });

  it('are texts in the answers of tools and resources', async () => {
    const { port } = used.service();
    const uris = ['networks', 'categories/apis', 'offers/apis/evil-api-9'].map((uri) => ({
      uri: `directory://${uri}`,
    }));
    const requests = [
      ...calls.map(([name, values]) => ({ method: 'tools/call', params: { name, arguments: values } })),
      ...uris.map((params) => ({ method: 'resources/read', params })),
      ...['resources/list', 'tools/list'].map((method) => ({ method, params: {} })),
    ];
    for (const request of requests) {
      const { text } = await post(port, JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }));
      const { result } = JSON.parse(text.replace(/^event: message\ndata: /, ''));
      naming(JSON.stringify(request), () => {
        if (request.method === 'tools/call') assertMarkdown(result.content[0].text);
        assertVerbatim('application/json', JSON.stringify({ ...result, content: null }), '');
      });
    }
  });
});
