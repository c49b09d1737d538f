/** GET /openapi.json of the site: discovery of networks, and texts for agents. */
import type { Manifest } from '../../../model/manifest.ts';
import { type Coverage, coverageOf, describeCategories } from '../../api/coverage.ts';
import { networks, presentNetworks } from '../../api/networks.ts';
import { siteResources } from '../../api/site-resources.ts';
import type { Publication } from '../../config.ts';
import { type Handler, snapshotOf } from '../../http/context.ts';
import { sendJson } from '../../http/respond.ts';
import { assertNoParameters } from '../../query/params.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { plural } from '../../text/counts.ts';
import type { Urls } from '../../urls.ts';
import { changesFeed } from '../feeds.ts';
import { findExamples } from './examples.ts';
import { describeOperations, license } from './operations.ts';
import { siteData, siteTexts } from './site-operations.ts';

export interface DocumentDeps {
  readonly urls: Urls;
  readonly publication: Publication;
}

export function siteDocument(deps: DocumentDeps): Handler {
  return (ctx) => {
    assertNoParameters(ctx.querystring);
    sendJson(ctx, JSON.stringify(presentSiteDocument(snapshotOf(ctx), deps)));
  };
}

/** The operations of the published interface come first, in its order. */
const operations = [
  networks,
  ...siteTexts,
  ...siteResources.filter((each) => each !== networks),
  changesFeed,
  ...siteData,
];

export function presentSiteDocument(snapshot: Snapshot, { urls, publication }: DocumentDeps) {
  const coverage = coverageOf(snapshot, urls);
  const [example = null] = presentNetworks(snapshot, urls).result.networks;
  const examples = { categoryKeys: snapshot.catalog.categoryKeys, ...findExamples(snapshot, urls.onlyNetwork) };
  const { paths, ...components } = describeOperations({ operations, tag: 'Discovery', ...examples });
  const body = paths[networks.path]?.get.responses['200'] as { content: { 'application/json': object } };
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
        '`{network_base_url}/openapi.json`; `GET /api/networks` lists the base addresses. ' +
        `As of ${snapshot.manifest.generatedAt.slice(0, 10)}: ${plural(coverage.entries, 'listing')} in ${describeCategories(coverage.categories)}.`,
      ...contactOf(publication),
      license,
      'x-coverage': presentCoverage(coverage, snapshot.manifest),
    },
    servers: [{ url: urls.site }],
    tags: [
      { name: 'Discovery', description: 'The networks, and pages that explain the directory.' },
      { name: 'AI Context', description: 'Plain text for language models and agents.' },
    ],
    'x-agent-actions': presentActions(urls),
    security: [],
    paths,
    components,
  };
}

/** Dated counts of all categories, including those without entries. */
function presentCoverage(coverage: Coverage, { generatedAt }: Pick<Manifest, 'generatedAt'>) {
  return {
    asOf: generatedAt,
    totalEntries: coverage.entries,
    categoryCount: coverage.categories.length,
    categories: coverage.categories.map(({ key, label, description, count, providersCount }) => {
      return { key, label, description, count, providersCount };
    }),
  };
}

export function contactOf({ publisher }: Publication) {
  if (publisher === null) return {};
  const { name, url } = publisher;
  return { contact: { name, ...(url === null ? {} : { url }) } };
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
