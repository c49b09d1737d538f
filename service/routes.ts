/** The table of routes: every address of the site and of a network's toolbox. */

import { listCategories } from './api/categories.ts';
import { exportRows } from './api/export.ts';
import { listFacets } from './api/facets.ts';
import { health, prometheus, readiness } from './api/health.ts';
import { listNetworks, networkIcon } from './api/networks.ts';
import { listProviders, readProvider } from './api/providers.ts';
import { listRows } from './api/rows.ts';
import {
  apiCatalog,
  llmsFull,
  llmsShort,
  networkSitemap,
  robots,
  siteDocument,
  sitemapIndex,
  siteSitemap,
  toolboxDocument,
} from './documents/documents.ts';
import { serveAsset, serveFavicon } from './files/assets.ts';
import { serveLogo } from './files/logos.ts';
import type { Handler, RouteKind } from './http/context.ts';
import type { Metrics } from './metrics.ts';
import { aboutPage, gatewayPage } from './pages/about.ts';
import { comparePage } from './pages/compare.ts';
import { dataFile, dataPage } from './pages/data.ts';
import { homePage, networkHomePage } from './pages/home.ts';
import { profilePage, providersPage } from './pages/profile.ts';
import { searchPage } from './pages/search/page.ts';
import type { RouteContext } from './pages/shared/context.ts';
import { toolboxPage } from './pages/toolbox/page.ts';

export interface Route {
  /** As README and the tests write it; `{name}` stands for one part of a path, `*name` for any. */
  readonly path: string;
  readonly kind: RouteKind;
  /**
   * Query parameters that the response depends on; one that ends in a dot stands for every name that begins with it.
   * Undefined for all, on routes that reject unknown parameters. Others are ignored and not part of the cache key.
   */
  readonly parameters?: readonly string[];
  readonly handler: Handler;
}

export interface RouteDeps extends RouteContext {
  readonly now: () => Date;
  readonly metrics: Metrics;
}

const api = '/api/infrastructure-providers';
const ordering = ['sorting', 'sort', 'dir'];
const toolboxParameters = ['search', 'filters', 'f.', ...ordering, 'page', 'pageSize', 'cols', 'facet', 'compare'];

export function siteRoutes(deps: RouteDeps): readonly Route[] {
  return [
    { path: '/', kind: 'page', parameters: [], handler: homePage(deps) },
    { path: '/about', kind: 'page', parameters: [], handler: aboutPage(deps) },
    { path: '/mcp-gateway', kind: 'page', parameters: [], handler: gatewayPage(deps) },
    { path: '/search', kind: 'page', parameters: ['q', 'category'], handler: searchPage(deps) },
    { path: '/data', kind: 'page', parameters: [], handler: dataPage(deps) },
    { path: '/data/*file', kind: 'file', parameters: [], handler: dataFile() },
    { path: '/api/networks', kind: 'json', handler: listNetworks(deps) },
    { path: '/openapi.json', kind: 'json', parameters: [], handler: siteDocument(deps) },
    { path: '/llms.txt', kind: 'text', parameters: [], handler: llmsShort(deps) },
    { path: '/llms-full.txt', kind: 'text', parameters: [], handler: llmsFull(deps) },
    { path: '/.well-known/api-catalog', kind: 'json', parameters: [], handler: apiCatalog(deps) },
    { path: '/robots.txt', kind: 'text', parameters: [], handler: robots(deps) },
    { path: '/sitemap.xml', kind: 'text', parameters: [], handler: sitemapIndex(deps) },
    { path: '/sitemap-site.xml', kind: 'text', parameters: [], handler: siteSitemap(deps) },
    { path: '/icons/{file}', kind: 'file', parameters: [], handler: networkIcon() },
    { path: '/logos/{file}', kind: 'file', parameters: ['v'], handler: serveLogo() },
    { path: '/assets/{file}', kind: 'file', parameters: ['v'], handler: serveAsset(deps) },
    { path: '/favicon.ico', kind: 'file', parameters: [], handler: serveFavicon(deps) },
    { path: '/healthz', kind: 'json', handler: health() },
    { path: '/readyz', kind: 'json', handler: readiness(deps.now) },
    { path: '/metrics', kind: 'text', handler: prometheus(deps.metrics) },
  ];
}

export function toolboxRoutes(deps: RouteDeps): readonly Route[] {
  return [
    { path: '/', kind: 'page', parameters: [], handler: networkHomePage(deps) },
    { path: '/toolbox/{category}', kind: 'page', parameters: toolboxParameters, handler: toolboxPage(deps) },
    { path: '/providers', kind: 'page', parameters: ['q', 'page'], handler: providersPage(deps) },
    { path: '/providers/{slug}', kind: 'page', parameters: [], handler: profilePage(deps) },
    { path: '/compare', kind: 'page', parameters: ['category', 'offer'], handler: comparePage(deps) },
    { path: '/search', kind: 'page', parameters: ['q', 'category'], handler: searchPage(deps) },
    { path: `${api}/categories`, kind: 'json', handler: listCategories() },
    { path: `${api}/rows`, kind: 'json', handler: listRows() },
    { path: `${api}/facets`, kind: 'json', handler: listFacets() },
    { path: `${api}/export`, kind: 'json', handler: exportRows() },
    { path: `${api}/providers`, kind: 'json', handler: listProviders(deps) },
    { path: `${api}/providers/{slug}`, kind: 'json', handler: readProvider(deps) },
    { path: '/openapi.json', kind: 'json', parameters: [], handler: toolboxDocument(deps) },
    { path: '/robots.txt', kind: 'text', parameters: [], handler: robots(deps) },
    { path: '/sitemap-network.xml', kind: 'text', parameters: [], handler: networkSitemap(deps) },
    { path: '/logos/{file}', kind: 'file', parameters: ['v'], handler: serveLogo() },
    { path: '/assets/{file}', kind: 'file', parameters: ['v'], handler: serveAsset(deps) },
  ];
}
