/**
 * GET /api/offers: offers over all networks, each once, with the networks and chains that have it.
 */

import * as z from 'zod';
import { offerKeys } from '../../../model/columns.ts';
import { companionsOf } from '../../../model/companions.ts';
import { applied, appliedShape } from '../../answers/applied.ts';
import { varyingKeys } from '../../answers/offer-cells.ts';
import { findHints, hintsShape } from '../../answers/search/hints.ts';
import { maxSuggestions, nearestName, unknownOffer } from '../../errors.ts';
import { findComparisons } from '../../query/comparisons.ts';
import { hasEstimate } from '../../query/filters/index.ts';
import {
  comparedOffers,
  cutFlat,
  limitsTest,
  type MatchedOffers,
  matchOffers,
  presenceOf,
  scopeOfRows,
} from '../../query/offers.ts';
import { paginationShape } from '../../query/paging.ts';
import { isOfEstimates } from '../../query/selection.ts';
import { conditionsOf } from '../../questions/conditions.ts';
import { resolveOffers } from '../../questions/offers.ts';
import {
  anyCategory,
  fieldsOf,
  inPath,
  limits,
  meta,
  numbers,
  paging,
  sorting,
  whichOffers,
} from '../../questions/parameters.ts';
import { type ParsedParameters, parseValues } from '../../questions/parse.ts';
import type { Served } from '../../questions/place.ts';
import { withArchive } from '../../questions/workload.ts';
import type { MatchedOffer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { listHeaders, parseShape, pick, presentList, setListHeaders } from '../lists.ts';
import { resource } from '../resource.ts';
import { cellShape, columnShape, resultShape, scopeShape } from '../shapes.ts';

export const offerShape = z
  .object({
    category: z.string(),
    slug: z.string().describe('Slug of the offer.'),
    scope: scopeShape,
    networks: z
      .array(z.string())
      .describe('Keys of the {{networks}} {{on}} which a listing of the offer matches.'),
    networkCount: z.int().describe('Number of these {{networks}}.'),
    chains: z.array(z.string()).meta({
      about: 'chains',
      description: 'Chains of the matching listings, most frequent first.',
    }),
    varies: z
      .array(z.string())
      .describe('Keys of the cells in which the listings of the offer differ.'),
  })
  .partial()
  .catchall(
    z.union([cellShape, z.number().describe('With `numbers=1`: a number that a text states.')]),
  )
  .meta({
    id: 'Offer',
    description:
      'An offer, with the cells of its first matching listing but slug{{#chains}} and chain{{/chains}}. `fields` selects keys.',
  });

const offersShape = resultShape({
  columnsMeta: z.array(columnShape).optional().describe('Left out with `meta=none`.'),
  offers: z.array(offerShape),
  pagination: paginationShape,
  applied: z
    .array(appliedShape)
    .optional()
    .describe('Conditions of the request as they were applied; left out with `meta=none`.'),
  hints: hintsShape
    .extend({ slugs: z.array(z.string()).optional().describe('Slugs closest to the given ones.') })
    .optional(),
  missing: z.array(z.string()).optional().describe('Slugs of the request that no offer has.'),
});

const parameters = {
  category: anyCategory,
  ...whichOffers,
  sorting,
  ...paging,
  numbers,
  fields: fieldsOf('offers', 'slug,provider,networks'),
  meta,
};

export const offers = resource({
  path: '/api/offers',
  operationId: 'listOffers',
  summary:
    'Offers {{on}} all {{networks}} or {{on}} some, each once, with its {{networks}}{{#chains}} and chains{{/chains}}.',
  parameters,
  content: { 'application/json': offersShape },
  headers: listHeaders,
  answer: async (values, place, { ctx }) => {
    const { json, pagination } = await answerOffers(
      place.snapshot,
      readOffersRequest(values, place),
    );
    setListHeaders(ctx, pagination, place.urls);
    return json;
  },
});

/** Those that have one slug, which is usually one. */
export const oneOffer = resource({
  path: '/api/offers/{slug}',
  operationId: 'readOffer',
  summary:
    'The offer with a slug, or with a listing of the slug: one in each category that has it.',
  inPath: { slug: inPath.offerSlug },
  parameters: {
    category: anyCategory,
    network: limits.network,
    numbers,
    fields: parameters.fields,
    meta,
  },
  content: { 'application/json': offersShape },
  answer: async (values, place, { ctx }) => {
    const { snapshot } = place;
    const slug = decodeURIComponent(ctx.path.slice(ctx.path.lastIndexOf('/') + 1));
    const request = parseOffersRequest(
      { ...values, numbers: values.numbers ? '1' : '0', slug },
      place,
    );
    const { json, pagination } = await answerOffers(snapshot, request);
    if (pagination.totalOffers === 0) throw unknownOffer(slug, snapshot.offers.slugs());
    return json;
  },
});

/** Cells that say where a listing is. */
const placeKeys: ReadonlySet<string> = new Set(['slug', 'chain']);

export type OffersRequest = ReturnType<typeof readOffersRequest>;

/** As the resource reads these values. Throws 400. */
export function parseOffersRequest(values: Readonly<Record<string, unknown>>, served: Served) {
  return readOffersRequest(parseValues(values, parameters), served);
}

function readOffersRequest(values: ParsedParameters<typeof parameters>, served: Served) {
  const { snapshot } = served;
  const selected = resolveOffers(values, served);
  const { categories } = selected;
  const companions = values.numbers ? companionKeys(snapshot, categories) : [];
  const shape = parseShape(values, [
    ...offerKeys,
    ...cellKeys(snapshot, categories),
    ...companions,
  ]);
  const { page, pageSize } = values;
  const namesNetworks = values.network.length > 0;
  // What costs are for is a condition where a filter limits them.
  const isWanted = hasEstimate(selected.filters) || selected.sorting.some(isOfEstimates);
  const workload = isWanted ? withArchive(values, selected.filters) : null;
  const { numbers } = values;
  return { ...selected, ...shape, page, pageSize, namesNetworks, workload, numbers };
}

export function cellKeys({ catalog }: Snapshot, categories: readonly string[]): string[] {
  const keys = categories.flatMap((category) => catalog.columnsOf(category).map(({ key }) => key));
  return [...new Set(keys)].filter((key) => !placeKeys.has(key));
}

function companionKeys({ catalog }: Snapshot, categories: readonly string[]): string[] {
  const keys = categories.flatMap((category) =>
    catalog
      .columnsOf(category)
      .flatMap(companionsOf)
      .map(({ key }) => key),
  );
  return [...new Set(keys)];
}

/** JSON of the answer, and its paging. */
export async function answerOffers(snapshot: Snapshot, request: OffersRequest) {
  const outcome = await matchOffers(snapshot, request);
  const { items, pagination } = cutFlat(outcome.offers, request, ({ offer }) => offer.provider);
  const described = [...new Set(items.map(({ offer }) => offer.category))];
  const categories = described.length === 0 ? request.categories : described;
  const keys = cellKeys(snapshot, categories);
  const fields =
    request.fields === null ? keys : request.fields.filter((key) => keys.includes(key));
  const json = presentList({
    generatedAt: snapshot.manifest.generatedAt,
    columnsJson: request.withColumns ? snapshot.catalog.columnsJson(categories, fields) : null,
    items: items.map((item) => presentOffer(snapshot, item, request)),
    itemsKey: 'offers',
    pagination,
    applied: request.withColumns ? appliedTo(snapshot, request, outcome) : [],
    hints: await hintsOf(snapshot, request, outcome),
    missing: request.slugs.length === 0 ? undefined : unknownSlugs(snapshot, request),
  });
  return { json, pagination };
}

/** JSON of an offer. `networks`: keys of the networks that count; empty for all. */
export function presentOffer(
  snapshot: Snapshot,
  { offer, rows }: MatchedOffer,
  {
    networks,
    fields,
    numbers: withNumbers = false,
  }: Pick<OffersRequest, 'networks' | 'fields'> & { readonly numbers?: boolean },
): string {
  const [first = 0] = rows;
  const { slug: _, chain: __, ...cells } = snapshot.statedCells(first);
  const { category, slug } = offer;
  const presence = presenceOf(snapshot, rows, networks);
  const whole = {
    category,
    slug,
    scope: scopeOfRows(snapshot, rows),
    networks: presence.networks,
    networkCount: presence.networks.length,
    chains: presence.chains,
    varies: varyingKeys(snapshot, offer),
    ...cells,
    ...(withNumbers ? snapshot.numbers(first) : {}),
  };
  return JSON.stringify(pick(whole, fields));
}

/** Suggestions for an empty answer, and how prices were compared. Null without any hint. */
export async function hintsOf(snapshot: Snapshot, request: OffersRequest, outcome: MatchedOffers) {
  const suggestions =
    outcome.offers.length === 0 ? await suggest(snapshot, request, outcome) : null;
  const [category = '', another] = request.categories;
  // Prices are columns of one category, and compared by filters and sorting only.
  const isCompared = another === undefined && request.filters.length + request.sorting.length > 0;
  const comparisons = isCompared
    ? comparePrices(snapshot, { ...request, category }, outcome)
    : null;
  return suggestions === null && comparisons === null ? null : { ...suggestions, ...comparisons };
}

/** Conditions of a request, with what each leaves out. */
export function appliedTo(snapshot: Snapshot, request: OffersRequest, outcome: MatchedOffers) {
  const [category = '', another] = request.categories;
  const search = request.terms.join(' ');
  // A deployment of some networks is no condition of the request.
  const networks = request.namesNetworks ? request.networks : [];
  const question = { ...request, networks, network: null, search };
  const conditions = conditionsOf(snapshot, question);
  const filters = another === undefined ? request.filters : [];
  const comparisons =
    filters.length === 0 ? null : comparePrices(snapshot, { ...request, category }, outcome);
  const items = comparedOffers(snapshot, outcome.offers, limitsTest(snapshot, request));
  return applied(snapshot, conditions, {
    category,
    matchedRows: outcome.matchedRows,
    items,
    comparisons,
  });
}

function comparePrices(
  snapshot: Snapshot,
  request: OffersRequest & { readonly category: string },
  outcome: MatchedOffers,
) {
  const items = comparedOffers(snapshot, outcome.offers, limitsTest(snapshot, request));
  const rows = outcome.offers.map((offer) => offer.rows[0] ?? 0);
  const result = { query: request, rows, matchedRows: outcome.matchedRows };
  return findComparisons(snapshot, items, result);
}

function unknownSlugs(snapshot: Snapshot, { slugs }: Pick<OffersRequest, 'slugs'>): string[] {
  return slugs.filter((slug) => snapshot.offers.named(slug).size === 0);
}

async function suggest(snapshot: Snapshot, request: OffersRequest, { matchedRows }: MatchedOffers) {
  const unknown = unknownSlugs(snapshot, request);
  const known = [...snapshot.offers.slugs()];
  const slugs = unknown
    .slice(0, maxSuggestions)
    .flatMap((slug) => nearestName(slug, known).suggestion ?? []);
  const [category = '', another] = request.categories;
  const isWanted = limitsTest(snapshot, request);
  const count = (rows: readonly number[]) => snapshot.countOffers(rows);
  const scope = { network: null, isWanted, count };
  const selection = { ...request, category };
  const hints =
    another === undefined ? await findHints(snapshot, scope, { selection, matchedRows }) : null;
  if (hints === null && slugs.length === 0) return null;
  return { ...hints, ...(slugs.length > 0 ? { slugs } : {}) };
}
