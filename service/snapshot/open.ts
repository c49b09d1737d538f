/** A verified snapshot folder -> tables in a DuckDB of its own, in memory: files that change later change no answer. */
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { ColumnDefinition } from '../../model/columns.ts';
import { type Manifest, snapshotPaths } from '../../model/manifest.ts';
import { type RowObject, rowJsonSql } from '../present/row-json.ts';
import { contentsTable, quoteName } from '../query/build-sql.ts';
import { ConnectionPool } from '../query/run.ts';
import { Catalog } from './catalog.ts';
import { buildFacetIndex, type FacetIndex } from './facet-index.ts';
import { readManifest, verifyFiles } from './verify.ts';

export interface OpenOptions {
  readonly connections: number;
  readonly queryTimeoutMs: number;
}

/** One published snapshot, ready to answer. */
export interface Snapshot {
  readonly manifest: Manifest;
  readonly catalog: Catalog;
  readonly pool: ConnectionPool;
  readonly contents: Contents;
  /** Only when no request uses it any more. */
  close(): void;
}

/** By content id: what a row says apart from its network. */
export interface Contents {
  /** A row's public JSON from its second key on, `"slug":...}`; the first is the network. */
  readonly json: readonly string[];
  readonly provider: readonly string[];
  readonly category: readonly string[];
  /** By category key. */
  readonly facets: ReadonlyMap<string, FacetIndex>;
}

export async function openSnapshot(folder: string, options: OpenOptions): Promise<Snapshot> {
  const manifest = await readManifest(folder);
  await verifyFiles(folder, manifest);
  // One thread a query: many small queries run side by side on the pool's connections.
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  try {
    const connection = await instance.connect();
    const catalog = await loadCatalog(connection, folder);
    await loadMemberships(connection, folder, catalog);
    const contents = await loadContents(connection, folder, catalog);
    await connection.run('SET enable_external_access = false');
    await connection.run('SET lock_configuration = true');
    connection.closeSync();
    const pool = await ConnectionPool.open(instance, { size: options.connections, timeoutMs: options.queryTimeoutMs });
    return { manifest, catalog, pool, contents, close };

    function close(): void {
      pool.close();
      instance.closeSync();
    }
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

async function loadCatalog(connection: DuckDBConnection, folder: string): Promise<Catalog> {
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
async function loadMemberships(connection: DuckDBConnection, folder: string, catalog: Catalog): Promise<void> {
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

async function loadContents(connection: DuckDBConnection, folder: string, catalog: Catalog): Promise<Contents> {
  const json: string[] = [];
  const provider: string[] = [];
  const category: string[] = [];
  const facets = new Map<string, FacetIndex>();
  for (const key of catalog.categoryKeys) {
    const table = quoteName(contentsTable(key));
    const columns = catalog.columnsOf(key);
    const source = parquet(folder, snapshotPaths.contents(key));
    await connection.run(`CREATE TABLE ${table} AS SELECT *${replaceFlags(key, columns)} FROM ${source}`);
    const ranges = columns
      .filter((column) => column.filter === 'range')
      .map(({ key: name }) => [`${name}Min`, `${name}Max`]);
    const numbers = ranges.flat().map((name) => `, ${quoteName(name)}`);
    const reader = await connection.runAndReadAll(
      `SELECT _content, provider, ${rowJsonSql(columns)}${numbers.join('')} FROM ${table} ORDER BY _content`,
    );
    const [ids = [], providers = [], texts = [], ...rest] = reader.getColumns();
    for (const [index, id] of ids.entries()) {
      json[Number(id)] = String(texts[index]).slice(1);
      provider[Number(id)] = String(providers[index]);
      category[Number(id)] = key;
    }
    const rows = texts.map((text) => JSON.parse(String(text)) as RowObject);
    const numbersOf = ({ key: name }: ColumnDefinition) => {
      const at = ranges.flat().indexOf(`${name}Min`);
      return { min: toNumbers(rest[at]), max: toNumbers(rest[at + 1]) };
    };
    facets.set(key, buildFacetIndex(Number(ids[0] ?? 0), columns, rows, numbersOf));
  }
  return { json, provider, category, facets };
}

/** A flag that may not be null is false in a category without that column: so it is sent, so it is filtered. */
function replaceFlags(category: string, columns: readonly ColumnDefinition[]): string {
  const flags = columns.filter(
    (column) => !column.nullable && column.valueKind === 'boolean' && !column.categories.includes(category),
  );
  const replaced = flags.map(({ key }) => `coalesce(${quoteName(key)}, false) AS ${quoteName(key)}`);
  return replaced.length === 0 ? '' : ` REPLACE (${replaced.join(', ')})`;
}

function toNumbers(cells: readonly unknown[] = []): Float64Array {
  return Float64Array.from(cells, (cell) => (typeof cell === 'number' ? cell : Number.NaN));
}

function parquet(folder: string, file: string): string {
  return `read_parquet('${path.join(folder, file).replaceAll("'", "''")}')`;
}
