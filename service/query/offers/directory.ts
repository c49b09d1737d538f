/** Providers over all networks, with their offers once each. */
import { groupBy } from '../../../common/group-by.ts';
import type { ProviderDefinition } from '../../../model/providers.ts';
import type { FoundOffer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { groupOffers, limitsTest, presenceOf } from './offers.ts';

export interface ProviderOffers {
  readonly provider: ProviderDefinition;
  /** Keys of the networks with an offer, in the order of the snapshot. */
  readonly networks: readonly string[];
  /** By category key. */
  readonly offers: ReadonlyMap<string, readonly FoundOffer[]>;
}

/** Offers of a provider on the networks, on all if the list is empty; null if it has none there. */
export function findProviderOffers(
  snapshot: Snapshot,
  provider: ProviderDefinition,
  networks: readonly string[],
): ProviderOffers | null {
  const isWanted = limitsTest(snapshot, { networks, providers: [], slugs: [] });
  const rows = snapshot.rowsOfProvider(provider.name).filter(isWanted);
  if (rows.length === 0) return null;
  const offers = groupBy(groupOffers(snapshot, rows), ({ offer }) => offer.category);
  return { provider, networks: presenceOf(snapshot, rows, networks).networks, offers };
}

/** All providers with offers on the networks, by name without regard to case. */
export function findDirectory(snapshot: Snapshot, networks: readonly string[]): ProviderOffers[] {
  const found = [...snapshot.catalog.providers.values()].flatMap(
    (provider) => findProviderOffers(snapshot, provider, networks) ?? [],
  );
  const keyed = found.map((entry) => ({ entry, name: entry.provider.name.toLowerCase() }));
  return keyed.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).map(({ entry }) => entry);
}

export function countOffers({ offers }: ProviderOffers): number {
  return [...offers.values()].reduce((sum, list) => sum + list.length, 0);
}
