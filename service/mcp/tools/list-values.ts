/**
 * list_values: the filters of a category, or the values that one of them can take, with the numbers
 * of offers.
 */
import * as z from 'zod';
import type { OffersRequest } from '../../api/offers/offers.ts';
import { presentFacet } from '../../api/rows/facets.ts';
import { badParameter, nearestName } from '../../errors.ts';
import type { Answer } from '../../notations/tool-result.ts';
import type { Cell } from '../../notations/tool-text.ts';
import { type Facet, type Facets, findFacets, type NumberFacet } from '../../query/facets.ts';
import { limitsTest, matchOffers } from '../../query/offers.ts';
import type { MatchedOffer } from '../../snapshot/offers.ts';
import { groupLabel, parseGroup } from '../../snapshot/texts/price-groups.ts';
import { plural, recently } from '../../text/counts.ts';
import { readSelection, selectionSchema } from '../offers.ts';
import { inAnyCase, offsetSchema, type ToolContext, tool } from '../tool.ts';

const input = z.strictObject({
  ...selectionSchema,
  confirmed: z.boolean().optional(),
  column: z.string().optional(),
  offset: offsetSchema,
});

export const listValuesTool = tool({
  name: 'list_values',
  description: 'Filters of a category, or the values of one column, with counts.',
  input,
  run: async ({ column: key, offset, ...selection }, context) => {
    const { snapshot } = context;
    const request = readSelection(selection, context);
    const isWanted = limitsTest(snapshot, request);
    const wanted = { ...request, category: request.categories[0] ?? '' };
    const counted = await findFacets(snapshot, {
      network: null,
      selection: wanted,
      offers: { isWanted },
    });
    const confirmed =
      snapshot.probes.confirmed.size === 0 ? [] : await confirmedOffers(request, context);
    if (key === undefined) return listFilters(counted, confirmed, offset);
    const allowed = [...counted.facets.map(({ column }) => column.key), confirmedName];
    const name = inAnyCase(key, allowed);
    if (name === confirmedName) return listConfirmed(confirmed);
    const facet = counted.facets.find(({ column }) => column.key === name);
    if (facet === undefined)
      throw badParameter('column', `column: no filter "${key}" in ${selection.category}`, {
        allowed,
        ...nearestName(key, allowed),
      });
    return facet.kind === 'values' ? listTexts(facet, offset) : describeNumbers(facet, offset);
  },
});

/** The argument that selects offers by what probes confirmed; no column has its name. */
const confirmedName = 'confirmed';

async function confirmedOffers(
  request: OffersRequest,
  { snapshot }: ToolContext,
): Promise<readonly MatchedOffer[]> {
  return (await matchOffers(snapshot, { ...request, confirmed: true })).offers;
}

function listConfirmed(offers: readonly MatchedOffer[]): Answer {
  const providers = new Set(offers.map(({ offer }) => offer.provider));
  return {
    title: `${plural(offers.length, 'offer')} that probes confirmed ${recently}.`,
    columns: ['value', 'offers', 'providers'],
    rows: [['true', offers.length, providers.size]],
    total: 1,
  };
}

function listFilters(
  { facets, totalOffers }: Facets,
  confirmed: readonly MatchedOffer[],
  offset: number,
): Answer {
  const ofProbes: readonly Cell[] = [
    confirmedName,
    1,
    ['true'],
    `Argument: confirmed by probes ${recently}`,
  ];
  const columns = facets.flatMap((facet): (readonly Cell[])[] => {
    const { key, description } = facet.column;
    if (facet.kind === 'values') {
      const examples = facet.values.slice(0, 3).map(({ value }) => value);
      return facet.values.length === 0 ? [] : [[key, facet.values.length, examples, description]];
    }
    return facet.count === 0 ? [] : [[key, null, [rangeOf(facet)], description]];
  });
  const rows = confirmed.length === 0 ? columns : [...columns, ofProbes];
  return {
    title: `Filters with values among ${plural(totalOffers, 'offer')}.`,
    columns: ['column', 'values', 'examples', 'meaning'],
    rows: rows.slice(offset),
    total: rows.length,
    offset,
  };
}

function listTexts({ column, values }: Extract<Facet, { kind: 'values' }>, offset: number): Answer {
  return {
    title: `Values of ${column.key}.`,
    columns: ['value', 'offers', 'providers'],
    rows: values
      .slice(offset)
      .map(({ value, count, providersCount }) => [value, count, providersCount]),
    total: values.length,
    offset,
  };
}

/** `1,452.7 to 2,401.7, USD per month` */
function rangeOf({ min, max, prices }: NumberFacet): string {
  if (min === null || max === null) return 'none';
  const range = [min, max].map((value) => value.toLocaleString('en-US')).join(' to ');
  return prices === null ? range : `${range}, ${groupLabel(parseGroup(prices.compared))}`;
}

/** A money column has a line for each currency and unit. */
function describeNumbers(facet: Extract<Facet, { kind: 'numbers' }>, offset: number): Answer {
  const { count = 0, groups = [] } = presentFacet(facet);
  const units = groups.map(({ id, count: offers }): readonly Cell[] => [id, offers]);
  const range: readonly Cell[] = [facet.min === null ? '' : rangeOf(facet), count];
  return {
    title: `Numbers of ${facet.column.key}: ${rangeOf(facet)}.`,
    columns: ['value', 'offers'],
    rows: (units.length === 0 ? [range] : units).slice(offset),
    total: Math.max(1, units.length),
    offset,
    notes:
      units.length === 0 ? [] : ['Each value is a currency and unit: third item of the filter.'],
  };
}
