/**
 * Documents for crawlers and browsers: robots.txt, sitemaps, the API catalog (RFC 9727) and the
 * OpenSearch description.
 */
import { shortNameOf } from '../../model/site.ts';
import { findDirectory, hasOwnProfile } from '../answers/directory.ts';
import { readSets } from '../answers/sets.ts';
import { hasGateway } from '../api/connect/gateway-steps.ts';
import { activeCategories } from '../api/coverage.ts';
import { metricsOf } from '../api/rows/categories.ts';
import { type Context, type Handler, networkOf, snapshotOf } from '../http/context.ts';
import type { Templates } from '../pages/shared/templates.ts';
import { findChangeTimes, findNetworkTimes } from '../query/changes.ts';
import { assertNoParameters } from '../questions/parse.ts';
import { contactOf, siteOf } from '../site.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Urls } from '../urls.ts';

interface Deps {
  readonly urls: Urls;
  readonly templates: Templates;
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

/** A network on its own host must name its own sitemap. */
export function robots({ urls, templates }: Deps): Handler {
  return (ctx) => {
    const network =
      ctx.state.network === null || urls.onlyNetwork !== null ? null : networkOf(ctx).key;
    const sitemap =
      network === null ? urls.to(null, '/sitemap.xml') : urls.to(network, '/sitemap-network.xml');
    send(ctx, 'text', `${templates.renderPartial('robots', { sitemap })}\n`);
  };
}

/**
 * Time for which the contact counts after a build, in milliseconds. RFC 9116 asks for less than a
 * year.
 */
const contactMs = 300 * 24 * 60 * 60 * 1000;

/** RFC 9116. */
export function securityText({ urls }: Pick<Deps, 'urls'>): Handler {
  return (ctx) => {
    const expires = new Date(
      Date.parse(snapshotOf(ctx).manifest.generatedAt) + contactMs,
    ).toISOString();
    const lines = [
      `Contact: ${contactOf(snapshotOf(ctx), urls)}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${urls.to(null, '/.well-known/security.txt')}`,
    ];
    send(ctx, 'text', `${lines.join('\n')}\n`);
  };
}

function sendSitemap(
  ctx: Context,
  listed: readonly (readonly [address: string, lastModified: string])[],
  {
    templates,
    root = 'urlset',
    item = 'url',
  }: Pick<Deps, 'templates'> & { readonly root?: string; readonly item?: string },
): void {
  const entries = listed.map(([address, lastModified]) => ({ address, lastModified }));
  send(ctx, 'xml', `${templates.renderPartial('sitemap', { root, item, entries })}\n`);
}

/**
 * A sitemap may only list addresses of its own host: so each network has a sitemap, and the site
 * has the index.
 */
export function sitemapIndex({ urls, templates }: Deps): Handler {
  return async (ctx) => {
    const snapshot = snapshotOf(ctx);
    const { catalog, manifest } = snapshot;
    const times = await findNetworkTimes(snapshot);
    const sitemaps = [
      [urls.to(null, '/sitemap-site.xml'), manifest.generatedAt] as const,
      ...ownNetworks(catalog.networks.keys(), urls).map(
        (key) =>
          [
            urls.to(key, '/sitemap-network.xml'),
            toIso(times.get(key), manifest.generatedAt),
          ] as const,
      ),
    ];
    sendSitemap(ctx, sitemaps, { templates, root: 'sitemapindex', item: 'sitemap' });
  };
}

export function siteSitemap({ urls, templates }: Deps): Handler {
  return async (ctx) => {
    const snapshot = snapshotOf(ctx);
    const { manifest } = snapshot;
    const times = await findChangeTimes(snapshot, []);
    const changedAt = toIso(times.last, manifest.generatedAt);
    const pages = [
      ...['/', '/providers', '/changes'].map((path) => [urls.to(null, path), changedAt] as const),
      // The sitemap of the only network has those that it serves.
      ...(urls.onlyNetwork === null
        ? [
            ...(await lists(snapshot, urls, { network: null, times })),
            ...profiles(snapshot, urls, { network: null, times }),
          ]
        : []),
      // These pages state figures of the build.
      ...['/data', '/about', ...(hasGateway(snapshot) ? ['/mcp-gateway'] : [])].map(
        (path) => [urls.to(null, path), manifest.generatedAt] as const,
      ),
    ];
    sendSitemap(ctx, pages, { templates });
  };
}

export function networkSitemap({ urls, templates }: Deps): Handler {
  return async (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    const { manifest } = snapshot;
    const times = await findChangeTimes(snapshot, [key]);
    const changedAt = toIso(times.last, manifest.generatedAt);
    const pages = [
      ...['/', '/providers', '/changes'].map((path) => [urls.to(key, path), changedAt] as const),
      ...(await lists(snapshot, urls, { network: key, times })),
      ...profiles(snapshot, urls, { network: key, times }),
    ];
    sendSitemap(ctx, pages, { templates });
  };
}

type ChangeTimes = Awaited<ReturnType<typeof findChangeTimes>>;

/** Lists of the categories, with their ready sets. */
async function lists(
  snapshot: Snapshot,
  urls: Urls,
  { network, times }: { readonly network: string | null; readonly times: ChangeTimes },
) {
  const { manifest, catalog } = snapshot;
  const metrics = network === null ? manifest.metrics.site : metricsOf(snapshot, network);
  const all = await Promise.all(
    activeCategories(catalog.categories, metrics).map(async ({ key }) => {
      const sets = await readSets(snapshot, network, key);
      const paths = new Set([`/toolbox/${key}`, ...sets.map(({ path }) => path)]);
      const changedAt = toIso(times.byCategory.get(key), manifest.generatedAt);
      return [...paths].map((path) => [urls.to(network, path), changedAt] as const);
    }),
  );
  return all.flat();
}

/** Profiles of providers that are canonical on the site, or on a network. */
function profiles(
  snapshot: Snapshot,
  urls: Urls,
  { network, times }: { readonly network: string | null; readonly times: ChangeTimes },
) {
  return findDirectory(snapshot, { networks: network === null ? [] : [network] })
    .filter((found) => network === null || hasOwnProfile(found, urls))
    .map(({ provider: { name, slug } }) => {
      const modified = toIso(times.byProvider.get(name), snapshot.manifest.generatedAt);
      return [urls.to(network, `/providers/${slug}`), modified] as const;
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** With ONLY_NETWORK the only one. */
function ownNetworks(networks: Iterable<string>, { onlyNetwork }: Urls): readonly string[] {
  return onlyNetwork === null ? [...networks] : [onlyNetwork];
}

/** ISO 8601 time of the last change; `otherwise` if nothing has changed. */
function toIso(ms: number | null | undefined, otherwise: string): string {
  return typeof ms === 'number' ? new Date(ms).toISOString() : otherwise;
}

export function apiCatalog({ urls }: Pick<Deps, 'urls'>): Handler {
  return (ctx) => {
    assertNoParameters(ctx.querystring);
    send(
      ctx,
      'linkset',
      JSON.stringify(presentApiCatalog(snapshotOf(ctx).catalog.networks.keys(), urls)),
    );
  };
}

/** Lets browsers offer the search in their address bar. https://github.com/dewitt/opensearch */
export function openSearch({ urls, templates }: Deps): Handler {
  return (ctx) => {
    const site = siteOf(snapshotOf(ctx));
    const shortName = firstWords(shortNameOf(site), maxShortName);
    const view = { search: urls.to(null, '/search'), subject: site.subject, shortName };
    send(ctx, 'search', `${templates.renderPartial('opensearch', view)}\n`);
  };
}

/** Of OpenSearch. */
const maxShortName = 16;

/** Whole words as far as they fit, at least the beginning of the first. */
function firstWords(text: string, length: number): string {
  const end = text.length <= length ? length : text.lastIndexOf(' ', length);
  return text.slice(0, end < 1 ? length : end);
}

function presentApiCatalog(networks: Iterable<string>, urls: Urls) {
  const own = ownNetworks(networks, urls);
  const describe = (network: string | null) => ({
    anchor: urls.to(network, '/'),
    'service-desc': [
      {
        href: urls.to(network, '/openapi.json'),
        type: 'application/vnd.oai.openapi+json;version=3.1',
      },
    ],
    'service-doc': [{ href: urls.to(null, '/llms-full.txt'), type: 'text/plain' }],
    'service-meta': [{ href: urls.to(null, '/llms.txt'), type: 'text/plain' }],
  });
  return {
    linkset: [...(urls.onlyNetwork === null ? [describe(null)] : []), ...own.map(describe)],
  };
}
