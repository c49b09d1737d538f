/** The table of routes: every address of the site and of a network. */
import { networkChanges } from './api/changes.ts';
import { networkMcpConfig, networkRpcEndpoint } from './api/connect/connect-resources.ts';
import { withExample } from './api/examples.ts';
import { health, prometheus, readiness } from './api/health.ts';
import { comparison } from './api/offers/compare.ts';
import { provider, providers } from './api/providers/on-network.ts';
import type { Resource } from './api/resource.ts';
import { categories } from './api/rows/categories.ts';
import { exportRows } from './api/rows/export.ts';
import { facets } from './api/rows/facets.ts';
import { rows } from './api/rows/rows.ts';
import { search } from './api/search/search.ts';
import { networkSuggestions } from './api/search/suggest.ts';
import { siteResources } from './api/site-resources.ts';
import { serveIndex } from './api/snapshots.ts';
import type { Publication } from './config.ts';
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
import { changesFeed, networkChangesFeed } from './documents/feeds.ts';
import { llmsFullText, llmsText, networkLlmsText } from './documents/llms.ts';
import { networkDocument } from './documents/openapi/network.ts';
import { siteDocument } from './documents/openapi/site.ts';
import { type Assets, serveAsset } from './files/assets.ts';
import { serveCurrentFile, serveKeptFile } from './files/data-files.ts';
import { serveFavicon, serveIcon, serveLogo } from './files/logos.ts';
import type { Handler, Route } from './http/context.ts';
import type { Metrics } from './metrics.ts';
import { aboutPage } from './pages/about.ts';
import { changesMarkdown, changesPage } from './pages/changes.ts';
import { comparePage } from './pages/compare/page.ts';
import { dataPage, type SqlQuestion, snapshotsPage, sqlPage } from './pages/data.ts';
import { homePage } from './pages/home/page.ts';
import { gatewayPage } from './pages/mcp-gateway.ts';
import { networkPage } from './pages/network.ts';
import { providersPage } from './pages/provider/list.ts';
import { providerPage } from './pages/provider/profile.ts';
import { providerMarkdown } from './pages/provider/profile-markdown.ts';
import { searchMarkdown, searchPage } from './pages/search/page.ts';
import { changesParameters } from './pages/shared/changes/form.ts';
import type { PageDeps } from './pages/shared/page.ts';
import { pictureRoute } from './pages/shared/picture.ts';
import { toolboxMarkdown, toolboxPage } from './pages/toolbox/page.ts';
import { groupPaging, type Shape, selection, workload } from './questions/parameters.ts';
import { fieldPrefix } from './questions/parse.ts';
import type { SnapshotHolder } from './snapshot/holder.ts';
import type { KeptSnapshots } from './snapshot/kept.ts';

export interface RouteDeps extends PageDeps {
  readonly assets: Assets;
  readonly questions: readonly SqlQuestion[];
  readonly now: () => Date;
  readonly publication: Publication;
  readonly metrics: Metrics;
  readonly kept: KeptSnapshots;
  readonly holder: SnapshotHolder;
}

/** Names of parameters. A shape with `filters` has fields of a form as well. */
function namesOf(shape: Shape): readonly string[] {
  return [...Object.keys(shape), ...('filters' in shape ? [fieldPrefix] : [])];
}

const toolboxParameters = [
  ...namesOf({ ...selection, ...groupPaging, ...workload }),
  ...['sorting', 'sort', 'dir', 'cols', 'facet', 'compare', 'open', 'chart'],
];
const searchParameters = namesOf(search.parameters);
const comparisonParameters = [...namesOf(comparison.parameters), 'provider', ...namesOf(workload)];
const networkResources = [
  ...[categories, rows, facets, exportRows, providers, provider, comparison, networkSuggestions],
  ...[networkMcpConfig, networkRpcEndpoint, networkChanges, networkChangesFeed],
];

export function siteRoutes(deps: RouteDeps): readonly Route[] {
  return withPictures([
    { path: '/', kind: 'page', parameters: [], handler: homePage(deps) },
    { path: '/about', kind: 'page', parameters: [], handler: aboutPage(deps) },
    {
      path: '/mcp-gateway',
      kind: 'page',
      parameters: [],
      byAccept: true,
      handler: gatewayPage(deps),
    },
    ...sharedRoutes(deps),
    {
      path: '/providers',
      kind: 'page',
      parameters: ['q', 'category', 'network', 'page'],
      handler: providersPage(deps),
    },
    ...twoForms('/toolbox/{category}', [...toolboxParameters, 'network', 'networkMatch'], {
      page: toolboxPage(deps),
      markdown: toolboxMarkdown(deps),
    }),
    { path: '/toolbox/{category}/{set}', kind: 'page', parameters: [], handler: toolboxPage(deps) },
    { path: '/data', kind: 'page', parameters: [], handler: dataPage(deps) },
    { path: '/data/sql', kind: 'page', parameters: [], handler: sqlPage(deps) },
    { path: '/data/*file', kind: 'file', parameters: [], handler: serveCurrentFile(deps) },
    { path: '/snapshots', kind: 'page', parameters: [], handler: snapshotsPage(deps) },
    { path: '/snapshots/index.json', kind: 'json', parameters: [], handler: serveIndex(deps) },
    { path: '/snapshots/{id}/*file', kind: 'file', parameters: [], handler: serveKeptFile(deps) },
    ...[...siteResources, changesFeed].map((resource) => toRoute(resource, deps)),
    { path: '/openapi.json', kind: 'json', handler: siteDocument(deps) },
    { path: '/llms.txt', kind: 'text', parameters: [], handler: llmsText(deps) },
    { path: '/llms-full.txt', kind: 'text', parameters: [], handler: llmsFullText(deps) },
    ...discoveryDocuments(deps),
    { path: '/.well-known/api-catalog', kind: 'json', handler: apiCatalog(deps) },
    {
      path: '/.well-known/security.txt',
      kind: 'text',
      parameters: [],
      handler: securityText(deps),
    },
    { path: '/sitemap.xml', kind: 'text', parameters: [], handler: sitemapIndex(deps) },
    { path: '/sitemap-site.xml', kind: 'text', parameters: [], handler: siteSitemap(deps) },
    { path: '/opensearch.xml', kind: 'text', parameters: [], handler: openSearch(deps) },
    { path: '/icons/{file}', kind: 'file', parameters: [], handler: serveIcon(deps) },
    { path: '/favicon.ico', kind: 'file', parameters: [], handler: serveFavicon(deps) },
  ]);
}

/** Routes for operators. Health checks wait for nobody; they cost less than a cached response. */
export function adminRoutes(deps: RouteDeps): readonly Route[] {
  return [
    { path: '/healthz', kind: 'json', queue: 'none', handler: health() },
    { path: '/readyz', kind: 'json', queue: 'none', handler: readiness(deps.now) },
    { path: '/metrics', kind: 'text', handler: prometheus(deps.metrics) },
  ];
}

export function toolboxRoutes(deps: RouteDeps): readonly Route[] {
  return withPictures([
    { path: '/', kind: 'page', parameters: [], handler: networkPage(deps) },
    ...twoForms('/toolbox/{category}', toolboxParameters, {
      page: toolboxPage(deps),
      markdown: toolboxMarkdown(deps),
    }),
    { path: '/toolbox/{category}/{set}', kind: 'page', parameters: [], handler: toolboxPage(deps) },
    {
      path: '/providers',
      kind: 'page',
      parameters: ['q', 'category', 'page'],
      handler: providersPage(deps),
    },
    ...sharedRoutes(deps),
    ...networkResources.map((resource) => toRoute(resource, deps)),
    { path: '/openapi.json', kind: 'json', handler: networkDocument(deps, networkResources) },
    { path: '/llms.txt', kind: 'text', parameters: [], handler: networkLlmsText(deps) },
    { path: '/sitemap-network.xml', kind: 'text', parameters: [], handler: networkSitemap(deps) },
  ]);
}

/** Of the site and of each network. */
function sharedRoutes(deps: RouteDeps): readonly Route[] {
  return [
    ...twoForms('/search', searchParameters, {
      page: searchPage(deps),
      markdown: searchMarkdown(deps),
    }),
    {
      path: '/compare',
      kind: 'page',
      parameters: comparisonParameters,
      byAccept: true,
      handler: comparePage(deps),
    },
    ...twoForms('/providers/{slug}', [], {
      page: providerPage(deps),
      markdown: providerMarkdown(deps),
    }),
    ...twoForms('/changes', namesOf(changesParameters), {
      page: changesPage(deps),
      markdown: changesMarkdown(deps),
    }),
    { path: '/robots.txt', kind: 'text', parameters: [], handler: robots(deps) },
    { path: '/logos/*file', kind: 'file', parameters: ['v'], handler: serveLogo() },
    { path: '/assets/{file}', kind: 'file', parameters: ['v'], handler: serveAsset(deps) },
  ];
}

/** Each page with its picture. */
function withPictures(routes: readonly Route[]): readonly Route[] {
  const isPage = ({ path, kind }: Route) => kind === 'page' && !path.endsWith('.md');
  return routes.flatMap((route) => (isPage(route) ? [pictureRoute(route), route] : [route]));
}

/** A page as HTML and, at its address with `.md` and for clients that prefer it, as Markdown. */
function twoForms(
  path: string,
  parameters: readonly string[],
  { page, markdown }: { readonly page: Handler; readonly markdown: Handler },
): readonly Route[] {
  return [
    { path: `${path}.md`, kind: 'page', parameters: [...parameters, 'page'], handler: markdown },
    { path, kind: 'page', parameters, handler: page, markdown },
  ];
}

function toRoute({ path, handler, parameters, queue }: Resource, deps: RouteDeps): Route {
  const explain: Route['explain'] = (ctx, error) => withExample(ctx, parameters, error);
  return { path, kind: 'api', handler: handler(deps), explain, ...(queue && { queue }) };
}
