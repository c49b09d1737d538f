/** GET /api/facets: the values of each filter over all networks, with counts of offers. */
import { snapshotOf } from '../../http/context.ts';
import { findFacets } from '../../query/facets.ts';
import { limitsSchema, repeatable } from '../../query/names.ts';
import { limitsTest } from '../../query/offers/offers.ts';
import { parseParameters, resolveSelection, selectionSchema } from '../../query/params.ts';
import { type Resource, sendResult } from '../resource.ts';
import { assertColumn, facetColumn, facetsShape, presentFacets } from '../rows/facets.ts';
import { resolveLimits, whichOffers } from './offers.ts';

const schema = selectionSchema.extend({ ...limitsSchema.shape, column: facetColumn });

export const offerFacets: Resource = {
  path: '/api/facets',
  operationId: 'listOfferFacets',
  summary: 'Values of each filter over all networks or some. An offer counts once.',
  parameters: ['category', ...whichOffers, 'facetColumn'],
  content: { 'application/json': facetsShape },
  handler:
    ({ urls }) =>
    async (ctx) => {
      const snapshot = snapshotOf(ctx);
      const given = parseParameters(ctx.querystring, schema, repeatable);
      const selection = resolveSelection(given, snapshot.catalog);
      const { column } = given;
      assertColumn(column, snapshot, selection.category);
      const isWanted = limitsTest(snapshot, resolveLimits(given, snapshot, urls));
      const counted = await findFacets(snapshot, { network: null, selection, column, offers: { isWanted } });
      sendResult(ctx, presentFacets(selection.category, counted));
    },
};
