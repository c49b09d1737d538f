/**
 * GET /openapi.json of the site: discovery of networks, the API, and pages, texts and files beside
 * it.
 */
import { escapeMarkdown } from '../../../common/markdown.ts';
import { interfaceVersion } from '../../../common/version.ts';
import { ofSubject } from '../../../model/site.ts';
import { worded, wordedJson } from '../../../model/terms.ts';
import { isOffered } from '../../api/address.ts';
import { type Coverage, coverageOf, describeCategories } from '../../api/coverage.ts';
import { findExamples } from '../../api/examples.ts';
import { networks, presentNetworks } from '../../api/networks.ts';
import type { Described } from '../../api/resource.ts';
import type { Publication } from '../../config.ts';
import { type Handler, snapshotOf } from '../../http/context.ts';
import { sendJson } from '../../http/respond.ts';
import { assertNoParameters } from '../../questions/parse.ts';
import { contactOf, publisherOf, siteOf } from '../../site.ts';
import type { Catalog } from '../../snapshot/catalog.ts';
import type { Manifest } from '../../snapshot/metrics.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { plural } from '../../text/counts.ts';
import type { Urls } from '../../urls.ts';
import { document } from '../document.ts';
import { describeOperations } from './operations.ts';
import { filteredColumns, offerSchema } from './schemas.ts';

export interface DocumentDeps {
  readonly urls: Urls;
  readonly publication: Publication;
  readonly operations: Readonly<Record<'site' | 'network', readonly Described[]>>;
}

function sendSiteDocument(deps: DocumentDeps): Handler {
  return (ctx) => {
    assertNoParameters(ctx.state.parameters);
    const snapshot = snapshotOf(ctx);
    sendJson(ctx, writeDocument(presentSiteDocument(snapshot, deps), snapshot));
  };
}

/** JSON of a document about what the directory has, in its words. */
export function writeDocument(document: object, { catalog }: Snapshot): string {
  const told = wordedJson(document, catalog) as Told;
  const { schemas = {} } = told.components;
  const named = new Set(referencesIn(document));
  // Schemas that only members refer to which are left out.
  for (let kept = -1; kept !== Object.keys(schemas).length; ) {
    kept = Object.keys(schemas).length;
    const used = new Set(referencesIn(told));
    for (const name of named) if (!used.has(name)) delete schemas[name];
  }
  return JSON.stringify(told);
}

interface Told {
  readonly components: { readonly schemas?: Record<string, unknown> };
}

function referencesIn(document: object): string[] {
  const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
  return Array.from(references, ([, name = '']) => name);
}

export function presentSiteDocument(
  snapshot: Snapshot,
  { urls, publication, operations }: DocumentDeps,
) {
  const coverage = coverageOf(snapshot, urls);
  const site = siteOf(snapshot);
  const [example = null] = presentNetworks(snapshot, urls).result.networks;
  const { paths, ...components } = describeOperations({
    operations: operations.site.filter((operation) => isOffered(operation, snapshot.catalog)),
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
      summary: `Providers${ofSubject(site)} and their offers, by ${snapshot.catalog.terms.network} and category.`,
      description:
        `${site.description === null ? '' : `${escapeMarkdown(site.description)} `}Public and read-only: no key, no account. ` +
        'Each {{network}} has a toolbox with its own OpenAPI document at ' +
        '`{network_base_url}/openapi.json`; `GET /api/networks` lists the base addresses. ' +
        `As of ${snapshot.manifest.generatedAt.slice(0, 10)}: ${plural(coverage.entries, 'listing')} in ${escapeMarkdown(describeCategories(coverage.categories))}.`,
      ...aboutData(snapshot, { publication, urls }),
      'x-coverage': presentCoverage(coverage, snapshot.manifest),
    },
    servers: [{ url: urls.site }],
    tags: [
      { name: 'Discovery', description: 'The {{networks}}, and pages that explain the directory.' },
      { name: 'AI Context', description: 'Plain text for language models and agents.' },
    ],
    'x-agent-actions': presentActions(urls, snapshot.catalog),
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
    'Discover {{networks}}',
    '/api/networks',
    'List the {{networks}} and their toolbox addresses.',
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

function presentActions(urls: Urls, catalog: Catalog) {
  const offered = actions.filter(([id]) => catalog.hasGateway || id !== 'open-mcp-gateway');
  return offered.map(([id, name, path, description]) => {
    return {
      id,
      name: worded(name, catalog),
      method: 'GET',
      url: urls.to(null, path),
      description,
    };
  });
}

export const siteDocument = document<DocumentDeps>({
  path: '/openapi.json',
  on: 'site',
  kind: 'json',
  operations: { omitted: 'it is the description itself' },
  handler: sendSiteDocument,
});
