/** Parquet files of a snapshot -> catalog and tables of rows. */
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteText } from '../../../common/sql.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { type Manifest, snapshotPaths } from '../../../model/manifest.ts';
import { Catalog } from '../catalog.ts';
import { parquet } from '../database/parquet.ts';
import { checkCatalog, checkDefinitions } from './check-catalog.ts';
import type { OpeningCache } from './opening-cache.ts';
import { describedIn } from './verify.ts';

/** Throws `inconsistent` unless the catalog is that of the manifest. */
export async function loadCatalog(source: Omit<Source, 'catalog'>, cache: OpeningCache): Promise<Catalog> {
  const { manifest } = source;
  const files = definitionNames.map((name) => snapshotPaths[name]).filter((file) => isListed(manifest, file));
  const version = files.map((file) => describedIn(manifest, file).sha256).join(' ');
  const catalog = await cache.of(`catalog ${version}`, () => readCatalog(source));
  checkCatalog(catalog, manifest);
  return catalog;
}

const definitionNames = ['categories', 'columns', 'networks', 'providers', 'sets', 'application'] as const;

async function readCatalog({ connection, folder, manifest }: Omit<Source, 'catalog'>): Promise<Catalog> {
  const read = async (file: string, condition = 'true') =>
    (await connection.runAndReadAll(`FROM ${parquet(folder, file)} WHERE ${condition}`)).getRowObjectsJson();
  const definitions = {
    categories: await read(snapshotPaths.categories),
    // The others follow from these.
    columns: await read(snapshotPaths.columns, "kind = 'defined'"),
    networks: await read(snapshotPaths.networks),
    providers: await read(snapshotPaths.providers),
    sets: await read(snapshotPaths.sets),
    application: isListed(manifest, snapshotPaths.application) ? await read(snapshotPaths.application) : [],
  };
  const catalog = new Catalog(definitions);
  checkDefinitions(catalog, definitions, manifest);
  return catalog;
}

function isListed({ files }: Manifest, file: string): boolean {
  return files.some((each) => each.path === file);
}

/** Keys of the categories that have rows. The others get no table. */
export function filledCategories({ files }: Manifest, { categoryKeys }: Catalog): string[] {
  const rows = new Map(files.map((file) => [file.path, file.rows]));
  return categoryKeys.filter((category) => rows.get(snapshotPaths.contents(category)) !== 0);
}

/** Equal for equal rows with equal definitions of columns. */
export function rowsVersion(manifest: Manifest, category: string, columns: readonly ColumnDefinition[]): string {
  return `contents ${describedIn(manifest, snapshotPaths.contents(category)).sha256} ${JSON.stringify(columns)}`;
}

/** Files of a snapshot, and the connection that reads them. */
export interface Source {
  readonly connection: DuckDBConnection;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly catalog: Catalog;
}

/** Rows of a category with their positions in the file, a column `file_row_number`. */
export function contentsSql(folder: string, category: string, columns: readonly ColumnDefinition[]): string {
  const file = quoteText(path.join(folder, snapshotPaths.contents(category)));
  return `(SELECT *${replaceFlags(category, columns)} FROM read_parquet(${file}, file_row_number = true))`;
}

/** A flag that is not nullable is false in a category without that column, both in responses and in filters. */
function replaceFlags(category: string, columns: readonly ColumnDefinition[]): string {
  const flags = columns.filter(
    (column) => !column.nullable && column.valueKind === 'boolean' && !column.categories.includes(category),
  );
  const replaced = flags.map(({ key }) => `coalesce(${quoteName(key)}, false) AS ${quoteName(key)}`);
  return replaced.length === 0 ? '' : ` REPLACE (${replaced.join(', ')})`;
}
