/** datapackage.json and dataset.jsonld: descriptions of a snapshot's files for tools that do not know this project. */
import { type DatasetFacts, describeContent, describeDataset, isPublicTable } from '../../model/dataset.ts';
import { type ManifestFile, snapshotPaths } from '../../model/manifest.ts';
import { identifierOf, licenseIdOf, unnamedSite } from '../../model/site.ts';
import { describeTables, type Table, type TableColumn, type TableDefinitions } from '../../model/tables.ts';

export interface DescribedSnapshot extends DatasetFacts {
  /** Git revision of the sources, null if unknown. */
  readonly revision: string | null;
  readonly definitions: TableDefinitions;
}

const profile = 'https://datapackage.org/profiles/2.0/datapackage.json';

/** A Data Package descriptor (version 2.0) of the public tables and the report. Paths are relative to the snapshot. */
export function describePackage(snapshot: DescribedSnapshot): object {
  const { id, generatedAt, revision, definitions, files } = snapshot;
  const tables = new Map(describeTables(definitions).map((table) => [table.path, table]));
  const site = snapshot.site ?? unnamedSite;
  const { publisher, publisherUrl, license, licenseUrl, source, sourceUrl } = site;
  const report = files.filter(({ path }) => path === snapshotPaths.report);
  return {
    $schema: profile,
    name: identifierOf(site),
    title: site.name,
    description: describeContent(snapshot),
    version: id,
    created: generatedAt,
    ...(license === null
      ? {}
      : {
          licenses: [{ name: licenseIdOf(site), title: license, ...(licenseUrl === null ? {} : { path: licenseUrl }) }],
        }),
    ...(publisher === null
      ? {}
      : {
          contributors: [
            { title: publisher, roles: ['publisher'], ...(publisherUrl === null ? {} : { path: publisherUrl }) },
          ],
        }),
    sources: [
      { title: 'CSV files of the editors', ...(revision === null ? {} : { version: revision }) },
      ...(source === null ? [] : [{ title: source, ...(sourceUrl === null ? {} : { path: sourceUrl }) }]),
    ],
    resources: [
      describeOffers([...tables.values()].filter(isRows)),
      ...files.filter(isPublicTable).map((file) => describeTable(file, tables.get(file.path))),
      ...report.map((file) => ({
        ...describeFile(file),
        title: 'Warnings of the build',
        format: 'json',
        mediatype: 'application/json',
        encoding: 'utf-8',
      })),
    ],
  };
}

function describeFile({ path, bytes, sha256 }: ManifestFile) {
  return { name: path.replace(/\.\w+$/, '').replaceAll('/', '-'), path, bytes, hash: `sha256:${sha256}` };
}

function describeTable(file: ManifestFile, table: Table | undefined): object {
  if (table === undefined) throw new Error(`${file.path} is no table of a snapshot`);
  return { ...describeFile(file), ...describeContents(table, isRows(table) ? nameField : describeField) };
}

/** The rows of all categories in one table, by the names of the columns. It describes the columns once for the tables of all categories. */
function describeOffers(tables: readonly Table[]): object {
  const columns = new Map(tables.flatMap((table) => table.columns.map((column) => [column.key, column])));
  const title = 'Rows of all categories in one table';
  const table = { path: '', title, key: ['network', 'category', 'slug'], columns: [...columns.values()] };
  return { name: 'offers', path: tables.map(({ path }) => path), ...describeContents(table, describeField) };
}

function describeContents(table: Table, describe: (column: TableColumn) => object): object {
  const { title, columns, key } = table;
  const references = columns.flatMap((column) => referenceOf(column, table));
  return {
    type: 'table',
    title,
    format: 'parquet',
    mediatype: 'application/vnd.apache.parquet',
    schema: {
      fields: columns.map(describe),
      ...(key.length === 0 ? {} : { primaryKey: key }),
      ...(references.length === 0 ? {} : { foreignKeys: references }),
    },
  };
}

function isRows({ path }: Table): boolean {
  return path.startsWith('rows/');
}

function nameField({ key, type }: TableColumn) {
  return { name: key, type: fieldType(type) };
}

function describeField({ key, type, label, description }: TableColumn) {
  return {
    name: key,
    type: fieldType(type),
    ...(label === null ? {} : { title: label }),
    ...(description === null ? {} : { description }),
  };
}

const fieldTypes: ReadonlyMap<string, string> = new Map([
  ['VARCHAR', 'string'],
  ['BOOLEAN', 'boolean'],
  ['BIGINT', 'integer'],
  ['INTEGER', 'integer'],
  ['DOUBLE', 'number'],
  ['TIMESTAMP', 'datetime'],
]);

/** Type of Table Schema. */
function fieldType(type: string): string {
  if (type.endsWith('[]')) return 'array';
  return fieldTypes.get(type) ?? 'object';
}

/** Fixed columns that are keys of another table. */
const keyTables: ReadonlyMap<string, { readonly resource: string; readonly field: string }> = new Map([
  ['network', { resource: 'networks', field: 'network' }],
  ['category', { resource: 'categories', field: 'key' }],
]);

/** Tables whose columns refer to no other: changes also name what was removed, figures of the site have no network, and only quotations a category. */
const withoutReferences: readonly string[] = [
  snapshotPaths.changes,
  snapshotPaths.metrics,
  snapshotPaths.networks,
  snapshotPaths.probes,
];

function referenceOf({ key, kind }: TableColumn, { path }: Table): object[] {
  const target = keyTables.get(key);
  if (kind !== 'fixed' || target === undefined || withoutReferences.includes(path)) return [];
  return [{ fields: [key], reference: { resource: target.resource, fields: [target.field] } }];
}

/** schema.org Dataset as JSON-LD. Addresses of files are relative to its own. */
export function describeForSearch(snapshot: DescribedSnapshot): object {
  return { '@context': 'https://schema.org', ...describeDataset(snapshot, (path) => path) };
}
