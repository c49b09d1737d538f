/** Parquet files of a snapshot -> catalog, DuckDB tables, and the contents that JavaScript keeps. */
import { setImmediate } from 'node:timers/promises';
import { type DuckDBConnection, type DuckDBDataChunk, type DuckDBVector, listValue } from '@duckdb/node-api';
import { type ColumnDefinition, hasNumbers, isMoney, numberKeys } from '../../model/columns.ts';
import { companionsOf } from '../../model/companions.ts';
import { type Manifest, snapshotPaths } from '../../model/manifest.ts';
import { Catalog, type Row } from './catalog.ts';
import { checkCatalog } from './check-catalog.ts';
import { type FacetIndex, FacetIndexBuilder } from './facet-index.ts';
import { groupColumn, groupSql } from './price-groups.ts';
import { type SearchTexts, SearchTextsBuilder } from './search-texts.ts';
import type { Contents } from './snapshot.ts';
import { contentsTable, numberedSql, parquet, quoteName } from './statement.ts';
import { SnapshotError } from './verify.ts';

export async function loadCatalog(connection: DuckDBConnection, folder: string, manifest: Manifest): Promise<Catalog> {
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
  checkCatalog(catalog, definitions, manifest);
  return catalog;
}

function isListed({ files }: Manifest, file: string): boolean {
  return files.some((each) => each.path === file);
}

/** Small integers, sorted by scope, so that a query reads only the blocks of its network and category. */
export async function loadMemberships(connection: DuckDBConnection, folder: string, catalog: Catalog): Promise<void> {
  const categories = catalog.categoryKeys.length;
  const numbered = numberedSql('$1');
  await connection.run(`CREATE TEMP TABLE networks AS ${numbered}`, [listValue([...catalog.networks.keys()])]);
  await connection.run(`CREATE TEMP TABLE categories AS ${numbered}`, [listValue([...catalog.categoryKeys])]);
  await connection.run(
    `CREATE TABLE memberships AS SELECT n.number * ${categories} + k.number AS scope, m._content AS content ` +
      `FROM ${parquet(folder, snapshotPaths.memberships)} m ` +
      'JOIN networks n ON n.name = m.network JOIN categories k ON k.name = m.category ORDER BY 1, 2',
  );
  await connection.run(
    `CREATE TEMP TABLE places AS SELECT content, list(scope // ${categories}) AS _networks FROM memberships GROUP BY 1`,
  );
}

/** Keys of the categories that have contents. The others get no table. */
function filledCategories({ files }: Manifest, { categoryKeys }: Catalog): string[] {
  const rows = new Map(files.map((file) => [file.path, file.rows]));
  return categoryKeys.filter((category) => rows.get(snapshotPaths.contents(category)) !== 0);
}

/**
 * A table holds only what queries search and sort by, because DuckDB plans narrow tables faster.
 * Each content lists its networks, because a list lookup takes half the time of a join with the memberships.
 */
export async function createContents({ connection, folder, manifest, catalog }: Source): Promise<void> {
  for (const category of filledCategories(manifest, catalog)) {
    const columns = catalog.columnsOf(category);
    const queried = ['_content', '_networks', '_search', ...columns.flatMap(sortedSql)].join(', ');
    await connection.run(
      `CREATE TABLE ${quoteName(contentsTable(category))} AS SELECT ${queried} ` +
        `FROM ${contentsSql(folder, category, columns)} JOIN places ON content = _content`,
    );
  }
}

/** Files of a snapshot, and the connection that reads them. */
interface Source {
  readonly connection: DuckDBConnection;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly catalog: Catalog;
}

export async function readContents({ connection, folder, manifest, catalog }: Source): Promise<Contents> {
  const contents: GrowingContents = {
    json: [],
    numbersJson: [],
    slug: [],
    provider: [],
    category: [],
    chain: [],
    offer: [],
    searchTexts: [],
    facets: new Map(catalog.categoryKeys.map((key) => [key, new FacetIndexBuilder(catalog.columnsOf(key)).build()])),
  };
  const texts = new SearchTextsBuilder();
  for (const category of filledCategories(manifest, catalog)) {
    const columns = catalog.columnsOf(category);
    await readCategory(
      connection,
      { category, source: contentsSql(folder, category, columns), columns, texts },
      contents,
    );
  }
  // Queries return ids, and the ids of all contents are 0, 1, 2, ...
  const { json } = contents;
  for (const text of namesIn(catalog)) texts.vocabulary.add(text);
  texts.vocabulary.close();
  if (Object.keys(json).length === json.length) {
    const { searchTexts, ...known } = contents;
    return { ...known, search: { texts: searchTexts, vocabulary: texts.vocabulary } };
  }
  throw new SnapshotError('inconsistent', 'the ids of the contents have a gap');
}

function namesIn({ providers, networks, categories }: Catalog): string[] {
  return [
    ...[...providers.values()].flatMap(({ name, description }) => [name, description ?? '']),
    ...[...networks.values()].flatMap(({ name, aliases }) => [name, ...aliases]),
    ...categories.map(({ label }) => label),
  ];
}

function contentsSql(folder: string, category: string, columns: readonly ColumnDefinition[]): string {
  const file = parquet(folder, snapshotPaths.contents(category));
  return `(SELECT *${replaceFlags(category, columns)} FROM ${file})`;
}

interface GrowingContents {
  readonly json: string[];
  readonly slug: string[];
  readonly numbersJson: string[];
  readonly provider: string[];
  readonly category: string[];
  readonly chain: (string | null)[];
  readonly offer: string[];
  readonly searchTexts: SearchTexts[];
  readonly facets: Map<string, FacetIndex>;
}

interface CategorySource {
  readonly category: string;
  /** SQL of a table. */
  readonly source: string;
  readonly columns: readonly ColumnDefinition[];
  /** Of all categories. */
  readonly texts: SearchTextsBuilder;
}

/** Rows read before the event loop gets a turn, about 2 ms: another snapshot is served meanwhile. */
const rowsPerTurn = 100;

async function readCategory(connection: DuckDBConnection, from: CategorySource, into: GrowingContents): Promise<void> {
  const { category, source, columns, texts: searchTexts } = from;
  const numeric = columns.filter(hasNumbers);
  const numbers = numeric.flatMap(({ key }) => numberKeys(key));
  const groups = numeric.filter(isMoney).map(({ key }) => key);
  const names = ['_content', '_offer', rowJsonSql(columns), numbersJsonSql(columns), ...numbers.map(quoteName)];
  const indexed = [...numbers, ...groups.map(groupColumn)];
  const texts = new Map<string, string>();
  const facets = new FacetIndexBuilder(columns);
  // No ORDER BY: a file's rows are in the order of their ids already, and sorting long texts costs more than reading them.
  const result = await connection.stream(`SELECT ${[...names, ...groups.map(groupSql)].join(', ')} FROM ${source}`);
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    const [ids, offers, rows, stated, ...rest] = getVectors(chunk);
    const vectors = new Map(rest.map((vector, at) => [indexed[at] ?? '', vector]));
    for (let row = 0; row < chunk.rowCount; row++) {
      if (row % rowsPerTurn === 0) await setImmediate();
      const id = Number(ids?.getItem(row));
      const json = String(rows?.getItem(row));
      const cells = JSON.parse(json) as Row;
      assertContent(id, cells, into);
      into.json[id] = json;
      into.numbersJson[id] = shareText(texts, String(stated?.getItem(row)));
      into.slug[id] = String(cells.slug);
      into.provider[id] = String(cells.provider);
      into.category[id] = category;
      into.chain[id] = typeof cells.chain === 'string' ? cells.chain : null;
      into.offer[id] = String(offers?.getItem(row));
      into.searchTexts[id] = searchTexts.add(cells, columns);
      facets.add(id, cells, (key) => vectors.get(key)?.getItem(row));
    }
  }
  into.facets.set(category, facets.build());
}

/** Throws `inconsistent` for an id that two contents have, and for a list with an empty item. */
function assertContent(id: number, cells: Row, { json }: GrowingContents): void {
  if (id < 0 || json[id] !== undefined)
    throw new SnapshotError('inconsistent', `content ${id} is negative or not the only one`);
  for (const [key, cell] of Object.entries(cells)) {
    const texts: readonly unknown[] = Array.isArray(cell) ? cell : [];
    if (texts.includes(null)) throw new SnapshotError('inconsistent', `content ${id} has an empty item in "${key}"`);
  }
}

/** The equal text that is known already: most rows of a category state the same numbers, or none. */
function shareText(known: Map<string, string>, text: string): string {
  const shared = known.get(text) ?? text;
  known.set(text, shared);
  return shared;
}

/** SQL of the JSON of the columns' companions: an object. */
function numbersJsonSql(columns: readonly ColumnDefinition[]): string {
  const entries = columns.flatMap(companionsOf).map(({ key }) => `'${key}', ${quoteName(key)}`);
  return `json_object(${entries.join(', ')})`;
}

/** SQL of a content's JSON text, rendered once here and never per request: every column in order, flags as 0 and 1. */
function rowJsonSql(columns: readonly ColumnDefinition[]): string {
  const entries = columns.map((column) => {
    const name = quoteName(column.key);
    const value = column.valueKind === 'boolean' ? `${name}::TINYINT` : name;
    return `'${column.key}', ${value}`;
  });
  return `json_object(${entries.join(', ')})`;
}

function getVectors(chunk: DuckDBDataChunk): DuckDBVector[] {
  return Array.from({ length: chunk.columnCount }, (_, column) => chunk.getColumnVector(column));
}

/** What a column is sorted by: its least number and price group, the length of a list, a flag, or the text in lowercase. */
function sortedSql(column: ColumnDefinition): string[] {
  const { sorting, valueKind } = column;
  const name = quoteName(column.key);
  if (sorting === null) return [];
  if (valueKind === 'boolean') return [name];
  if (valueKind === 'array') return [`len(${name}) AS ${name}`];
  if (sorting !== 'number') return [`lower(${name}) AS ${name}`];
  const group = isMoney(column) ? [`${groupSql(column.key)} AS ${quoteName(groupColumn(column.key))}`] : [];
  return [quoteName(numberKeys(column.key)[0]), ...group];
}

/** A flag that is not nullable is false in a category without that column, both in responses and in filters. */
function replaceFlags(category: string, columns: readonly ColumnDefinition[]): string {
  const flags = columns.filter(
    (column) => !column.nullable && column.valueKind === 'boolean' && !column.categories.includes(category),
  );
  const replaced = flags.map(({ key }) => `coalesce(${quoteName(key)}, false) AS ${quoteName(key)}`);
  return replaced.length === 0 ? '' : ` REPLACE (${replaced.join(', ')})`;
}
