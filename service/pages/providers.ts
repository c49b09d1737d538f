/** Pages of a network's providers: the list of all, and one's profile. */

import { foldText } from '../../common/fold.ts';
import type { CategoryDefinition } from '../../model/categories.ts';
import type { ProviderDefinition } from '../../model/providers.ts';
import { nameOf } from '../api/networks-view.ts';
import { profileLinks } from '../api/providers-view.ts';
import { formatCount, plural } from '../counts.ts';
import type { Presence } from '../query/presence.ts';
import type { ProviderListings } from '../query/providers.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import type { Urls } from '../urls.ts';
import { iconOf } from './shared/icons.ts';
import type { SignOf } from './shared/logos.ts';
import type { Width } from './shared/offer-table/widths.ts';
import { presentPager } from './shared/pager.ts';

interface NetworkPage {
  readonly network: NetworkEntry;
  readonly categories: readonly CategoryDefinition[];
  readonly listings: ProviderListings;
  readonly signOf: SignOf;
  readonly urls: Urls;
}

export interface DirectoryInput extends NetworkPage {
  /** By name. */
  readonly providers: ReadonlyMap<string, ProviderDefinition>;
  readonly search: string;
  /** Counted from 1. */
  readonly page: number;
}

export const directoryPageSize = 60;

export function presentDirectory(input: DirectoryInput) {
  const { network, listings, search, page, urls } = input;
  const to = (path: string) => urls.href(network.network, network.network, path);
  const wanted = foldText(search.trim());
  const all = [...listings.byProvider.keys()].flatMap((name) => input.providers.get(name) ?? []);
  const found = all.filter(({ name, description }) => foldText(`${name} ${description ?? ''}`).includes(wanted));
  const sorted = found.toSorted((a, b) => (foldText(a.name) < foldText(b.name) ? -1 : 1));
  const shown = sorted.slice((page - 1) * directoryPageSize, page * directoryPageSize);
  return {
    networkName: nameOf(network),
    crumbs: [
      { label: nameOf(network), href: to('/') },
      { label: 'Providers', href: null },
    ],
    action: to('/providers'),
    search,
    counts: plural(found.length, 'provider'),
    ofTotal: found.length === all.length ? null : formatCount(all.length),
    providers: shown.map((provider) => presentEntry(provider, input)),
    nothing: shown.length === 0,
    pages: presentPager({ page, totalPages: Math.ceil(found.length / directoryPageSize) }, (number) =>
      urls.href(network.network, network.network, '/providers', { q: search, page: number === 1 ? null : number }),
    ),
  };
}

function presentEntry(
  { name, slug, description }: ProviderDefinition,
  { network, categories, listings, signOf, urls }: NetworkPage,
) {
  const byCategory = listings.byProvider.get(name);
  return {
    name,
    description,
    ...signOf(name),
    href: urls.href(network.network, network.network, `/providers/${slug}`),
    offers: categories.flatMap(({ key, label }) => {
      const count = byCategory?.get(key)?.length ?? 0;
      return count === 0 ? [] : [{ label, count: formatCount(count) }];
    }),
  };
}

export interface ProfileInput extends NetworkPage {
  readonly provider: ProviderDefinition;
  readonly networks: ReadonlyMap<string, NetworkEntry>;
  /** Of the provider, everywhere. */
  readonly presence: readonly Presence[];
  readonly tableOf: (category: string, contents: readonly number[]) => OfferTable;
}

/** The provider's offers in a category. */
export interface OfferTable {
  readonly heads: readonly string[];
  readonly widths: readonly Width[];
  readonly room: number | null;
  /** Rendered. */
  readonly lines: string;
}

const linkLabels: Readonly<Record<string, string>> = {
  website: 'Website',
  docs: 'Documentation',
  x: 'X',
  github: 'GitHub',
  discord: 'Discord',
  telegram: 'Telegram',
  linkedin: 'LinkedIn',
  support: 'Support',
};

/** Networks that are named before the rest is folded. */
const namedElsewhere = 24;

export function presentProfilePage(input: ProfileInput) {
  const { network, provider, listings, categories, urls } = input;
  const to = (path: string) => urls.href(network.network, network.network, path);
  const name = nameOf(network);
  const byCategory = listings.byProvider.get(provider.name) ?? new Map<string, readonly number[]>();
  const offers = [...byCategory.values()].reduce((sum, contents) => sum + contents.length, 0);
  const elsewhere = presentElsewhere(input);
  return {
    networkName: name,
    crumbs: [
      { label: name, href: to('/') },
      { label: 'Providers', href: to('/providers') },
      { label: provider.name, href: null },
    ],
    name: provider.name,
    ...input.signOf(provider.name),
    about: provider.description,
    starred: provider.starred === true,
    tags: provider.tag ?? [],
    sites: Object.entries(profileLinks(provider)).flatMap(([key, href]) =>
      /^(https?|mailto):/.test(href) ? [{ text: linkLabels[key] ?? key, href }] : [],
    ),
    counts: `${plural(offers, 'offer')} in ${byCategory.size === 1 ? '1 category' : `${byCategory.size} categories`} on ${name}`,
    sections: categories.flatMap(({ key, label, icon }) => {
      const contents = byCategory.get(key);
      if (!contents) return [];
      const href = urls.href(network.network, network.network, `/toolbox/${key}`, { 'f.provider': [provider.name] });
      return [
        {
          key,
          label,
          icon: iconOf(icon),
          count: plural(contents.length, 'offer'),
          href,
          ...input.tableOf(key, contents),
        },
      ];
    }),
    elsewhere: elsewhere.slice(0, namedElsewhere),
    elsewhereMore: elsewhere.length > namedElsewhere ? elsewhere.slice(namedElsewhere) : null,
    elsewhereCount: elsewhere.length === 0 ? null : plural(elsewhere.length, 'other network'),
  };
}

function presentElsewhere({ network, provider, networks, presence, urls }: ProfileInput) {
  return presence.flatMap((place) => {
    const entry = networks.get(place.network);
    if (!entry || place.network === network.network || !urls.serves(place.network)) return [];
    const href = urls.href(network.network, place.network, `/providers/${provider.slug}`);
    return [{ name: nameOf(entry), href, count: formatCount(place.offers) }];
  });
}
