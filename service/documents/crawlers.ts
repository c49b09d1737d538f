/** Documents for crawlers: robots.txt, sitemaps and the API catalog (RFC 9727). */
import type { NetworkMetrics } from '../../model/metrics.ts';
import { metricsOf } from '../api/categories.ts';
import { type Context, type Handler, networkOf, snapshotOf } from '../http/context.ts';
import { assertNoParameters } from '../query/params.ts';
import { findProviders } from '../query/providers.ts';
import type { Urls } from '../urls.ts';

interface Deps {
  readonly urls: Urls;
}

const types = {
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  linkset: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
} as const;

function send(ctx: Context, type: keyof typeof types, body: string): void {
  ctx.body = body;
  ctx.set('Content-Type', types[type]);
}

export function robots({ urls }: Deps): Handler {
  return (ctx) => {
    const network = ctx.state.network === null || urls.onlyNetwork !== null ? null : networkOf(ctx).key;
    send(ctx, 'text', presentRobots(network, urls));
  };
}

export function sitemapIndex({ urls }: Deps): Handler {
  return (ctx) => {
    const { catalog, manifest } = snapshotOf(ctx);
    send(ctx, 'xml', presentSitemapIndex(catalog.networks.keys(), manifest.generatedAt, urls));
  };
}

export function siteSitemap({ urls }: Deps): Handler {
  return (ctx) => send(ctx, 'xml', presentSiteSitemap(snapshotOf(ctx).manifest.generatedAt, urls));
}

export function networkSitemap({ urls }: Deps): Handler {
  return (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    const { byProvider } = findProviders(snapshot, key);
    const providers = [...byProvider.keys()].flatMap((name) => snapshot.catalog.providers.get(name)?.slug ?? []);
    const pages = { metrics: metricsOf(snapshot, key), providers: providers.toSorted() };
    send(ctx, 'xml', presentNetworkSitemap(key, pages, snapshot.manifest.generatedAt, urls));
  };
}

export function apiCatalog({ urls }: Deps): Handler {
  return (ctx) => {
    assertNoParameters(ctx.querystring);
    send(ctx, 'linkset', JSON.stringify(presentApiCatalog(snapshotOf(ctx).catalog.networks.keys(), urls)));
  };
}

/** robots.txt of the site or of a network. A network on its own host must name its own sitemap. */
function presentRobots(network: string | null, urls: Urls): string {
  // These parameters of pages combine without limit and show nothing that other pages lack. Agents may query the API.
  const names = ['filters', 'sorting', 'sort', 'cols', 'facet', 'compare'];
  const toolbox = [...names.map((name) => `?*${name}=`), '?f.', '?*&f.'];
  const disallowed = [...toolbox.map((query) => `/*toolbox/*${query}`), '/*compare?'];
  const rules = ['User-agent: *', 'Allow: /', ...disallowed.map((pattern) => `Disallow: ${pattern}`)];
  const sitemap = network === null ? urls.to(null, '/sitemap.xml') : urls.to(network, '/sitemap-network.xml');
  return `${rules.join('\n')}\n\nSitemap: ${sitemap}\n`;
}

/** A sitemap may only list addresses of its own host: so each network has a sitemap, and the site has the index. */
function presentSitemapIndex(networks: Iterable<string>, lastModified: string, urls: Urls): string {
  const own = urls.onlyNetwork === null ? [...networks] : [urls.onlyNetwork];
  const sitemaps = [urls.to(null, '/sitemap-site.xml'), ...own.map((key) => urls.to(key, '/sitemap-network.xml'))];
  const entries = sitemaps.map(
    (loc) => `<sitemap><loc>${escapeXml(loc)}</loc><lastmod>${lastModified}</lastmod></sitemap>`,
  );
  return xml('sitemapindex', entries);
}

function presentSiteSitemap(lastModified: string, urls: Urls): string {
  return presentSitemap(
    ['/', '/data', '/about', '/mcp-gateway'].map((path) => urls.to(null, path)),
    lastModified,
  );
}

interface NetworkPages {
  readonly metrics: NetworkMetrics;
  /** Slugs of the providers. */
  readonly providers: readonly string[];
}

/** Home page, directory pages of the active categories, provider list and profiles. */
function presentNetworkSitemap(
  network: string,
  { metrics, providers }: NetworkPages,
  lastModified: string,
  urls: Urls,
): string {
  const active = metrics.categories.filter(({ count }) => count > 0);
  const directories = active.map(({ key }) => `/toolbox/${key}`);
  const paths = ['/', ...directories, '/providers', ...providers.map((slug) => `/providers/${slug}`)];
  return presentSitemap(
    paths.map((path) => urls.to(network, path)),
    lastModified,
  );
}

function presentSitemap(addresses: readonly string[], lastModified: string): string {
  return xml(
    'urlset',
    addresses.map((loc) => `<url><loc>${escapeXml(loc)}</loc><lastmod>${lastModified}</lastmod></url>`),
  );
}

function xml(root: string, entries: readonly string[]): string {
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">\n${entries.join('\n')}\n</${root}>\n`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function presentApiCatalog(networks: Iterable<string>, urls: Urls) {
  const own = urls.onlyNetwork === null ? [...networks] : [urls.onlyNetwork];
  const describe = (network: string | null) => ({
    anchor: urls.to(network, '/'),
    'service-desc': [{ href: urls.to(network, '/openapi.json'), type: 'application/vnd.oai.openapi+json;version=3.1' }],
    'service-doc': [{ href: urls.to(null, '/llms-full.txt'), type: 'text/plain' }],
    'service-meta': [{ href: urls.to(null, '/llms.txt'), type: 'text/plain' }],
  });
  return { linkset: [...(urls.onlyNetwork === null ? [describe(null)] : []), ...own.map(describe)] };
}
