/** Providers of a network: the list, and one's profile with its offers by category. */
import type { CategoryDefinition } from '../../model/categories.ts';
import type { ProviderDefinition } from '../../model/providers.ts';
import type { ProviderListings } from '../query/providers.ts';
import { rowJson } from '../snapshot/row-json.ts';
import type { Urls } from '../urls.ts';
import { rowsVersion } from './rows-view.ts';

/** Sites on which a provider's handles are addresses. */
const profileSites = {
  x: 'https://x.com/',
  github: 'https://github.com/',
  discord: 'https://discord.com/',
  telegram: 'https://t.me/',
  linkedin: 'https://www.linkedin.com/',
} as const;

export interface ProvidersInput {
  readonly network: string;
  readonly generatedAt: string;
  readonly categories: readonly CategoryDefinition[];
  readonly listings: ProviderListings;
  /** By name. */
  readonly providers: ReadonlyMap<string, ProviderDefinition>;
  readonly urls: Urls;
}

export function presentProviders(input: ProvidersInput) {
  const { network, generatedAt, listings, providers } = input;
  const entries = [...listings.byProvider].flatMap(([name, byCategory]) => {
    const provider = providers.get(name);
    return provider ? [presentEntry(provider, byCategory, input)] : [];
  });
  const sorted = entries.toSorted((a, b) => compareFolded(a.name, b.name));
  return { result: { version: rowsVersion, generatedAt, network, totalProviders: sorted.length, providers: sorted } };
}

type ByCategory = ReadonlyMap<string, readonly number[]>;

function presentEntry(
  provider: ProviderDefinition,
  byCategory: ByCategory,
  { network, categories, urls }: ProvidersInput,
) {
  const { slug, name, description, website, docs } = provider;
  const counted = categories.flatMap(({ key, label }) => {
    const count = byCategory.get(key)?.length ?? 0;
    return count === 0 ? [] : [{ key, label, count }];
  });
  return {
    slug,
    name,
    description,
    website,
    docs,
    starred: provider.starred === true ? 1 : 0,
    url: urls.to(network, `/api/infrastructure-providers/providers/${slug}`),
    count: counted.reduce((sum, { count }) => sum + count, 0),
    categories: counted,
  };
}

/** A profile; rows are spliced in as the texts that they are. */
export function presentProfile(
  provider: ProviderDefinition,
  contentJson: readonly string[],
  input: ProvidersInput,
): string {
  const byCategory = input.listings.byProvider.get(provider.name) ?? new Map<string, readonly number[]>();
  const { categories, count } = presentEntry(provider, byCategory, input);
  const { generatedAt, network } = input;
  const profile = { ...provider, starred: provider.starred === true ? 1 : 0, links: profileLinks(provider) };
  const head = { version: rowsVersion, generatedAt, network, provider: profile, count };
  const offers = categories.map((category) => {
    const rows = (byCategory.get(category.key) ?? []).map((id) => rowJson(network, contentJson[id] ?? '}'));
    return `${JSON.stringify(category).slice(0, -1)},"rows":[${rows.join(',')}]}`;
  });
  return `{"result":${JSON.stringify(head).slice(0, -1)},"categories":[${offers.join(',')}]}}`;
}

/** Absolute addresses of the provider's own pages and profiles, by key. */
export function profileLinks(provider: ProviderDefinition): Record<string, string> {
  const links: Record<string, string> = {};
  if (provider.website) links.website = provider.website;
  if (provider.docs) links.docs = provider.docs;
  for (const [key, site] of Object.entries(profileSites)) {
    const handle = provider[key as keyof typeof profileSites];
    if (handle) links[key] = /^https?:\/\//.test(handle) ? handle : `${site}${handle.replace(/^[@/]+/, '')}`;
  }
  if (provider.supportEmail) links.support = `mailto:${provider.supportEmail}`;
  return links;
}

function compareFolded(a: string, b: string): number {
  const [first, second] = [a.toLowerCase(), b.toLowerCase()];
  return first < second ? -1 : first > second ? 1 : 0;
}
