/** Networks of providers. */
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { listingTest } from '../place.ts';

/** Whether a provider has offers on a network, or on any network if it is null. */
export function hasOffers(snapshot: Snapshot, provider: string, network: string | null): boolean {
  const isThere = listingTest(snapshot, network);
  return snapshot.rowsOfProvider(provider).some((id) => snapshot.listingIdsOf(id).some(isThere));
}

/** Number of a provider's offers on a network. */
export interface Presence {
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
      const counts = new Map<string, number>();
      for (const id of snapshot.rowsOfProvider(name)) {
        for (const listing of snapshot.listingIdsOf(id)) {
          const network = catalog.networkKey(catalog.networkOfListing(listing));
          counts.set(network, (counts.get(network) ?? 0) + 1);
        }
      }
      return [name, toPresence(counts)];
    }),
  );
}

function toPresence(counts: ReadonlyMap<string, number>): Presence[] {
  const presence = [...counts].map(([network, offers]) => ({ network, offers }));
  return presence.toSorted((a, b) => b.offers - a.offers || (a.network < b.network ? -1 : 1));
}
