/**
 * GET {network}/api/infrastructure-providers/facets and /api/facets: the values of each filter,
 * with counts.
 */
import * as z from 'zod';
import { filterKinds } from '../../../model/columns.ts';
import { type Facet, type Facets, findFacets } from '../../query/facets.ts';
import { type Limits, limitsTest } from '../../query/offers.ts';
import { resolveLimits } from '../../questions/offers.ts';
import { category, facetColumn, selection, whichOffers } from '../../questions/parameters.ts';
import { resolveSelection, type SelectionParameters, unknownValue } from '../../questions/parse.ts';
import type { Place } from '../../questions/place.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { parseGroup } from '../../snapshot/texts/price-groups.ts';
import { networkResource, resource } from '../resource.ts';
import { type FactsOf, openShape, resultShape } from '../shapes.ts';

const facetShape = z
  .object({
    id: z.string().describe('Key of a column with a filter.'),
    label: z.string(),
    filter: openShape(filterKinds)
      .nullable()
      .describe('Kind of the filter: `range` has bounds, the others have values.'),
    values: z
      .array(
        z.object({
          value: z.string().describe('As the filter takes it.'),
          count: z.int().describe('Rows; over all {{networks}} offers.'),
          offersCount: z.int().describe('Offers, each once.'),
          providersCount: z.int().describe('Providers of these rows.'),
        }),
      )
      .readonly()
      .optional(),
    min: z
      .number()
      .nullable()
      .optional()
      .describe('Lowest number of the rows; null if none states a number.'),
    max: z.number().nullable().optional().describe('Highest number of the rows.'),
    count: z
      .int()
      .optional()
      .describe(
        'Rows with a number; of a money column, those in `currency` and `unit`, and free ones.',
      ),
    currency: z
      .string()
      .nullable()
      .optional()
      .describe('Of a money column: currency that the range compares.'),
    unit: z
      .string()
      .nullable()
      .optional()
      .describe('Of a money column: unit that the range compares.'),
    groups: z
      .array(
        z.object({
          id: z.string(),
          currency: z.string().nullable(),
          unit: z.string().nullable(),
          count: z.int(),
        }),
      )
      .readonly()
      .optional()
      .describe(
        'Of a money column: its currencies and units with their rows, free ones left out; `id` selects one in a range filter.',
      ),
  })
  .meta({ id: 'Facet' });

const facetsShape = resultShape({
  category: z.string(),
  totalProviders: z.int().describe('Providers of the matching rows.'),
  totalOffers: z.int().describe('Matching rows; over all {{networks}} matching offers.'),
  facets: z
    .array(facetShape)
    .describe('Of each column with a filter, counted without its own filter.'),
});

/** Throws 400 unless the column has a filter. */
function assertColumn(column: string | undefined, snapshot: Snapshot, category: string): void {
  const allowed = snapshot.facetIndex(category).columns.map((index) => index.column.key);
  if (column !== undefined && !allowed.includes(column))
    throw unknownValue('column', column, allowed);
}

async function answerFacets(
  { column, ...parameters }: SelectionParameters & { readonly column?: string | undefined },
  { snapshot, network }: Pick<Place, 'snapshot' | 'network'>,
  limits: Limits | null,
  onEach = false,
) {
  const { networks } = limits ?? { networks: [] };
  const selected = { ...resolveSelection(parameters, snapshot.catalog), networks, onEach };
  assertColumn(column, snapshot, selected.category);
  const offers = limits === null ? {} : { offers: { isWanted: limitsTest(snapshot, limits) } };
  const counted = await findFacets(snapshot, { network, selection: selected, column, ...offers });
  return presentFacets(selected.category, counted);
}

/** Of a network: rows are counted. */
export const facets = networkResource({
  path: '/facets',
  operationId: 'listFacets',
  summary: 'Values of each filter, with counts.',
  parameters: { category, ...selection, column: facetColumn },
  content: { 'application/json': facetsShape },
  answer: (parameters, place) => answerFacets(parameters, place, null),
});

/** Over all networks: offers are counted. */
export const offerFacets = resource({
  path: '/api/facets',
  operationId: 'listOfferFacets',
  summary: 'Values of each filter over all {{networks}} or some. An offer counts once.',
  parameters: { category, ...whichOffers, column: facetColumn },
  content: { 'application/json': facetsShape },
  answer: ({ networkMatch, ...parameters }, place) =>
    answerFacets(
      parameters,
      { ...place, network: null },
      resolveLimits(parameters, place),
      networkMatch === 'all',
    ),
});

/** The values that were counted in a category. */
function presentFacets(
  category: string,
  { totalProviders, totalOffers, facets }: Facets,
): FactsOf<typeof facetsShape> {
  return { category, totalProviders, totalOffers, facets: facets.map(presentFacet) };
}

export function presentFacet(facet: Facet): z.infer<typeof facetShape> {
  const { key: id, label, filter } = facet.column;
  if (facet.kind === 'values') return { id, label, filter, values: facet.values };
  const { min, max, count, prices } = facet;
  if (prices === null) return { id, label, filter, min, max, count };
  const { currency = null, unit = null } = parseGroup(prices.compared) ?? {};
  return { id, label, filter, min, max, count, currency, unit, groups: prices.groups };
}
