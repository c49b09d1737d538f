/** Filters of lists of providers: the rows that match, and the providers that have an offer for each of several filters. */
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Filter } from '../filters/index.ts';
import { findOffers, type OffersQuery } from './offers.ts';

interface ProviderTests {
  readonly isWanted: (id: number) => boolean;
  /** By name. */
  readonly hasEvery: (provider: string) => boolean;
}

/** `every`: filters beside those of the query, each of which an offer of the provider must match. */
export async function filterProviders(
  snapshot: Snapshot,
  query: OffersQuery,
  every: readonly Filter[],
): Promise<ProviderTests> {
  const find = async (filters: readonly Filter[]) => (await findOffers(snapshot, { ...query, filters })).offers;
  const rows = new Set((await find(query.filters)).flatMap((offer) => offer.rows));
  const having: ReadonlySet<string>[] = [];
  for (const filter of every) {
    const found = await find([...query.filters, filter]);
    having.push(new Set(found.map(({ offer }) => offer.provider)));
  }
  return { isWanted: (id) => rows.has(id), hasEvery: (provider) => having.every((names) => names.has(provider)) };
}
