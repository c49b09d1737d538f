/**
 * Numbers of offers, rows and providers by the values of keys. DuckDB counts: a row with several
 * items in a list counts in the group of each.
 */
import { quoteName } from '../../common/sql.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import type { SqlValue, Statement } from '../snapshot/database/database.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { askIn, resolveQuestion } from './ask.ts';
import type { AddValue } from './filters/kind.ts';
import type { OffersQuery } from './offers.ts';
import { conditionsSql, filtersSql } from './sql.ts';

/** Keys that are no columns. */
export const ownCountKeys = ['category', 'network', 'provider', 'scope', 'chain'] as const;

export interface CountQuestion {
  readonly query: OffersQuery;
  /** Own keys, and keys of columns with texts, lists or flags. */
  readonly keys: readonly string[];
}

export interface GroupCount {
  /** By key; null for a blank cell. */
  readonly values: readonly (string | null)[];
  readonly offers: number;
  readonly rows: number;
  readonly providers: number;
}

/** Values are bound as 32-bit integers. There are fewer groups. */
const maxOffset = 2 ** 31 - 1;

/** A page of the groups, most offers first, and the number of all groups. */
export async function countGroups(
  snapshot: Snapshot,
  question: CountQuestion,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ readonly groups: readonly GroupCount[]; readonly total: number }> {
  const { sql, values } = groupsSql(snapshot, question, await rowsOnEach(snapshot, question.query));
  const skipped = Math.min((page - 1) * pageSize, maxOffset);
  const [limit, offset] = [values.length + 1, values.length + 2];
  const paged = `${sql} LIMIT $${limit}::INTEGER OFFSET $${offset}::INTEGER`;
  const lines = await snapshot.read<Line>({ sql: paged, values: [...values, pageSize, skipped] });
  const [first] = lines;
  const total = first?.total ?? (page === 1 ? 0 : await countOf(snapshot, { sql, values }));
  return { groups: lines.map((line) => presentGroup(snapshot, question.keys, line)), total };
}

/**
 * Number of combinations that are counted: each row has one for each item of its lists, and for
 * each of its networks if they are a key.
 */
export async function countCombinations(
  snapshot: Snapshot,
  { query, keys }: CountQuestion,
): Promise<number> {
  const values: SqlValue[] = [];
  const add: AddValue = (value) => `$${values.push(value)}`;
  const matchedSql = foundSql(snapshot, query, { add, onEach: await rowsOnEach(snapshot, query) });
  const sizes = keys.map((key) => sizeSql(snapshot, key, query, add));
  const product = ['1::DOUBLE', ...sizes].join(' * ');
  return await countOf(snapshot, {
    sql: `SELECT sum(${product}) AS total FROM ${matchedSql}`,
    values,
  });
}

interface Line {
  readonly id: number;
  readonly offers: number;
  readonly row_count: number;
  readonly providers: number;
  readonly total: number;
  readonly [key: `k${number}`]: string | number | boolean | null;
}

async function countOf(snapshot: Snapshot, { sql, values }: Statement): Promise<number> {
  const wrapped = `SELECT any_value(total)::DOUBLE AS total FROM (${sql})`;
  const [line] = await snapshot.read<{ readonly total: number | null }>({ sql: wrapped, values });
  return Number(line?.total ?? 0);
}

function groupsSql(
  snapshot: Snapshot,
  { query, keys }: CountQuestion,
  onEach: readonly number[] | null,
): Statement {
  const values: SqlValue[] = [];
  const add: AddValue = (value) => `$${values.push(value)}`;
  const matchedSql = foundSql(snapshot, query, { add, onEach });
  const networks = networksSql(snapshot, query, add);
  const isByNetwork = keys.includes('network');
  const rows = isByNetwork ? '1' : `len(${networks})`;
  const stored = keys.map((key, at) => `${valueSql(snapshot, key, networks)} AS k${at}`);
  const columns = ['_id', '_owner', '_provider', `${rows} AS listed`, ...stored].join(', ');
  // DuckDB unnests the lists of one SELECT side by side: each needs a level of its own.
  const unnested = keys.reduce(
    (from, key, at) =>
      isList(snapshot, key) ? `(SELECT * REPLACE (unnest(k${at}) AS k${at}) FROM ${from})` : from,
    `(SELECT ${columns} FROM ${matchedSql})`,
  );
  const names = keys.map((_, at) => `k${at}`).join(', ');
  return {
    sql:
      `SELECT min(_id)::INTEGER AS id, ${names}, count(DISTINCT _owner)::INTEGER AS offers, ` +
      'sum(listed)::INTEGER AS row_count, count(DISTINCT _provider)::INTEGER AS providers, ' +
      '(count(*) OVER ())::INTEGER AS total ' +
      `FROM ${unnested} GROUP BY ${names} ORDER BY offers DESC, row_count DESC, ${names}`,
    values,
  };
}

/**
 * Ids of the rows of offers that are on each of the networks; null if one network is enough. Whether
 * an offer is on each is decided where lists decide it.
 */
async function rowsOnEach(
  snapshot: Snapshot,
  query: OffersQuery,
): Promise<readonly number[] | null> {
  if (query.onEach !== true || query.networks.length < 2) return null;
  return (await askIn(snapshot, null, query)).ids;
}

interface RowsSelector {
  readonly add: AddValue;
  readonly onEach: readonly number[] | null;
}

/** The rows of a selection of offers, as a subquery. */
function foundSql(snapshot: Snapshot, query: OffersQuery, { add, onEach }: RowsSelector): string {
  const question = resolveQuestion(snapshot, null, query);
  const among = (ids: readonly number[] | null) =>
    ids === null ? [] : [`list_contains(${add(ids)}::INTEGER[], _id)`];
  const conditions = [
    ...(onEach === null ? [conditionsSql(question, add), ...filtersSql(question, add)] : []),
    ...among(onEach),
    ...among(limitedRows(snapshot, query)),
  ];
  return `(SELECT * FROM rows WHERE ${conditions.join(' AND ')})`;
}

/** Ids of the rows within the limits to providers and offers; null without such limits. */
function limitedRows(
  snapshot: Snapshot,
  { providers, slugs }: OffersQuery,
): readonly number[] | null {
  if (providers.length + slugs.length === 0) return null;
  const ofProviders = providers.flatMap((name) => snapshot.rowsOfProvider(name));
  if (slugs.length === 0) return ofProviders;
  const ofSlugs = slugs.flatMap((slug) =>
    [...snapshot.offers.named(slug)].flatMap(({ rows }) => rows),
  );
  const names = new Set(providers);
  return ofSlugs.filter((id) => names.size === 0 || names.has(snapshot.providerOf(id)));
}

/** Numbers of the networks of a row that count. */
function networksSql(snapshot: Snapshot, { networks }: OffersQuery, add: AddValue): string {
  const { catalog } = snapshot;
  const numbers = (networks.length === 0 ? catalog.networkKeys : networks).map((key) =>
    catalog.numberOf(key),
  );
  return `list_filter(${add(numbers)}::INTEGER[], lambda n: get_bit(_networks, n) = 1)`;
}

/** The value of a key in a row, null if there is none; of a list all values. */
function valueSql(snapshot: Snapshot, key: string, networks: string): string {
  if (key === 'network') return networks;
  const stored = storedSql(key);
  return isList(snapshot, key)
    ? `CASE WHEN len(${stored}) > 0 THEN list_distinct(${stored}) ELSE [NULL] END`
    : stored;
}

/** Whether a row has several values of a key. */
export function isList({ catalog }: Snapshot, key: string): boolean {
  if (key === 'network') return true;
  return !isOwn(key) && catalog.columns.get(key)?.valueKind === 'array';
}

/** How many values a key has in a row. */
function sizeSql(snapshot: Snapshot, key: string, query: OffersQuery, add: AddValue): string {
  if (key === 'network') return `len(${networksSql(snapshot, query, add)})`;
  return isList(snapshot, key) ? `greatest(1, coalesce(len(${storedSql(key)}), 0))` : '1';
}

function storedSql(key: string): string {
  if (key === 'category' || key === 'scope' || key === 'provider') return `_${key}`;
  return quoteName(key);
}

function isOwn(key: string): boolean {
  return ownCountKeys.some((countKey) => countKey === key);
}

/** Values as the first row of the group states them: the table compares lowercase texts. */
function presentGroup(snapshot: Snapshot, keys: readonly string[], line: Line): GroupCount {
  const { id, offers, row_count: rows, providers } = line;
  const row = snapshot.row(id);
  const values = keys.map((key, at) => {
    const value = line[`k${at}`] ?? null;
    if (key === 'network') return snapshot.catalog.networkKey(Number(value));
    if (key === 'category') return snapshot.categoryOf(id);
    if (key === 'provider') return snapshot.providerOf(id);
    if (key === 'scope') return snapshot.scopeOf(id);
    const column = snapshot.catalog.columns.get(key);
    return column === undefined || value === null ? null : stated(row[key], column, value);
  });
  return { values, offers, rows, providers };
}

function stated(
  cell: unknown,
  { valueKind }: ColumnDefinition,
  value: string | number | boolean,
): string {
  if (valueKind === 'boolean') return value === true || value === 'true' ? 'Yes' : 'No';
  const texts = [cell].flat().map(String);
  return texts.find((text) => text.toLowerCase() === value) ?? String(value);
}
