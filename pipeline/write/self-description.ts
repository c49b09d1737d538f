/**
 * datapackage.json and dataset.jsonld: descriptions of a snapshot's files for tools that do not
 * know this project.
 */
import {
  type DatasetFacts,
  describeContent,
  describeDataset,
  isPublicTable,
} from '../../model/dataset.ts';
import { wordingOf } from '../../model/facts.ts';
import { type ManifestFile, snapshotPaths } from '../../model/manifest.ts';
import { identifierOf, licenseIdOf, unnamedSite } from '../../model/site.ts';
import {
  describeTables,
  type Table,
  type TableColumn,
  type TableDefinitions,
} from '../../model/tables.ts';

export interface DescribedSnapshot extends DatasetFacts {
  /** Git revision of the sources, null if unknown. */
  readonly revision: string | null;
  readonly definitions: TableDefinitions;
}

const profile = 'https://datapackage.org/profiles/2.0/datapackage.json';

/**
 * A Data Package descriptor (version 2.0) of the public tables and the report. Paths are relative
 * to the snapshot.
 */
export function describePackage(snapshot: DescribedSnapshot): object {
  const { id, generatedAt, revision, definitions, files } = snapshot;
  const site = snapshot.site ?? unnamedSite;
  const described = describeTables(definitions, wordingOf(snapshot.site, definitions.columns));
  const tables = new Map(described.map((table) => [table.path, table]));
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
      : { licenses: [{ name: licenseIdOf(site), ...linked(license, licenseUrl) }] }),
    ...(publisher === null
      ? {}
      : { contributors: [{ ...linked(publisher, publisherUrl), roles: ['publisher'] }] }),
    sources: [
      { title: 'CSV files of the editors', ...(revision === null ? {} : { version: revision }) },
      ...(source === null ? [] : [linked(source, sourceUrl)]),
    ],
    resources: [
      describeOffers([...tables.values()].filter(isRows), definitions),
      ...files
        .filter(isPublicTable)
        .map((file) => describeTable(file, tables.get(file.path), definitions)),
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

function linked(title: string, address: string | null) {
  return { title, ...(address === null ? {} : { path: address }) };
}

function nameOf(path: string): string {
  return path.replace(/\.\w+$/, '').replaceAll('/', '-');
}

function describeFile({ path, bytes, sha256 }: ManifestFile) {
  return { name: nameOf(path), path, bytes, hash: `sha256:${sha256}` };
}

function describeTable(
  file: ManifestFile,
  table: Table | undefined,
  definitions: TableDefinitions,
): object {
  if (table === undefined) throw new Error(`${file.path} is no table of a snapshot`);
  return { ...describeFile(file), ...describeContents(table, definitions) };
}

/** The rows of all categories in one table, by the names of the columns. */
function describeOffers(tables: readonly Table[], definitions: TableDefinitions): object {
  const columns = new Map(
    tables.flatMap((table) => table.columns.map((column) => [column.key, column])),
  );
  const title = 'Rows of all categories in one table';
  const table = {
    path: '',
    title,
    key: ['network', 'category', 'slug'],
    columns: [...columns.values()],
  };
  const paths = tables.map(({ path }) => path);
  return { name: 'offers', path: paths, ...describeContents(table, definitions) };
}

function describeContents(table: Table, definitions: TableDefinitions): object {
  const { title, columns, key } = table;
  const references = columns.flatMap((column) => referenceOf(column, table));
  return {
    type: 'table',
    title,
    format: 'parquet',
    mediatype: 'application/vnd.apache.parquet',
    schema: {
      fields: columns.map((column) => ({
        ...describeField(column),
        ...constrain(column, table, definitions),
      })),
      ...(key.length === 0 ? {} : { primaryKey: key }),
      ...(references.length === 0 ? {} : { foreignKeys: references }),
    },
  };
}

function isRows({ path }: Table): boolean {
  return path.startsWith('rows/');
}

function describeField({ key, type, label, description }: TableColumn) {
  return {
    name: key,
    type: fieldType(type),
    ...(label === null ? {} : { title: label }),
    ...(description === null ? {} : { description }),
  };
}

/** Constraints of Table Schema: what holds of every value of the column. */
function constrain(column: TableColumn, table: Table, definitions: TableDefinitions): object {
  const { key } = column;
  const isKeyColumn = table.key.includes(key);
  const values = valuesOf(column, table, definitions);
  const constraints = {
    ...(isKeyColumn || isNeverNull(column, table, definitions) ? { required: true } : {}),
    ...(isKeyColumn && table.key.length === 1 ? { unique: true } : {}),
    ...(values === null ? {} : { enum: values }),
  };
  return Object.keys(constraints).length === 0 ? {} : { constraints };
}

/** Whether columns.csv says that each row of the category states the column. */
function isNeverNull(
  { key, kind }: TableColumn,
  { path }: Table,
  { columns, categories }: TableDefinitions,
): boolean {
  const category = categories.find((each) => snapshotPaths.rows(each.key) === path);
  if (kind !== 'defined' || category === undefined) return false;
  const column = columns.find((each) => each.key === key);
  const isUsed = column?.categories.includes(category.key) === true;
  return (isUsed && !column.nullable) || column?.requiredIn.includes(category.key) === true;
}

/** The only values of a column; null if there may be others. */
function valuesOf(
  { key, kind }: TableColumn,
  table: Table,
  { categories }: TableDefinitions,
): readonly string[] | null {
  if (!isRows(table) && table.path !== '') return null;
  if (key === 'scope') return ['network', 'all-networks'];
  if (key === 'category') return categories.map((each) => each.key);
  return kind === 'companion' && key.endsWith('Bound') ? ['exact', 'range', 'from', 'upTo'] : null;
}

const fieldTypes: ReadonlyMap<string, string> = new Map([
  ['VARCHAR', 'string'],
  ['BOOLEAN', 'boolean'],
  ['BIGINT', 'integer'],
  ['INTEGER', 'integer'],
  ['DOUBLE', 'number'],
  ['DATE', 'date'],
  ['TIMESTAMP', 'datetime'],
]);

/** Type of Table Schema. */
function fieldType(type: string): string {
  if (type.endsWith('[]')) return 'array';
  return fieldTypes.get(type) ?? 'object';
}

/** Columns that are keys of another table. */
const keyTables: ReadonlyMap<string, { readonly resource: string; readonly field: string }> =
  new Map([
    ['network', { resource: 'networks', field: 'network' }],
    ['category', { resource: 'categories', field: 'key' }],
    ['provider', { resource: 'providers', field: 'name' }],
  ]);

/** Of the columns that a line of columns.csv defines, only rows name a provider. */
function isKey({ kind, key }: TableColumn, table: Table): boolean {
  return key === 'provider' ? isRows(table) || table.path === '' : kind === 'fixed';
}

/**
 * Tables whose columns refer to no other: changes also name what was removed, figures of the site
 * have no network, and only quotations a category.
 */
const withoutReferences: readonly string[] = [
  snapshotPaths.changes,
  snapshotPaths.metrics,
  snapshotPaths.networks,
  snapshotPaths.probes,
];

function referenceOf(column: TableColumn, table: Table): object[] {
  const { key } = column;
  const target = keyTables.get(key);
  if (target === undefined || !isKey(column, table) || withoutReferences.includes(table.path))
    return [];
  return [{ fields: [key], reference: { resource: target.resource, fields: [target.field] } }];
}

/**
 * Terms of Croissant 1.0 (http://mlcommons.org/croissant/1.0) beside those of schema.org, as its
 * specification lists them.
 */
const croissant = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  sc: 'https://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  dct: 'http://purl.org/dc/terms/',
  conformsTo: 'dct:conformsTo',
  recordSet: 'cr:recordSet',
  field: 'cr:field',
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  repeated: 'cr:repeated',
  source: 'cr:source',
  fileObject: 'cr:fileObject',
  extract: 'cr:extract',
  column: 'cr:column',
  key: 'cr:key',
  references: 'cr:references',
  subField: 'cr:subField',
} as const;

/**
 * schema.org Dataset as JSON-LD, with the hashes of the files and the fields of the tables as
 * Croissant. Addresses of files are relative to its own.
 */
export function describeForSearch(snapshot: DescribedSnapshot): object {
  const { definitions, files, generatedAt } = snapshot;
  const hashes = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const { distribution, ...dataset } = describeDataset(snapshot, (path) => path);
  return {
    '@context': croissant,
    ...dataset,
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    datePublished: generatedAt,
    distribution: distribution.map((file) => ({
      ...file,
      '@type': 'cr:FileObject',
      '@id': file.name,
      sha256: hashes.get(file.name),
    })),
    recordSet: describeTables(definitions, wordingOf(snapshot.site, definitions.columns))
      .filter(({ path }) => isPublicTable({ path }) && hashes.has(path))
      .map(describeRecords),
  };
}

function describeRecords(table: Table): object {
  const { path, title, key, columns } = table;
  const name = nameOf(path);
  const id = (column: string) => ({ '@id': `${name}/${column}` });
  return {
    '@type': 'cr:RecordSet',
    '@id': name,
    name,
    description: title,
    ...(key.length === 0 ? {} : { key: key.map(id) }),
    field: columns.map((column) => ({
      '@type': 'cr:Field',
      ...id(column.key),
      name: column.key,
      description: column.description ?? column.label ?? column.key,
      ...describeType(column.type, `${name}/${column.key}`),
      source: { fileObject: { '@id': path }, extract: { column: column.key } },
    })),
  };
}

/** A struct has a field for each of its members, and no type of its own. */
function describeType(type: string, id: string): object {
  const repeated = type.endsWith('[]') ? { repeated: true } : {};
  const item = type.replace(/\[\]$/, '');
  const members = membersOf(item);
  if (members.length === 0)
    return { dataType: dataTypes.get(fieldType(item)) ?? 'sc:Text', ...repeated };
  const subField = members.map(([member, memberType]) => ({
    '@type': 'cr:Field',
    '@id': `${id}/${member}`,
    name: member,
    ...describeType(memberType, `${id}/${member}`),
  }));
  return { ...repeated, subField };
}

/** Names and types of a struct of plain members, in the notation of DuckDB; none of another type. */
function membersOf(type: string): (readonly [name: string, type: string])[] {
  const [, inner = ''] = /^STRUCT\((.*)\)$/.exec(type) ?? [];
  return Array.from(
    // bounded: a type of a column, at most 1,000 characters
    inner.matchAll(/"?(\w+)"? ([A-Z]+(?:\[\])?)/g),
    ([, name = '', member = '']) => [name, member],
  );
}

/** Types of Croissant by those of Table Schema; others are texts, or JSON. */
const dataTypes: ReadonlyMap<string, string> = new Map([
  ['boolean', 'sc:Boolean'],
  ['integer', 'sc:Integer'],
  ['number', 'sc:Float'],
  ['date', 'sc:Date'],
  ['datetime', 'sc:DateTime'],
]);
