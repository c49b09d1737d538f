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
  readonly handler: Handler;
}

export interface RouteDeps extends RouteContext {
  readonly now: () => Date;
  readonly metrics: Metrics;
}

const api = '/api/infrastructure-providers';

export function siteRoutes(deps: RouteDeps): readonly Route[] {
  return [
    { path: '/', kind: 'page', handler: homePage(deps) },
    { path: '/about', kind: 'page', handler: aboutPage(deps) },
    { path: '/mcp-gateway', kind: 'page', handler: gatewayPage(deps) },
    { path: '/search', kind: 'page', handler: searchPage(deps) },
    { path: '/data', kind: 'page', handler: dataPage(deps) },
    { path: '/data/*file', kind: 'file', handler: dataFile() },
    { path: '/api/networks', kind: 'json', handler: listNetworks(deps) },
    { path: '/openapi.json', kind: 'json', handler: siteDocument(deps) },
    { path: '/llms.txt', kind: 'text', handler: llmsShort(deps) },
    { path: '/llms-full.txt', kind: 'text', handler: llmsFull(deps) },
    { path: '/.well-known/api-catalog', kind: 'json', handler: apiCatalog(deps) },
    { path: '/robots.txt', kind: 'text', handler: robots(deps) },
    { path: '/sitemap.xml', kind: 'text', handler: sitemapIndex(deps) },
    { path: '/sitemap-site.xml', kind: 'text', handler: siteSitemap(deps) },
    { path: '/icons/{file}', kind: 'file', handler: networkIcon() },
    { path: '/logos/{file}', kind: 'file', handler: serveLogo() },
    { path: '/assets/{file}', kind: 'file', handler: serveAsset(deps) },
    { path: '/favicon.ico', kind: 'file', handler: serveFavicon(deps) },
    { path: '/healthz', kind: 'json', handler: health() },
    { path: '/readyz', kind: 'json', handler: readiness(deps.now) },
    { path: '/metrics', kind: 'text', handler: prometheus(deps.metrics) },
  ];
}

export function toolboxRoutes(deps: RouteDeps): readonly Route[] {
  return [
    { path: '/', kind: 'page', handler: networkHomePage(deps) },
    { path: '/toolbox/{category}', kind: 'page', handler: toolboxPage(deps) },
    { path: '/providers', kind: 'page', handler: providersPage(deps) },
    { path: '/providers/{slug}', kind: 'page', handler: profilePage(deps) },
    { path: '/compare', kind: 'page', handler: comparePage(deps) },
    { path: '/search', kind: 'page', handler: searchPage(deps) },
    { path: `${api}/categories`, kind: 'json', handler: listCategories() },
    { path: `${api}/rows`, kind: 'json', handler: listRows() },
    { path: `${api}/facets`, kind: 'json', handler: listFacets() },
    { path: `${api}/export`, kind: 'json', handler: exportRows() },
    { path: `${api}/providers`, kind: 'json', handler: listProviders(deps) },
    { path: `${api}/providers/{slug}`, kind: 'json', handler: readProvider(deps) },
    { path: '/openapi.json', kind: 'json', handler: toolboxDocument(deps) },
    { path: '/robots.txt', kind: 'text', handler: robots(deps) },
    { path: '/sitemap-network.xml', kind: 'text', handler: networkSitemap(deps) },
    { path: '/logos/{file}', kind: 'file', handler: serveLogo() },
    { path: '/assets/{file}', kind: 'file', handler: serveAsset(deps) },
  ];
}
