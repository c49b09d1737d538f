/**
 * Documents for crawlers and browsers: robots.txt, sitemaps, the API catalog (RFC 9727) and the
 * OpenSearch description.
 */
import { shortNameOf } from '../../model/site.ts';
import { isOffered, isOn } from '../api/address.ts';
import { type Context, type Handler, networkOf, snapshotOf } from '../http/context.ts';
import type { Listed, PageFacts, SitemapPlace } from '../pages/shared/definition.ts';
import type { Templates } from '../pages/shared/templates.ts';
import { findChangeTimes, findNetworkTimes } from '../query/change-times.ts';
import { assertNoParameters } from '../questions/parse.ts';
import { contactOf, siteOf } from '../site.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { firstWords } from '../text/clip.ts';
import type { Urls } from '../urls.ts';
import { document } from './document.ts';

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
function sendRobots({ urls, templates }: Deps): Handler {
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
function sendSecurityText({ urls }: Pick<Deps, 'urls'>): Handler {
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
function sendSitemapIndex({ urls, templates }: Deps): Handler {
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

type SitemapDeps = Deps & { readonly pages: readonly PageFacts[] };

/** The pages of the site. */
function sendSiteSitemap(deps: SitemapDeps): Handler {
  return (ctx) => sendPages(ctx, null, deps);
}

/** The pages of a network. */
function sendNetworkSitemap(deps: SitemapDeps): Handler {
  return (ctx) => sendPages(ctx, networkOf(ctx).key, deps);
}

async function sendPages(
  ctx: Context,
  network: string | null,
  { urls, templates, pages }: SitemapDeps,
): Promise<void> {
  const snapshot = snapshotOf(ctx);
  const times = await findChangeTimes(snapshot, network === null ? [] : [network]);
  const place = { snapshot, network, urls, times };
  const listed = await Promise.all(
    pages
      .filter((page) => isOn(page, network === null ? 'site' : 'network'))
      .filter((page) => isOffered(page, snapshot.catalog))
      .map((page) => listAddresses(page, place)),
  );
  const entries = listed
    .flat()
    .map(
      ({ path, changedMs }) =>
        [urls.to(network, path), toIso(changedMs, snapshot.manifest.generatedAt)] as const,
    );
  sendSitemap(ctx, entries, { templates });
}

async function listAddresses({ path, sitemap }: PageFacts, place: SitemapPlace): Promise<Listed> {
  if (typeof sitemap === 'function') return sitemap(place);
  if (sitemap === 'data') return [{ path, changedMs: place.times.last }];
  return sitemap === 'build' ? [{ path, changedMs: null }] : [];
}

/** With ONLY_NETWORK the only one. */
function ownNetworks(networks: Iterable<string>, { onlyNetwork }: Urls): readonly string[] {
  return onlyNetwork === null ? [...networks] : [onlyNetwork];
}

/** ISO 8601 time of the last change; `otherwise` if nothing has changed. */
function toIso(ms: number | null | undefined, otherwise: string): string {
  return typeof ms === 'number' ? new Date(ms).toISOString() : otherwise;
}

export const catalogPath = '/.well-known/api-catalog';

function sendApiCatalog({ urls }: Pick<Deps, 'urls'>): Handler {
  return (ctx) => {
    assertNoParameters(ctx.state.parameters);
    // RFC 9727, section 2: the answer to HEAD names the catalog.
    ctx.set('Link', `<${urls.to(null, catalogPath)}>; rel="api-catalog"`);
    send(ctx, 'linkset', JSON.stringify(presentApiCatalog(snapshotOf(ctx), urls)));
  };
}

/** Lets browsers offer the search in their address bar. https://github.com/dewitt/opensearch */
function sendOpenSearch({ urls, templates }: Deps): Handler {
  return (ctx) => {
    const site = siteOf(snapshotOf(ctx));
    const shortName = firstWords(shortNameOf(site), maxShortName);
    const view = { search: urls.to(null, '/search'), subject: site.subject, shortName };
    send(ctx, 'search', `${templates.renderPartial('opensearch', view)}\n`);
  };
}

/** Of OpenSearch. */
const maxShortName = 16;

/** Each address stands once: the site with its documents, and those of the networks. */
function presentApiCatalog({ catalog }: Pick<Snapshot, 'catalog'>, urls: Urls) {
  const type = 'application/vnd.oai.openapi+json;version=3.1';
  const networks = ownNetworks(catalog.networks.keys(), urls).map((key) => ({
    href: urls.to(key, '/openapi.json'),
    type,
    title: catalog.networkName(key),
  }));
  const site = { href: urls.to(null, '/openapi.json'), type };
  const api = {
    anchor: urls.to(null, '/'),
    'service-desc': urls.onlyNetwork === null ? [site, ...networks] : networks,
    'service-doc': [{ href: urls.to(null, '/llms-full.txt'), type: 'text/plain' }],
    'service-meta': [{ href: urls.to(null, '/llms.txt'), type: 'text/plain' }],
  };
  return { linkset: [{ anchor: urls.to(null, catalogPath), item: [{ href: api.anchor }] }, api] };
}

/** Crawlers and browsers know these documents by their specifications. */
const forCrawlers = { omitted: 'a specification of others says what it is' };

export const robots = document<Deps>({
  path: '/robots.txt',
  on: 'both',
  kind: 'text',
  parameters: [],
  operations: forCrawlers,
  handler: sendRobots,
});

export const apiCatalog = document<Pick<Deps, 'urls'>>({
  path: catalogPath,
  on: 'site',
  kind: 'json',
  operations: forCrawlers,
  handler: sendApiCatalog,
});

export const securityText = document<Pick<Deps, 'urls'>>({
  path: '/.well-known/security.txt',
  on: 'site',
  kind: 'text',
  parameters: [],
  operations: forCrawlers,
  handler: sendSecurityText,
});

export const sitemapIndex = document<Deps>({
  path: '/sitemap.xml',
  on: 'site',
  kind: 'text',
  parameters: [],
  operations: forCrawlers,
  handler: sendSitemapIndex,
});

export const siteSitemap = document<SitemapDeps>({
  path: '/sitemap-site.xml',
  on: 'site',
  kind: 'text',
  parameters: [],
  operations: forCrawlers,
  handler: sendSiteSitemap,
});

export const networkSitemap = document<SitemapDeps>({
  path: '/sitemap-network.xml',
  on: 'network',
  kind: 'text',
  parameters: [],
  operations: forCrawlers,
  handler: sendNetworkSitemap,
});

export const openSearch = document<Deps>({
  path: '/opensearch.xml',
  on: 'site',
  kind: 'text',
  parameters: [],
  operations: forCrawlers,
  handler: sendOpenSearch,
});
