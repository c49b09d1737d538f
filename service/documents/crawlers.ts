/** What crawlers read first: robots.txt, sitemaps, and the catalog of API descriptions (RFC 9727). */
import type { NetworkMetrics } from '../../model/metrics.ts';
import type { Urls } from '../urls.ts';

/** Of the site; or of a network, which on a host of its own has to name its sitemap itself. */
export function presentRobots(network: string | null, urls: Urls): string {
  // These combine without end and show nothing that the pages without them do not.
  const names = ['filters', 'sorting', 'sort', 'cols', 'facet', 'compare', 'offer'];
  const endless = [...names.map((name) => `/*?*${name}=`), '/*?f.', '/*&f.'];
  const rules = ['User-agent: *', 'Allow: /', ...endless.map((pattern) => `Disallow: ${pattern}`)];
  const sitemap = network === null ? urls.to(null, '/sitemap.xml') : urls.to(network, '/sitemap-network.xml');
  return `${rules.join('\n')}\n\nSitemap: ${sitemap}\n`;
}

/** A sitemap may only name addresses of its own host: so each network has its own, and the site has their index. */
export function presentSitemapIndex(networks: Iterable<string>, lastModified: string, urls: Urls): string {
  const own = urls.onlyNetwork === null ? [...networks] : [urls.onlyNetwork];
  const sitemaps = [urls.to(null, '/sitemap-site.xml'), ...own.map((key) => urls.to(key, '/sitemap-network.xml'))];
  const entries = sitemaps.map(
    (loc) => `<sitemap><loc>${escapeXml(loc)}</loc><lastmod>${lastModified}</lastmod></sitemap>`,
  );
  return xml('sitemapindex', entries);
}

export function presentSiteSitemap(lastModified: string, urls: Urls): string {
  return presentSitemap(
    ['/', '/data', '/about', '/mcp-gateway'].map((path) => urls.to(null, path)),
    lastModified,
  );
}

export interface NetworkPages {
  readonly metrics: NetworkMetrics;
  /** Slugs of its providers. */
  readonly providers: readonly string[];
}

/** The network's home, the directory page of each active category, its providers and their profiles. */
export function presentNetworkSitemap(
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

export function presentApiCatalog(networks: Iterable<string>, urls: Urls) {
  const own = urls.onlyNetwork === null ? [...networks] : [urls.onlyNetwork];
  const describe = (network: string | null) => ({
    anchor: urls.to(network, '/'),
    'service-desc': [{ href: urls.to(network, '/openapi.json'), type: 'application/vnd.oai.openapi+json;version=3.1' }],
    'service-doc': [{ href: urls.to(null, '/llms-full.txt'), type: 'text/plain' }],
    'service-meta': [{ href: urls.to(null, '/llms.txt'), type: 'text/plain' }],
  });
  return { linkset: [...(urls.onlyNetwork === null ? [describe(null)] : []), ...own.map(describe)] };
}
