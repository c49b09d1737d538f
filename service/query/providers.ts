/** Which providers have something on a network, in which categories, and what. */
import type { Snapshot } from '../snapshot/open.ts';

export interface ProviderListings {
  /** Provider name -> category key -> contents, in default order. */
  readonly byProvider: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;
}

/** Contents of all rows of a network, by category, in default order. */
export function findContents({ catalog, pool }: Snapshot, network: string): Promise<number[]> {
  const [first = '', last = ''] = [catalog.categoryKeys[0], catalog.categoryKeys.at(-1)];
  const [from, to] = [catalog.scopeOf(network, first).id, catalog.scopeOf(network, last).id];
  return pool.readNumbers({
    sql: `SELECT content FROM memberships WHERE scope BETWEEN ${from} AND ${to} ORDER BY scope, content`,
    values: [],
  });
}

export async function findProviders(snapshot: Snapshot, network: string): Promise<ProviderListings> {
  const { contents } = snapshot;
  const byProvider = new Map<string, Map<string, number[]>>();
  for (const content of await findContents(snapshot, network)) {
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
