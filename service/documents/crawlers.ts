/** Documents for crawlers and browsers: robots.txt, sitemaps, the API catalog (RFC 9727) and the OpenSearch description. */
import { metricsOf } from '../api/rows/categories.ts';
import { type Context, type Handler, networkOf, snapshotOf } from '../http/context.ts';
import { escapeHtml } from '../pages/shared/markdown.ts';
import { findChangeTimes, findNetworkTimes } from '../query/changes/change-times.ts';
import { findDirectory } from '../query/offers/directory.ts';
import { assertNoParameters } from '../query/params.ts';
import type { Urls } from '../urls.ts';

interface Deps {
  readonly urls: Urls;
}

const types = {
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  search: 'application/opensearchdescription+xml; charset=utf-8',
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

/** A sitemap may only list addresses of its own host: so each network has a sitemap, and the site has the index. */
export function sitemapIndex({ urls }: Deps): Handler {
  return (ctx) => {
    const { catalog, changes, manifest } = snapshotOf(ctx);
    const times = findNetworkTimes(changes);
    const sitemaps = [
      [urls.to(null, '/sitemap-site.xml'), manifest.generatedAt] as const,
      ...ownNetworks(catalog.networks.keys(), urls).map(
        (key) => [urls.to(key, '/sitemap-network.xml'), toIso(times.get(key), manifest.generatedAt)] as const,
      ),
    ];
    send(ctx, 'xml', xml('sitemapindex', 'sitemap', sitemaps));
  };
}

export function siteSitemap({ urls }: Deps): Handler {
  return (ctx) => {
    const { changes, manifest } = snapshotOf(ctx);
    const changedAt = toIso(findChangeTimes(changes, null).last, manifest.generatedAt);
    const pages = [
      ...['/', '/providers', '/changes'].map((path) => [urls.to(null, path), changedAt] as const),
      // These pages state figures of the build.
      ...['/data', '/about', '/mcp-gateway'].map((path) => [urls.to(null, path), manifest.generatedAt] as const),
    ];
    send(ctx, 'xml', xml('urlset', 'url', pages));
  };
}

export function networkSitemap({ urls }: Deps): Handler {
  return (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    const { changes, manifest } = snapshot;
    const times = findChangeTimes(changes, key);
    const modified = (ms: number | null | undefined) => toIso(ms, manifest.generatedAt);
    const providers = findDirectory(snapshot, { networks: [key] }).map(
      ({ provider: { name, slug } }) => [`/providers/${slug}`, modified(times.byProvider.get(name))] as const,
    );
    const active = metricsOf(snapshot, key).categories.filter(({ count }) => count > 0);
    const pages = [
      ...['/', '/providers', '/changes'].map((path) => [path, modified(times.last)] as const),
      ...active.map((category) => [`/toolbox/${category.key}`, modified(times.byCategory.get(category.key))] as const),
      ...providers.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ];
    const entries = pages.map(([path, lastModified]) => [urls.to(key, path), lastModified] as const);
    send(ctx, 'xml', xml('urlset', 'url', entries));
  };
}

/** With ONLY_NETWORK the only one. */
function ownNetworks(networks: Iterable<string>, { onlyNetwork }: Urls): readonly string[] {
  return onlyNetwork === null ? [...networks] : [onlyNetwork];
}

/** ISO 8601 time of the last change; `otherwise` if nothing has changed. */
function toIso(ms: number | null | undefined, otherwise: string): string {
  return typeof ms === 'number' ? new Date(ms).toISOString() : otherwise;
}

export function apiCatalog({ urls }: Deps): Handler {
  return (ctx) => {
    assertNoParameters(ctx.querystring);
    send(ctx, 'linkset', JSON.stringify(presentApiCatalog(snapshotOf(ctx).catalog.networks.keys(), urls)));
  };
}

/** Lets browsers offer the search in their address bar. https://github.com/dewitt/opensearch */
export function openSearch({ urls }: Deps): Handler {
  return (ctx) => {
    const template = `${urls.to(null, '/search')}?q={searchTerms}`;
    const lines = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
      // At most 16 characters.
      '<ShortName>Web3 directory</ShortName>',
      '<Description>Search Web3 infrastructure providers and their offers</Description>',
      '<InputEncoding>UTF-8</InputEncoding>',
      `<Url type="text/html" template="${escapeHtml(template)}"/>`,
      '</OpenSearchDescription>',
    ];
    send(ctx, 'search', `${lines.join('\n')}\n`);
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

function xml(
  root: string,
  item: string,
  entries: readonly (readonly [address: string, lastModified: string])[],
): string {
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  const lines = entries.map(
    ([loc, lastModified]) => `<${item}><loc>${escapeHtml(loc)}</loc><lastmod>${lastModified}</lastmod></${item}>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">\n${lines.join('\n')}\n</${root}>\n`;
}

function presentApiCatalog(networks: Iterable<string>, urls: Urls) {
  const own = ownNetworks(networks, urls);
  const describe = (network: string | null) => ({
    anchor: urls.to(network, '/'),
    'service-desc': [{ href: urls.to(network, '/openapi.json'), type: 'application/vnd.oai.openapi+json;version=3.1' }],
    'service-doc': [{ href: urls.to(null, '/llms-full.txt'), type: 'text/plain' }],
    'service-meta': [{ href: urls.to(null, '/llms.txt'), type: 'text/plain' }],
  });
  return { linkset: [...(urls.onlyNetwork === null ? [describe(null)] : []), ...own.map(describe)] };
}
