/** Times at which rows changed last, for sitemaps, in milliseconds since 1970. Without a change there is no time. */
import { type ChangesTable, changesBy } from './changes.ts';

/** The last change on networks, on all if there are none: of all, by category, by name of a provider. */
export async function findChangeTimes(table: ChangesTable, networks: readonly string[]) {
  const by = (key: string) => lastBy(table, networks, key);
  const byCategory = await by('category');
  const last = byCategory.size === 0 ? null : Math.max(...byCategory.values());
  return { last, byCategory, byProvider: await by('provider') };
}

/** By network key. */
export function findNetworkTimes(table: ChangesTable): Promise<ReadonlyMap<string, number>> {
  return lastBy(table, [], 'unnest(networks)');
}

function lastBy(table: ChangesTable, networks: readonly string[], key: string) {
  return changesBy<string>(table, { networks }, { key, value: 'max("atMs")' });
}
