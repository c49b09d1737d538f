/** Writes the Parquet files of a snapshot. */
import path from 'node:path';
import { settleAll } from '../../common/settle.ts';
import type { CategoryDefinition } from '../../model/categories.ts';
import { columnsOfCategory } from '../../model/columns.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import { type DefinitionTable, describeTables, type Table, typesOf } from '../../model/tables.ts';
import { describeNetworks } from '../describe-networks.ts';
import { PipelineError } from '../errors.ts';
import { type Resolved, type Sources, sourcePaths } from '../sources.ts';
import { contentRecords } from './contents.ts';
import { describeDictionary } from './dictionary.ts';
import { footerOf } from './footer.ts';
import { loadMemberships, servedMemberships } from './memberships.ts';
import { hashOf, parquet, type Query, quoteName, type Staging } from './staging.ts';

export interface SnapshotTables {
  readonly sources: Pick<Sources, 'meta' | 'providers' | 'networkImages'>;
  readonly resolved: Resolved;
}

/** From this size on, one category may fill DuckDB's memory, so that categories are sorted one after the other. */
const manyRows = 1_000_000;

export async function writeTables(tables: SnapshotTables, staging: Staging, folder: string): Promise<void> {
  const writer = new TableWriter(tables, staging, folder);
  await writer.writeDefinitions();
  await loadMemberships(tables.resolved, staging);
  const counts = countContents(tables.resolved);
  const sizeOf = ({ key }: { readonly key: string }) => counts.get(key) ?? 0;
  const waiting = tables.sources.meta.categories.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const rows = tables.resolved.networks.reduce((sum, network) => sum + network.rows.length, 0);
  const writeAll = async (next: () => CategoryDefinition | undefined) => {
    for (let category = next(); category; category = next()) await writer.writeCategory(category.key);
  };
  // Pairs the largest category with the smallest ones: DuckDB compresses one while Node serialises the other.
  const [largest, smallest] = [() => waiting.shift(), () => waiting.pop()];
  await settleAll(rows < manyRows ? [writeAll(largest), writeAll(smallest)] : [writeAll(largest)]);
  await writer.copy(snapshotPaths.memberships, servedMemberships);
  await writer.writeOffers();
}

function countContents({ contents }: Resolved): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { category } of contents) counts.set(category, (counts.get(category) ?? 0) + 1);
  return counts;
}

/** Columns of rows that the contents do not have, as SQL. */
const places: ReadonlyMap<string, string> = new Map([
  ['network', 'n.name AS network'],
  ['sourceFile', 'f.name AS sourceFile'],
  ['sourceLine', 'm.sourceLine'],
]);

class TableWriter {
  readonly #input: SnapshotTables;
  readonly #staging: Staging;
  readonly #folder: string;
  /** By path. */
  readonly #tables: ReadonlyMap<string, Table>;

  constructor(input: SnapshotTables, staging: Staging, folder: string) {
    this.#input = input;
    this.#staging = staging;
    this.#folder = folder;
    this.#tables = new Map(describeTables(input.sources.meta).map((table) => [table.path, table]));
  }

  async copy(file: string, query: Query): Promise<void> {
    await this.#staging.copy(query, path.join(this.#folder, file), footerOf(this.#table(file)));
  }

  async writeDefinitions(): Promise<void> {
    const { sources, resolved } = this.#input;
    const { categories, columns, sets, application } = sources.meta;
    const networks = Array.from(describeNetworks(resolved.networks, sources), ([network, cells]) => {
      return { network, ...cells };
    });
    await this.#write('categories', categories);
    await this.#write('columns', describeDictionary(columns, [...this.#tables.values()]));
    await this.#write('networks', networks);
    const sourceFile = sourcePaths.providers;
    const providers = sources.providers.map(({ value, line }) => ({ ...value, sourceFile, sourceLine: line }));
    await this.#write('providers', providers);
    await this.#write(
      'sets',
      sets.map(({ value }) => value),
    );
    await this.#write('application', application);
  }

  async #write(name: DefinitionTable, records: readonly object[]): Promise<void> {
    const types = typesOf(this.#table(snapshotPaths[name]).columns);
    await this.#staging.load(name, types, records as Iterable<Record<string, unknown>>);
    await this.copy(snapshotPaths[name], {
      select: `SELECT ${Object.keys(types).map(quoteName).join(', ')} FROM ${name}`,
      orderBy: null,
    });
  }

  async writeCategory(category: string): Promise<void> {
    const { sources, resolved } = this.#input;
    const [rows, contents] = [snapshotPaths.rows(category), snapshotPaths.contents(category)];
    const table = quoteName(`contents_${category}`);
    const cells = this.#table(rows).columns.filter(({ key }) => !places.has(key));
    const types = typesOf([...cells, ...this.#table(contents).columns]);
    const columns = columnsOfCategory(sources.meta.columns, category);
    await this.#staging.load(`contents_${category}`, types, contentRecords(category, columns, resolved));
    await this.copy(rows, {
      select:
        `SELECT ${this.#select(rows, places)} FROM memberships m JOIN ${table} c USING (_content) ` +
        'JOIN names_of_network n ON n.number = m.network JOIN names_of_sourceFile f ON f.number = m.sourceFile',
      orderBy: 'm.network, c.provider, c.slug',
      hash: this.#hashOfOffers(new Set(this.#table(rows).columns.map(({ key }) => key))),
    });
    await this.copy(contents, {
      select: `SELECT ${this.#select(contents, new Map())} FROM ${table} c`,
      orderBy: '_content',
    });
  }

  /** Select list of a table: the expression in `given`, otherwise the column of `c`. */
  #select(file: string, given: ReadonlyMap<string, string>): string {
    return this.#table(file)
      .columns.map(({ key }) => given.get(key) ?? `c.${quoteName(key)}`)
      .join(', ');
  }

  /** The rows of all categories: the column chunks of their files. */
  async writeOffers(): Promise<void> {
    const { path: file, columns, key } = this.#table(snapshotPaths.offers);
    const { categories } = this.#input.sources.meta;
    if (categories.length === 0) return;
    const tables = categories.map((category) => ({
      file: path.join(this.#folder, snapshotPaths.rows(category.key)),
      label: category.key,
    }));
    const footer = footerOf(this.#table(file));
    const names = columns.map((column) => column.key);
    const join = { columns: names, label: 'category', tables, footer };
    await this.#staging.join(join, path.join(this.#folder, file), this.#hashOfOffers());
    await this.#assertKey(file, key);
  }

  /** Hash of a row of all categories. `known`: the columns of a category. */
  #hashOfOffers(known?: ReadonlySet<string>): string {
    const columns = this.#table(snapshotPaths.offers).columns.filter(({ key }) => key !== 'category');
    return hashOf(new Map(columns.map(({ key, type }) => [key, type])), known);
  }

  async #assertKey(file: string, key: readonly string[]): Promise<void> {
    const repeated = `SELECT 1 FROM ${parquet(path.join(this.#folder, file))} GROUP BY ${key.map(quoteName).join(', ')} HAVING count(*) > 1`;
    const [[count] = []] = await this.#staging.query(`SELECT count(*) FROM (${repeated})`);
    if (Number(count) === 0) return;
    throw new PipelineError('read-back', `${count} keys (${key.join(', ')}) of ${file} stand in several rows`);
  }

  #table(file: string): Table {
    const table = this.#tables.get(file);
    if (!table) throw new Error(`no table ${file} is described`);
    return table;
  }
}
