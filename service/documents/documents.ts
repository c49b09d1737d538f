/** Texts for machines: OpenAPI documents, files for language models, what crawlers read. */

import { metricsOf } from '../api/categories.ts';
import { nameOf, presentNetworks } from '../api/networks-view.ts';
import type { Context, Handler } from '../http/state.ts';
import { networkOf, snapshotOf } from '../http/state.ts';
import type { RouteContext } from '../pages/shared/context.ts';
import { findProviders } from '../query/providers.ts';
import type { Snapshot } from '../snapshot/open.ts';
import type { Urls } from '../urls.ts';
import {
  presentApiCatalog,
  presentNetworkSitemap,
  presentRobots,
  presentSitemapIndex,
  presentSiteSitemap,
} from './crawlers.ts';
import { presentLlms, presentLlmsFull } from './llms.ts';
import { buildRowSchema } from './openapi/row-schema.ts';
import { presentSiteDocument } from './openapi/site.ts';
import { presentToolboxDocument } from './openapi/toolbox.ts';

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
  return async (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    const { catalog, contents } = snapshot;
    const network = catalog.networks.get(key);
    const example = await findExample(snapshot, key);
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

/** `apis` where the network has any, else its largest category; and the provider that has most in it. */
async function findExample(snapshot: Snapshot, network: string) {
  const active = metricsOf(snapshot, network).categories.filter(({ count }) => count > 0);
  const largest = active.toSorted((a, b) => b.count - a.count);
  const category = largest.find(({ key }) => key === 'apis') ?? largest[0];
  if (category === undefined) return null;
  const { byProvider } = await findProviders(snapshot, network);
  const countOf = (name: string) => byProvider.get(name)?.get(category.key)?.length ?? 0;
  const known = [...byProvider.keys()].flatMap((name) => snapshot.catalog.providers.get(name) ?? []);
  const [provider = null] = known
    .filter(({ name }) => countOf(name) > 0)
    .toSorted((a, b) => countOf(b.name) - countOf(a.name));
  return { category: category.key, provider };
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
  return (ctx) => {
    const network = ctx.state.network === null || urls.onlyNetwork !== null ? null : networkOf(ctx).key;
    answer(ctx, 'text', presentRobots(network, urls));
  };
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
  return async (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    const { byProvider } = await findProviders(snapshot, key);
    const providers = [...byProvider.keys()].flatMap((name) => snapshot.catalog.providers.get(name)?.slug ?? []);
    const pages = { metrics: metricsOf(snapshot, key), providers: providers.toSorted() };
    answer(ctx, 'xml', presentNetworkSitemap(key, pages, snapshot.manifest.generatedAt, urls));
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
