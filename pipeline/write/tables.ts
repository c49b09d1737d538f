/** Tables of a snapshot: their columns and row order. */
import path from 'node:path';
import { cellSeparator, foldCell } from '../../common/fold.ts';
import { settleAll } from '../../common/settle.ts';
import type { CategoryDefinition } from '../../model/categories.ts';
import { type ColumnDefinition, columnsOfCategory, hasNumbers } from '../../model/columns.ts';
import { companionsOf, companionValues } from '../../model/companions.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import type { Value } from '../../model/rows.ts';
import { describeNetworks } from '../describe-networks.ts';
import type { Resolved, Sources } from '../sources.ts';
import type { Query, Staging, TableColumns } from './staging.ts';
import { quoteName } from './staging.ts';

export interface SnapshotTables {
  readonly sources: Pick<Sources, 'meta' | 'providers' | 'networkImages'>;
  readonly resolved: Resolved;
}

const text = 'VARCHAR';
const list = 'VARCHAR[]';
export const valueTypes = { string: text, boolean: 'BOOLEAN', array: list } as const;

/** Internal columns of the service's tables; no public key begins with `_`. */
const serving = { content: '_content', search: '_search', offer: '_offer' } as const;

/** From this size on, one category may fill DuckDB's memory, so that categories are sorted one after the other. */
const manyRows = 1_000_000;

export async function writeTables(tables: SnapshotTables, staging: Staging, folder: string): Promise<void> {
  await writeDefinitions(tables, staging, folder);
  await loadMemberships(tables.resolved, staging);
  const counts = countContents(tables.resolved);
  const sizeOf = ({ key }: { readonly key: string }) => counts.get(key) ?? 0;
  const waiting = tables.sources.meta.categories.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const rows = tables.resolved.networks.reduce((sum, network) => sum + network.rows.length, 0);
  const writeAll = async (next: () => CategoryDefinition | undefined) => {
    for (let category = next(); category; category = next()) await writeCategory(category.key, tables, staging, folder);
  };
  // Pairs the largest category with the smallest ones: DuckDB compresses one while Node serialises the other.
  const [largest, smallest] = [() => waiting.shift(), () => waiting.pop()];
  await settleAll(rows < manyRows ? [writeAll(largest), writeAll(smallest)] : [writeAll(largest)]);
  await staging.copy(servedMemberships, path.join(folder, snapshotPaths.memberships));
}

function countContents({ contents }: Resolved): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { category } of contents) counts.set(category, (counts.get(category) ?? 0) + 1);
  return counts;
}

async function writeDefinitions({ sources, resolved }: SnapshotTables, staging: Staging, folder: string) {
  const { categories, columns } = sources.meta;
  const built = Array.from(describeNetworks(resolved.networks, sources), ([network, cells]) => ({
    network,
    ...cells,
  }));
  const providers = sources.providers.map(({ value }) => value);
  await write('categories', { key: text, label: text, icon: text, description: text }, categories);
  await write('columns', columnTypes, columns.flatMap(describeColumn));
  await write('networks', networkTypes, built);
  await write('providers', providerTypes, providers);
  const sets = sources.meta.sets.map(({ value }) => value);
  await write('sets', { category: text, label: text, description: text, filters: text, sorting: text }, sets);

  async function write(
    table: 'categories' | 'columns' | 'networks' | 'providers' | 'sets',
    types: TableColumns,
    rows: readonly object[],
  ) {
    await staging.load(table, types, rows as Iterable<Record<string, unknown>>);
    const names = Object.keys(types).map(quoteName).join(', ');
    await staging.copy(
      { select: `SELECT ${names} FROM ${table}`, orderBy: null },
      path.join(folder, snapshotPaths[table]),
    );
  }
}

/** A column and its companions, which have the categories of their column. */
function describeColumn(column: ColumnDefinition): object[] {
  const { categories, core } = column;
  const companions = companionsOf(column).map((companion) => ({
    ...companion,
    nullable: true,
    categories,
    requiredIn: [],
    core,
  }));
  return [column, ...companions];
}

const columnTypes: TableColumns = {
  key: text,
  label: text,
  icon: text,
  description: text,
  filter: text,
  sorting: text,
  pinning: text,
  cellType: text,
  valueKind: text,
  itemKind: text,
  nullable: 'BOOLEAN',
  trueMeans: text,
  categories: list,
  requiredIn: list,
  core: 'BOOLEAN',
  companionOf: text,
};

const networkTypes: TableColumns = {
  network: text,
  name: text,
  icon: text,
  docs: text,
  chains: list,
  caip2: text,
  aliases: list,
  color: text,
  logoPath: text,
};

const providerTypes: TableColumns = {
  slug: text,
  name: text,
  logoPath: text,
  description: text,
  website: text,
  docs: text,
  x: text,
  github: text,
  discord: text,
  telegram: text,
  linkedin: text,
  supportEmail: text,
  starred: 'BOOLEAN',
  tag: list,
};

/** Loads content and place of every row, as numbers to save memory. */
async function loadMemberships({ contents, networks }: Resolved, staging: Staging): Promise<void> {
  const ids = new Map(contents.map((content, id) => [content, id]));
  const names = { network: new Names(), category: new Names(), sourceFile: new Names() };
  const columns = {
    network: 'INTEGER',
    category: 'INTEGER',
    [serving.content]: 'INTEGER',
    sourceFile: 'INTEGER',
    sourceLine: 'BIGINT',
  };
  await staging.load('memberships', columns, memberships());
  for (const [column, numbered] of Object.entries(names)) {
    await staging.load(`names_of_${column}`, { number: 'INTEGER', name: text }, numbered.records());
  }

  function* memberships() {
    for (const network of networks) {
      for (const { content, source } of network.rows) {
        yield {
          network: names.network.numberOf(network.key),
          category: names.category.numberOf(content.category),
          [serving.content]: ids.get(content),
          sourceFile: names.sourceFile.numberOf(source.file),
          sourceLine: source.line,
        };
      }
    }
  }
}

/** Numbers names from 0, in the order of first use. */
class Names {
  readonly #numbers = new Map<string, number>();

  numberOf(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) this.#numbers.set(name, (number = this.#numbers.size));
    return number;
  }

  records(): { number: number; name: string }[] {
    return [...this.#numbers].map(([name, number]) => ({ number, name }));
  }
}

async function writeCategory(category: string, tables: SnapshotTables, staging: Staging, folder: string) {
  const columns = columnsOfCategory(tables.sources.meta.columns, category);
  const table = `contents_${category}`;
  const publicTypes = typesOf(columns);
  const types = {
    [serving.content]: 'INTEGER',
    ...publicTypes,
    offerSlug: text,
    offerFile: text,
    offerLine: 'BIGINT',
    overrides: list,
    [serving.search]: text,
    [serving.offer]: text,
  };
  await staging.load(table, types, contentRecords(category, columns, tables.resolved));
  const names = Object.keys(publicTypes).map((name) => `c.${quoteName(name)}`);
  const content = quoteName(serving.content);
  const rows = {
    select:
      `SELECT n.name AS network, ${names.join(', ')}, f.name AS sourceFile, m.sourceLine, ` +
      'c.offerSlug, c.offerFile, c.offerLine, c.overrides ' +
      `FROM memberships m JOIN ${quoteName(table)} c USING (${content}) ` +
      'JOIN names_of_network n ON n.number = m.network JOIN names_of_sourceFile f ON f.number = m.sourceFile',
    orderBy: 'm.network, c.provider, c.slug',
  };
  const served = [serving.search, serving.offer].map((name) => `c.${quoteName(name)}`);
  const contents = {
    select: `SELECT ${content}, ${[...names, ...served].join(', ')} FROM ${quoteName(table)} c`,
    orderBy: content,
  };
  await staging.copy(rows, path.join(folder, snapshotPaths.rows(category)));
  await staging.copy(contents, path.join(folder, snapshotPaths.contents(category)));
}

/** Types of the columns and their companions. */
function typesOf(columns: readonly ColumnDefinition[]): TableColumns {
  return Object.fromEntries(
    columns.flatMap((column) => [
      [column.key, valueTypes[column.valueKind]],
      ...companionsOf(column).map(({ key, valueKind }) => [key, valueKind === 'number' ? 'DOUBLE' : text] as const),
    ]),
  );
}

function* contentRecords(category: string, columns: readonly ColumnDefinition[], resolved: Resolved) {
  const numeric = columns.filter(hasNumbers);
  const fold = memoize(foldCell);
  for (const [id, content] of resolved.contents.entries()) {
    if (content.category !== category) continue;
    const record = {
      [serving.content]: id,
      ...content.values,
      offerSlug: content.offerSlug,
      offerFile: content.offer?.file,
      offerLine: content.offer?.line,
      overrides: content.offer === null ? null : content.overrides,
      [serving.search]: Object.values(content.values).flatMap(textsOf).map(fold).join(cellSeparator),
      [serving.offer]: content.offerSlug ?? content.listingSlug,
    };
    for (const column of numeric) Object.assign(record, companionValues(column, content.numbers[column.key] ?? null));
    yield record;
  }
}

/** Limits memory for large sources. Most cells repeat. */
const maxMemoized = 20_000;

function memoize(compute: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    let value = known.get(text);
    if (value !== undefined) return value;
    if (known.size >= maxMemoized) known.clear();
    known.set(text, (value = compute(text)));
    return value;
  };
}

function textsOf(value: Value): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value : [];
}

/** Contents are numbered in the default order of rows, networks in the order of their keys. */
const servedMemberships: Query = {
  select:
    `SELECT n.name AS network, k.name AS category, m.${quoteName(serving.content)} FROM memberships m ` +
    'JOIN names_of_network n ON n.number = m.network JOIN names_of_category k ON k.number = m.category',
  orderBy: `m.network, k.name, m.${quoteName(serving.content)}`,
};
