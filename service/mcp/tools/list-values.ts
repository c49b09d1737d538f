/** list_values: the filters of a category, or the values that one of them can take, with the numbers of offers. */
import { z } from 'zod';
import { presentFacet } from '../../api/rows/facets.ts';
import { badParameter, nearestName } from '../../errors.ts';
import { type Facets, findFacets } from '../../query/facets.ts';
import type { Facet } from '../../query/filters/kind.ts';
import { limitsTest } from '../../query/offers/offers.ts';
import type { Answer, Cell } from '../answer.ts';
import { readSelection, selectionSchema } from '../offers.ts';
import { inAnyCase, offsetSchema, type ToolContext, tool } from '../tool.ts';

const input = z.strictObject({
  ...selectionSchema,
  column: z.string().optional().describe('Left out: all filters'),
  offset: offsetSchema,
});

export const listValuesTool = tool({
  name: 'list_values',
  description: 'Filters of a category, or values of one column, with counts.',
  input,
  run: answer,
});

type Given = z.infer<typeof input>;

async function answer({ column: key, offset, ...selection }: Given, context: ToolContext): Promise<Answer> {
  const { snapshot } = context;
  const request = readSelection(selection, context);
  const isWanted = limitsTest(snapshot, request);
  const wanted = { ...request, category: request.categories[0] ?? '' };
  const counted = await findFacets(snapshot, { network: null, selection: wanted, offers: { isWanted } });
  if (key === undefined) return listFilters(counted, offset);
  const allowed = counted.facets.map(({ column }) => column.key);
  const name = inAnyCase(key, allowed);
  const facet = counted.facets.find(({ column }) => column.key === name);
  if (facet === undefined)
    throw badParameter('column', `column: no filter "${key}" in ${selection.category}`, {
      allowed,
      ...nearestName(key, allowed),
    });
  return facet.kind === 'values' ? listTexts(facet, offset) : describeNumbers(facet);
}

function listFilters({ facets, totalOffers }: Facets, offset: number): Answer {
  const rows = facets.flatMap((facet): (readonly Cell[])[] => {
    const { key, description } = facet.column;
    if (facet.kind === 'values') {
      const examples = facet.values.slice(0, 3).map(({ value }) => value);
      return facet.values.length === 0 ? [] : [[key, facet.values.length, examples, description]];
    }
    return facet.count === 0 ? [] : [[key, null, [`${facet.min} to ${facet.max}`], description]];
  });
  return {
    title: `Filters with values among ${totalOffers} offers.`,
    columns: ['column', 'values', 'examples', 'meaning'],
    rows: rows.slice(offset),
    total: rows.length,
    offset,
    notes: [],
  };
}

function listTexts({ column, values }: Extract<Facet, { kind: 'values' }>, offset: number): Answer {
  return {
    title: `Values of ${column.key}.`,
    columns: ['value', 'offers', 'providers'],
    rows: values.slice(offset).map(({ value, count, providersCount }) => [value, count, providersCount]),
    total: values.length,
    offset,
    notes: [],
  };
}

/** A money column has a line for each currency and unit. */
function describeNumbers(facet: Extract<Facet, { kind: 'numbers' }>): Answer {
  const { min = null, max = null, count = 0, groups = [] } = presentFacet(facet);
  const units = groups.map(({ id, count: offers }): readonly Cell[] => [id, offers]);
  const range: readonly Cell[] = [`${min ?? ''} to ${max ?? ''}`, count];
  return {
    title: `Numbers of ${facet.column.key}: ${min ?? 'none'} to ${max ?? 'none'}.`,
    columns: ['value', 'offers'],
    rows: units.length === 0 ? [range] : units,
    total: Math.max(1, units.length),
    offset: 0,
    notes: units.length === 0 ? [] : ['Each value is a currency and unit: third item of the filter.'],
  };
}
