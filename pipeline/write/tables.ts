/** Writes the Parquet files of a snapshot. */

import path from 'node:path';
import { inParallel, settleAll } from '../../common/settle.ts';
import { quoteName } from '../../common/sql.ts';
import type { CategoryDefinition } from '../../model/categories.ts';
import { columnsOfCategory } from '../../model/columns.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import { type DefinitionTable, describeTables, type Table, typesOf } from '../../model/tables.ts';
import { describeNetworks } from '../describe-networks.ts';
import { PipelineError } from '../errors.ts';
import { type Resolved, type Sources, sourcePaths } from '../sources.ts';
import { contentLines } from './contents.ts';
import { describeDictionary } from './dictionary.ts';
import { type Footer, footerOf } from './footer.ts';
import { loadMemberships, servedMemberships } from './memberships.ts';
import type { NewFiles } from './new-files.ts';
import { hashOf, type Query, type Staging } from './staging.ts';
import { findVersions, inputOf, noVersions, type TableInputs } from './table-inputs.ts';

export interface SnapshotTables {
  readonly sources: Pick<Sources, 'meta' | 'providers' | 'networkImages'>;
  readonly resolved: Resolved;
  /** Id and time of the snapshot, for the footer of the file that is read most. In the others they would change every hash. */
  readonly stamp: Footer;
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
  ['sourceLine', 'm.sourceLine::BIGINT AS sourceLine'],
]);

/** In a larger category, writing rows or contents, or reading them back, takes hundreds of megabytes. */
const maxContentsAtOnce = 20_000;

/** DuckDB joins with a larger table may use the disk, which changes the order of the rows. It grants a join 62 MB at least. */
const maxJoinedBytes = 32_000_000;

/** Rows of a row group. */
const rowsPerPart = 122_880;

/** Columns of rows besides the hash of their content. */
const placeKeys = [...places.keys()].join(', ');

/** Writes the tables that cannot be linked. Their memberships and contents are tables of the staging database then. */
export class TableWriter {
  readonly #input: SnapshotTables;
  readonly #staging: Staging;
  readonly #files: NewFiles;
  /** By path. */
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #inputs: TableInputs;
  /** Contents by category. */
  readonly #counts: ReadonlyMap<string, number>;
  /** Tables of rows and contents that were linked. */
  readonly #linked = new Set<string>();
  /** Resolves when `write` has loaded all tables into the staging database; not if it fails. */
  readonly loaded: Promise<void>;
  #setLoaded: () => void = () => undefined;
  /** Number of categories that are not in the staging database yet. */
  #unloaded = 0;

  constructor(input: SnapshotTables, staging: Staging, files: NewFiles) {
    this.#input = input;
    this.#staging = staging;
    this.#files = files;
    this.#tables = new Map(describeTables(input.sources.meta).map((table) => [table.path, table]));
    this.#counts = countContents(input.resolved);
    this.#inputs = files.memory === null ? noVersions : findVersions(input.resolved, files.memory);
    this.loaded = new Promise((resolve) => {
      this.#setLoaded = resolve;
    });
  }

  /** Writes all tables but offers.parquet. */
  async write(): Promise<void> {
    await this.#writeDefinitions();
    const changed = this.#linkCategories();
    const isLinked = this.#link(snapshotPaths.memberships, this.#inputs.memberships);
    const written = new Set(changed.map(({ key }) => key));
    this.#unloaded = changed.length;
    const { resolved } = this.#input;
    const isLoaded =
      written.size > 0 || !isLinked
        ? loadMemberships(resolved, this.#staging, isLinked ? written : null)
        : Promise.resolve();
    const sizeOf = ({ key }: { readonly key: string }) => this.#counts.get(key) ?? 0;
    const waiting = changed.toSorted((a, b) => sizeOf(b) - sizeOf(a));
    const writeAll = async (next: () => CategoryDefinition | undefined) => {
      for (let category = next(); category; category = next()) await this.#writeCategory(category.key, isLoaded);
    };
    // Pairs the largest category with the smallest ones: DuckDB compresses one while Node serialises the other.
    await settleAll([isLoaded, writeAll(() => waiting.shift()), writeAll(() => waiting.pop())]);
    if (!isLinked) await this.#copy(snapshotPaths.memberships, servedMemberships);
  }

  async #copy(file: string, query: Query): Promise<void> {
    await this.#staging.copy(query, path.join(this.#files.folder, file), footerOf(this.#table(file)));
  }

  /** Links the tables of rows and contents that did not change. Returns the categories with another one. */
  #linkCategories(): CategoryDefinition[] {
    const { rows, contents } = this.#inputs;
    return this.#input.sources.meta.categories.filter(({ key }) => {
      const areRowsLinked = this.#link(snapshotPaths.rows(key), String(rows.get(key)));
      const areContentsLinked = this.#link(snapshotPaths.contents(key), String(contents.get(key)));
      return !areRowsLinked || !areContentsLinked;
    });
  }

  #link(file: string, rows: string): boolean {
    const isLinked = this.#files.link(file, inputOf(this.#table(file), rows));
    if (isLinked) this.#linked.add(file);
    return isLinked;
  }

  async #writeDefinitions(): Promise<void> {
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
    if (this.#link(snapshotPaths[name], JSON.stringify(records))) return;
    const types = typesOf(this.#table(snapshotPaths[name]).columns);
    await this.#staging.load(name, types, records as Iterable<Record<string, unknown>>);
    await this.#copy(snapshotPaths[name], {
      select: `SELECT ${Object.keys(types).map(quoteName).join(', ')} FROM ${name}`,
      orderBy: null,
    });
  }

  /** `isLoaded` resolves when the memberships are in the staging database. */
  async #writeCategory(category: string, isLoaded: Promise<void>): Promise<void> {
    const { sources, resolved } = this.#input;
    const [rows, contents] = [snapshotPaths.rows(category), snapshotPaths.contents(category)];
    const table = quoteName(`contents_${category}`);
    const cells = this.#table(rows).columns.filter(({ key }) => !places.has(key));
    const types = typesOf([...cells, ...this.#table(contents).columns]);
    const columns = columnsOfCategory(sources.meta.columns, category);
    const known = this.#files.memory?.linesOf(category, columns) ?? null;
    const lines = contentLines(category, columns, { resolved, known });
    const bytes = await this.#staging.loadLines(`contents_${category}`, types, lines);
    await isLoaded;
    if (--this.#unloaded === 0) this.#setLoaded();
    const steps = [
      ...(this.#linked.has(rows) ? [] : [() => this.#writeRows(rows, table, bytes)]),
      ...(this.#linked.has(contents) ? [] : [() => this.#writeContents(contents, table)]),
    ];
    const isLarge = (this.#counts.get(category) ?? 0) > maxContentsAtOnce;
    await inParallel(isLarge ? 1 : steps.length, steps, async (step) => {
      await step();
      // The tables that an edit touches are few. In a whole build, each comparison that runs beside takes memory.
      if (!this.#files.mayLink) await this.#staging.checked();
    });
  }

  /** `bytes`: size of the table of contents. */
  async #writeRows(rows: string, table: string, bytes: number): Promise<void> {
    const placed = await this.#placeRows(table);
    const known = new Set(this.#table(rows).columns.map(({ key }) => key));
    const hashOfContent = `SELECT _content, ${this.#hashOfContent(known)} AS cells FROM ${table}`;
    const query: Query = {
      select: await this.#split(placed, `SELECT ${this.#select(rows, places)} ${joinPlaces(placed, table)}`),
      // A join in memory keeps the order. Sorting takes as long as writing.
      orderBy: bytes > maxJoinedBytes ? 'm.rowid' : null,
      isJoined: true,
      hashes: {
        inFile: (position) => this.#hashOfRow(position, known),
        select:
          `SELECT hash(position, ${placeKeys}, cells) AS hash FROM (SELECT m.rowid AS position, ` +
          `${[...places.values()].join(', ')}, cells ${joinPlaces(placed, `(${hashOfContent})`)})`,
      },
    };
    await settleAll([this.#copy(rows, query), this.#assertKey(rows, { placed, table })]);
    await this.#staging.query(`DROP TABLE ${placed}`);
  }

  /** Queries of parts of the rows, in their order: the rows of a large category would not fit into the memory. */
  async #split(placed: string, select: string): Promise<string[]> {
    const [[rows] = []] = await this.#staging.query(`SELECT count(*) FROM ${placed}`);
    const parts = Math.max(1, Math.ceil(Number(rows) / rowsPerPart));
    return Array.from({ length: parts }, (_, part) => {
      const [from, to] = [part * rowsPerPart, (part + 1) * rowsPerPart];
      return parts === 1 ? select : `${select} WHERE m.rowid >= ${from} AND m.rowid < ${to}`;
    });
  }

  /** The table is in the order of the ids, which are consecutive in a category. */
  async #writeContents(contents: string, table: string): Promise<void> {
    const [[first] = []] = await this.#staging.query(`SELECT coalesce(min(_content), 0) FROM ${table}`);
    const { _content: _, ...types } = typesOf(this.#table(contents).columns);
    const cells = hashOf(new Map(Object.entries(types)));
    await this.#copy(contents, {
      select: `SELECT ${this.#select(contents, new Map())} FROM ${table} c`,
      orderBy: null,
      hashes: {
        inFile: (position) => `hash(${position} + ${first}, ${cells})`,
        select: `SELECT hash(_content::BIGINT, ${cells}) AS hash FROM ${table}`,
      },
    });
  }

  /** A table of the places of a category's rows, in the order of the file. */
  async #placeRows(contents: string): Promise<string> {
    const placed = contents.replace('contents_', 'placed_');
    const ranked = `SELECT _content, row_number() OVER (ORDER BY provider, slug, _content) AS rank FROM ${contents}`;
    await this.#staging.query(
      `CREATE TABLE ${placed} AS SELECT m.network, m._content, m.sourceFile, m.sourceLine ` +
        `FROM memberships m JOIN (${ranked}) r USING (_content) ORDER BY m.network, r.rank`,
    );
    return placed;
  }

  /** Select list of a table: the expression in `given`, otherwise the column of `c`. */
  #select(file: string, given: ReadonlyMap<string, string>): string {
    return this.#table(file)
      .columns.map(({ key }) => given.get(key) ?? `c.${quoteName(key)}`)
      .join(', ');
  }

  /** The rows of all categories: the column chunks of the files that `write` wrote or linked. */
  async writeOffers(): Promise<void> {
    const { path: file, columns } = this.#table(snapshotPaths.offers);
    const { categories } = this.#input.sources.meta;
    if (categories.length === 0) return;
    const tables = categories.map((category) => ({
      file: path.join(this.#files.folder, snapshotPaths.rows(category.key)),
      label: category.key,
    }));
    const footer = { ...this.#input.stamp, ...footerOf(this.#table(file)) };
    const names = columns.map((column) => column.key);
    const fillers = this.#files.memory?.fillers ?? null;
    const join = { columns: names, label: 'category', tables, footer, fillers };
    await this.#staging.join(join, path.join(this.#files.folder, file), (position) => this.#hashOfRow(position));
  }

  /** Hash of a row of all categories. `known`: the columns of a category. */
  #hashOfRow(position: string, known?: ReadonlySet<string>): string {
    return `hash(${position}, ${placeKeys}, ${this.#hashOfContent(known)})`;
  }

  #hashOfContent(known?: ReadonlySet<string>): string {
    const columns = this.#table(snapshotPaths.offers).columns;
    const cells = columns.filter(({ key }) => key !== 'category' && !places.has(key));
    return hashOf(new Map(cells.map(({ key, type }) => [key, type])), known);
  }

  /** Throws if two rows of a network have one slug. The category's rows are compared as they were before they were written. */
  async #assertKey(
    file: string,
    { placed, table }: { readonly placed: string; readonly table: string },
  ): Promise<void> {
    const slugs = `SELECT _content, min(_content) OVER (PARTITION BY slug) AS slug FROM ${table}`;
    const repeated = `SELECT 1 FROM ${placed} JOIN (${slugs}) USING (_content) GROUP BY network, slug HAVING count(*) > 1`;
    const [[count] = []] = await this.#staging.query(`SELECT count(*) FROM (${repeated})`);
    if (Number(count) === 0) return;
    const key = this.#table(file).key.join(', ');
    throw new PipelineError('read-back', `${count} keys (${key}) of ${file} stand in several rows`);
  }

  #table(file: string): Table {
    const table = this.#tables.get(file);
    if (!table) throw new Error(`no table ${file} is described`);
    return table;
  }
}

/** Joins rows with their contents and names. */
function joinPlaces(placed: string, contents: string): string {
  return (
    `FROM ${placed} m JOIN ${contents} c USING (_content) ` +
    'JOIN names_of_network n ON n.number = m.network JOIN names_of_sourceFile f ON f.number = m.sourceFile'
  );
}
