/** The files of a snapshot -> definitions, DuckDB tables, and what JavaScript keeps of each content. */
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnDefinition } from '../../model/columns.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import { type RowObject, rowJsonSql } from '../present/row-json.ts';
import { contentsTable, quoteName } from '../query/build-sql.ts';
import { Catalog } from './catalog.ts';
import { type FacetIndex, FacetIndexBuilder } from './facet-index.ts';

/** By content id: what a row says apart from its network. */
export interface Contents {
  /** A row's public JSON from its second key on, `"slug":...}`; the first is the network. */
  readonly json: readonly string[];
  readonly provider: readonly string[];
  readonly category: readonly string[];
  /** By category key. */
  readonly facets: ReadonlyMap<string, FacetIndex>;
}

export async function loadCatalog(connection: DuckDBConnection, folder: string): Promise<Catalog> {
  const read = async (file: string) =>
    (await connection.runAndReadAll(`FROM ${parquet(folder, file)}`)).getRowObjectsJson();
  return new Catalog({
    categories: await read(snapshotPaths.categories),
    columns: await read(snapshotPaths.columns),
    networks: await read(snapshotPaths.networks),
    providers: await read(snapshotPaths.providers),
  });
}

/** Small whole numbers in the order of their use: a query reads the few blocks of its network and category. */
export async function loadMemberships(connection: DuckDBConnection, folder: string, catalog: Catalog): Promise<void> {
  await connection.run('CREATE TABLE networks (network VARCHAR, scope INTEGER)');
  await connection.run('CREATE TABLE categories (category VARCHAR, scope INTEGER)');
  const [firstCategory = ''] = catalog.categoryKeys;
  for (const network of catalog.networks.keys()) {
    await connection.run('INSERT INTO networks VALUES ($1, $2)', [network, catalog.scopeOf(network, firstCategory)]);
  }
  for (const [index, category] of catalog.categoryKeys.entries()) {
    await connection.run('INSERT INTO categories VALUES ($1, $2)', [category, index]);
  }
  await connection.run(
    'CREATE TABLE memberships AS SELECT (n.scope + k.scope)::INTEGER AS scope, m._position AS position, ' +
      `m._content AS content FROM ${parquet(folder, snapshotPaths.memberships)} m ` +
      'JOIN networks n USING (network) JOIN categories k USING (category) ORDER BY 1, 2',
  );
}

export async function loadContents(connection: DuckDBConnection, folder: string, catalog: Catalog): Promise<Contents> {
  const contents: GrowingContents = { json: [], provider: [], category: [], facets: new Map() };
  for (const category of catalog.categoryKeys) {
    const table = quoteName(contentsTable(category));
    const columns = catalog.columnsOf(category);
    const source = parquet(folder, snapshotPaths.contents(category));
    await connection.run(`CREATE TABLE ${table} AS SELECT *${replaceFlags(category, columns)} FROM ${source}`);
    await readContents(connection, { category, table, columns }, contents);
  }
  return contents;
}

interface GrowingContents {
  readonly json: string[];
  readonly provider: string[];
  readonly category: string[];
  readonly facets: Map<string, FacetIndex>;
}

interface CategoryTable {
  readonly category: string;
  readonly table: string;
  readonly columns: readonly ColumnDefinition[];
}

/** Rows that are read before requests get their turn: about 2 ms. A snapshot is opened while another one is served. */
const rowsAtOnce = 100;

async function readContents(connection: DuckDBConnection, from: CategoryTable, into: GrowingContents): Promise<void> {
  const { category, table, columns } = from;
  const ranges = columns.filter((column) => column.filter === 'range');
  const numbers = ranges.flatMap(({ key }) => [`${key}Min`, `${key}Max`]);
  const names = ['_content', 'provider', rowJsonSql(columns), ...numbers.map(quoteName)];
  const facets = new FacetIndexBuilder(columns);
  const result = await connection.stream(`SELECT ${names.join(', ')} FROM ${table} ORDER BY _content`);
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    for (let row = 0; row < chunk.rowCount; row++) {
      if (row % rowsAtOnce === 0) await setImmediate();
      const cells = names.map((_, column) => chunk?.getColumnVector(column).getItem(row));
      const [id, provider, json, ...rest] = cells;
      into.json[Number(id)] = String(json).slice(1);
      into.provider[Number(id)] = String(provider);
      into.category[Number(id)] = category;
      facets.add(
        Number(id),
        JSON.parse(String(json)) as RowObject,
        new Map(rest.map((cell, at) => [numbers[at] ?? '', cell])),
      );
    }
  }
  into.facets.set(category, facets.build());
}

/** A flag that may not be null is false in a category without that column: so it is sent, so it is filtered. */
function replaceFlags(category: string, columns: readonly ColumnDefinition[]): string {
  const flags = columns.filter(
    (column) => !column.nullable && column.valueKind === 'boolean' && !column.categories.includes(category),
  );
  const replaced = flags.map(({ key }) => `coalesce(${quoteName(key)}, false) AS ${quoteName(key)}`);
  return replaced.length === 0 ? '' : ` REPLACE (${replaced.join(', ')})`;
}

function parquet(folder: string, file: string): string {
  return `read_parquet('${path.join(folder, file).replaceAll("'", "''")}')`;
}
