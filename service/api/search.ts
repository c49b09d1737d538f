/** GET /api/search: networks, providers and offers that match, as the search page shows them. */
import { z } from 'zod';
import { snapshotOf } from '../http/context.ts';
import { findEverything } from '../query/find.ts';
import { maxSearchLength, parseParameters, parseSearch, unknownValue } from '../query/params.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Urls } from '../urls.ts';
import { type Resource, sendJson } from './resource.ts';
import { apiVersion, resultShape, uriShape } from './shapes.ts';

const placeShape = z.object({
  network: z.string().describe('Network key.'),
  offers: z.int().describe('Matching rows.'),
  providers: z.int(),
  url: uriShape.describe('Directory page with the matches.'),
});

const searchShape = resultShape({
  networks: z
    .array(z.object({ key: z.string(), name: z.string(), url: uriShape }))
    .describe('Networks that the search names.'),
  providers: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      description: z.string().nullable(),
      networks: z.int(),
      page: uriShape,
    }),
  ),
  categories: z
    .array(
      z.object({
        key: z.string(),
        label: z.string(),
        networks: z.int().describe('Networks with a match.'),
        places: z.array(placeShape).describe('Up to ten networks, most matching rows first.'),
      }),
    )
    .describe('Categories with matching offers; only on the named networks if there are any.'),
});

export const search: Resource = {
  path: '/api/search',
  operationId: 'search',
  summary: 'Networks, providers and offers that match a text.',
  parameters: ['q', 'oneCategory'],
  content: { 'application/json': searchShape },
  handler:
    ({ urls }) =>
    async (ctx) => {
      const snapshot = snapshotOf(ctx);
      const { q, category } = parseRequest(ctx.querystring, snapshot);
      const terms = parseSearch(q);
      const found = await findEverything(snapshot, urls.onlyNetwork, { terms, category });
      sendJson(ctx, JSON.stringify(present(found, { snapshot, urls, q })));
    },
};

const schema = z.object({
  q: z.string().trim().min(1, 'must not be empty').max(maxSearchLength, `has at most ${maxSearchLength} characters`),
  category: z.string().optional(),
});

function parseRequest(queryString: string, { catalog: { categoryKeys } }: Snapshot) {
  const { q, category = null } = parseParameters(queryString, schema);
  if (category !== null && !categoryKeys.includes(category)) throw unknownValue('category', category, categoryKeys);
  return { q, category };
}

/** Networks listed for a category. */
const maxPlaces = 10;

function present(
  found: Awaited<ReturnType<typeof findEverything>>,
  { snapshot, urls, q }: { readonly snapshot: Snapshot; readonly urls: Urls; readonly q: string },
): z.infer<typeof searchShape> {
  const { catalog, manifest } = snapshot;
  const isNamed = found.named.length > 0;
  const hits = isNamed ? found.namedHits : found.hits;
  const text = isNamed ? found.rest : q;
  return {
    result: {
      version: apiVersion,
      generatedAt: manifest.generatedAt,
      networks: found.named.map((key) => ({
        key,
        name: catalog.networks.get(key)?.name ?? key,
        url: urls.network(key),
      })),
      providers: found.providers.map(({ slug, name, description }) => ({
        slug,
        name,
        description,
        networks: found.presence.get(name)?.length ?? 0,
        page: urls.to(null, `/providers/${slug}`),
      })),
      categories: catalog.categories.flatMap(({ key, label }) => {
        const own = hits.filter(({ category }) => category === key);
        const places = own.slice(0, maxPlaces).map(({ network, offers, providers }) => ({
          network,
          offers,
          providers,
          url: urls.to(network, `/toolbox/${key}`, { search: text }),
        }));
        return own.length === 0 ? [] : [{ key, label, networks: own.length, places }];
      }),
    },
  };
}
