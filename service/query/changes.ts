/** Questions about the table `changes`. */
import { groupBy } from '../../common/group-by.ts';
import { quoteName } from '../../common/sql.ts';
import type { ChangedPrice, ChangeFact, StoredChange } from '../../model/changes.ts';
import type { SqlValue } from '../snapshot/database/database.ts';
import type { Offer } from '../snapshot/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { AddValue } from './filters/kind.ts';

/** A change without its rows, which only the Parquet file has. */
export interface LoggedChange extends Omit<StoredChange, 'rows' | 'scope' | 'at'> {
  /** Of a changed price; null of others, and of a version that did not store it. */
  readonly beforePrice: ChangedPrice | null;
  readonly afterPrice: ChangedPrice | null;
  /** Null for a change of a version that did not store it. */
  readonly scope: StoredChange['scope'] | null;
  /** Id of the snapshot that was built, null for a change from the git history. */
  readonly snapshot: string | null;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly revision: string | null;
  /** Chain of the first row if a chain was added or removed; otherwise null. */
  readonly chain: string | null;
  /** Chains of the rows on `networks`, in the order of the rows. */
  readonly chains: readonly string[];
  readonly fact: ChangeFact;
}

/**
 * A moment: a time, or the publication of a snapshot, which comes after all changes of that
 * snapshot.
 */
export interface Moment {
  readonly ms: number;
  /** Id of the snapshot, null for a time. */
  readonly snapshot: string | null;
}

/** An empty list, or null, stands for all. */
export interface ChangesQuery {
  /** From this time on, or after this snapshot. */
  readonly since: Moment | null;
  /** Up to this time or snapshot, which counts. */
  readonly until: Moment | null;
  /** Keys. */
  readonly networks: readonly string[];
  readonly category: string | null;
  /** Names. */
  readonly providers: readonly string[];
  /** Slugs of offers, as changes have them. */
  readonly slugs: readonly string[];
  readonly kind: StoredChange['kind'] | null;
  readonly scope: StoredChange['scope'] | null;
  readonly facts: readonly ChangeFact[];
  /** Key. */
  readonly column: string | null;
}

/** What answers the questions. */
export type ChangesTable = Pick<Snapshot, 'read'>;

/** A part of the changes or of the news items, newest first. */
interface Part {
  readonly offset: number;
  readonly limit: number;
}

/**
 * Asks about the changes that a query selects. `write`: writes the SQL with `from`, its FROM and
 * WHERE clauses.
 */
export function askChanges<T>(
  table: ChangesTable,
  query: Partial<ChangesQuery>,
  write: (from: string, add: AddValue) => string,
): Promise<T[]> {
  const values: SqlValue[] = [];
  const add: AddValue = (value) => `$${values.push(value)}`;
  const from = `FROM changes WHERE ${['true', ...conditionsOf(query, add)].join(' AND ')}`;
  return table.read({ sql: write(from, add), values });
}

function conditionsOf(
  { since = null, until = null, networks = [], ...query }: Partial<ChangesQuery>,
  add: AddValue,
): string[] {
  const oneOf = (column: string, values: string | readonly string[] | null = null) => {
    const texts = [values ?? []].flat();
    return texts.length === 0
      ? []
      : [`list_contains(${add(texts)}::VARCHAR[], ${quoteName(column)})`];
  };
  return [
    ...(since === null ? [] : [momentSql(since, since.snapshot === null ? '>=' : '>', add)]),
    ...(until === null ? [] : [momentSql(until, '<=', add)]),
    ...oneOf('category', query.category),
    ...oneOf('kind', query.kind),
    ...oneOf('column', query.column),
    ...oneOf('scope', query.scope),
    ...oneOf('provider', query.providers),
    ...oneOf('slug', query.slugs),
    ...oneOf('fact', query.facts),
    ...(networks.length === 0 ? [] : [`list_has_any(networks, ${add(networks)}::VARCHAR[])`]),
  ];
}

/**
 * Ids of snapshots rise with time. A change from the git history has none, so that its time is
 * compared.
 */
function momentSql({ ms, snapshot }: Moment, operator: string, add: AddValue): string {
  const byTime = `"atMs" ${operator} ${add(ms)}`;
  return snapshot === null
    ? byTime
    : `CASE WHEN snapshot IS NULL THEN ${byTime} ELSE snapshot ${operator} ${add(snapshot)} END`;
}

export interface ChangeCounts {
  readonly changes: number;
  /** Distinct providers. Changes without one count as one. */
  readonly providers: number;
  readonly items: number;
}

export async function countChanges(
  table: ChangesTable,
  query: Partial<ChangesQuery>,
): Promise<ChangeCounts> {
  const counts = await askChanges<ChangeCounts>(
    table,
    query,
    (from) =>
      `SELECT count(*)::INTEGER AS changes, count(DISTINCT coalesce(provider, ''))::INTEGER AS providers, ` +
      `count(DISTINCT item)::INTEGER AS items ${from}`,
  );
  return counts[0] ?? { changes: 0, providers: 0, items: 0 };
}

/** An aggregate of the changes by an SQL expression: their number, if `value` is not given. */
export async function changesBy<K>(
  table: ChangesTable,
  query: Partial<ChangesQuery>,
  { key, value = 'count(*)::INTEGER' }: { readonly key: string; readonly value?: string },
): Promise<ReadonlyMap<K, number>> {
  const lines = await askChanges<{ readonly key: K; readonly value: number }>(
    table,
    query,
    (from) => `SELECT key, ${value} AS value FROM (SELECT *, ${key} AS key ${from}) GROUP BY key`,
  );
  return new Map(lines.map((line) => [line.key, line.value]));
}

/** A line of the table. */
interface NumberedChange extends Omit<LoggedChange, 'chain' | 'chains'> {
  /** Rises with time. */
  readonly number: number;
  readonly item: number;
  readonly places: readonly { readonly network: string; readonly chain: string | null }[];
}

/** Newest first, with the networks that count. */
export async function readChanges(
  table: ChangesTable,
  query: Partial<ChangesQuery>,
  { offset, limit }: Part,
): Promise<LoggedChange[]> {
  const read = await askChanges<NumberedChange>(
    table,
    query,
    (from, add) =>
      `SELECT * FROM changes WHERE number IN (SELECT number ${from} ORDER BY number DESC LIMIT ${add(limit)} OFFSET ${add(offset)}) ` +
      'ORDER BY number DESC',
  );
  return read.map((change) => limitTo(query, change));
}

/** News item: changes that a reader sees as one. */
export interface NewsItem {
  /** In the order of the file. Never empty. */
  readonly changes: readonly LoggedChange[];
}

/** Newest first, each with those of its changes that the query selects. */
export async function readNews(
  table: ChangesTable,
  query: Partial<ChangesQuery>,
  { offset, limit }: Part,
): Promise<NewsItem[]> {
  const read = await askChanges<NumberedChange>(
    table,
    query,
    (from, add) =>
      `SELECT * ${from} AND item IN (SELECT DISTINCT item ${from} ORDER BY item DESC LIMIT ${add(limit)} OFFSET ${add(offset)}) ` +
      'ORDER BY item DESC, number',
  );
  const items = groupBy(read, ({ item }) => item).values();
  return Array.from(items, (group) => ({ changes: group.map((change) => limitTo(query, change)) }));
}

/** The change on these networks, on all if there are none. */
function limitTo(
  { networks = [] }: Partial<ChangesQuery>,
  { places, ...change }: NumberedChange,
): LoggedChange {
  const counts = (key: string) => networks.length === 0 || networks.includes(key);
  const chains = places.flatMap(({ network, chain }) => (counts(network) ? (chain ?? []) : []));
  return {
    ...change,
    networks: change.networks.filter(counts),
    chains: [...new Set(chains)],
    chain: change.cause.kind === 'chain' ? (places[0]?.chain ?? null) : null,
  };
}

/**
 * The past of offers: changes on `networks`, on all if that is empty, newest first, also those
 * under names that the offers had before.
 */
export async function readPasts(
  table: ChangesTable,
  networks: readonly string[],
  offers: readonly Offer[],
): Promise<(offer: Offer) => LoggedChange[]> {
  const read = new Map<string, readonly NumberedChange[]>();
  let slugs = [...new Set(offers.map(({ slug }) => slug))];
  while (slugs.length > 0) {
    const changes = await askChanges<NumberedChange>(
      table,
      { slugs },
      (from) => `SELECT * ${from} ORDER BY number DESC`,
    );
    const bySlug = groupBy(changes, ({ slug }) => slug);
    for (const slug of slugs) read.set(slug, bySlug.get(slug) ?? []);
    const names = changes.flatMap(slugsBefore);
    slugs = [...new Set(names)].filter((slug) => !read.has(slug));
  }
  return (offer) => {
    const changes = pastOf(offer, read).map((change) => limitTo({ networks }, change));
    return changes.filter((change) => change.networks.length > 0);
  };
}

/** Newest first. */
function pastOf(
  offer: Offer,
  read: ReadonlyMap<string, readonly NumberedChange[]>,
): NumberedChange[] {
  const providers = new Set<string | null>([offer.provider]);
  const changes = new Set<NumberedChange>();
  const names = [{ slug: offer.slug, end: Number.POSITIVE_INFINITY }];
  for (const { slug, end } of names) {
    const earlier = (read.get(slug) ?? []).filter(
      ({ number, category }) => number < end && category === offer.category,
    );
    for (const change of earlier) {
      if (changes.has(change) || !providers.has(change.provider)) continue;
      changes.add(change);
      names.push(...slugsBefore(change).map((was) => ({ slug: was, end: change.number })));
      if (change.column === 'provider' && change.before !== null) providers.add(change.before);
    }
  }
  return [...changes].sort((a, b) => b.number - a.number);
}

/** The slug that an offer had before a change, if the change gave it another one. */
function slugsBefore({ column, cause, before, after, slug }: NumberedChange): string[] {
  // A slug of a listing is no name of its offer.
  const isRenamed = column === 'slug' || (column === 'offerSlug' && cause.kind === 'offer');
  return isRenamed && after === slug && before !== null ? [before] : [];
}
