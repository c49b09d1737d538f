/** Texts for machines: OpenAPI documents, files for language models, what crawlers read. */
import type { Context, Handler } from '../http/state.ts';
import { networkOf, snapshotOf } from '../http/state.ts';
import {
  presentApiCatalog,
  presentNetworkSitemap,
  presentRobots,
  presentSitemapIndex,
  presentSiteSitemap,
} from '../present/crawl.ts';
import { presentLlms, presentLlmsFull } from '../present/llms.ts';
import { presentNetworks } from '../present/networks.ts';
import { buildRowSchema } from '../present/openapi/row-schema.ts';
import { presentSiteDocument } from '../present/openapi/site.ts';
import { presentToolboxDocument } from '../present/openapi/toolbox.ts';
import { nameOf } from '../present/toolbox-page.ts';
import type { Snapshot } from '../snapshot/open.ts';
import type { Urls } from '../urls.ts';
import { metricsOf } from './categories.ts';
import type { RouteContext } from './context.ts';

const types = {
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
  linkset: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
} as const;

function answer(ctx: Context, type: keyof typeof types, body: string | object): void {
  ctx.body = typeof body === 'string' ? body : JSON.stringify(body);
  ctx.set('Content-Type', types[type]);
}

export function siteDocument({ urls }: RouteContext): Handler {
  return (ctx) => {
    const { catalog, manifest } = snapshotOf(ctx);
    const [exampleNetwork = null] = presentNetworks(catalog.networks.values(), urls).result.networks;
    answer(ctx, 'json', presentSiteDocument({ categories: catalog.categories, manifest, urls, exampleNetwork }));
  };
}

export function toolboxDocument({ urls }: RouteContext): Handler {
  return (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    const { catalog, contents } = snapshot;
    const network = catalog.networks.get(key);
    const example = exampleOf(snapshot, key);
    const document = presentToolboxDocument({
      network: key,
      networkName: network ? nameOf(network) : key,
      base: urls.network(key),
      categories: catalog.categories,
      exampleCategory: example?.category ?? null,
      exampleProvider: example?.provider ?? null,
      rowSchemas: new Map(
        catalog.categoryKeys.map((name) => [name, buildRowSchema(catalog.columnsOf(name), contents.facets.get(name))]),
      ),
    });
    answer(ctx, 'json', document);
  };
}

/** The largest category of the network, and the provider that has most in `apis`, or else none. */
function exampleOf(snapshot: Snapshot, network: string) {
  const metrics = metricsOf(snapshot, network);
  const [provider] = Object.entries(metrics.apiEntriesByProvider).toSorted(([, a], [, b]) => b - a);
  const category = provider ? 'apis' : metrics.categories.toSorted((a, b) => b.count - a.count)[0]?.key;
  if (category === undefined) return null;
  return { category, provider: snapshot.catalog.providers.get(provider?.[0] ?? '') ?? null };
}

export function llmsText({ urls }: RouteContext, present: typeof presentLlms | typeof presentLlmsFull): Handler {
  return (ctx) => {
    const { catalog, manifest } = snapshotOf(ctx);
    const networks = ownNetworks(snapshotOf(ctx), urls).flatMap((key) => catalog.networks.get(key) ?? []);
    answer(ctx, 'text', present({ networks, categories: catalog.categories, manifest, urls }));
  };
}

export const llmsShort = (deps: RouteContext) => llmsText(deps, presentLlms);
export const llmsFull = (deps: RouteContext) => llmsText(deps, presentLlmsFull);

export function robots({ urls }: RouteContext): Handler {
  return (ctx) => answer(ctx, 'text', presentRobots(urls));
}

export function sitemapIndex({ urls }: RouteContext): Handler {
  return (ctx) => {
    const { catalog, manifest } = snapshotOf(ctx);
    answer(ctx, 'xml', presentSitemapIndex(catalog.networks.keys(), manifest.generatedAt, urls));
  };
}

export function siteSitemap({ urls }: RouteContext): Handler {
  return (ctx) => answer(ctx, 'xml', presentSiteSitemap(snapshotOf(ctx).manifest.generatedAt, urls));
}

export function networkSitemap({ urls }: RouteContext): Handler {
  return (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    answer(ctx, 'xml', presentNetworkSitemap(key, metricsOf(snapshot, key), snapshot.manifest.generatedAt, urls));
  };
}

export function apiCatalog({ urls }: RouteContext): Handler {
  return (ctx) => {
    answer(ctx, 'linkset', presentApiCatalog(snapshotOf(ctx).catalog.networks.keys(), urls));
  };
}

function ownNetworks({ catalog }: Snapshot, urls: Urls): string[] {
  return urls.onlyNetwork === null ? [...catalog.networks.keys()] : [urls.onlyNetwork];
}
