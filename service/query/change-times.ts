/** Times of changes: of the newest and the first, of networks, offers and removed offers. */
import { askChanges, type ChangesQuery, type ChangesTable, changesBy } from './changes.ts';

/** Distinct texts of an SQL expression over all changes, in the order in which they appear. */
export async function changedTexts(table: ChangesTable, expression: string): Promise<string[]> {
  const texts = await table.read<{ readonly text: string }>({
    sql:
      `SELECT text FROM (SELECT ${expression} AS text, number FROM changes) WHERE text IS NOT NULL ` +
      'GROUP BY text ORDER BY min(number)',
    values: [],
  });
  return texts.map(({ text }) => text);
}

/** Since when changes are known, in words too, and whether a question begins before that. */
export async function knownSince(table: ChangesTable, { since = null }: Partial<ChangesQuery>) {
  const ms = await firstChangeMs(table);
  if (ms === null)
    return {
      at: null,
      isEarlier: true,
      text: 'No change is known yet: earlier ones are not known.',
    };
  const at = new Date(ms).toISOString();
  return {
    at,
    isEarlier: since !== null && since.ms < ms,
    text: `Changes are known since ${at}: earlier ones are not.`,
  };
}

/** Milliseconds since 1970 of the first change; null if there is none. */
export async function firstChangeMs(table: ChangesTable): Promise<number | null> {
  const [first] = await table.read<{ readonly ms: number | null }>({
    sql: 'SELECT arg_min("atMs", number) AS ms FROM changes',
    values: [],
  });
  return first?.ms ?? null;
}

/**
 * The last change on networks, on all if there are none: of all, by category, by name of a
 * provider.
 */
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

/** Time of the last change of each offer of a category, by slug. */
export function findOfferTimes(
  table: ChangesTable,
  category: string,
): Promise<ReadonlyMap<string, number>> {
  return changesBy<string>(table, { category }, { key: 'slug', value: 'max("atMs")' });
}

/** Offers that lost a listing, with the last time; some have others, or came back. */
export function findRemovedOffers(table: ChangesTable, category: string) {
  return askChanges<{ readonly slug: string; readonly provider: string; readonly atMs: number }>(
    table,
    { category, kind: 'removed' },
    (found) =>
      `SELECT slug, provider, max("atMs") AS "atMs" ${found}
       AND slug IS NOT NULL AND provider IS NOT NULL GROUP BY slug, provider`,
  );
}

function lastBy(table: ChangesTable, networks: readonly string[], key: string) {
  return changesBy<string>(table, { networks }, { key, value: 'max("atMs")' });
}
