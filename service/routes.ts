/** The table of routes: every address of the site and of a network. */
import { categories } from './api/categories.ts';
import { exportRows } from './api/export.ts';
import { facets } from './api/facets.ts';
import { health, prometheus, readiness } from './api/health.ts';
import { networks } from './api/networks.ts';
import { provider, providers } from './api/providers.ts';
import type { Resource } from './api/resource.ts';
import { rows } from './api/rows.ts';
import { apiCatalog, networkSitemap, robots, sitemapIndex, siteSitemap } from './documents/crawlers.ts';
import { llmsFullText, llmsText } from './documents/llms.ts';
import { networkDocument } from './documents/openapi/network.ts';
import { siteDocument } from './documents/openapi/site.ts';
import { type Assets, serveAsset, serveFavicon } from './files/assets.ts';
import { serveDataFile } from './files/data-files.ts';
import { serveLogo, serveNetworkIcon } from './files/logos.ts';
import type { Handler, RouteKind } from './http/context.ts';
import type { Metrics } from './metrics.ts';
import { aboutPage } from './pages/about.ts';
import { comparePage } from './pages/compare.ts';
import { dataPage } from './pages/data.ts';
import { homePage } from './pages/home.ts';
import { gatewayPage } from './pages/mcp-gateway.ts';
import { networkPage } from './pages/network.ts';
import { profilePage } from './pages/profile.ts';
import { providersPage } from './pages/providers.ts';
import { searchPage } from './pages/search/page.ts';
import type { PageDeps } from './pages/shared/page.ts';
import { toolboxPage } from './pages/toolbox/page.ts';

export interface Route {
  /** `{name}` stands for one path segment, `*name` for any number. */
  readonly path: string;
  readonly kind: RouteKind;
  readonly handler: Handler;
}

export interface RouteDeps extends PageDeps {
  readonly assets: Assets;
  readonly now: () => Date;
  readonly metrics: Metrics;
}

const networkResources = [categories, rows, facets, exportRows, providers, provider];

export function siteRoutes(deps: RouteDeps): readonly Route[] {
  return [
    { path: '/', kind: 'page', handler: homePage(deps) },
    { path: '/about', kind: 'page', handler: aboutPage(deps) },
    { path: '/mcp-gateway', kind: 'page', handler: gatewayPage(deps) },
    { path: '/search', kind: 'page', handler: searchPage(deps) },
    { path: '/data', kind: 'page', handler: dataPage(deps) },
    { path: '/data/*file', kind: 'file', handler: serveDataFile() },
    toRoute(networks, deps),
    { path: '/openapi.json', kind: 'json', handler: siteDocument(deps, networks) },
    { path: '/llms.txt', kind: 'text', handler: llmsText(deps) },
    { path: '/llms-full.txt', kind: 'text', handler: llmsFullText(deps) },
    { path: '/.well-known/api-catalog', kind: 'json', handler: apiCatalog(deps) },
    { path: '/robots.txt', kind: 'text', handler: robots(deps) },
    { path: '/sitemap.xml', kind: 'text', handler: sitemapIndex(deps) },
    { path: '/sitemap-site.xml', kind: 'text', handler: siteSitemap(deps) },
    { path: '/icons/{file}', kind: 'file', handler: serveNetworkIcon() },
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
    { path: '/', kind: 'page', handler: networkPage(deps) },
    { path: '/toolbox/{category}', kind: 'page', handler: toolboxPage(deps) },
    { path: '/providers', kind: 'page', handler: providersPage(deps) },
    { path: '/providers/{slug}', kind: 'page', handler: profilePage(deps) },
    { path: '/compare', kind: 'page', handler: comparePage(deps) },
    { path: '/search', kind: 'page', handler: searchPage(deps) },
    ...networkResources.map((resource) => toRoute(resource, deps)),
    { path: '/openapi.json', kind: 'json', handler: networkDocument(deps, networkResources) },
    { path: '/robots.txt', kind: 'text', handler: robots(deps) },
    { path: '/sitemap-network.xml', kind: 'text', handler: networkSitemap(deps) },
    { path: '/logos/{file}', kind: 'file', handler: serveLogo() },
    { path: '/assets/{file}', kind: 'file', handler: serveAsset(deps) },
  ];
}

function toRoute({ path, handler }: Resource, deps: RouteDeps): Route {
  return { path, kind: 'json', handler: handler(deps) };
}
