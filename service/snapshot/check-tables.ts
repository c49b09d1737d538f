/** Checks the tables of a snapshot against its manifest and its catalog, before anything is served from them. */
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { changeColumns } from '../../model/changes.ts';
import { type Manifest, snapshotPaths } from '../../model/manifest.ts';
import { physicalColumns, typesOf } from '../../model/tables.ts';
import type { Catalog } from './catalog.ts';
import { parquet, quoteText } from './statement.ts';
import { SnapshotError } from './verify.ts';

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
      ...texts(['slug', 'provider', '_search', '_offer']),
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

/** References between the tables, and the figures of the manifest. Needs the table `memberships`. Throws `inconsistent`. */
export async function checkTables(checked: Checked): Promise<void> {
  const { connection, folder, manifest, catalog } = checked;
  const categories = catalog.categoryKeys.length;
  const keys = catalog.categoryKeys.map(
    (category, number) =>
      `SELECT _content, slug, provider, _search IS NOT NULL AND _offer <> '' AS searchable, ${number} AS category ` +
      `FROM ${parquet(folder, snapshotPaths.contents(category))}`,
  );
  await connection.run(`CREATE TEMP TABLE keys AS ${keys.join(' UNION ALL ')}`);
  const none = async (what: string, sql: string) => {
    const [[count] = []] = await read(connection, `SELECT count(*) FROM ${sql}`);
    if (Number(count) > 0) fail(manifest, `${count} ${what}`);
  };
  await none(
    'contents lack slug, provider or search text',
    "keys WHERE NOT (slug <> '' AND provider <> '' AND searchable) IS TRUE",
  );
  await none(
    'rows have no content of their category',
    `memberships LEFT JOIN keys ON _content = content WHERE category IS DISTINCT FROM scope % ${categories}`,
  );
  await none(
    'slugs stand twice on a network',
    '(SELECT 1 FROM memberships JOIN keys ON _content = content GROUP BY scope, slug HAVING count(*) > 1)',
  );
  await checkFigures(checked);
  await checkApiEntries(checked);
  await checkRows(checked);
}

/** Rows and distinct providers of each network and category, of each network, of each category, and in all. */
async function checkFigures(checked: Checked): Promise<void> {
  const { connection, manifest, catalog } = checked;
  const categories = catalog.categoryKeys.length;
  const figures = await read(
    connection,
    `SELECT scope // ${categories} AS n, scope % ${categories} AS c, count(*), count(DISTINCT provider) ` +
      'FROM memberships JOIN keys ON _content = content GROUP BY GROUPING SETS ((n, c), (n), (c), ())',
  );
  const found = figures.filter(([, , rows]) => Number(rows) > 0);
  const stated = statedFigures(checked);
  for (const [n, c, rows, providers] of found) {
    const wanted = stated.get(`${n ?? ''} ${c ?? ''}`);
    if (wanted === `${rows} rows of ${providers} providers`) continue;
    const place = [[...catalog.networks.keys()][Number(n ?? -1)], catalog.categoryKeys[Number(c ?? -1)]].join(' ');
    fail(manifest, `${rows} rows of ${providers} providers in "${place}", not ${wanted ?? 'none'}`);
  }
  if (found.length !== stated.size) fail(manifest, 'the manifest counts rows that are not there');
}

/** The manifest's figures by the numbers of network and category, empty for all. Zeros are left out. */
function statedFigures({ manifest, catalog }: Checked): ReadonlyMap<string, string> {
  const { site, networks } = manifest.metrics;
  const stated = new Map<string, string>();
  const state = (place: string, rows: number, providers: number) => {
    if (rows > 0) stated.set(place, `${rows} rows of ${providers} providers`);
  };
  state(' ', site.entries, site.providers);
  for (const [c, { count, providersCount }] of site.categories.entries()) state(` ${c}`, count, providersCount);
  for (const [n, key] of [...catalog.networks.keys()].entries()) {
    const { entries = 0, providers = 0, categories = [] } = networks[key] ?? {};
    state(`${n} `, entries, providers);
    for (const [c, { count, providersCount }] of categories.entries()) state(`${n} ${c}`, count, providersCount);
  }
  return stated;
}

async function checkApiEntries({ connection, manifest, catalog }: Checked): Promise<void> {
  const apis = catalog.categoryKeys.indexOf('apis');
  const categories = catalog.categoryKeys.length;
  const networkKeys = [...catalog.networks.keys()];
  const entries = await read(
    connection,
    `SELECT scope // ${categories}, provider, count(*) FROM memberships JOIN keys ON _content = content ` +
      `WHERE scope % ${categories} = ${apis} GROUP BY 1, 2`,
  );
  for (const [network, provider, count] of entries) {
    const stated = manifest.metrics.networks[networkKeys[Number(network)] ?? '']?.apiEntriesByProvider ?? {};
    if (!Object.hasOwn(stated, String(provider)) || stated[String(provider)] !== Number(count))
      fail(manifest, `apiEntriesByProvider of "${provider}" is not ${count}`);
  }
}

/** The tables for analysts hold as many rows of each network and category as the service answers with. */
async function checkRows(checked: Checked): Promise<void> {
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

function fail({ id }: Manifest, what: string): never {
  throw new SnapshotError('inconsistent', `tables of ${id}: ${what}`);
}
