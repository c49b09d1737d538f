/** Checks the files of a snapshot against its manifest and its catalog, before anything is served from them. */
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText } from '../../../common/sql.ts';
import { changeColumns, laterChangeColumns } from '../../../model/changes.ts';
import { type Manifest, snapshotPaths } from '../../../model/manifest.ts';
import { physicalColumns, typesOf } from '../../../model/tables.ts';
import type { Catalog } from '../catalog.ts';
import { parquet } from '../database/parquet.ts';
import type { OpeningCache } from './opening-cache.ts';
import { describedIn, fail } from './verify.ts';

interface Checked {
  readonly connection: DuckDBConnection;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly catalog: Catalog;
}

/** Columns of each rows table and row count of every Parquet file. Throws `inconsistent`. */
export async function checkFiles(checked: Checked, cache: OpeningCache): Promise<void> {
  const { connection, folder, manifest, catalog } = checked;
  const checkColumns = (file: string, wanted: Readonly<Record<string, string>>) =>
    cache.of(`columns ${describedIn(manifest, file).sha256} ${JSON.stringify(wanted)}`, () =>
      assertColumns(checked, file, wanted),
    );
  const tables = manifest.files.filter(({ path: name }) => name.endsWith('.parquet'));
  const stated = new Map(tables.map(({ path: name, rows }) => [path.join(folder, name), rows]));
  const files = Array.from(stated.keys(), quoteText).join(', ');
  const counted = await read(connection, `SELECT file_name, num_rows FROM parquet_file_metadata([${files}])`);
  for (const [file, rows] of counted)
    if (Number(rows) !== stated.get(String(file))) fail(manifest, `${file} has ${rows} rows`);
  const needed = Object.entries(changeColumns).filter(([key]) => !Object.hasOwn(laterChangeColumns, key));
  await checkColumns(snapshotPaths.changes, Object.fromEntries(needed));
  const texts = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, 'VARCHAR']));
  await checkColumns(snapshotPaths.offers, texts(['network', 'category', 'slug', 'provider']));
  for (const category of catalog.categoryKeys) {
    await checkColumns(snapshotPaths.contents(category), {
      ...texts(['slug', 'provider', 'scope', '_offer', '_connect']),
      _content: 'INTEGER',
      ...typesOf(catalog.columnsOf(category).flatMap(physicalColumns)),
    });
  }
}

async function assertColumns(
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
export async function checkRows(checked: Checked, cache: OpeningCache): Promise<void> {
  const { connection, folder, manifest, catalog } = checked;
  const counts: unknown[][] = [];
  for (const category of catalog.categoryKeys) {
    const file = snapshotPaths.rows(category);
    const sql = `SELECT ${quoteText(category)}, network, count(*) FROM ${parquet(folder, file)} GROUP BY network`;
    const version = `counts ${category} ${describedIn(manifest, file).sha256}`;
    counts.push(...(await cache.of(version, () => read(connection, sql))));
  }
  checkCounts(checked, 'the tables of rows', counts);
  const { offers } = snapshotPaths;
  const sql = `SELECT category, network, count(*) FROM ${parquet(folder, offers)} GROUP BY ALL`;
  checkCounts(checked, offers, await read(connection, sql));
}

/** `counts`: category, network and rows. */
function checkCounts({ manifest, catalog }: Checked, what: string, counts: readonly unknown[][]): void {
  const { networks, site } = manifest.metrics;
  let total = 0;
  for (const [category, network, count] of counts) {
    const stated = catalog.networks.has(String(network)) ? networks[String(network)] : undefined;
    const at = catalog.categoryKeys.indexOf(String(category));
    total += Number(count);
    if (stated?.categories[at]?.count !== Number(count))
      fail(manifest, `${what}: ${count} rows of "${network}" in "${category}"`);
  }
  if (total !== site.entries) fail(manifest, `${what}: ${total} rows`);
}

async function read(connection: DuckDBConnection, sql: string): Promise<unknown[][]> {
  return (await connection.runAndReadAll(sql)).getRows();
}
