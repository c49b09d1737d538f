/** Parts of llms.txt, llms-full.txt and the texts of networks: categories, networks and endpoints, with their figures. */
import { escapeMarkdown } from '../../common/markdown.ts';
import type { Manifest } from '../../model/manifest.ts';
import type { Gateway } from '../api/connect/gateway-steps.ts';
import { activeCategories, type Coverage } from '../api/coverage.ts';
import { networkApi } from '../api/resource.ts';
import { exportFormats } from '../api/rows/export-formats.ts';
import type { Publication } from '../config.ts';
import type { Catalog, NetworkEntry } from '../snapshot/catalog.ts';
import { listingsFromProviders, plural } from '../text/counts.ts';
import type { Urls } from '../urls.ts';

export interface LlmsInput {
  readonly coverage: Coverage;
  readonly catalog: Pick<Catalog, 'application'>;
  readonly manifest: Pick<Manifest, 'generatedAt' | 'metrics'>;
  /** Describes the gateway: only some texts need it. */
  readonly gateway: () => Gateway;
  readonly publisher: Publication['publisher'];
  readonly urls: Urls;
}

/** Links to the endpoints of a network, with one of its categories. */
export function apiLinks(example: NetworkEntry | undefined, { coverage, manifest, urls }: LlmsInput): string[] {
  const { network = '' } = example ?? {};
  const metrics = manifest.metrics.networks[network];
  const active = metrics ? activeCategories(coverage.categories, metrics) : [];
  const category = (active.find(({ key }) => key === 'apis') ?? active[0])?.key;
  if (category === undefined) return [link('OpenAPI', urls.to(null, '/openapi.json'), 'the endpoints')];
  const to = (path: string, parameters = {}) => urls.to(network, `${networkApi}/${path}`, parameters);
  const formats = Object.keys(exportFormats).join(', ');
  return [
    link('OpenAPI', urls.to(network, '/openapi.json'), 'the endpoints of a toolbox; the links below are examples'),
    link('categories', to('categories'), 'active categories and metrics of a network'),
    link(
      'rows',
      to('rows', { category }),
      'rows, one for each listing; parameters `search`, `filters`, `sorting`, `page` and `pageSize`',
    ),
    link('facets', to('facets', { category }), 'values of each filter, with counts'),
    link('export', to('export', { category }), `all matching rows as a file; \`format\` is one of ${formats}`),
    link(
      'changes',
      to('changes'),
      'changes of rows on the network, newest first; parameters `since`, `until` and `category`',
    ),
    link('providers', to('providers'), 'providers; a profile is at `/{slug}` below this path'),
  ];
}

/** Every category of the directory, with its figures on all served networks. */
export function categoryFacts({ coverage, urls }: LlmsInput): string[] {
  return coverage.categories.map((category) => {
    const { key, label, description } = category;
    const page = urls.onlyNetwork === null ? '/search' : `/toolbox/${key}`;
    const parameters = urls.onlyNetwork === null ? { category: key } : {};
    return link(
      `${escapeMarkdown(label)} (\`${key}\`)`,
      urls.to(null, page, parameters),
      `${listingsFromProviders(category)}. ${escapeMarkdown(description ?? '')}`.trim(),
    );
  });
}

export function networkLink({ network, name }: NetworkEntry, { manifest, urls }: LlmsInput): string {
  const { entries: count = 0, providers: providersCount = 0 } = manifest.metrics.networks[network] ?? {};
  return link(escapeMarkdown(name), urls.to(network, '/'), listingsFromProviders({ count, providersCount }));
}

/** The facts of a network, and where the facts of its categories are. */
export function partLink(entry: NetworkEntry, input: LlmsInput, day: string): string {
  return link(escapeMarkdown(entry.name), input.urls.to(entry.network, '/llms.txt'), networkFacts(entry, input, day));
}

/** `As of 2026-03-01, Base has 120 listings from 12 providers in 9 categories. Chains: mainnet.`; blank without figures. */
export function networkFacts({ network, name, chains }: NetworkEntry, { manifest }: LlmsInput, day: string): string {
  const metrics = manifest.metrics.networks[network];
  if (!metrics) return '';
  const total = listingsFromProviders({ count: metrics.entries, providersCount: metrics.providers });
  const named = chains.length === 0 ? '' : ` Chains: ${escapeMarkdown(chains.join(', '))}.`;
  const active = plural(metrics.activeCategories, 'category', 'categories');
  return `As of ${day}, ${escapeMarkdown(name)} has ${total} in ${active}.${named}`;
}

export function networkBlock(entry: NetworkEntry, input: LlmsInput, day: string): string[] {
  const { coverage, manifest, urls } = input;
  const { network, name } = entry;
  const metrics = manifest.metrics.networks[network];
  if (!metrics) return [];
  return [
    `### ${escapeMarkdown(name)}`,
    networkFacts(entry, input, day),
    ...activeCategories(coverage.categories, metrics).map((category) =>
      link(
        escapeMarkdown(`${category.label} on ${name}`),
        urls.to(network, `/toolbox/${category.key}`),
        `${listingsFromProviders(category)} as of ${day}`,
      ),
    ),
  ];
}

/** The served networks, most listings first. */
export function bySize({ coverage, manifest }: Pick<LlmsInput, 'coverage' | 'manifest'>): NetworkEntry[] {
  const sizeOf = ({ network }: NetworkEntry) => manifest.metrics.networks[network]?.entries ?? 0;
  return coverage.networks.toSorted((a, b) => sizeOf(b) - sizeOf(a));
}

/** Parts of texts in the form of llmstxt.org: sections of links with a sentence each. */

/** Item of a list: `- [label](href): sentence`. Label and sentence are Markdown. */
export function link(label: string, href: string, sentence: string): string {
  return `- [${label}](${href}): ${sentence}`;
}

/** Joins blocks with blank lines, list items without. */
export function joinBlocks(blocks: readonly string[]): string {
  let out = '';
  for (const [index, block] of blocks.entries()) {
    const tight = index > 0 && block.startsWith('- ') && blocks[index - 1]?.startsWith('- ');
    out += `${index === 0 ? '' : tight ? '\n' : '\n\n'}${block}`;
  }
  return `${out}\n`;
}
