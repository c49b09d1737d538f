/** Writes the Parquet files of a snapshot. */
import { groupBy } from '../../common/group-by.ts';
import { sha256, sha256Once } from '../../common/hash.ts';
import { inParallel } from '../../common/settle.ts';
import { type ColumnDefinition, columnsOfCategory } from '../../model/columns.ts';
import { companionsOf } from '../../model/companions.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import { type SnapshotMetrics, tabulateMetrics } from '../../model/metrics.ts';
import {
  type DefinitionTable,
  describeTables,
  physicalColumns,
  type Table,
  type TableColumn,
  typesOf,
} from '../../model/tables.ts';
import { describeNetworks } from '../describe-networks.ts';
import { type Resolved, type Sources, sourcePaths } from '../sources.ts';
import { writeCategory } from './category-tables.ts';
import { type Database, namesTable } from './database.ts';
import { collectMemberships, hashIntegers, type Memberships, noRows } from './memberships.ts';
import type { TableFiles } from './table-files.ts';

export interface SnapshotTables {
  readonly sources: Sources;
  readonly resolved: Resolved;
  readonly metrics: SnapshotMetrics;
  /** The row of snapshot.parquet. */
  readonly identity: object;
}

/** Statements that run at once: more take memory, and no less time on two cores. */
const statements = 2;

export class TableWriter {
  readonly #input: SnapshotTables;
  readonly #database: Database;
  readonly #files: TableFiles;
  readonly #memberships: Memberships;
  /** By path. */
  readonly #tables: ReadonlyMap<string, Table>;

  constructor(input: SnapshotTables, database: Database, files: TableFiles) {
    this.#input = input;
    this.#database = database;
    this.#files = files;
    this.#memberships = collectMemberships(input.resolved);
    this.#tables = new Map(describeTables(input.sources.meta).map((table) => [table.path, table]));
  }

  /** Writes the rows and contents of all categories, the largest first. Returns the categories whose rows the snapshot before does not have. */
  async writeRows(): Promise<ReadonlySet<string>> {
    const { files, offers, listings, meta } = this.#input.sources;
    const { categories, columns } = meta;
    const hashes = new Map(files.map((file) => [file.path, sha256Once(file.bytes)]));
    const entries = groupBy([...offers, ...listings], ({ category }) => category);
    // Listings of all networks are copied to the chains of each.
    const chains = this.#input.resolved.networks.map((network) => [network.key, network.chains]);
    const found = categories.map(({ key }) => ({ key, rows: this.#memberships.categories.get(key) ?? noRows }));
    const sorted = found.toSorted((a, b) => b.rows.contents.length - a.rows.contents.length);
    const written = new Set<string>();
    await inParallel(statements, sorted, async ({ key: category, rows }) => {
      const own = columnsOfCategory(columns, category);
      const names = new Set(entries.get(category)?.map(({ source }) => source.file));
      const tables = {
        category,
        columns: own,
        found: rows,
        inputs: sha256(JSON.stringify([own, Array.from(names, (name) => [name, hashes.get(name)]), chains])),
        rows: this.#table(snapshotPaths.rows(category)),
        contents: this.#table(snapshotPaths.contents(category)),
      };
      if (!(await writeCategory(tables, { database: this.#database, files: this.#files }))) written.add(category);
    });
    return written;
  }

  /** Writes all tables but those of one category and of changes. */
  async writeOthers(writeProbes: () => Promise<void>): Promise<void> {
    const { sources, resolved, metrics, identity } = this.#input;
    const { categories, columns, sets, words, application, units } = sources.meta;
    const networks = Array.from(describeNetworks(resolved.networks, sources), ([network, cells]) => {
      return { network, ...cells };
    });
    const sourceFile = sourcePaths.providers;
    const records: Partial<Record<DefinitionTable, readonly object[]>> = {
      categories,
      columns: describeDictionary(columns, [...this.#tables.values()]),
      networks,
      providers: sources.providers.map(({ value, line }) => ({ ...value, sourceFile, sourceLine: line })),
      sets: sets.map(({ value }) => value),
      words: words.map(({ value }) => value),
      application,
      units: units.map((unit) => ({ ...unit, readOnAsDate: unit.readOn })),
      metrics: tabulateMetrics(metrics),
      snapshot: [identity],
    };
    const small = Object.entries(records).map(
      ([name, each]) =>
        () =>
          this.#writeRecords(name as DefinitionTable, each),
    );
    const steps = [() => this.#writeMemberships(), ...small, writeProbes];
    await inParallel(statements, steps, (write) => write());
  }

  async #writeRecords(name: DefinitionTable, records: readonly object[]): Promise<void> {
    const table = this.#table(snapshotPaths[name]);
    const lines = await this.#database.writeRecords(name, records);
    const inputs = this.#files.inputsOf(table, [lines.sha256]);
    if (this.#files.link(table, inputs)) return;
    await this.#database.loadFile(name, typesOf(table.columns), lines);
    await this.#files.write(table, inputs, `FROM ${name}`);
  }

  /** In the order of networks and of contents, which have the default order of rows. */
  async #writeMemberships(): Promise<void> {
    const { sources, resolved } = this.#input;
    const { contents, networks } = resolved;
    const { columns } = this.#memberships;
    const table = this.#table(snapshotPaths.memberships);
    const names = {
      network: networks.map(({ key }) => key),
      category: sources.meta.categories.map(({ key }) => key).toSorted(),
    };
    const numbers = new Map(names.category.map((key, number) => [key, number]));
    const ofContent = Int32Array.from(contents, ({ category }) => numbers.get(category) ?? -1);
    const category = columns._content.map((content) => ofContent[content] ?? -1);
    // Most edits change no memberships.
    const hash = hashIntegers(Object.values(names), [columns.network, columns._content, category]);
    const inputs = this.#files.inputsOf(table, [hash]);
    if (this.#files.link(table, inputs)) return;
    await this.#database.loadIntegers('memberships', { ...columns, category });
    const query =
      'SELECT n.name AS network, k.name AS category, m._content FROM memberships m ' +
      `JOIN ${namesTable(names.network)} n ON n.number = m.network JOIN ${namesTable(names.category)} k ON k.number = m.category`;
    await this.#files.write(table, inputs, query);
  }

  #table(file: string): Table {
    const table = this.#tables.get(file);
    if (!table) throw new Error(`no table ${file} is described`);
    return table;
  }
}

/** Records of columns.parquet: the columns of columns.csv with their companions, then the fixed columns of all tables. */
function describeDictionary(columns: readonly ColumnDefinition[], tables: readonly Table[]): object[] {
  const used = tables.flatMap(({ path, columns: own }) => own.map((column) => ({ path, column })));
  const uses = groupBy(used, ({ column }) => identify(column));
  const place = (column: TableColumn) => ({
    type: column.type,
    kind: column.kind,
    files: uses.get(identify(column))?.map(({ path }) => path) ?? [],
  });
  const fixed = [...uses.values()].flatMap(([first]) => (first?.column.kind === 'fixed' ? [first.column] : []));
  return [
    ...columns.flatMap((column) => describeColumn(column, place)),
    ...fixed.map((column) => ({ ...column, ...unused, ...place(column) })),
  ];
}

/** Fixed columns of one name and meaning share a line. */
function identify({ kind, key, type, description }: TableColumn): string {
  return JSON.stringify([kind, key, type, description]);
}

const unused = { categories: [], requiredIn: [], core: false };

/** A column and its companions, which have the categories of their column. */
function describeColumn(column: ColumnDefinition, place: (column: TableColumn) => object): object[] {
  const { categories, core } = column;
  const [own, ...others] = physicalColumns(column).map(place);
  const companions = companionsOf(column).map((companion, at) => ({
    ...companion,
    nullable: true,
    categories,
    requiredIn: [],
    core,
    ...others[at],
  }));
  return [{ ...column, ...own }, ...companions];
}
