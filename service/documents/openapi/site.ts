/** GET /openapi.json of the site: discovery of networks, and texts for agents. */
import type { CategoryDefinition } from '../../../model/categories.ts';
import type { Manifest } from '../../../model/manifest.ts';
import { presentNetworks } from '../../api/networks.ts';
import { type Resource, sendJson } from '../../api/resource.ts';
import { type Handler, snapshotOf } from '../../http/context.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Urls } from '../../urls.ts';
import { findExamples } from './examples.ts';
import { describeResources, failure, license, textResponse, toOperation } from './operations.ts';

/** `resources` of the site; the first one lists the networks. */
export function siteDocument({ urls }: { readonly urls: Urls }, resources: readonly Resource[]): Handler {
  return (ctx) => {
    const snapshot = snapshotOf(ctx);
    const { catalog, manifest } = snapshot;
    const [example = null] = presentNetworks(catalog.networks.values(), urls).result.networks;
    const input = { categories: catalog.categories, manifest, urls, resources, example, snapshot };
    sendJson(ctx, JSON.stringify(presentSiteDocument(input)));
  };
}

interface SiteDocumentInput {
  readonly categories: readonly CategoryDefinition[];
  readonly manifest: Pick<Manifest, 'generatedAt' | 'metrics'>;
  readonly urls: Urls;
  readonly resources: readonly Resource[];
  readonly snapshot: Snapshot;
  /** An entry of the network list, null if the list is empty. */
  readonly example: object | null;
}

/** Pages and texts that the document lists, in the order of the document. */
const texts = [
  ['/llms.txt', 'getLlmsText', 'AI Context', 'Overview, key pages and entity facts.', 'text/plain'],
  ['/llms-full.txt', 'getLlmsFullText', 'AI Context', 'Detailed entity facts for citation.', 'text/plain'],
  ['/mcp-gateway', 'readMcpGatewayPage', 'Discovery', 'How agents discover and run MCP servers.', 'text/html'],
  ['/about', 'readAboutPage', 'Discovery', 'Purpose and maintainers of the directory.', 'text/html'],
] as const;

function presentSiteDocument({ categories, manifest, urls, resources, example, snapshot }: SiteDocumentInput) {
  const examples = { categoryKeys: snapshot.catalog.categoryKeys, ...findExamples(snapshot, null) };
  const { paths, components } = describeResources({ resources, tag: 'Discovery', ...examples });
  const operations = texts.map(([path, operationId, tag, summary, type]) => [
    path,
    toOperation({ operationId, tag, summary, response: textResponse(type) }),
  ]);
  const [networks = '', ...others] = resources.map(({ path }) => path);
  const body = paths[networks]?.get.responses['200'] as { content: { 'application/json': object } };
  if (example) Object.assign(body.content['application/json'], { example: { result: { networks: [example] } } });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Web3 infrastructure directory',
      version: '1.0.0',
      summary: 'Web3 infrastructure providers and their offers, by network and category.',
      description:
        'Discovery and comparison of RPC access, indexed data, wallets, bridges, oracles, explorers, MCP servers and ' +
        'more. Public and read-only: no key, no account. Each network has a toolbox with its own OpenAPI document at ' +
        '`{network_base_url}/openapi.json`; `GET /api/networks` lists the base addresses.',
      license,
      'x-coverage': presentCoverage(categories, manifest),
    },
    servers: [{ url: urls.site }],
    tags: [
      { name: 'Discovery', description: 'The networks, and pages that explain the directory.' },
      { name: 'AI Context', description: 'Plain text for language models and agents.' },
    ],
    'x-agent-actions': presentActions(urls),
    security: [],
    // The operations of the published interface come first, in its order.
    paths: Object.fromEntries([
      [networks, paths[networks]],
      ...operations,
      ...others.map((path) => [path, paths[path]]),
    ]),
    components: { schemas: components, responses: { Failure: failure } },
  };
}

/** Dated counts of all site categories, including those without entries. */
function presentCoverage(
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
    action('read-ai-context', 'Read AI context', '/llms-full.txt', 'Read detailed facts about the directory as text.'),
    action(
      'open-mcp-gateway',
      'Open the MCP gateway page',
      '/mcp-gateway',
      'Learn how to discover and run MCP servers.',
    ),
  ];
}
