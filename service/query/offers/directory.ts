/** Providers of a place, with their offers once each. */
import { groupBy } from '../../../common/group-by.ts';
import type { ProviderDefinition } from '../../../model/providers.ts';
import type { Scope } from '../../../model/rows.ts';
import type { FoundOffer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { groupOffers, limitsTest, presenceOf, scopeOfRows } from './offers.ts';

export interface ProviderOffers {
  readonly provider: ProviderDefinition;
  /** Keys of the networks with an offer, in the order of the snapshot. */
  readonly networks: readonly string[];
  /** Those with a listing of the network: an offer for all networks names none. */
  readonly namedNetworks: readonly string[];
  readonly scope: Scope;
  /** By category key. */
  readonly offers: ReadonlyMap<string, readonly FoundOffer[]>;
}

/** Rows that count. */
export interface DirectoryLimits {
  /** Keys; empty for all. */
  readonly networks: readonly string[];
  /** Key; all categories by default. */
  readonly category?: string | undefined;
  /** Both by default. */
  readonly scope?: Scope | undefined;
}

/** Offers of a provider within the limits; null if it has none there. */
export function findProviderOffers(
  snapshot: Snapshot,
  provider: ProviderDefinition,
  { networks, category, scope }: DirectoryLimits,
): ProviderOffers | null {
  const isOn = limitsTest(snapshot, { networks, providers: [], slugs: [] });
  const rows = snapshot
    .rowsOfProvider(provider.name)
    .filter((id) => category === undefined || snapshot.categoryOf(id) === category)
    .filter((id) => (scope === undefined || snapshot.scopeOf(id) === scope) && isOn(id));
  if (rows.length === 0) return null;
  const named = rows.filter((id) => snapshot.scopeOf(id) === 'network');
  return {
    provider,
    networks: presenceOf(snapshot, rows, networks).networks,
    namedNetworks: presenceOf(snapshot, named, networks).networks,
    scope: scopeOfRows(snapshot, rows),
    offers: groupBy(groupOffers(snapshot, rows), ({ offer }) => offer.category),
  };
}

/** All providers with offers within the limits, by name without regard to case. */
export function findDirectory(snapshot: Snapshot, limits: DirectoryLimits): ProviderOffers[] {
  const found = [...snapshot.catalog.providers.values()].flatMap(
    (provider) => findProviderOffers(snapshot, provider, limits) ?? [],
  );
  const keyed = found.map((entry) => ({ entry, name: entry.provider.name.toLowerCase() }));
  return keyed.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).map(({ entry }) => entry);
}

export function countOffers({ offers }: ProviderOffers): number {
  return [...offers.values()].reduce((sum, list) => sum + list.length, 0);
}

/** Rows of a provider by category, in default order. */
export function rowsByCategory({ offers }: ProviderOffers): ReadonlyMap<string, readonly number[]> {
  const rowsOf = (list: readonly FoundOffer[]) => list.flatMap(({ rows }) => rows).toSorted((a, b) => a - b);
  return new Map(Array.from(offers, ([category, list]) => [category, rowsOf(list)]));
}
