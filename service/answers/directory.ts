/** Providers of a place, with their offers once each. */
import { countBy, groupBy } from '../../common/group-by.ts';
import { inNaturalOrder } from '../../common/natural-order.ts';
import type { ProviderDefinition } from '../../model/providers.ts';
import type { Scope } from '../../model/rows.ts';
import type { Filter } from '../query/filters/index.ts';
import {
  groupOffers,
  matchOffers,
  networkTest,
  type OffersQuery,
  presenceOf,
  scopeOfRows,
} from '../query/offers.ts';
import { limitsOf } from '../questions/place.ts';
import { isEstimated } from '../questions/workload.ts';
import type { MatchedOffer } from '../snapshot/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Urls } from '../urls.ts';

export type ProviderOffers = NonNullable<ReturnType<typeof offersAmong>>;

/**
 * Whether the profile on a network says more than that of the site: it has a listing of the
 * network.
 */
export function hasOwnProfile(
  { namedNetworks }: ProviderOffers,
  { onlyNetwork }: Pick<Urls, 'onlyNetwork'>,
): boolean {
  return onlyNetwork !== null || namedNetworks.length > 0;
}

/** Rows that count. */
export interface DirectoryLimits {
  /** Keys; empty for all. */
  readonly networks: readonly string[];
  /** Key; all categories by default. */
  readonly category?: string | undefined;
  /** Both by default. */
  readonly scope?: Scope | undefined;
  /** Whether a row counts; all do by default. */
  readonly isWanted?: (id: number) => boolean;
  /** Whether a provider of the name is listed; all are by default. */
  readonly isListed?: (name: string) => boolean;
}

/** Offers of a provider within the limits; null if it has none there. */
export function offersOfProvider(
  snapshot: Snapshot,
  provider: ProviderDefinition,
  limits: DirectoryLimits,
): ProviderOffers | null {
  const isOn = networkTest(snapshot, limits.networks);
  return offersAmong(snapshot, snapshot.rowsOfProvider(provider.name).filter(isOn), {
    ...limits,
    provider,
  });
}

/**
 * `rows`: of the provider, on the networks. `namedNetworks` have a listing of the network: an offer
 * for all networks names none.
 */
function offersAmong(
  snapshot: Snapshot,
  rows: readonly number[],
  {
    provider,
    networks,
    category,
    scope,
    isWanted = () => true,
  }: DirectoryLimits & { readonly provider: ProviderDefinition },
) {
  const rowsOfProvider = rows
    .filter((id) => category === undefined || snapshot.categoryOf(id) === category)
    .filter((id) => (scope === undefined || snapshot.scopeOf(id) === scope) && isWanted(id));
  if (rowsOfProvider.length === 0) return null;
  const networksOf = (ids: readonly number[]) => {
    if (networks.length !== 1) return presenceOf(snapshot, ids, networks).networks;
    return ids.length === 0 ? [] : networks;
  };
  return {
    provider,
    networks: networksOf(rowsOfProvider),
    namedNetworks: networksOf(rowsOfProvider.filter((id) => snapshot.scopeOf(id) === 'network')),
    scope: scopeOfRows(snapshot, rowsOfProvider),
    offers: groupBy(groupOffers(snapshot, rowsOfProvider), ({ offer }) => offer.category),
  };
}

/** All providers with offers within the limits, by name without regard to case. */
export function findDirectory(snapshot: Snapshot, limits: DirectoryLimits): ProviderOffers[] {
  const { providers } = snapshot.catalog;
  const { isListed = () => true } = limits;
  const [network = '', another] = limits.networks;
  const offersFound =
    network === '' || another !== undefined
      ? Array.from(providers.values(), (provider) => offersOfProvider(snapshot, provider, limits))
      : Array.from(
          groupBy(snapshot.rowsOfNetwork(network), (id) => snapshot.providerOf(id)),
          ([name, rows]) => {
            const provider = providers.get(name);
            return provider === undefined
              ? null
              : offersAmong(snapshot, rows, { ...limits, provider });
          },
        );
  const listed = offersFound.flatMap((entry) =>
    entry !== null && isListed(entry.provider.name) ? [entry] : [],
  );
  return inNaturalOrder(listed, ({ provider: { name } }) => name);
}

/**
 * Keys of the categories of a provider, the one that it is known for first: that of plans by use,
 * then those with most listings.
 */
export function knownFor({ offers }: ProviderOffers, { catalog }: Snapshot): readonly string[] {
  const weighed = Array.from(offers, ([category, list]) => ({
    category,
    listings: list.reduce((sum, { rows }) => sum + rows.length, 0),
    isByUse: Number(isEstimated(catalog, category)),
  }));
  return weighed
    .toSorted((a, b) => b.isByUse - a.isByUse || b.listings - a.listings)
    .map(({ category }) => category);
}

/** Scope of all listings of the provider. */
export function scopeOfProvider({ scope, namedNetworks }: ProviderOffers): Scope | 'both' {
  return scope === 'all-networks' && namedNetworks.length > 0 ? 'both' : scope;
}

export function countOffers({ offers }: ProviderOffers): number {
  return [...offers.values()].reduce((sum, list) => sum + list.length, 0);
}

/** Rows of a provider by category, in default order. */
export function rowsByCategory({ offers }: ProviderOffers): ReadonlyMap<string, readonly number[]> {
  const rowsOf = (list: readonly MatchedOffer[]) =>
    list.flatMap(({ rows }) => rows).toSorted((a, b) => a - b);
  return new Map(Array.from(offers, ([category, list]) => [category, rowsOf(list)]));
}

/** Whether a provider has offers on a network, or on any network if it is null. */
export function hasOffers(snapshot: Snapshot, provider: string, network: string | null): boolean {
  return snapshot.rowsOfProvider(provider).some(networkTest(snapshot, limitsOf(network)));
}

/** Number of a provider's offers on a network. */
interface Presence {
  readonly network: string;
  readonly offers: number;
}

/** By provider name; networks with most offers first. */
export function findPresence(
  snapshot: Snapshot,
  providers: readonly string[],
): ReadonlyMap<string, readonly Presence[]> {
  const { catalog } = snapshot;
  return new Map(
    providers.map((name) => {
      const listings = snapshot.rowsOfProvider(name).flatMap((id) => snapshot.listingIdsOf(id));
      return [
        name,
        toPresence(
          countBy(listings, (listing) => catalog.networkKey(catalog.networkOfListing(listing))),
        ),
      ];
    }),
  );
}

function toPresence(counts: ReadonlyMap<string, number>): Presence[] {
  const presence = [...counts].map(([network, offers]) => ({ network, offers }));
  return presence.toSorted((a, b) => b.offers - a.offers || (a.network < b.network ? -1 : 1));
}

/**
 * Limits of a directory. `every`: filters beside those of the query, each of which an offer of the
 * provider must match.
 */
export async function filterProviders(
  snapshot: Snapshot,
  query: OffersQuery,
  every: readonly Filter[],
) {
  const find = async (filters: readonly Filter[]) =>
    (await matchOffers(snapshot, { ...query, filters })).offers;
  const rows = new Set((await find(query.filters)).flatMap((offer) => offer.rows));
  const having: ReadonlySet<string>[] = [];
  for (const filter of every) {
    const matchedOffers = await find([...query.filters, filter]);
    having.push(new Set(matchedOffers.map(({ offer }) => offer.provider)));
  }
  return {
    isWanted: (id: number) => rows.has(id),
    isListed: (name: string) => having.every((names) => names.has(name)),
  };
}
