/**
 * GET /openapi.json of the site: discovery of networks, the API, and pages, texts and files beside
 * it.
 */
import * as z from 'zod';
import { escapeMarkdown } from '../../../common/markdown.ts';
import { interfaceVersion } from '../../../common/version.ts';
import { mcpCategory } from '../../../model/connect.ts';
import { manifestFileSchema, manifestSchema, snapshotPaths } from '../../../model/manifest.ts';
import { ofSubject } from '../../../model/site.ts';
import { snapshotIndexSchema } from '../../../model/snapshot-index.ts';
import { hasGateway } from '../../api/connect/gateway-steps.ts';
import { type Coverage, coverageOf, describeCategories } from '../../api/coverage.ts';
import { findExamples } from '../../api/examples.ts';
import { networks, presentNetworks } from '../../api/networks.ts';
import { siteResources } from '../../api/site-resources.ts';
import type { Publication } from '../../config.ts';
import { type Handler, snapshotOf } from '../../http/context.ts';
import { sendJson } from '../../http/respond.ts';
import { inPath } from '../../questions/parameters.ts';
import { assertNoParameters } from '../../questions/parse.ts';
import { contactOf, publisherOf, siteOf } from '../../site.ts';
import type { Manifest } from '../../snapshot/metrics.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { plural } from '../../text/counts.ts';
import type { Urls } from '../../urls.ts';
import { changesFeed } from '../feeds.ts';
import { type Described, describeOperations } from './operations.ts';
import { filteredColumns, offerSchema } from './schemas.ts';

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

const text = z.string();
const binary = z.string().meta({ format: 'binary' });
/** As the file has it: only tables have a number of rows. */
const manifest = manifestSchema.extend({
  files: z.array(manifestFileSchema.extend({ rows: z.int().nonnegative().optional() })),
});
const parquet = { 'application/vnd.apache.parquet': binary };

function page(path: string, operationId: string, summary: string): Described {
  return {
    path,
    operationId,
    kind: 'page',
    summary,
    parameters: {},
    content: { 'text/html': text },
  };
}

/** A text for language models. */
function context(path: string, operationId: string, summary: string): Described {
  const content = { 'text/plain': text };
  return { path, operationId, kind: 'text', tag: 'AI Context', summary, parameters: {}, content };
}

/** Texts of the published interface, in its order. */
const siteTexts: readonly Described[] = [
  context('/llms.txt', 'getLlmsText', 'Overview, key pages and entity facts.'),
  context('/llms-full.txt', 'getLlmsFullText', 'Detailed entity facts for citation.'),
  page('/mcp-gateway', 'readMcpGatewayPage', 'How agents discover and run MCP servers.'),
  page('/about', 'readAboutPage', 'Purpose and maintainers of the directory.'),
];

function file(
  path: string,
  operationId: string,
  summary: string,
  more: Partial<Described> = {},
): Described {
  return { path, operationId, kind: 'file', summary, parameters: {}, content: parquet, ...more };
}

const inKept = { id: inPath.snapshotId };
const [rows, table] = [{ category: inPath.category }, { table: inPath.table }];
const rowsPath = snapshotPaths.rows('{category}');
const json = { 'application/json': manifest };

/** The files of snapshots, and the pages that list them. */
const siteData: readonly Described[] = [
  page(
    '/data',
    'readDataPage',
    'The files of the snapshot, the data dictionary and example queries.',
  ),
  file(
    `/data/${snapshotPaths.manifest}`,
    'readManifest',
    'Identity, counts and files of the snapshot.',
    {
      content: json,
    },
  ),
  file(`/data/${rowsPath}`, 'downloadRows', 'All rows of a category, on all networks.', {
    inPath: rows,
  }),
  file(
    '/data/{table}.parquet',
    'downloadTable',
    'All providers, networks, categories, columns, ready sets or changes.',
    {
      inPath: table,
    },
  ),
  page('/snapshots', 'readSnapshotsPage', 'The snapshots that are kept.'),
  {
    path: '/snapshots/index.json',
    operationId: 'readSnapshotIndex',
    kind: 'json',
    summary:
      'The kept snapshots with the hashes of their manifests, and which one is current. Followers copy them.',
    parameters: {},
    content: { 'application/json': snapshotIndexSchema },
  },
  ...[
    file(
      snapshotPaths.manifest,
      'readSnapshotManifest',
      'Identity, counts and files of a snapshot',
      { content: json },
    ),
    file(rowsPath, 'downloadSnapshotRows', 'All rows of a category in a snapshot', {
      inPath: rows,
    }),
    file('{table}.parquet', 'downloadSnapshotTable', 'A table of a snapshot', { inPath: table }),
  ].map((kept) => ({
    ...kept,
    path: `/snapshots/{id}/${kept.path}`,
    summary: `${kept.summary}, at an address that keeps its content.`,
    inPath: { ...inKept, ...kept.inPath },
  })),
];

/** False for operations about a category that the directory lacks. */
function isOffered({ path }: { readonly path: string }, { catalog }: Snapshot): boolean {
  const [, category = null] = ofCategory.find(([start]) => path.startsWith(start)) ?? [];
  return category === null || catalog.categoryKeys.includes(category);
}

/** Categories that operations are about, by the beginning of their paths. */
const ofCategory = [
  ['/mcp-gateway', mcpCategory],
  ['/api/mcp-config', mcpCategory],
  ['/api/rpc-endpoint', 'apis'],
  ['/api/estimate', 'apis'],
] as const;

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
  const site = siteOf(snapshot);
  const [example = null] = presentNetworks(snapshot, urls).result.networks;
  const { paths, ...components } = describeOperations({
    operations: operations.filter((each) => isOffered(each, snapshot)),
    tag: 'Discovery',
    examples: findExamples(snapshot, urls.onlyNetwork),
    filtered: filteredColumns(snapshot.catalog),
    named: offerSchema(snapshot.catalog),
  });
  const body = paths[networks.path]?.get.responses['200'] as {
    content: { 'application/json': object };
  };
  if (example)
    Object.assign(body.content['application/json'], {
      example: { result: { networks: [example] } },
    });
  return {
    openapi: '3.1.0',
    info: {
      title: site.name,
      version: interfaceVersion,
      summary: `Providers${ofSubject(site)} and their offers, by network and category.`,
      description:
        `${site.description === null ? '' : `${escapeMarkdown(site.description)} `}Public and read-only: no key, no account. ` +
        'Each network has a toolbox with its own OpenAPI document at ' +
        '`{network_base_url}/openapi.json`; `GET /api/networks` lists the base addresses. ' +
        `As of ${snapshot.manifest.generatedAt.slice(0, 10)}: ${plural(coverage.entries, 'listing')} in ${escapeMarkdown(describeCategories(coverage.categories))}.`,
      ...aboutData(snapshot, { publication, urls }),
      'x-coverage': presentCoverage(coverage, snapshot.manifest),
    },
    servers: [{ url: urls.site }],
    tags: [
      { name: 'Discovery', description: 'The networks, and pages that explain the directory.' },
      { name: 'AI Context', description: 'Plain text for language models and agents.' },
    ],
    'x-agent-actions': presentActions(urls, hasGateway(snapshot)),
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

/** Publisher and licence, as far as the directory states them. A contact is given in any case. */
export function aboutData(
  snapshot: Snapshot,
  { publication, urls }: Pick<DocumentDeps, 'publication' | 'urls'>,
) {
  const publisher = publisherOf(snapshot, publication);
  const { name, license, licenseUrl } = siteOf(snapshot);
  const contact = contactOf(snapshot, urls);
  const address = contact.startsWith('mailto:')
    ? { email: contact.slice('mailto:'.length) }
    : { url: contact };
  const linked = (name: string, url: string | null) => ({ name, ...(url === null ? {} : { url }) });
  return {
    contact: publisher?.url
      ? linked(publisher.name, publisher.url)
      : { name: publisher?.name ?? name, ...address },
    ...(license === null ? {} : { license: linked(`Data: ${license}`, licenseUrl) }),
  };
}

const actions = [
  [
    'discover-networks',
    'Discover networks',
    '/api/networks',
    'List the networks and their toolbox addresses.',
  ],
  [
    'read-ai-context',
    'Read AI context',
    '/llms-full.txt',
    'Read detailed facts about the directory as text.',
  ],
  [
    'open-mcp-gateway',
    'Open the MCP gateway page',
    '/mcp-gateway',
    'Learn how to discover and run MCP servers.',
  ],
] as const;

function presentActions(urls: Urls, withGateway: boolean) {
  const offered = actions.filter(([id]) => withGateway || id !== 'open-mcp-gateway');
  return offered.map(([id, name, path, description]) => {
    return { id, name, method: 'GET', url: urls.to(null, path), description };
  });
}
