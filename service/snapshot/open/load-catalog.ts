/** Parquet files of a snapshot -> catalog, with unique keys, safe addresses, and the networks and categories of the manifest. */
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteText } from '../../../common/sql.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { type Manifest, snapshotPaths } from '../../../model/manifest.ts';
import { kebabCase } from '../../../model/networks.ts';
import { Catalog, type Definitions } from '../catalog.ts';
import { parquet } from '../database/parquet.ts';
import type { OpeningCache } from './opening-cache.ts';
import { describedIn, SnapshotError } from './verify.ts';

/** Throws `inconsistent` unless the catalog is that of the manifest. */
export async function loadCatalog(source: Omit<Source, 'catalog'>, cache: OpeningCache): Promise<Catalog> {
  const { manifest } = source;
  const files = definitionNames.map((name) => snapshotPaths[name]).filter((file) => isListed(manifest, file));
  const version = files.map((file) => describedIn(manifest, file).sha256).join(' ');
  const catalog = await cache.of(`catalog ${version}`, () => readCatalog(source));
  checkCatalog(catalog, manifest);
  return catalog;
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
] as const;

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
    words: isListed(manifest, snapshotPaths.words) ? await read(snapshotPaths.words) : [],
    application: isListed(manifest, snapshotPaths.application) ? await read(snapshotPaths.application) : [],
    units: isListed(manifest, snapshotPaths.units) ? await read(snapshotPaths.units) : [],
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

/** Rows of some categories with their positions in the file, a column `file_row_number`. */
export function contentsSql(
  folder: string,
  categories: readonly string[],
  columns: readonly ColumnDefinition[],
): string {
  const files = categories.map((category) => quoteText(path.join(folder, snapshotPaths.contents(category))));
  const read = `read_parquet([${files.join(', ')}], union_by_name = true, file_row_number = true)`;
  return `(SELECT *${replaceFlags(categories, columns)} FROM ${read})`;
}

/** A flag that is not nullable is false in a category without that column, both in responses and in filters. */
function replaceFlags(categories: readonly string[], columns: readonly ColumnDefinition[]): string {
  const isMissing = (column: ColumnDefinition) => categories.some((category) => !column.categories.includes(category));
  const flags = columns.filter((column) => !column.nullable && column.valueKind === 'boolean' && isMissing(column));
  const replaced = flags.map(({ key }) => `coalesce(${quoteName(key)}, false) AS ${quoteName(key)}`);
  return replaced.length === 0 ? '' : ` REPLACE (${replaced.join(', ')})`;
}

/** Throws `inconsistent` with the first contradiction. `definitions` are what the catalog was made from. */
export function checkDefinitions(catalog: Catalog, definitions: Definitions, manifest: Manifest): void {
  refuse(manifest, findRepeated(catalog, definitions) ?? findBadKey(catalog) ?? findBadLink(catalog));
}

/** Throws `inconsistent` unless the networks and categories are those of the manifest. */
export function checkCatalog(catalog: Catalog, manifest: Manifest): void {
  refuse(manifest, findUncounted(catalog, manifest));
}

function refuse({ id }: Manifest, contradiction: string | null): void {
  if (contradiction !== null) throw new SnapshotError('inconsistent', `catalog of ${id}: ${contradiction}`);
}

function findRepeated(
  catalog: Catalog,
  { categories, columns, networks, providers, application }: Definitions,
): string | null {
  const keysOf = (list: readonly unknown[]) => new Set(list.map((item) => (item as { readonly key: string }).key));
  if (categories.length === 0) return 'there is no category';
  if (keysOf(categories).size < categories.length) return 'a category is defined twice';
  if (keysOf(columns).size < columns.length) return 'a column is defined twice';
  if (keysOf(application).size < application.length) return 'a link into the application is defined twice';
  if (catalog.networks.size < networks.length) return 'a network is defined twice';
  if (catalog.providers.size < providers.length) return 'a provider is defined twice';
  return catalog.providerBySlug.size < providers.length ? 'two providers have the same slug' : null;
}

function findBadKey({ networks, providers }: Catalog): string | null {
  for (const key of networks.keys()) if (!kebabCase.test(key)) return `"${key}" is not a network key`;
  for (const { slug } of providers.values()) if (!kebabCase.test(slug)) return `"${slug}" is not a slug`;
  return null;
}

/** Pages link to these addresses as they are. */
function findBadLink({ networks, providers }: Catalog): string | null {
  const links = [
    ...[...networks.values()].map(({ docs }) => docs),
    ...[...providers.values()].flatMap(({ website, docs }) => [website, docs]),
  ];
  const bad = links.find((link) => link !== null && !/^https?:\/\//i.test(link));
  return bad === undefined ? null : `"${bad}" is not an http(s) address`;
}

function findUncounted({ networks, categoryKeys }: Catalog, { metrics }: Manifest): string | null {
  const counted = Object.keys(metrics.networks);
  if (counted.length !== networks.size || counted.some((key) => !networks.has(key)))
    return 'its networks are not those of the manifest';
  const keys = metrics.site.categories.map(({ key }) => key);
  return keys.join() === categoryKeys.join() ? null : 'its categories are not those of the manifest';
}
