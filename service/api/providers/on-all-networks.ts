/**
 * GET /api/providers and /api/providers/{slug}: providers over all networks, with their offers once
 * each.
 */

import * as z from 'zod';
import { foldText } from '../../../common/fold.ts';
import { listOf, withValues } from '../../../common/json.ts';
import { offerKeys } from '../../../model/columns.ts';
import { applied, appliedShape } from '../../answers/applied.ts';
import {
  countOffers,
  filterProviders,
  findDirectory,
  type ProviderOffers,
  scopeOfProvider,
} from '../../answers/directory.ts';
import { cutFlat } from '../../query/offers.ts';
import { paginationShape } from '../../query/paging.ts';
import { providersConditions } from '../../questions/conditions.ts';
import { limitNetworks, resolveEvery, resolveOffers } from '../../questions/offers.ts';
import {
  anyCategory,
  everyOf,
  fieldsOf,
  inPath,
  limits,
  paging,
  providerSorting,
  providerSorts,
  selection,
  usualWorkload,
} from '../../questions/parameters.ts';
import { assertCategory, type ParsedParameters, parseSortIds } from '../../questions/parse.ts';
import type { Place } from '../../questions/place.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Urls } from '../../urls.ts';
import { listHeaders, parseShape, pick, setListHeaders } from '../lists.ts';
import { cellKeys, offerShape, presentOffer } from '../offers/offers.ts';
import { resource } from '../resource.ts';
import { apiVersion, providerScopeShape, resultShape, uriShape } from '../shapes.ts';
import {
  countCategories,
  presentHead,
  profileOf,
  profileShape,
  providerHeadShape,
  readProvider,
} from './on-network.ts';

const countedShape = z.object({
  key: z.string(),
  label: z.string(),
  count: z.int().describe('Offers, each once.'),
});

const entryShape = z
  .object({
    ...providerHeadShape,
    url: uriShape.describe('Address of the JSON profile.'),
    page: uriShape.describe('Address of the page.'),
    scope: providerScopeShape,
    networkCount: z.int().describe('{{Networks}} with an offer.'),
    namedNetworkCount: z
      .int()
      .describe('{{Networks}} with an offer that is not for all {{networks}}.'),
    offerCount: z.int().describe('Offers, each once.'),
    categories: z.array(countedShape),
  })
  .partial()
  .meta({ id: 'DirectoryEntry', description: 'A provider. `fields` selects keys.' });

const { search, scope, filters } = selection;
const listParameters = {
  category: anyCategory,
  network: limits.network,
  scope,
  search,
  filters,
  every: everyOf,
  sorting: providerSorting,
  ...paging,
  fields: fieldsOf('providers', 'slug,name,networkCount'),
};

export const allProviders = resource({
  path: '/api/providers',
  operationId: 'listAllProviders',
  summary:
    'Providers {{on}} all {{networks}} or {{on}} some, with the numbers of their offers and {{networks}}.',
  parameters: listParameters,
  content: {
    'application/json': resultShape({
      providers: z.array(entryShape),
      pagination: paginationShape,
      applied: z.array(appliedShape).describe('Conditions of the request as they were applied.'),
    }),
  },
  headers: listHeaders,
  answer: async (parameters, place, { ctx }) => {
    const { snapshot, urls } = place;
    const request = readRequest(parameters, place);
    const { filters: filtersText, form, every } = parameters;
    const isFiltered = filtersText !== undefined || form !== undefined || every !== undefined;
    const query = {
      ...usualWorkload,
      ...parameters,
      search: [],
      provider: [],
      slug: [],
      confirmed: false,
      sorting: undefined,
    };
    const offers = isFiltered ? resolveOffers(query, place) : null;
    const having = resolveEvery(every, parameters.category, snapshot);
    const limits = offers === null ? {} : await filterProviders(snapshot, offers, having);
    const conditions = providersConditions(snapshot, {
      ...request,
      // A deployment of some networks is no condition of the request.
      networks: parameters.network.length === 0 ? [] : request.networks,
      category: parameters.category ?? null,
      search: parameters.search.join(' '),
      filters: offers?.filters ?? [],
      every: having,
      network: null,
    });
    const providers = select(findDirectory(snapshot, { ...request, ...limits }), request);
    const { items, pagination } = cutFlat(providers, parameters, ({ provider }) => provider.name);
    setListHeaders(ctx, pagination, urls);
    return {
      providers: items.map((item) => pick(presentEntry(item, snapshot, urls), request.fields)),
      pagination,
      applied: applied(snapshot, conditions, null),
    };
  },
});

function readRequest(parameters: ParsedParameters<typeof listParameters>, place: Place) {
  const { category, search: terms } = parameters;
  assertCategory(category, place.snapshot.catalog);
  const networks = limitNetworks(parameters.network, place);
  const { fields } = parseShape(parameters, Object.keys(entryShape.shape));
  const sorting = parseSortIds(parameters.sorting, providerSorts, {
    isKnown: () => false,
    place: 'the list of providers',
  });
  return { category, scope: parameters.scope, terms, networks, fields, sorting };
}

function select(
  directory: readonly ProviderOffers[],
  request: ReturnType<typeof readRequest>,
): ProviderOffers[] {
  const { terms, sorting } = request;
  const matching = directory.filter(({ provider: { name, description } }) => {
    const text = foldText(`${name} ${description ?? ''}`);
    return terms.every((term) => text.includes(term));
  });
  const figureOf = {
    name: () => 0,
    networkCount: ({ networks }: ProviderOffers) => networks.length,
    namedNetworkCount: ({ namedNetworks }: ProviderOffers) => namedNetworks.length,
    offerCount: countOffers,
  };
  // Names are the order of the directory, so that they only need to be reversed.
  const inOrder = sorting.some(({ id, desc }) => id === 'name' && desc)
    ? matching.toReversed()
    : matching;
  return inOrder.toSorted((a, b) => {
    const orders = sorting.map(
      ({ id, desc }) => (figureOf[id](a) - figureOf[id](b)) * (desc ? -1 : 1),
    );
    return orders.find((order) => order !== 0) ?? 0;
  });
}

function presentEntry(
  entry: ProviderOffers,
  snapshot: Snapshot,
  urls: Urls,
): z.infer<typeof entryShape> {
  const { slug } = entry.provider;
  return {
    ...presentHead(entry.provider),
    url: urls.to(null, `/api/providers/${slug}`),
    page: urls.to(null, `/providers/${slug}`),
    scope: scopeOfProvider(entry),
    networkCount: entry.networks.length,
    namedNetworkCount: entry.namedNetworks.length,
    offerCount: countOffers(entry),
    categories: countCategories(snapshot.catalog.categories, entry.offers),
  };
}

export const oneProvider = resource({
  path: '/api/providers/{slug}',
  operationId: 'readProviderEverywhere',
  summary: 'Profile of a provider with all its offers {{on}} all {{networks}}, each once.',
  inPath: { slug: inPath.slug },
  parameters: { fields: fieldsOf('offers', 'slug,provider,networks') },
  content: {
    'application/json': resultShape({
      provider: profileShape,
      scope: providerScopeShape,
      networks: z.array(z.string()).describe('Keys of the {{networks}} with an offer.'),
      namedNetworks: z
        .array(z.string())
        .describe('Those with an offer that is not for all {{networks}}.'),
      networkCount: z.int().describe('{{Networks}} with an offer.'),
      namedNetworkCount: z
        .int()
        .describe('{{Networks}} with an offer that is not for all {{networks}}.'),
      offerCount: z.int().describe('Offers, each once.'),
      categories: z.array(countedShape.extend({ offers: z.array(offerShape) })),
    }),
  },
  answer: (parameters, place, { ctx }) => {
    const { snapshot } = place;
    const networks = limitNetworks([], place);
    const { fields } = parseShape(parameters, [
      ...offerKeys,
      ...cellKeys(snapshot, snapshot.catalog.categoryKeys),
    ]);
    const profile = readProvider(ctx, { ...place, networks, here: 'in this directory' });
    const head = {
      version: apiVersion,
      generatedAt: snapshot.manifest.generatedAt,
      provider: profileOf(profile.provider, snapshot.catalog),
      scope: scopeOfProvider(profile),
      networks: profile.networks,
      namedNetworks: profile.namedNetworks,
      networkCount: profile.networks.length,
      namedNetworkCount: profile.namedNetworks.length,
      offerCount: countOffers(profile),
    };
    const categories = countCategories(snapshot.catalog.categories, profile.offers).map(
      (category) => {
        const items = profile.offers
          .get(category.key)
          ?.map((offer) => presentOffer(snapshot, offer, { networks, fields }));
        return withValues(JSON.stringify(category), { offers: listOf(items ?? []) });
      },
    );
    const result = withValues(JSON.stringify(head), { categories: listOf(categories) });
    return `{"result":${result}}`;
  },
});
