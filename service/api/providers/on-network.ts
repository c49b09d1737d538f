/** GET {network}/api/infrastructure-providers/providers and .../providers/{slug}. */
import * as z from 'zod';
import type { CategoryDefinition } from '../../../model/categories.ts';
import { type ProviderDefinition, providerSchema, starredMeaning } from '../../../model/providers.ts';
import { HttpError, nearestName } from '../../errors.ts';
import type { Context } from '../../http/context.ts';
import { sendJson } from '../../http/respond.ts';
import { cutFlat } from '../../query/offers/offers.ts';
import { findProviders, type ProviderListings } from '../../query/offers/providers.ts';
import { inPath, wholePaging } from '../../query/parameters.ts';
import { networkApi, type Place } from '../../query/place.ts';
import type { Catalog } from '../../snapshot/catalog.ts';
import type { Urls } from '../../urls.ts';
import { listHeaders, setListHeaders } from '../lists.ts';
import { compareNames } from '../networks.ts';
import { networkResource } from '../resource.ts';
import { apiVersion, type FactsOf, flagShape, resultShape, rowShape, uriShape } from '../shapes.ts';

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
    count: z.int().describe('Rows on this network.'),
    categories: z.array(z.object({ key: z.string(), label: z.string(), count: z.int().describe('Rows.') })),
  })
  .meta({ id: 'ProviderEntry' });

export const profileShape = z
  .object({
    ...providerSchema.unwrap().shape,
    starred: flagShape.describe(starredMeaning),
    links: z.record(z.string(), uriShape).describe("Absolute URLs of the provider's pages and profiles."),
  })
  .meta({ id: 'ProviderProfile' });

const listShape = resultShape({ network: z.string(), totalProviders: z.int(), providers: z.array(entryShape) });

export const providers = networkResource({
  path: '/providers',
  operationId: 'listProviders',
  summary: 'Providers on this network: all of them, or a page.',
  parameters: wholePaging,
  content: { 'application/json': listShape },
  headers: listHeaders,
  answer: ({ page, pageSize }, { ctx, ...place }) => {
    const answer = presentProviders(readInput(place));
    const { providers: listed } = answer;
    const cut = cutFlat(listed, { page, pageSize: pageSize ?? Math.max(1, listed.length) }, ({ name }) => name);
    setListHeaders(ctx, cut.pagination, place.urls);
    return { ...answer, providers: cut.items };
  },
});

export const provider = networkResource({
  path: '/providers/{slug}',
  operationId: 'readProvider',
  summary: 'Profile of a provider with all its offers on this network.',
  inPath: { slug: inPath.slug },
  parameters: {},
  content: {
    'application/json': resultShape({
      network: z.string(),
      provider: profileShape,
      count: z.int().describe('Rows on this network.'),
      categories: z.array(
        z.object({ key: z.string(), label: z.string(), count: z.int().describe('Rows.'), rows: z.array(rowShape) }),
      ),
    }),
  },
  answer: (_, { ctx, ...place }) => {
    const input = readInput(place);
    const rowJson = (id: number) => place.snapshot.rowJson(place.network, id);
    sendJson(ctx, presentProfile(findProvider(ctx, input), rowJson, input));
    return undefined;
  },
});

interface ProvidersInput {
  readonly network: string;
  readonly generatedAt: string;
  readonly catalog: Catalog;
  readonly listings: ProviderListings;
  readonly urls: Urls;
}

function readInput({ snapshot, network, urls }: Place & { readonly network: string }): ProvidersInput {
  const { catalog, manifest } = snapshot;
  return { network, generatedAt: manifest.generatedAt, catalog, listings: findProviders(snapshot, network), urls };
}

/** The provider that the path names. Throws 404 if the provider has no offer on the network. */
export function findProvider(
  ctx: Pick<Context, 'path'>,
  { catalog, listings: { byProvider } }: Pick<ProvidersInput, 'catalog' | 'listings'>,
): ProviderDefinition {
  const slug = ctx.path.slice(ctx.path.lastIndexOf('/') + 1);
  const found = catalog.providerBySlug.get(slug);
  if (found && byProvider.has(found.name)) return found;
  const slugs = [...byProvider.keys()].flatMap((name) => catalog.providers.get(name)?.slug ?? []);
  const message = `no provider "${slug}" on this network`;
  throw new HttpError(404, 'unknown-provider', message, { detail: nearestName(slug, slugs) });
}

function presentProviders(input: ProvidersInput): FactsOf<typeof listShape> {
  const { network, catalog, listings } = input;
  const entries = [...listings.byProvider].flatMap(([name, byCategory]) => {
    const found = catalog.providers.get(name);
    return found ? [presentEntry(found, byCategory, input)] : [];
  });
  const sorted = entries.toSorted(compareNames);
  return { network, totalProviders: sorted.length, providers: sorted };
}

function presentEntry(
  found: ProviderDefinition,
  byCategory: ReadonlyMap<string, readonly number[]>,
  { network, catalog, urls }: ProvidersInput,
): z.infer<typeof entryShape> {
  const categories = countCategories(catalog.categories, byCategory);
  return {
    ...presentHead(found),
    url: urls.to(network, `${networkApi}/providers/${found.slug}`),
    count: categories.reduce((sum, { count }) => sum + count, 0),
    categories,
  };
}

export function presentHead({ slug, name, description, website, docs, starred }: ProviderDefinition) {
  return { slug, name, description, website, docs, starred: starred === true ? 1 : 0 } as const;
}

/** Public profile of a provider. */
export function profileOf(found: ProviderDefinition): z.infer<typeof profileShape> {
  return { ...found, starred: found.starred === true ? 1 : 0, links: profileLinks(found) };
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

/** Inserts the JSON of the rows, which is rendered when the snapshot opens. */
function presentProfile(
  found: ProviderDefinition,
  rowJson: (id: number) => string,
  { network, generatedAt, catalog, listings }: ProvidersInput,
): string {
  const byCategory = listings.byProvider.get(found.name) ?? new Map<string, readonly number[]>();
  const categories = countCategories(catalog.categories, byCategory);
  const count = categories.reduce((sum, category) => sum + category.count, 0);
  const head = { version: apiVersion, generatedAt, network, provider: profileOf(found), count };
  const offers = categories.map((category) => {
    const rows = (byCategory.get(category.key) ?? []).map(rowJson);
    return `${JSON.stringify(category).slice(0, -1)},"rows":[${rows.join(',')}]}`;
  });
  return `{"result":${JSON.stringify(head).slice(0, -1)},"categories":[${offers.join(',')}]}}`;
}

/** Base addresses of the sites on which providers have handles. */
const profileSites = {
  x: 'https://x.com/',
  github: 'https://github.com/',
  discord: 'https://discord.com/invite/',
  telegram: 'https://t.me/',
  linkedin: 'https://www.linkedin.com/',
} as const;

/** Absolute URLs of the provider's own pages and profiles, by key. */
export function profileLinks(from: ProviderDefinition): Record<string, string> {
  const links = new Map<string, string>();
  if (from.website) links.set('website', from.website);
  if (from.docs) links.set('docs', from.docs);
  for (const [key, site] of Object.entries(profileSites)) {
    const handle = from[key as keyof typeof profileSites];
    if (handle) links.set(key, /^https?:\/\//.test(handle) ? handle : `${site}${pathOf(handle)}`);
  }
  if (from.supportEmail) links.set('support', `mailto:${from.supportEmail}`);
  return Object.fromEntries(links);
}

/** Editors write `acme`, `@acme`, and for Discord `acme` or `invite/acme`. */
function pathOf(handle: string): string {
  return handle.replace(/^[@/]+/, '').replace(/^invite\//, '');
}
