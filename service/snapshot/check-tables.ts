/** Checks the files of a snapshot against its manifest and its catalog, before anything is served from them. */

import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText } from '../../common/sql.ts';
import { changeColumns } from '../../model/changes.ts';
import { type Manifest, snapshotPaths } from '../../model/manifest.ts';
import { physicalColumns, typesOf } from '../../model/tables.ts';
import type { Catalog } from './catalog.ts';
import { parquet } from './statement.ts';
import { fail } from './verify.ts';

interface Checked {
  readonly connection: DuckDBConnection;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly catalog: Catalog;
}

/** Columns of each contents table and row count of every Parquet file. Throws `inconsistent`. */
export async function checkFiles(checked: Checked): Promise<void> {
  const { connection, folder, manifest, catalog } = checked;
  const files = manifest.files.filter(({ path }) => path.endsWith('.parquet'));
  const list = files.map((file) => quoteText(path.join(folder, file.path))).join(', ');
  const stated = new Map(files.map((file) => [path.join(folder, file.path), file.rows]));
  const found = await read(connection, `SELECT file_name, num_rows FROM parquet_file_metadata([${list}])`);
  for (const [file, rows] of found) {
    if (Number(rows) !== stated.get(String(file))) fail(manifest, `${file} has ${rows} rows`);
  }
  await checkColumns(checked, snapshotPaths.changes, changeColumns);
  const texts = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, 'VARCHAR']));
  await checkColumns(checked, snapshotPaths.offers, texts(['network', 'category', 'slug', 'provider']));
  for (const category of catalog.categoryKeys) {
    await checkColumns(checked, snapshotPaths.contents(category), {
      ...texts(['slug', 'provider', '_offer']),
      _content: 'INTEGER',
      ...typesOf(catalog.columnsOf(category).flatMap(physicalColumns)),
    });
  }
}

async function checkColumns(
  { connection, folder, manifest }: Checked,
  file: string,
  wanted: Readonly<Record<string, string>>,
): Promise<void> {
  const source = parquet(folder, file);
  const types = new Map((await read(connection, `DESCRIBE FROM ${source}`)).map(([name, type]) => [name, type]));
  const wrong = Object.entries(wanted).find(([name, type]) => types.get(name) !== type);
  if (wrong) fail(manifest, `${file} has no column ${wrong.join(' ')}`);
}

/** The tables for analysts hold as many rows of each network and category as the manifest states. Throws `inconsistent`. */
export async function checkRows(checked: Checked): Promise<void> {
  const { folder, catalog } = checked;
  const source = (file: string) => parquet(folder, file);
  const counts = catalog.categoryKeys.map((category) => {
    const file = snapshotPaths.rows(category);
    return `SELECT ${quoteText(category)} AS category, network, count(*) FROM ${source(file)} GROUP BY network`;
  });
  await checkCounts(checked, 'the tables of rows', counts.join(' UNION ALL '));
  const { offers } = snapshotPaths;
  await checkCounts(checked, offers, `SELECT category, network, count(*) FROM ${source(offers)} GROUP BY ALL`);
}

/** `sql` gives the rows by category and network. */
async function checkCounts({ connection, manifest, catalog }: Checked, what: string, sql: string): Promise<void> {
  const { networks, site } = manifest.metrics;
  let total = 0;
  for (const [category, network, count] of await read(connection, sql)) {
    const stated = catalog.networks.has(String(network)) ? networks[String(network)] : undefined;
    const place = catalog.categoryKeys.indexOf(String(category));
    total += Number(count);
    if (stated?.categories[place]?.count !== Number(count))
      fail(manifest, `${what}: ${count} rows of "${network}" in "${category}"`);
  }
  if (total !== site.entries) fail(manifest, `${what}: ${total} rows`);
}

async function read(connection: DuckDBConnection, sql: string): Promise<unknown[][]> {
  return (await connection.runAndReadAll(sql)).getRows();
}
