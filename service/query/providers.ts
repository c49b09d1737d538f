/** Which providers have something on a network, in which categories, and what. */
import type { Snapshot } from '../snapshot/open.ts';

export interface ProviderListings {
  /** Provider name -> category key -> contents, in default order. */
  readonly byProvider: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;
}

export async function findProviders(snapshot: Snapshot, network: string): Promise<ProviderListings> {
  const { catalog, contents } = snapshot;
  const [first = '', last = ''] = [catalog.categoryKeys[0], catalog.categoryKeys.at(-1)];
  const found = await snapshot.pool.readNumbers({
    sql: 'SELECT content FROM memberships WHERE scope BETWEEN $1::INTEGER AND $2::INTEGER ORDER BY scope, position',
    values: [catalog.scopeOf(network, first), catalog.scopeOf(network, last)],
  });
  const byProvider = new Map<string, Map<string, number[]>>();
  for (const content of found) {
    const name = contents.provider[content] ?? '';
    const category = contents.category[content] ?? '';
    const categories = byProvider.get(name) ?? new Map<string, number[]>();
    const listed = categories.get(category) ?? [];
    listed.push(content);
    categories.set(category, listed);
    byProvider.set(name, categories);
  }
  return { byProvider };
}
