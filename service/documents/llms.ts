/** The two text files for language models, after llmstxt.org: a title, a summary, then sections of links. */
import type { CategoryDefinition } from '../../model/categories.ts';
import type { Manifest } from '../../model/manifest.ts';
import { activeCategories, type CategoryRecord } from '../api/categories-view.ts';
import { byName, nameOf } from '../api/networks-view.ts';
import { formatCount } from '../counts.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import type { Urls } from '../urls.ts';

export interface LlmsInput {
  readonly networks: readonly NetworkEntry[];
  readonly categories: readonly CategoryDefinition[];
  readonly manifest: Pick<Manifest, 'generatedAt' | 'metrics'>;
  readonly urls: Urls;
}

/** Networks that the compact file names; the full one has all of them. */
const namedNetworks = 12;

export function presentLlms(input: LlmsInput): string {
  const { manifest, urls } = input;
  const largest = [...input.networks]
    .toSorted((a, b) => entriesOf(input, b) - entriesOf(input, a))
    .slice(0, namedNetworks)
    .toSorted((a, b) => byName({ name: nameOf(a) }, { name: nameOf(b) }));
  return lines([
    ...heading(input),
    '## Key pages',
    link('Home', urls.to(null, '/'), 'networks and categories with counts'),
    link('About', urls.to(null, '/about'), 'what the directory is and where its facts come from'),
    link('MCP gateway', urls.to(null, '/mcp-gateway'), 'how agents find and run MCP servers'),
    '## Machine-readable',
    link('Networks', urls.to(null, '/api/networks'), 'JSON list of all network marketplaces'),
    link('OpenAPI', urls.to(null, '/openapi.json'), 'description of the site, with dated coverage and agent actions'),
    link('API catalog', urls.to(null, '/.well-known/api-catalog'), 'every API description, one for each network'),
    link('Full context', urls.to(null, '/llms-full.txt'), 'one block of facts for each network and category'),
    '## Entity facts',
    ...categoryFacts(activeCategories(input.categories, manifest.metrics.site)),
    '## Networks',
    ...largest.map((network) => networkLink(network, input)),
    '## Recommended crawl targets',
    link('Sitemap', urls.to(null, '/sitemap.xml'), 'all pages'),
  ]);
}

export function presentLlmsFull(input: LlmsInput): string {
  const { manifest, urls } = input;
  const day = manifest.generatedAt.slice(0, 10);
  const sorted = input.networks.toSorted((a, b) => byName({ name: nameOf(a) }, { name: nameOf(b) }));
  return lines([
    ...heading(input),
    '## How to cite',
    `- Every figure below is exact and as of ${day}; it changes with each published snapshot.`,
    '- An entry is one offer on one chain of one network; a provider is counted once wherever it appears.',
    '## Product context',
    '- Each network has a toolbox: a base address with directory pages and JSON endpoints for that network alone.',
    '- Prices, limits and SLAs are quoted as providers state them; numbers are read out of them for sorting and filtering.',
    '## Gateway context',
    link(
      'MCP gateway',
      urls.to(null, '/mcp-gateway'),
      'MCP servers are a category of the directory; the page says how to use them',
    ),
    '## API',
    '- `GET {network}/api/infrastructure-providers/categories`: active categories and figures',
    '- `GET {network}/api/infrastructure-providers/rows?category=`: offers, with `search`, `filters`, `sorting`, `page`, `pageSize`',
    '- `GET {network}/api/infrastructure-providers/facets?category=`: values of each filter, counted',
    '- `GET {network}/api/infrastructure-providers/export?category=&format=csv|ndjson|parquet`: all matching offers as a file',
    '- `GET {network}/api/infrastructure-providers/providers`: providers, and one profile at `/{slug}` below',
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
    `> A public, read-only directory that compares ${formatCount(entries)} offers of ${formatCount(providers)} Web3 ` +
      `infrastructure providers in ${active} categories on ${formatCount(networks.length)} networks, as of ` +
      `${manifest.generatedAt.slice(0, 10)}.`,
  ];
}

function categoryFacts(categories: readonly CategoryRecord[]): string[] {
  return categories.map(
    ({ label, key, description, count, providersCount }) =>
      `- ${label} (\`${key}\`): ${formatCount(count)} entries of ${formatCount(providersCount)} providers. ${description ?? ''}`,
  );
}

function networkLink(network: NetworkEntry, input: LlmsInput): string {
  const { entries = 0, providers = 0 } = input.manifest.metrics.networks[network.network] ?? {};
  const facts = `${formatCount(entries)} entries of ${formatCount(providers)} providers`;
  return link(nameOf(network), input.urls.to(network.network, '/'), facts);
}

function networkBlock(network: NetworkEntry, { categories, manifest, urls }: LlmsInput, day: string): string[] {
  const metrics = manifest.metrics.networks[network.network];
  if (!metrics) return [];
  const name = nameOf(network);
  const total = `${formatCount(metrics.entries)} entries of ${formatCount(metrics.providers)} providers`;
  const chains = network.chains.length === 0 ? '' : ` Chains: ${network.chains.join(', ')}.`;
  return [
    `### ${name}`,
    `As of ${day}, ${name} has ${total} in ${metrics.activeCategories} categories.${chains}`,
    ...activeCategories(categories, metrics).map(({ key, label, count, providersCount }) =>
      link(
        `${label} on ${name}`,
        urls.to(network.network, `/toolbox/${key}`),
        `${formatCount(count)} entries of ${formatCount(providersCount)} providers as of ${day}`,
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

/** A blank line before and after each heading and paragraph, none between the items of a list. */
function lines(blocks: readonly string[]): string {
  let out = '';
  for (const [index, block] of blocks.entries()) {
    const tight = index > 0 && block.startsWith('- ') && blocks[index - 1]?.startsWith('- ');
    out += `${index === 0 ? '' : tight ? '\n' : '\n\n'}${block}`;
  }
  return `${out}\n`;
}
