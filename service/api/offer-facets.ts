/** GET /api/facets: the values of each filter over all networks, with counts of offers. */
import type { z } from 'zod';
import { snapshotOf } from '../http/context.ts';
import { countFacets } from '../query/facets.ts';
import { limitsTest } from '../query/offers.ts';
import { readParameters, unknownValue } from '../query/params.ts';
import { facetsShape, presentFacet } from './facets.ts';
import { parseOffersRequest } from './offers.ts';
import { type Resource, sendJson } from './resource.ts';
import { apiVersion } from './shapes.ts';

const allowed = ['category', 'network', 'provider', 'slug', 'search', 'filters'];

export const offerFacets: Resource = {
  path: '/api/facets',
  operationId: 'listOfferFacets',
  summary: 'Values of each filter over all networks or some. An offer counts once.',
  parameters: ['category', 'network', 'provider', 'offerSlug', 'search', 'filters'],
  content: { 'application/json': facetsShape },
  handler:
    ({ urls }) =>
    async (ctx) => {
      const snapshot = snapshotOf(ctx);
      readParameters(ctx.querystring, allowed, ['network', 'provider', 'slug']);
      const request = parseOffersRequest(ctx.querystring, snapshot, urls);
      const [category = '', another] = request.categories;
      if (another !== undefined) throw unknownValue('category', '', snapshot.catalog.categoryKeys);
      const isWanted = limitsTest(snapshot, request);
      const counted = await countFacets(snapshot, null, { ...request, category }, { offers: { isWanted } });
      const { totalProviders, totalOffers, facets } = counted;
      const answer: z.infer<typeof facetsShape> = {
        result: {
          version: apiVersion,
          generatedAt: snapshot.manifest.generatedAt,
          category,
          totalProviders,
          totalOffers,
          facets: facets.map(presentFacet),
        },
      };
      sendJson(ctx, JSON.stringify(answer));
    },
};
