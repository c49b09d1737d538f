/** GET {network}/providers: the providers of a network. */
import { foldText } from '../../common/fold.ts';
import type { CategoryDefinition } from '../../model/categories.ts';
import type { ProviderDefinition } from '../../model/providers.ts';
import { networkApi } from '../api/resource.ts';
import { formatCount, plural } from '../counts.ts';
import type { Handler } from '../http/context.ts';
import { maxSearchLength } from '../query/params.ts';
import { findProviders, type ProviderListings } from '../query/providers.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import type { Urls } from '../urls.ts';
import { type LogoOf, logosOf } from './shared/logos.ts';
import { type PageDeps, requestedNetwork, sendPage } from './shared/page.ts';
import { presentPager } from './shared/pager.ts';

export function providersPage(deps: PageDeps): Handler {
  return async (ctx) => {
    const { key, network, snapshot } = requestedNetwork(ctx);
    const { catalog, manifest } = snapshot;
    const given = new URLSearchParams(ctx.querystring);
    const search = (given.get('q') ?? '').slice(0, maxSearchLength);
    const page = /^[1-9]\d{0,5}$/.test(given.get('page') ?? '') ? Number(given.get('page')) : 1;
    const { categories, providers } = catalog;
    const listings = findProviders(snapshot, key);
    const logoOf = logosOf(snapshot, key, deps.urls);
    const view = presentDirectory({ network, categories, listings, providers, search, page, logoOf, urls: deps.urls });
    const title = `Providers on ${network.name}`;
    const description = `${view.counts} of Web3 infrastructure on ${network.name}, each with its offers by category.`;
    const json = { path: `${networkApi}/providers` };
    const parameters = { page: page === 1 ? null : page };
    const frame = { title, description, network: key, path: '/providers', parameters, json, manifest, ownSearch: true };
    sendPage(ctx, { template: 'providers', frame, view }, deps);
  };
}

interface DirectoryInput {
  readonly network: NetworkEntry;
  readonly categories: readonly CategoryDefinition[];
  readonly listings: ProviderListings;
  readonly logoOf: LogoOf;
  readonly urls: Urls;
  /** By name. */
  readonly providers: ReadonlyMap<string, ProviderDefinition>;
  readonly search: string;
  /** From 1. */
  readonly page: number;
}

const providersPerPage = 60;

function presentDirectory(input: DirectoryInput) {
  const { network, listings, search, page, urls } = input;
  const to = (path: string) => urls.href(network.network, network.network, path);
  const wanted = foldText(search.trim());
  const all = [...listings.byProvider.keys()].flatMap((name) => input.providers.get(name) ?? []);
  const found = all.filter(({ name, description }) => foldText(`${name} ${description ?? ''}`).includes(wanted));
  const sorted = found.toSorted((a, b) => (foldText(a.name) < foldText(b.name) ? -1 : 1));
  const shown = sorted.slice((page - 1) * providersPerPage, page * providersPerPage);
  return {
    networkName: network.name,
    crumbs: [
      { label: network.name, href: to('/') },
      { label: 'Providers', href: null },
    ],
    action: to('/providers'),
    search,
    counts: plural(found.length, 'provider'),
    ofTotal: found.length === all.length ? null : formatCount(all.length),
    providers: shown.map((provider) => presentEntry(provider, input)),
    nothing: shown.length === 0,
    pages: presentPager({ page, totalPages: Math.ceil(found.length / providersPerPage) }, (number) =>
      urls.href(network.network, network.network, '/providers', { q: search, page: number === 1 ? null : number }),
    ),
  };
}

function presentEntry(
  { name, slug, description }: ProviderDefinition,
  { network, categories, listings, logoOf, urls }: DirectoryInput,
) {
  const byCategory = listings.byProvider.get(name);
  return {
    name,
    description,
    ...logoOf(name),
    href: urls.href(network.network, network.network, `/providers/${slug}`),
    offers: categories.flatMap(({ key, label }) => {
      const count = byCategory?.get(key)?.length ?? 0;
      return count === 0 ? [] : [{ label, count: formatCount(count) }];
    }),
  };
}
