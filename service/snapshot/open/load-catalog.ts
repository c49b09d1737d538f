/** Parquet files of a snapshot -> catalog. */
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, readParquet } from '../../../common/sql.ts';
import {
  type ColumnDefinition,
  contradictsKey,
  isMoney,
  quotaKind,
  wordKeys,
} from '../../../model/columns.ts';
import { snapshotPaths } from '../../../model/manifest.ts';
import { Catalog, type Definitions } from '../catalog.ts';
import { parquet } from '../database/parquet.ts';
import type { Manifest } from '../metrics.ts';
import type { OpeningCache } from './opening-cache.ts';
import { describedIn } from './verify.ts';

export async function loadCatalog(
  source: Omit<Source, 'catalog'>,
  cache: OpeningCache,
): Promise<Catalog> {
  const { manifest } = source;
  const files = definitionNames
    .map((name) => snapshotPaths[name])
    .filter((file) => isListed(manifest, file));
  const version = files.map((file) => describedIn(manifest, file).sha256).join(' ');
  return cache.of(`catalog ${version} ${JSON.stringify(manifest.site)}`, () => readCatalog(source));
}

const definitionNames = [
  'categories',
  'columns',
  'networks',
  'providers',
  'sets',
  'words',
  'application',
  'units',
  'chains',
  'rates',
] as const;

async function readCatalog({
  connection,
  folder,
  manifest,
}: Omit<Source, 'catalog'>): Promise<Catalog> {
  const read = async (file: string, condition: string) =>
    (
      await connection.runAndReadAll(`FROM ${parquet(folder, file)} WHERE ${condition}`)
    ).getRowObjectsJson();
  const definitions = new Map<string, readonly unknown[]>();
  for (const name of definitionNames) {
    const file = snapshotPaths[name];
    // The other columns follow from those that are defined.
    const condition = name === 'columns' ? "kind = 'defined'" : 'true';
    definitions.set(name, isListed(manifest, file) ? await read(file, condition) : []);
  }
  return new Catalog({
    ...Object.fromEntries(definitions),
    site: manifest.site ?? null,
  } as Definitions);
}

function isListed({ files }: Manifest, file: string): boolean {
  return files.some((candidate) => candidate.path === file);
}

/** Keys of the categories that have rows. The others get no table. */
export function filledCategories({ files }: Manifest, { categoryKeys }: Catalog): string[] {
  const rows = new Map(files.map((file) => [file.path, file.rows]));
  return categoryKeys.filter((category) => rows.get(snapshotPaths.contents(category)) !== 0);
}

/** Equal for equal rows with equal definitions of columns. */
export function rowsVersion(
  manifest: Manifest,
  category: string,
  columns: readonly ColumnDefinition[],
): string {
  return `contents ${describedIn(manifest, snapshotPaths.contents(category)).sha256} ${JSON.stringify(columns)}`;
}

/** Files of a snapshot, and the connection that reads them. */
export interface Source {
  readonly connection: DuckDBConnection;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly catalog: Catalog;
}

/** Rows of some categories with their positions in the file, a column `file_row_number`. */
export function contentsSql(
  folder: string,
  categories: readonly string[],
  columns: readonly ColumnDefinition[],
): string {
  const files = categories.map((category) => path.join(folder, snapshotPaths.contents(category)));
  const read = readParquet(files, 'union_by_name = true', 'file_row_number = true');
  const missing = `SELECT ${laterCompanions(columns)} WHERE false`;
  return `(SELECT *${replaceFlags(categories, columns)} FROM (FROM ${read} UNION ALL BY NAME ${missing}))`;
}

/** Companions that an older program of the same format does not write: they are null. */
function laterCompanions(columns: readonly ColumnDefinition[]): string {
  const later = [
    ...columns.filter(isMoney).map(({ key }) => wordKeys(key)[4]),
    ...columns
      .filter((column) => quotaKind(column) === 'limits')
      .map(({ key }) => contradictsKey(key)),
  ];
  return later.map((key) => `NULL::VARCHAR AS ${quoteName(key)}`).join(', ') || 'NULL AS _content';
}

/**
 * A flag that is not nullable is false in a category without that column, both in responses and in
 * filters.
 */
function replaceFlags(categories: readonly string[], columns: readonly ColumnDefinition[]): string {
  const isMissing = (column: ColumnDefinition) =>
    categories.some((category) => !column.categories.includes(category));
  const flags = columns.filter(
    (column) => !column.nullable && column.valueKind === 'boolean' && isMissing(column),
  );
  const replaced = flags.map(
    ({ key }) => `coalesce(${quoteName(key)}, false) AS ${quoteName(key)}`,
  );
  return replaced.length === 0 ? '' : ` REPLACE (${replaced.join(', ')})`;
}
