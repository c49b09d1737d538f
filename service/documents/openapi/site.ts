/** /openapi.json of the site: how agents find networks, pages and context, and what the directory covers. */
import type { CategoryDefinition } from '../../../model/categories.ts';
import type { Manifest } from '../../../model/manifest.ts';
import type { Urls } from '../../urls.ts';
import { failure, json, operation, text } from './operations.ts';
import { array, object, ref, siteSchemas } from './schemas.ts';

export interface SiteDocumentInput {
  readonly categories: readonly CategoryDefinition[];
  readonly manifest: Pick<Manifest, 'generatedAt' | 'metrics'>;
  readonly urls: Urls;
  /** A real entry of the network list. */
  readonly exampleNetwork: object | null;
}

export function presentSiteDocument({ categories, manifest, urls, exampleNetwork }: SiteDocumentInput) {
  const networks = object({ result: object({ networks: array(ref('Network')) }) });
  const example = exampleNetwork === null ? undefined : { result: { networks: [exampleNetwork] } };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Web3 infrastructure directory',
      version: '1.0.0',
      summary: 'Providers of Web3 infrastructure and their offers, by network and category.',
      description:
        'Discovery and comparison of RPC access, indexed data, wallets, bridges, oracles, explorers, MCP servers and ' +
        'more. Public and read-only: no key, no account. Each network has a toolbox with its own OpenAPI document at ' +
        '`{network_base_url}/openapi.json`; `GET /api/networks` lists the base addresses.',
      license: { name: 'Data: CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
      'x-coverage': presentCoverage(categories, manifest),
    },
    servers: [{ url: urls.site }],
    tags: [
      { name: 'Discovery', description: 'The networks, and pages that explain the directory.' },
      { name: 'AI Context', description: 'Plain text for language models and agents.' },
    ],
    'x-agent-actions': presentActions(urls),
    security: [],
    paths: {
      '/api/networks': operation(
        'listNetworks',
        { tag: 'Discovery', summary: 'List the network marketplaces.' },
        json(networks, example),
      ),
      '/llms.txt': operation(
        'getLlmsText',
        { tag: 'AI Context', summary: 'Compact overview, key pages, entity facts.' },
        text('text/plain'),
      ),
      '/llms-full.txt': operation(
        'getLlmsFullText',
        { tag: 'AI Context', summary: 'Detailed entity facts, citation-ready.' },
        text('text/plain'),
      ),
      '/mcp-gateway': operation(
        'readMcpGatewayPage',
        { tag: 'Discovery', summary: 'How agents find and run MCP servers.' },
        text('text/html'),
      ),
      '/about': operation(
        'readAboutPage',
        { tag: 'Discovery', summary: 'What this directory is, and who makes it.' },
        text('text/html'),
      ),
    },
    components: { schemas: siteSchemas, responses: { Failure: failure } },
  };
}

/** The dated figures of all site categories, also of those without entries. */
export function presentCoverage(
  categories: readonly CategoryDefinition[],
  { generatedAt, metrics }: Pick<Manifest, 'generatedAt' | 'metrics'>,
) {
  const counts = new Map(metrics.site.categories.map((entry) => [entry.key, entry]));
  return {
    asOf: generatedAt,
    totalEntries: metrics.site.entries,
    categoryCount: categories.length,
    categories: categories.map(({ key, label, description }) => {
      const { count = 0, providersCount = 0 } = counts.get(key) ?? {};
      return { key, label, description, count, providersCount };
    }),
  };
}

function presentActions(urls: Urls) {
  const action = (id: string, name: string, path: string, description: string) => ({
    id,
    name,
    method: 'GET',
    url: urls.to(null, path),
    description,
  });
  return [
    action('discover-networks', 'Discover networks', '/api/networks', 'List the networks and their toolbox addresses.'),
    action('read-ai-context', 'Read AI context', '/llms-full.txt', 'Read the detailed facts of the directory as text.'),
    action('open-mcp-gateway', 'Open the MCP gateway page', '/mcp-gateway', 'Learn how to find and run MCP servers.'),
  ];
}
