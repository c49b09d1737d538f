/**
 * The table of addresses: a line for each page, resource, document and file of the site and of a
 * network. Routes, sitemaps, navigation, OpenAPI documents and the tests in a browser follow from it.
 */
import { isOffered, isOmitted, isOn } from './api/address.ts';
import { categoriesOfSite, coverageOfColumns, coverageTable } from './api/categories.ts';
import { chains } from './api/chains.ts';
import { changes as changesList, networkChanges } from './api/changes.ts';
import { gateway } from './api/connect/gateway.ts';
import { mcpConfig, networkMcpConfig } from './api/connect/mcp-config.ts';
import { networkRpcEndpoint, rpcEndpoint } from './api/connect/rpc-endpoint.ts';
import { counts } from './api/counts.ts';
import { withExample } from './api/examples.ts';
import { health, prometheus, readiness } from './api/health.ts';
import { networks, oneNetwork } from './api/networks.ts';
import { comparison, networkComparison } from './api/offers/compare.ts';
import { estimate } from './api/offers/estimate.ts';
import { offers, oneOffer } from './api/offers/offers.ts';
import { probes } from './api/probes.ts';
import { allProviders, oneProvider } from './api/providers/on-all-networks.ts';
import { provider, providers as providersList } from './api/providers/on-network.ts';
import { registryServer, registryServers, registryVersions } from './api/registry/servers.ts';
import type { Described, Resource } from './api/resource.ts';
import { categories } from './api/rows/categories.ts';
import { exportOffers, exportRows } from './api/rows/export.ts';
import { facets, offerFacets } from './api/rows/facets.ts';
import { rows } from './api/rows/rows.ts';
import { search as searchAnswer } from './api/search/search.ts';
import { networkSuggestions, suggestions } from './api/search/suggest.ts';
import { serveIndex, snapshots } from './api/snapshots.ts';
import type { Publication } from './config.ts';
import { answerCard, answerPicture } from './documents/answer-card.ts';
import {
  apiCatalog,
  networkSitemap,
  openSearch,
  robots,
  securityText,
  sitemapIndex,
  siteSitemap,
} from './documents/crawlers.ts';
import { discoveryDocuments } from './documents/discovery.ts';
import type { Document } from './documents/document.ts';
import { changesFeed, networkChangesFeed } from './documents/feeds.ts';
import { llmsFullText, llmsText, networkLlmsText } from './documents/llms.ts';
import { networkDocument } from './documents/openapi/network.ts';
import { pageOperations } from './documents/openapi/operations.ts';
import { type DocumentDeps, siteDocument } from './documents/openapi/site.ts';
import { currentFiles, keptFiles, snapshotIndex } from './documents/openapi/snapshot-files.ts';
import { webManifest } from './documents/web-manifest.ts';
import { HttpError } from './errors.ts';
import { type Assets, serveAsset } from './files/assets.ts';
import { serveCurrentFile, serveKeptFile } from './files/data-files.ts';
import { serveFavicon, serveIcon, serveLogo } from './files/logos.ts';
import type { Handler, Route } from './http/context.ts';
import type { Metrics } from './metrics.ts';
import { about } from './pages/about.ts';
import { changes } from './pages/changes.ts';
import { columnsPage } from './pages/column-coverage.ts';
import { comparisonPage } from './pages/compare/page.ts';
import { data, keptSnapshots } from './pages/data.ts';
import { home } from './pages/home/page.ts';
import { mcpGateway } from './pages/mcp-gateway.ts';
import { network } from './pages/network.ts';
import { providers } from './pages/provider/list.ts';
import { profile } from './pages/provider/page.ts';
import { rpcEndpoints } from './pages/rpc-endpoints.ts';
import { search } from './pages/search/page.ts';
import type { Page } from './pages/shared/definition.ts';
import type { PageDeps } from './pages/shared/page.ts';
import { pictureRoute } from './pages/shared/picture.ts';
import { sql } from './pages/sql.ts';
import type { SqlQuestion } from './pages/sql-questions.ts';
import { readySet, toolbox } from './pages/toolbox/definitions.ts';
import { whichOffers } from './questions/parameters.ts';
import { withSeveral } from './questions/several.ts';
import type { SnapshotHolder } from './snapshot/holder.ts';
import type { KeptSnapshots } from './snapshot/kept.ts';
import { snapshotParameter } from './snapshot/requested-id.ts';

export interface RouteDeps extends PageDeps, DocumentDeps {
  readonly assets: Assets;
  readonly questions: readonly SqlQuestion[];
  readonly now: () => Date;
  readonly publication: Publication;
  readonly metrics: Metrics;
  readonly kept: KeptSnapshots;
  readonly holder: SnapshotHolder;
}

type Line = Page<RouteDeps> | Document<RouteDeps> | Resource;

/** Resources of the API in the order of the OpenAPI documents. */
const resources: readonly Resource[] = [
  networks,
  oneNetwork,
  chains,
  categoriesOfSite,
  coverageTable,
  coverageOfColumns,
  counts,
  offers,
  oneOffer,
  offerFacets,
  estimate,
  exportOffers,
  allProviders,
  oneProvider,
  searchAnswer,
  suggestions,
  categories,
  rows,
  facets,
  exportRows,
  providersList,
  provider,
  comparison,
  networkComparison,
  gateway,
  mcpConfig,
  rpcEndpoint,
  probes,
  snapshots,
  changesList,
  changesFeed,
  networkSuggestions,
  networkMcpConfig,
  networkRpcEndpoint,
  registryServers,
  registryVersions,
  registryServer,
  networkChanges,
  networkChangesFeed,
];

const ofSnapshot = { on: 'site', kind: 'file', parameters: [] } as const;

/** Pages, and the files that they list, in the order of the navigation. */
const pagesAndFiles: readonly (Page<RouteDeps> | Document<RouteDeps>)[] = [
  home,
  network,
  rpcEndpoints,
  toolbox,
  readySet,
  search,
  comparisonPage,
  providers,
  profile,
  changes,
  data,
  sql,
  { ...ofSnapshot, path: '/data/*file', operations: currentFiles, handler: serveCurrentFile },
  columnsPage,
  keptSnapshots,
  {
    ...ofSnapshot,
    path: '/snapshots/index.json',
    kind: 'json',
    operations: snapshotIndex,
    handler: serveIndex,
  },
  {
    ...ofSnapshot,
    path: '/snapshots/{id}/*file',
    operations: keptFiles,
    handler: serveKeptFile,
  },
  mcpGateway,
  about,
];

const ofPages = {
  kind: 'file',
  operations: { omitted: 'pages link their pictures and assets' },
} as const;

/** Documents for programs, and the assets of pages. */
const documents: readonly Document<RouteDeps>[] = [
  llmsText,
  llmsFullText,
  networkLlmsText,
  siteDocument,
  networkDocument,
  ...discoveryDocuments,
  apiCatalog,
  securityText,
  robots,
  sitemapIndex,
  siteSitemap,
  networkSitemap,
  openSearch,
  answerCard,
  answerPicture,
  webManifest,
  { ...ofPages, path: '/icons/{file}', on: 'site', parameters: [], handler: serveIcon },
  { ...ofPages, path: '/favicon.ico', on: 'site', parameters: [], handler: serveFavicon },
  { ...ofPages, path: '/logos/*file', on: 'both', parameters: ['v'], handler: serveLogo },
  { ...ofPages, path: '/assets/{file}', on: 'both', parameters: ['v'], handler: serveAsset },
];

export const table: readonly Line[] = [...resources, ...documents, ...pagesAndFiles];

type Base = 'site' | 'network';

function linesOn(base: Base): readonly Line[] {
  return table.filter((line) => isOn(line, base));
}

/** Facts of the table that documents and pages list. */
export const listed: Pick<RouteDeps, 'pages' | 'operations'> = {
  pages: table.filter((line) => 'kind' in line && line.kind === 'page'),
  operations: { site: operationsOn('site'), network: operationsOn('network') },
};

export function siteRoutes(deps: RouteDeps): readonly Route[] {
  return linesOn('site').flatMap((line) => routesOf(line, 'site', deps));
}

export function toolboxRoutes(deps: RouteDeps): readonly Route[] {
  return linesOn('network').flatMap((line) => routesOf(line, 'network', deps));
}

/** Routes for operators. Health checks wait for nobody; they cost less than a cached response. */
export function adminRoutes(deps: RouteDeps): readonly Route[] {
  return [
    { path: '/healthz', kind: 'json', queue: 'none', handler: health() },
    { path: '/readyz', kind: 'json', queue: 'none', handler: readiness(deps) },
    { path: '/metrics', kind: 'text', handler: prometheus(deps.metrics) },
  ];
}

function routesOf(line: Line, base: Base, deps: RouteDeps): readonly Route[] {
  if (!('kind' in line)) return [resourceRoute(line, deps)];
  if (line.kind === 'page') return pageRoutes(line, base, deps);
  const { on: _, operations: __, handler, ...route } = line;
  return [{ ...route, handler: handler(deps) }];
}

/** Without what the address is about, there is nothing at it. */
function ifOffered(address: Pick<Line, 'category' | 'about'>, handler: Handler): Handler {
  return (ctx, next) => {
    const { snapshot } = ctx.state;
    if (snapshot !== null && !isOffered(address, snapshot.catalog))
      throw new HttpError(404, 'not-found', 'no page at this address');
    return handler(ctx, next);
  };
}

/** The page, its picture, and its Markdown at the address with `.md`. */
function pageRoutes(about: Page<RouteDeps>, base: Base, deps: RouteDeps): readonly Route[] {
  const { path, kind, parameters: named, handler, markdown, byAccept } = about;
  const parameters = 'site' in named ? named[base] : named;
  const route: Route = {
    path,
    kind,
    parameters,
    handler: ifOffered(about, handler(deps)),
    explain: (ctx, error) => withSeveral(ctx.state.parameters, whichOffers, error),
    ...(byAccept && { byAccept }),
  };
  if (markdown === undefined) return [pictureRoute(route), route];
  const inMarkdown = ifOffered(about, markdown(deps));
  return [
    { path: `${path}.md`, kind, parameters: [...parameters, 'page'], handler: inMarkdown },
    pictureRoute(route),
    { ...route, markdown: inMarkdown },
  ];
}

function resourceRoute(resource: Resource, deps: RouteDeps): Route {
  const { path, handler, parameters, queue, ignoresUnknown } = resource;
  const explain: Route['explain'] = (ctx, error) => {
    const explained = withSeveral(ctx.state.parameters, parameters, error);
    return error.code === 'bad-parameter' ? withExample(ctx, parameters, explained) : explained;
  };
  const named = ignoresUnknown && { parameters: [...Object.keys(parameters), snapshotParameter] };
  return {
    path,
    kind: 'api',
    handler: ifOffered(resource, handler(deps)),
    explain,
    ...named,
    ...(queue && { queue }),
  };
}

/** The operations of the published interface come first, in its order. */
function operationsOn(base: Base): readonly Described[] {
  const operations = linesOn(base).flatMap(operationsOf);
  return operations.toSorted(
    (a, b) => Number(b.isPublished ?? false) - Number(a.isPublished ?? false),
  );
}

function operationsOf(line: Line): readonly Described[] {
  if (!('kind' in line)) return [line];
  if (line.kind === 'page') return pageOperations(line);
  return isOmitted(line.operations) ? [] : line.operations;
}
