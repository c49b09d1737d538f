/** GET {network}/api/infrastructure-providers/providers and .../providers/{slug}. */
import * as z from 'zod';
import { listOf, withValues } from '../../../common/json.ts';
import type { CategoryDefinition } from '../../../model/categories.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import {
  type ProviderDefinition,
  providerSchema,
  starredMeaning,
} from '../../../model/providers.ts';
import type { Values } from '../../../model/rows.ts';
import {
  findDirectory,
  offersOfProvider,
  type ProviderOffers,
  rowsByCategory,
} from '../../answers/directory.ts';
import { HttpError, nearestName } from '../../errors.ts';
import type { Context } from '../../http/context.ts';
import { cutFlat } from '../../query/offers.ts';
import { inPath, wholePaging } from '../../questions/parameters.ts';
import type { Place } from '../../questions/place.ts';
import type { Catalog } from '../../snapshot/catalog.ts';
import { profileLinks } from '../../text/profile-links.ts';
import { listHeaders, setListHeaders } from '../lists.ts';
import { networkResource } from '../resource.ts';
import { apiVersion, flagShape, resultShape, rowShape, uriShape } from '../shapes.ts';

/** The fields of a provider that lists of providers have. */
export const providerHeadShape = {
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  website: uriShape.nullable(),
  docs: uriShape.nullable().describe('Documentation.'),
  starred: flagShape.describe(starredMeaning),
};

const entryShape = z
  .object({
    ...providerHeadShape,
    url: uriShape.describe('Address of the JSON profile.'),
    count: z.int().describe('Rows {{on}} this {{network}}.'),
    categories: z.array(
      z.object({ key: z.string(), label: z.string(), count: z.int().describe('Rows.') }),
    ),
  })
  .meta({ id: 'ProviderEntry' });

export const profileShape = z
  .object({
    ...providerSchema.unwrap().shape,
    starred: flagShape.describe(starredMeaning),
    links: z
      .record(z.string(), uriShape)
      .describe("Absolute URLs of the provider's pages and profiles."),
  })
  .meta({ id: 'ProviderProfile' });

const listShape = resultShape({
  network: z.string(),
  totalProviders: z.int(),
  providers: z.array(entryShape),
});

export const providers = networkResource({
  path: '/providers',
  operationId: 'listProviders',
  summary: 'Providers {{on}} this {{network}}: all of them, or a page.',
  parameters: wholePaging,
  content: { 'application/json': listShape },
  headers: listHeaders,
  answer: ({ page, pageSize }, place, { ctx }) => {
    const { network, snapshot } = place;
    const listed = findDirectory(snapshot, place).map((listedProvider) =>
      presentEntry(listedProvider, place),
    );
    const cut = cutFlat(
      listed,
      { page, pageSize: pageSize ?? Math.max(1, listed.length) },
      ({ name }) => name,
    );
    setListHeaders(ctx, cut.pagination, place.urls);
    return { network, totalProviders: listed.length, providers: cut.items };
  },
});

export const provider = networkResource({
  path: '/providers/{slug}',
  operationId: 'readProvider',
  summary: 'Profile of a provider with all its offers {{on}} this {{network}}.',
  inPath: { slug: inPath.slug },
  parameters: {},
  content: {
    'application/json': resultShape({
      network: z.string(),
      provider: profileShape,
      count: z.int().describe('Rows {{on}} this {{network}}.'),
      categories: z.array(
        z.object({
          key: z.string(),
          label: z.string(),
          count: z.int().describe('Rows.'),
          rows: z.array(rowShape),
        }),
      ),
    }),
  },
  answer: (_, place, { ctx }) => {
    const { network, snapshot } = place;
    const profile = readProvider(ctx, place);
    const byCategory = rowsByCategory(profile);
    const categories = countCategories(snapshot.catalog.categories, byCategory);
    const count = categories.reduce((sum, category) => sum + category.count, 0);
    const { generatedAt } = snapshot.manifest;
    const head = {
      version: apiVersion,
      generatedAt,
      network,
      provider: profileOf(profile.provider, snapshot.catalog),
      count,
    };
    // The JSON of the rows is rendered when the snapshot opens.
    const offers = categories.map((category) => {
      const rows = byCategory.get(category.key)?.map((id) => snapshot.rowJson(network, id));
      return withValues(JSON.stringify(category), { rows: listOf(rows ?? []) });
    });
    const result = withValues(JSON.stringify(head), { categories: listOf(offers) });
    return `{"result":${result}}`;
  },
});

/**
 * The provider that the path names. `where`: the place in words. Throws 404 if it has no offer
 * there.
 */
export function readProvider(
  { path }: Pick<Context, 'path'>,
  { snapshot, networks, here }: Pick<Place, 'snapshot' | 'networks' | 'here'>,
): ProviderOffers {
  const slug = path.slice(path.lastIndexOf('/') + 1);
  const provider = snapshot.catalog.providerBySlug.get(slug);
  const offers = provider ? offersOfProvider(snapshot, provider, { networks }) : null;
  if (offers) return offers;
  const slugs = findDirectory(snapshot, { networks }).map((entry) => entry.provider.slug);
  throw new HttpError(404, 'unknown-provider', `no provider "${slug}" ${here}`, {
    detail: nearestName(slug, slugs),
  });
}

function presentEntry(
  profile: ProviderOffers,
  { snapshot, to, api }: Place,
): z.infer<typeof entryShape> {
  const categories = countCategories(snapshot.catalog.categories, rowsByCategory(profile));
  return {
    ...presentHead(profile.provider),
    url: to(`${api}/providers/${profile.provider.slug}`),
    count: categories.reduce((sum, { count }) => sum + count, 0),
    categories,
  };
}

export function presentHead({
  slug,
  name,
  description,
  website,
  docs,
  starred,
}: ProviderDefinition) {
  return { slug, name, description, website, docs, starred: starred === true ? 1 : 0 } as const;
}

/** Public profile of a provider. */
export function profileOf(
  definition: ProviderDefinition,
  { providerColumns }: Catalog,
): z.infer<typeof profileShape> {
  const cells = Object.fromEntries(
    ownCells(definition, providerColumns).map(({ column, value }) => [column.key, value]),
  );
  return {
    ...definition,
    ...cells,
    starred: definition.starred === true ? 1 : 0,
    links: profileLinks(definition),
  };
}

/** Cells of the columns that the directory defines, as answers have them. */
export function ownCells(provider: ProviderDefinition, columns: readonly ColumnDefinition[]) {
  const values: Values = provider;
  return columns.map((column) => {
    const value = values[column.key] ?? null;
    return { column, value: typeof value === 'boolean' ? (value ? 1 : 0) : value } as const;
  });
}

/** Categories with an item, and the number of their items. */
export function countCategories(
  categories: readonly CategoryDefinition[],
  byCategory: ReadonlyMap<string, readonly unknown[]>,
) {
  return categories.flatMap(({ key, label }) => {
    const count = byCategory.get(key)?.length ?? 0;
    return count === 0 ? [] : [{ key, label, count }];
  });
}
