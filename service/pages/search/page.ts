/** GET /search of the site and of a network: one search over all categories. */

import type { ProviderDefinition } from '../../../model/providers.ts';
import { type Context, type Handler, networkOf, snapshotOf } from '../../http/context.ts';
import { parseSearch } from '../../query/params.ts';
import { findPresence, hasOffers } from '../../query/providers.ts';
import { searchAll, searchProviders, splitNetworks, type Wanted } from '../../query/search.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { logosOf } from '../shared/logos.ts';
import { type PageDeps, sendPage } from '../shared/page.ts';
import { presentSearch, shownProviders } from './view.ts';

export function searchPage(deps: PageDeps): Handler {
  return async (ctx) => {
    const network = ctx.state.network === null ? null : networkOf(ctx).key;
    const snapshot = snapshotOf(ctx);
    const { catalog, manifest } = snapshot;
    const request = readRequest(ctx, snapshot);
    const found = await find(snapshot, network, request);
    const { search, category } = request;
    const { networks, categories } = catalog;
    const logoOf = logosOf(snapshot, network, deps.urls);
    const view = presentSearch({ network, search, category, networks, categories, ...found, logoOf, urls: deps.urls });
    const title = search.trim() === '' ? view.heading : `Search for ${search.trim()}`;
    const description = `Search results in the Web3 infrastructure directory: ${view.heading}.`;
    const frame = { title, description, network, path: '/search', index: false, manifest, ownSearch: true };
    sendPage(ctx, { template: 'search', frame, view }, deps);
  };
}

interface SearchRequest {
  readonly search: string;
  readonly terms: readonly string[];
  readonly category: Snapshot['catalog']['categories'][number] | null;
}

function readRequest(ctx: Context, { catalog }: Snapshot): SearchRequest {
  const given = new URLSearchParams(ctx.querystring);
  const search = given.get('q') ?? '';
  const category = catalog.categories.find(({ key }) => key === given.get('category')) ?? null;
  return { search, terms: parseSearch(search), category };
}

async function find(snapshot: Snapshot, network: string | null, { terms, category }: SearchRequest) {
  const { networks, providers } = snapshot.catalog;
  const hasQuery = terms.length > 0 || category !== null;
  const wanted = { category: category?.key ?? null, network };
  const split = network === null ? splitNetworks(terms, networks.values()) : { named: [], rest: terms };
  const matching = searchProviders(providers.values(), terms);
  const shown = firstOn(snapshot, network, matching);
  return {
    ...(hasQuery ? await searchOffers(snapshot, { ...wanted, terms }, split) : { hits: [], restOnly: false }),
    named: split.named,
    rest: split.rest.map(quote).join(' '),
    namedHits: await searchNamed(snapshot, split, wanted.category),
    providers: shown,
    presence: findPresence(
      snapshot,
      shown.map(({ name }) => name),
    ),
  };
}

/** The first providers that have offers on the network, or on any network if it is null. */
function firstOn(snapshot: Snapshot, network: string | null, providers: readonly ProviderDefinition[]) {
  const shown: ProviderDefinition[] = [];
  for (const provider of providers) {
    if (shown.length === shownProviders) break;
    if (hasOffers(snapshot, provider.name, network)) shown.push(provider);
  }
  return shown;
}

/** If no offer matches all terms, searches without the terms that name a network. */
async function searchOffers(snapshot: Snapshot, wanted: Wanted, { named, rest }: ReturnType<typeof splitNetworks>) {
  const hits = await searchAll(snapshot, wanted);
  if (hits.length > 0 || named.length === 0 || rest.length === 0) return { hits, restOnly: false };
  return { hits: await searchAll(snapshot, { ...wanted, terms: rest }), restOnly: true };
}

async function searchNamed(
  snapshot: Snapshot,
  { named, rest }: ReturnType<typeof splitNetworks>,
  category: string | null,
) {
  const hits = named.map((network) => searchAll(snapshot, { terms: rest, category, network }));
  return (await Promise.all(hits)).flat();
}

/** Restores the quotes around a term of several words. */
function quote(term: string): string {
  return /\s/.test(term) ? `"${term}"` : term;
}
