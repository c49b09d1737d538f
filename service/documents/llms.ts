/** llms.txt and llms-full.txt (llmstxt.org): a title, a summary, then sections of links. */
import type { CategoryDefinition } from '../../model/categories.ts';
import type { Manifest } from '../../model/manifest.ts';
import { type ActiveCategory, activeCategories } from '../api/categories.ts';
import { exportFormats } from '../api/export-formats.ts';
import { compareNames } from '../api/networks.ts';
import { networkApi } from '../api/resource.ts';
import { formatCount } from '../counts.ts';
import { type Handler, snapshotOf } from '../http/context.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import type { Urls } from '../urls.ts';

export const llmsText = (deps: { readonly urls: Urls }) => sendText(deps.urls, presentLlms);
export const llmsFullText = (deps: { readonly urls: Urls }) => sendText(deps.urls, presentLlmsFull);

function sendText(urls: Urls, present: (input: LlmsInput) => string): Handler {
  return (ctx) => {
    const { catalog, manifest } = snapshotOf(ctx);
    const networks = [...catalog.networks.values()].filter(({ network }) => urls.serves(network));
    ctx.body = present({ networks, categories: catalog.categories, manifest, urls });
    ctx.set('Content-Type', 'text/plain; charset=utf-8');
  };
}

interface LlmsInput {
  readonly networks: readonly NetworkEntry[];
  readonly categories: readonly CategoryDefinition[];
  readonly manifest: Pick<Manifest, 'generatedAt' | 'metrics'>;
  readonly urls: Urls;
}

/** Networks in llms.txt; llms-full.txt lists all of them. */
const namedNetworks = 12;

function presentLlms(input: LlmsInput): string {
  const { manifest, urls } = input;
  const largest = [...input.networks]
    .toSorted((a, b) => entriesOf(input, b) - entriesOf(input, a))
    .slice(0, namedNetworks)
    .toSorted((a, b) => compareNames(a, b));
  return lines([
    ...heading(input),
    '## Key pages',
    link('Home', urls.to(null, '/'), 'networks and categories with counts'),
    link('About', urls.to(null, '/about'), 'purpose and data sources of the directory'),
    link('MCP gateway', urls.to(null, '/mcp-gateway'), 'how agents discover and run MCP servers'),
    '## Machine-readable',
    link('Networks', urls.to(null, '/api/networks'), 'JSON list of all network marketplaces'),
    link(
      'OpenAPI',
      urls.to(null, '/openapi.json'),
      'OpenAPI document of the site, with dated coverage and agent actions',
    ),
    link('API catalog', urls.to(null, '/.well-known/api-catalog'), 'links to all OpenAPI documents, one per network'),
    link('Full context', urls.to(null, '/llms-full.txt'), 'facts for each network and category'),
    '## Entity facts',
    ...categoryFacts(activeCategories(input.categories, manifest.metrics.site)),
    '## Networks',
    ...largest.map((network) => networkLink(network, input)),
    '## Recommended crawl targets',
    link('Sitemap', urls.to(null, '/sitemap.xml'), 'all pages'),
  ]);
}

function presentLlmsFull(input: LlmsInput): string {
  const { manifest, urls } = input;
  const day = manifest.generatedAt.slice(0, 10);
  const sorted = input.networks.toSorted((a, b) => compareNames(a, b));
  return lines([
    ...heading(input),
    '## How to cite',
    `- All counts are exact as of ${day}. They change with each published snapshot.`,
    '- An entry is one offer on one chain of one network. A provider is counted once in each total.',
    '## Product context',
    '- Each network has a toolbox: a base address with the directory pages and JSON endpoints of that network.',
    '- Prices, limits and SLAs are quoted as providers state them. Numbers are extracted for sorting and filtering.',
    '## Gateway context',
    link(
      'MCP gateway',
      urls.to(null, '/mcp-gateway'),
      'MCP servers are a category of the directory; this page explains how to use them',
    ),
    '## API',
    `- \`GET {network}${networkApi}/categories\`: active categories and metrics`,
    `- \`GET {network}${networkApi}/rows?category=\`: offers; parameters \`search\`, \`filters\`, \`sorting\`, \`page\`, \`pageSize\``,
    `- \`GET {network}${networkApi}/facets?category=\`: values of each filter, with counts`,
    `- \`GET {network}${networkApi}/export?category=&format=${Object.keys(exportFormats).join('|')}\`: all matching offers as a file`,
    `- \`GET {network}${networkApi}/providers\`: providers; a profile is at \`/{slug}\` below this path`,
    '## Categories',
    ...categoryFacts(activeCategories(input.categories, manifest.metrics.site)),
    '## Networks',
    ...sorted.flatMap((network) => networkBlock(network, input, day)),
    '## Recommended crawl targets',
    link('Sitemap', urls.to(null, '/sitemap.xml'), 'all pages'),
    link('Networks', urls.to(null, '/api/networks'), 'all toolbox addresses'),
  ]);
}

function heading({ networks, categories, manifest }: LlmsInput): string[] {
  const { entries, providers } = manifest.metrics.site;
  const active = activeCategories(categories, manifest.metrics.site).length;
  return [
    '# Web3 infrastructure directory',
    `> A public, read-only directory that compares ${formatCount(entries)} offers from ${formatCount(providers)} Web3 ` +
      `infrastructure providers in ${active} categories on ${formatCount(networks.length)} networks, as of ` +
      `${manifest.generatedAt.slice(0, 10)}.`,
  ];
}

function categoryFacts(categories: readonly ActiveCategory[]): string[] {
  return categories.map(
    ({ label, key, description, count, providersCount }) =>
      `- ${label} (\`${key}\`): ${formatCount(count)} entries from ${formatCount(providersCount)} providers. ${description ?? ''}`,
  );
}

function networkLink(network: NetworkEntry, input: LlmsInput): string {
  const { entries = 0, providers = 0 } = input.manifest.metrics.networks[network.network] ?? {};
  const facts = `${formatCount(entries)} entries from ${formatCount(providers)} providers`;
  return link(network.name, input.urls.to(network.network, '/'), facts);
}

function networkBlock(network: NetworkEntry, { categories, manifest, urls }: LlmsInput, day: string): string[] {
  const metrics = manifest.metrics.networks[network.network];
  if (!metrics) return [];
  const name = network.name;
  const total = `${formatCount(metrics.entries)} entries from ${formatCount(metrics.providers)} providers`;
  const chains = network.chains.length === 0 ? '' : ` Chains: ${network.chains.join(', ')}.`;
  return [
    `### ${name}`,
    `As of ${day}, ${name} has ${total} in ${metrics.activeCategories} categories.${chains}`,
    ...activeCategories(categories, metrics).map(({ key, label, count, providersCount }) =>
      link(
        `${label} on ${name}`,
        urls.to(network.network, `/toolbox/${key}`),
        `${formatCount(count)} entries from ${formatCount(providersCount)} providers as of ${day}`,
      ),
    ),
  ];
}

function entriesOf({ manifest }: LlmsInput, { network }: NetworkEntry): number {
  return manifest.metrics.networks[network]?.entries ?? 0;
}

function link(label: string, href: string, sentence: string): string {
  return `- [${label}](${href}): ${sentence}`;
}

/** Joins blocks with blank lines, list items without. */
function lines(blocks: readonly string[]): string {
  let out = '';
  for (const [index, block] of blocks.entries()) {
    const tight = index > 0 && block.startsWith('- ') && blocks[index - 1]?.startsWith('- ');
    out += `${index === 0 ? '' : tight ? '\n' : '\n\n'}${block}`;
  }
  return `${out}\n`;
}
