/**
 * The table `rows` that questions read: a line for each distinct row, with what filters, searches
 * and sort orders compare. The networks of a row are the bits of one value, so that a question of
 * one network needs no join.
 */
import { foldCell } from '../../../common/fold.ts';
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { groupBy } from '../../../common/group-by.ts';
import { naturalKeySql } from '../../../common/natural-order.ts';
import { quoteName, quoteText } from '../../../common/sql.ts';
import {
  type ColumnDefinition,
  hasNumbers,
  isMoney,
  numberKeys,
  orderKey,
  quotaColumnsOf,
  quotaKind,
  quotaUnitOf,
  sortingNumber,
} from '../../../model/columns.ts';
import { snapshotPaths } from '../../../model/manifest.ts';
import { identifyingColumns, placeholders } from '../../../model/placeholders.ts';
import { createPause } from '../../pauses.ts';
import { parquet } from '../database/parquet.ts';
import { groupColumn, groupSql } from '../texts/price-groups.ts';
import type { RowParts } from '../texts/row-parts.ts';
import { contentsSql, filledCategories, type Source } from './load-catalog.ts';
import { confirmedRowsSql } from './read-probes.ts';

/** Columns of the table besides those of the categories. No public key begins with `_`. */
const ownColumns = {
  _id: 'INTEGER',
  /** Number of the category. */
  _category: 'INTEGER',
  /** Bit n: whether the network n lists the row. */
  _networks: 'BIT',
  _scope: 'VARCHAR',
  /**
   * Folded texts of all cells. Not compressed, because a search reads most of them: it takes two
   * thirds of the time.
   */
  _text: 'VARCHAR USING COMPRESSION uncompressed',
  /**
   * True if a probe confirmed something of the row in the 30 days before the snapshot, otherwise
   * null.
   */
  _confirmed: 'BOOLEAN',
  /** Folded name of the provider. */
  _provider: 'VARCHAR',
  /** Equal for the rows of an offer. */
  _owner: 'INTEGER',
} as const;

/** Rows loaded by one statement, which takes several times the memory of its rows. */
const rowsAtOnce = 8192;

interface StoredColumn {
  readonly name: string;
  readonly type: string;
  /** SQL of its values in a file of rows. */
  readonly sql: string;
}

/**
 * What filters and sort orders of a column compare: texts in lowercase, flags, numbers and price
 * groups.
 */
function storedColumns(column: ColumnDefinition): StoredColumn[] {
  return [...ownColumnsOf(column), ...quotaColumnsOf(column).flatMap(storedQuota)];
}

/** Of a column that nothing compares only whether it is filled. */
function ownColumnsOf(column: ColumnDefinition): StoredColumn[] {
  const { key, valueKind, filter, sorting } = column;
  const name = quoteName(key);
  if (filter === null && sorting === null) {
    const known =
      valueKind === 'array' ? `len(${knownItemsSql(key)}) > 0` : `${knownTextSql(key)} IS NOT NULL`;
    return [{ name: key, type: 'BOOLEAN', sql: known }];
  }
  if (valueKind === 'boolean') return [{ name: key, type: 'BOOLEAN', sql: name }];
  if (valueKind === 'array') return [{ name: key, type: 'VARCHAR[]', sql: knownItemsSql(key) }];
  const compared = hasNumbers(column) ? new Set([...numberKeys(key), sortingNumber(column)]) : [];
  const numbers = [...compared].map((number) => plain(number, 'DOUBLE'));
  const group = isMoney(column)
    ? [{ name: groupColumn(key), type: 'VARCHAR', sql: groupSql(column) }]
    : [];
  const isFiltered = filter !== null && filter !== 'range';
  const text = isFiltered ? [{ name: key, type: 'VARCHAR', sql: knownTextSql(key) }] : [];
  const isOrdered = sorting !== null && sorting !== 'number';
  const order = isOrdered ? [{ name: orderKey(column), type: 'VARCHAR', sql: orderSql(key) }] : [];
  return [...text, ...order, ...numbers, ...group, ...storedAmount(column)];
}

/** Amounts of tokens, and times, of a column that is sorted by them. */
function storedAmount(column: ColumnDefinition): StoredColumn[] {
  const { key, sorting } = column;
  const kind = quotaKind(column);
  if (sorting === null || kind === null || kind === 'limits') return [];
  const amount = plain(numberKeys(key)[0], 'DOUBLE');
  const [min, unit] = [quoteName(numberKeys(key)[0]), quoteName(`${key}Unit`)];
  const sql = `CASE WHEN ${min} IS NOT NULL THEN lower(coalesce(${unit}, '')) END`;
  return kind === 'hours' ? [amount] : [amount, { name: groupColumn(key), type: 'VARCHAR', sql }];
}

/**
 * A quota for a day counts as 365/12 of it for a month, and one without a period as that of a
 * month. No limit is infinite.
 */
function storedQuota(column: ColumnDefinition): StoredColumn[] {
  const { key } = column;
  const [unit, bound] = [quoteName(`${key}Unit`), quoteName(`${key}Bound`)];
  const period = quotaUnitOf(column)?.split('/')[1] ?? '';
  const numbers = numberKeys(key).map((name) => ({
    name,
    type: 'DOUBLE',
    sql: `CASE WHEN ${bound} = 'unlimited' THEN 'infinity'::DOUBLE WHEN ${unit} LIKE '%/day' THEN ${quoteName(name)} * 365 / 12 ELSE ${quoteName(name)} END`,
  }));
  const counted = `regexp_replace(coalesce(${unit}, ''), '/(day|month)$', '')`;
  return [
    ...numbers,
    { name: groupColumn(key), type: 'VARCHAR', sql: `concat(${counted}, '/${period}')` },
  ];
}

/** Text in lowercase; null for a placeholder. */
function knownTextSql(key: string): string {
  return knownSql(key, `lower(${quoteName(key)})`);
}

function orderSql(key: string): string {
  return knownSql(key, naturalKeySql(quoteName(key)));
}

/** SQL of the text of a cell, or of NULL. Most cells are null, and need no search for a placeholder. */
function knownSql(key: string, text: string): string {
  const isUnknown = isUnknownSql(key, `lower(${quoteName(key)})`);
  return `CASE WHEN ${quoteName(key)} IS NULL THEN NULL WHEN ${isUnknown} THEN NULL ELSE ${text} END`;
}

/**
 * Items in lowercase; null if all are placeholders. An empty list stays one. A list comprehension
 * with `IF` takes twice the time.
 */
function knownItemsSql(key: string): string {
  const items = `[lower(item) FOR item IN ${quoteName(key)}]`;
  const known = `list_filter(${items}, lambda item: NOT ${isUnknownSql(key, 'item')})`;
  return `CASE WHEN len(${known}) > 0 OR len(${quoteName(key)}) = 0 THEN ${known} END`;
}

function isUnknownSql(key: string, text: string): string {
  return identifyingColumns.has(key)
    ? 'false'
    : `list_contains(getvariable('placeholders'), trim(${text}))`;
}

function plain(name: string, type: string): StoredColumn {
  return { name, type, sql: quoteName(name) };
}

/** Texts and owners of the rows, by id. */
interface RowTexts {
  readonly parts: RowParts;
  readonly provider: readonly string[];
  readonly category: readonly string[];
  /** Slugs of offers. */
  readonly offer: readonly string[];
}

export async function loadTable(source: Source, texts: RowTexts): Promise<void> {
  const { connection, catalog } = source;
  const columns = [...catalog.columns.values()].flatMap(storedColumns);
  const types = [
    ...Object.entries(ownColumns),
    ...columns.map(({ name, type }) => [name, type] as const),
  ];
  await connection.run(
    `CREATE TABLE rows (${types.map(([name, type]) => `${quoteName(name)} ${type}`).join(', ')})`,
  );
  // Constants in the SQL of each column would take a second of planning.
  await connection.run(`SET VARIABLE placeholders = [${placeholders.map(quoteText).join(', ')}]`);
  await loadNetworks(source);
  await loadConfirmations(source);
  const ids = groupBy(texts.category.keys(), (id) => texts.category[id] ?? '');
  // Lists without a sort order have the order of the table.
  const ordered = catalog.categoryKeys.flatMap((category) => ids.get(category) ?? []);
  const offers = new Map<string, number>();
  for (let at = 0; at < ordered.length; at += rowsAtOnce)
    await loadRows(source, texts, ordered.slice(at, at + rowsAtOnce), offers);
  // Packs the table, which takes five times the memory as loaded.
  await connection.run(
    'DROP TABLE row_networks; DROP TABLE row_confirmations; DROP TABLE IF EXISTS row_texts; CHECKPOINT',
  );
}

async function loadRows(
  source: Source,
  texts: RowTexts,
  ids: readonly number[],
  offers: Map<string, number>,
): Promise<void> {
  const { connection, folder, manifest, catalog } = source;
  await loadTexts(source, texts, ids, offers);
  const filled = filledCategories(manifest, catalog);
  const columns = [...new Set(filled.flatMap((category) => catalog.columnsOf(category)))];
  const cells = columns
    .flatMap(storedColumns)
    .map(({ name, sql }) => `${sql} AS ${quoteName(name)}`);
  await connection.run(
    `INSERT INTO rows BY NAME SELECT _content AS _id, _category, _networks, scope AS _scope, _text, _confirmed, _provider, _owner, ${cells.join(', ')} ` +
      // As queries: tables have a pseudo column `rowid`, which a column of the category may be
      // named.
      `FROM (FROM row_texts) JOIN ${contentsSql(folder, filled, columns)} USING (_content) ` +
      'LEFT JOIN (FROM row_networks) USING (_content) LEFT JOIN (FROM row_confirmations) USING (_content) ' +
      'ORDER BY _category, _id',
  );
}

async function loadNetworks({ connection, folder, catalog }: Source): Promise<void> {
  const numbers = catalog.networkKeys.map((key, number) => `(${quoteText(key)}, ${number})`);
  if (numbers.length === 0)
    await connection.run('CREATE TABLE row_networks (_content INTEGER, _networks BIT)');
  else
    await connection.run(
      `CREATE TABLE row_networks AS SELECT _content, bitstring_agg(number, 0, ${numbers.length - 1}) AS _networks ` +
        `FROM ${parquet(folder, snapshotPaths.memberships)} ` +
        `JOIN (VALUES ${numbers.join(', ')}) numbered(network, number) USING (network) GROUP BY _content`,
    );
}

async function loadConfirmations({ connection, folder, manifest }: Source): Promise<void> {
  const confirmed = confirmedRowsSql(folder, manifest);
  await connection.run(
    `CREATE TABLE row_confirmations AS SELECT _content, true AS _confirmed FROM (${confirmed})`,
  );
}

/** Fills the table `row_texts` with the categories, texts and owners of these rows. */
async function loadTexts(
  { connection, catalog }: Source,
  { parts, provider, category, offer }: RowTexts,
  ids: readonly number[],
  offers: Map<string, number>,
): Promise<void> {
  await connection.run(
    'CREATE OR REPLACE TABLE row_texts (_content INTEGER, _category INTEGER, _text VARCHAR, _provider VARCHAR, _owner INTEGER)',
  );
  const appender = await connection.createAppender('row_texts');
  const pause = createPause();
  const folded = new Map<string, string>();
  for (const id of ids) {
    const name = provider[id] ?? '';
    appender.appendInteger(id);
    appender.appendInteger(catalog.categoryKeys.indexOf(category[id] ?? ''));
    appender.appendVarchar(parts.foldedText(id));
    appender.appendVarchar(getOrInsert(folded, name, () => foldCell(name)));
    // The first row of an offer numbers it.
    const key = `${category[id]}\n${name}\n${offer[id]}`;
    appender.appendInteger(getOrInsert(offers, key, () => id));
    appender.endRow();
    await pause();
  }
  appender.closeSync();
}
