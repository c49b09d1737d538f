/**
 * changes.parquet -> the table `changes`: the changes as they are stored, oldest first, what each
 * is about, and its news item.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteText } from '../../../common/sql.ts';
import { type ChangeFact, laterChangeColumns } from '../../../model/changes.ts';
import { type ColumnDefinition, isAddress, isLimit, isMoney } from '../../../model/columns.ts';

/**
 * `source`: SQL of the changes with a column `file_row_number`. `definitions`: columns of the
 * snapshot, by key.
 */
export async function loadChanges(
  connection: DuckDBConnection,
  source: string,
  definitions: ReadonlyMap<string, ColumnDefinition>,
): Promise<void> {
  const topics = new Map(Array.from(definitions, ([key, column]) => [key, topicOf(column)])).set(
    'chain',
    'chains',
  );
  const defined = Array.from(topics, ([key, topic]) => `(${quoteText(key)}, ${quoteText(topic)})`);
  // Two passes through the file take less memory than one that keeps it.
  await connection.run(
    `CREATE TABLE changes AS WITH read AS NOT MATERIALIZED (${changesSql(source)}), items AS (${itemsSql}), ` +
      `defined("column", topic) AS (VALUES ${defined.join(', ')}) ` +
      `SELECT read.*, item, ${factSql} AS fact FROM read JOIN items USING (number) LEFT JOIN defined USING ("column")`,
  );
}

function topicOf(column: ColumnDefinition): ChangeFact {
  if (isMoney(column)) return 'price';
  if (isAddress(column)) return 'addresses';
  return isLimit(column) ? 'limits' : 'other';
}

/** `number`: place in the file. `places`: network and chain of each row. */
function changesSql(source: string): string {
  const nulls = Object.entries(laterChangeColumns).map(
    ([key, type]) => `NULL::${type} AS ${quoteName(key)}`,
  );
  return (
    'SELECT file_row_number::INTEGER AS number, epoch_ms("at")::DOUBLE AS "atMs", * EXCLUDE (file_row_number, "at", "rows"), ' +
    'list_transform("rows", lambda row: {network: row.network, "chain": row."chain"}) AS places ' +
    `FROM (FROM ${source} UNION ALL BY NAME SELECT ${nulls.join(', ')} WHERE false)`
  );
}

/** What a reader learns from a change. */
const factSql =
  `CASE WHEN "column" IS NULL THEN CASE WHEN "wholeOffer" = false OR kind = 'changed' THEN 'chains' ELSE kind END ` +
  `WHEN cause.kind = 'probe' THEN 'answers' WHEN topic IN ('other', 'limits') AND ${labelsSql('before')} = ${labelsSql('after')} ` +
  `THEN 'addresses' ELSE coalesce(topic, 'other') END`;

/**
 * Items of a list without the addresses of their links; null for a text that is no list, or has no
 * link.
 */
function labelsSql(text: string): string {
  const items = `TRY_CAST(TRY_CAST(${text} AS JSON) AS VARCHAR[])`;
  const labels = String.raw`list_transform(${items}, lambda item: regexp_replace(item, '\[([^\]]*)\]\([^)]*\)', '\1', 'g'))`;
  return `CASE WHEN contains(${text}, '](') THEN ${labels} END`;
}

/**
 * One item for each edit as a reader sees it: of a moment, all cells that changed in the same way
 * in offers of a provider, all offers of a provider that a category gained or lost, a network, a
 * chain, a category or a column. Numbers of items rise with time. Within one moment they fall, so
 * that items in descending order are the newest first, and those of one moment in the order of the
 * file.
 */
const itemsSql = `WITH told AS (
    SELECT number, row("atMs", snapshot, revision) AS moment, row("column", before, after, places) AS cell,
      CASE WHEN kind = 'changed' AND cause.kind NOT IN ('network', 'category', 'chain', 'column') THEN slug END AS offer,
      CASE cause.kind
        WHEN 'network' THEN [cause.kind, kind]
        WHEN 'category' THEN [cause.kind, kind, category]
        WHEN 'chain' THEN [cause.kind, kind, places[1]."chain"]
        WHEN 'column' THEN [cause.kind, category, "column"]
        WHEN 'probe' THEN ["column", (before IS NULL)::VARCHAR, (after IS NULL)::VARCHAR, category, provider]
        ELSE [kind, category, provider, "wholeOffer"::VARCHAR]
      END AS subject
    FROM read
  ), offers AS (
    SELECT moment, subject, offer, list(number) AS numbers, min(number) AS first,
      list(cell ORDER BY number) FILTER (WHERE offer IS NOT NULL) AS cells
    FROM told GROUP BY moment, subject, offer
  ), alike AS (
    SELECT flatten(list(numbers)) AS numbers, min(first) AS first, min(min(first)) OVER (PARTITION BY moment) AS since
    FROM offers GROUP BY moment, subject, cells
  ), numbered AS (SELECT numbers, row_number() OVER (ORDER BY since, first DESC)::INTEGER AS item FROM alike)
  SELECT unnest(numbers) AS number, item FROM numbered`;
