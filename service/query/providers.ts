/** Providers of a network with their offers, and networks of a provider. */
import type { Snapshot } from '../snapshot/snapshot.ts';

export interface ProviderListings {
  /** Provider name -> category key -> contents, in default order. */
  readonly byProvider: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;
}

export async function findProviders(snapshot: Snapshot, network: string): Promise<ProviderListings> {
  const byProvider = new Map<string, Map<string, number[]>>();
  for (const content of await snapshot.contentsOf(network)) {
    const [name, category] = [snapshot.providerOf(content), snapshot.categoryOf(content)];
    const categories = byProvider.get(name) ?? new Map<string, number[]>();
    const listed = categories.get(category) ?? [];
    listed.push(content);
    categories.set(category, listed);
    byProvider.set(name, categories);
  }
  return { byProvider };
}

/** Number of a provider's offers on a network. */
export interface Presence {
  readonly network: string;
  readonly offers: number;
}

/** By provider name; networks with most offers first. */
export async function findPresence(
  snapshot: Snapshot,
  providers: readonly string[],
): Promise<ReadonlyMap<string, readonly Presence[]>> {
  const { catalog, contentCount } = snapshot;
  const ids = providers.flatMap((name) => snapshot.contentsOfProvider(name));
  const pairs = await snapshot.query({
    sql: `SELECT (scope::BIGINT * ${contentCount} + content)::DOUBLE FROM memberships WHERE content IN (SELECT unnest($1)::INTEGER)`,
    values: [ids.map(String)],
  });
  const networks = [...catalog.networks.keys()];
  const found = new Map<string, Map<string, number>>(providers.map((name) => [name, new Map()]));
  for (const pair of pairs) {
    const counts = found.get(snapshot.providerOf(pair % contentCount));
    const network = networks[Math.floor(Math.floor(pair / contentCount) / catalog.categories.length)] ?? '';
    counts?.set(network, (counts.get(network) ?? 0) + 1);
  }
  return new Map([...found].map(([name, counts]) => [name, toPresence(counts)]));
}

function toPresence(counts: ReadonlyMap<string, number>): Presence[] {
  const presence = [...counts].map(([network, offers]) => ({ network, offers }));
  return presence.toSorted((a, b) => b.offers - a.offers || (a.network < b.network ? -1 : 1));
}
