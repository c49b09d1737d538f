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
import type { Handler } from './http/state.ts';
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
  readonly handler: Handler;
}

export interface RouteDeps extends RouteContext {
  readonly now: () => Date;
  readonly metrics: Metrics;
}

const api = '/api/infrastructure-providers';

export function siteRoutes(deps: RouteDeps): readonly Route[] {
  return [
    { path: '/', handler: homePage(deps) },
    { path: '/about', handler: aboutPage(deps) },
    { path: '/mcp-gateway', handler: gatewayPage(deps) },
    { path: '/search', handler: searchPage(deps) },
    { path: '/data', handler: dataPage(deps) },
    { path: '/data/*file', handler: dataFile() },
    { path: '/api/networks', handler: listNetworks(deps) },
    { path: '/openapi.json', handler: siteDocument(deps) },
    { path: '/llms.txt', handler: llmsShort(deps) },
    { path: '/llms-full.txt', handler: llmsFull(deps) },
    { path: '/.well-known/api-catalog', handler: apiCatalog(deps) },
    { path: '/robots.txt', handler: robots(deps) },
    { path: '/sitemap.xml', handler: sitemapIndex(deps) },
    { path: '/sitemap-site.xml', handler: siteSitemap(deps) },
    { path: '/icons/{file}', handler: networkIcon() },
    { path: '/logos/{file}', handler: serveLogo() },
    { path: '/assets/{file}', handler: serveAsset(deps) },
    { path: '/favicon.ico', handler: serveFavicon(deps) },
    { path: '/healthz', handler: health() },
    { path: '/readyz', handler: readiness(deps.now) },
    { path: '/metrics', handler: prometheus(deps.metrics) },
  ];
}

export function toolboxRoutes(deps: RouteDeps): readonly Route[] {
  return [
    { path: '/', handler: networkHomePage(deps) },
    { path: '/toolbox/{category}', handler: toolboxPage(deps) },
    { path: '/providers', handler: providersPage(deps) },
    { path: '/providers/{slug}', handler: profilePage(deps) },
    { path: '/compare', handler: comparePage(deps) },
    { path: '/search', handler: searchPage(deps) },
    { path: `${api}/categories`, handler: listCategories() },
    { path: `${api}/rows`, handler: listRows() },
    { path: `${api}/facets`, handler: listFacets() },
    { path: `${api}/export`, handler: exportRows() },
    { path: `${api}/providers`, handler: listProviders(deps) },
    { path: `${api}/providers/{slug}`, handler: readProvider(deps) },
    { path: '/openapi.json', handler: toolboxDocument(deps) },
    { path: '/robots.txt', handler: robots(deps) },
    { path: '/sitemap-network.xml', handler: networkSitemap(deps) },
    { path: '/logos/{file}', handler: serveLogo() },
    { path: '/assets/{file}', handler: serveAsset(deps) },
  ];
}
