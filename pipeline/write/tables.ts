/** Writes the Parquet files of a snapshot. */
import { groupBy } from '../../common/group-by.ts';
import { sha256, sha256Once } from '../../common/hash.ts';
import { inParallel } from '../../common/settle.ts';
import { quoteName, quoteText, readParquet } from '../../common/sql.ts';
import type { Benchmark } from '../../model/benchmarks.ts';
import { type ColumnDefinition, columnsOfCategory, costColumnsOf } from '../../model/columns.ts';
import { companionsOf } from '../../model/companions.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import {
  type DefinitionTable,
  describeTables,
  physicalColumns,
  type Table,
  type TableColumn,
} from '../../model/tables.ts';
import { isUnitCost } from '../../model/unit-costs.ts';
import { describeNetworks } from '../describe-networks.ts';
import type { NewFiles } from '../snapshot/new-files.ts';
import { type Resolved, type Sources, sourcePaths } from '../sources.ts';
import { writeCategory } from './category-tables.ts';
import { filledCells, type Measures } from './measures.ts';
import { collectRows, listMemberships, noRows } from './memberships.ts';

export interface SnapshotTables {
  readonly sources: Sources;
  readonly resolved: Resolved;
  /** The row of snapshot.parquet. */
  readonly identity: object;
  readonly measures: Measures;
  /** What others measured. */
  readonly benchmarks: readonly Benchmark[];
}

/** Statements that run at once: more take memory, and no less time on two cores. */
const statements = 2;

export class TableWriter {
  readonly #input: SnapshotTables;
  readonly #files: NewFiles;
  readonly #rows: ReturnType<typeof collectRows>;
  /** By path. */
  readonly #tables: ReadonlyMap<string, Table>;

  constructor(input: SnapshotTables, files: NewFiles) {
    this.#input = input;
    this.#files = files;
    this.#rows = collectRows(input.resolved);
    this.#tables = new Map(
      describeTables(input.sources.meta, files.writer.wording).map((table) => [table.path, table]),
    );
  }

  /**
   * Writes the rows and contents of all categories, the largest first. Returns the categories whose
   * rows the snapshot before does not have.
   */
  async writeRows(): Promise<ReadonlySet<string>> {
    const { sources, resolved, measures } = this.#input;
    const { files, offers, listings, meta } = sources;
    const { categories, columns } = meta;
    const hashes = new Map(files.map((file) => [file.path, sha256Once(file.bytes)]));
    const entries = groupBy([...offers, ...listings], ({ category }) => category);
    // Listings of all networks are copied to the chains of each.
    const chains = resolved.networks.map((network) => [network.key, network.chains]);
    const found = categories.map(({ key }) => ({ key, rows: this.#rows.get(key) ?? noRows }));
    const sorted = found.toSorted((a, b) => b.rows.contents.length - a.rows.contents.length);
    const written = new Set<string>();
    await inParallel(statements, sorted, async ({ key: category, rows }) => {
      const own = columnsOfCategory(columns, category);
      const names = new Set(entries.get(category)?.map(({ source }) => source.file));
      const filled = rows.contents.map((content) => filledCells(content, measures, own));
      const tables = {
        category,
        columns: own,
        found: rows,
        numbers: resolved.numbers,
        units: meta.units,
        filled,
        inputs: sha256(
          JSON.stringify([
            own,
            Array.from(names, (name) => [name, hashes.get(name)]),
            chains,
            filled.filter((cells) => cells !== null),
            this.#datedCells(category),
            this.#readTexts(own),
          ]),
        ),
        rows: this.#table(snapshotPaths.rows(category)),
        contents: this.#table(snapshotPaths.contents(category)),
      };
      if (!(await writeCategory(tables, this.#files))) written.add(category);
    });
    return written;
  }

  /** What decides how the texts of columns are read, besides the texts. */
  #readTexts(columns: readonly ColumnDefinition[]): readonly unknown[] {
    const { readings, units } = this.#input.sources.meta;
    const keys = new Set(columns.map(({ key }) => key));
    const ofColumns = readings.map(({ value }) => value).filter(({ column }) => keys.has(column));
    const isCounted = costColumnsOf(columns).limits !== null;
    return [ofColumns, units.filter((line) => isCounted || !isUnitCost(line))];
  }

  /** Cells of offers that the day of the build decides. */
  #datedCells(category: string): readonly unknown[] {
    const { sources, resolved } = this.#input;
    return sources.periods
      .filter(({ value }) => value.category === category)
      .map(({ value: { slug } }) => resolved.offers.get(category)?.get(slug)?.cells.values);
  }

  /** Writes all tables but those of one category and of changes. */
  async writeOthers(writeProbes: () => Promise<void>): Promise<void> {
    const { sources, resolved, identity, benchmarks } = this.#input;
    const { categories, chains, columns, sets, words, application, units, rates } = sources.meta;
    const networks = Array.from(
      describeNetworks(resolved.networks, sources),
      ([network, cells]) => {
        return { network, ...cells };
      },
    );
    const isListed = new Set(networks.map(({ network }) => network));
    const sourceFile = sourcePaths.providers;
    const records: Partial<Record<DefinitionTable, readonly object[]>> = {
      benchmarks,
      categories,
      columns: describeDictionary(columns, [...this.#tables.values()]),
      networks,
      chains: chains.filter(({ network }) => isListed.has(network)),
      providers: sources.providers.map(({ value, line }) => ({
        ...value,
        sourceFile,
        sourceLine: line,
      })),
      quotations: sources.quotations.map(({ value }) => value),
      sets: sets.map(({ value }) => value),
      words: words.map(({ value }) => value),
      application,
      units: units.map((unit) => ({
        ...unit,
        // A part of the key, which has no null.
        technology: unit.technology ?? '*',
        readOnAsDate: unit.readOn,
      })),
      rates: rates.map((rate) => ({ ...rate, dayAsDate: rate.day })),
      snapshot: [identity],
    };
    const memberships = this.#table(snapshotPaths.memberships);
    const types = { network: 'VARCHAR', category: 'VARCHAR', _content: 'INTEGER[]' };
    const unnested = 'network, category, unnest(_content) AS _content';
    const steps = [
      () => this.#files.writeRecords(memberships, listMemberships(this.#rows), types, unnested),
      ...Object.entries(records).flatMap(([name, each]) => {
        const table = this.#tables.get(snapshotPaths[name as DefinitionTable]);
        return table === undefined ? [] : [() => this.#files.writeRecords(table, each)];
      }),
      () => this.#writeMetrics(),
      writeProbes,
    ];
    await inParallel(statements, steps, (write) => write());
  }

  /**
   * Figures of the site and of networks, in all and by category, also of categories without rows;
   * then those of providers of APIs.
   */
  async #writeMetrics(): Promise<void> {
    const { sources, resolved } = this.#input;
    const { categories } = sources.meta;
    const table = this.#table(snapshotPaths.metrics);
    const names = [categories.map(({ key }) => key), resolved.networks.map(({ key }) => key)];
    const rows = categories.map(({ key }) => snapshotPaths.rows(key));
    const written = this.#files.list().filter((file) => rows.includes(file.path));
    const inputs = this.#files.inputsOf(table, [
      JSON.stringify([names, written.map((file) => file.inputs)]),
    ]);
    if (this.#files.linkTable(table, inputs)) return;
    const listed = readParquet(
      written.map((file) => this.#files.pathOf(file.path)),
      'union_by_name = true',
    );
    const [orderedCategories, orderedNetworks] = names.map(
      (each) =>
        `SELECT unnest([NULL, ${each.map(quoteText).join(', ')}]) AS name, unnest(range(${each.length + 1})) AS place`,
    );
    await this.#files.writeTable(
      table,
      inputs,
      `WITH listed AS (SELECT network, category, provider FROM ${listed}),
         counted AS (SELECT network, category, count(*) AS rows, count(DISTINCT provider) AS providers,
           count(DISTINCT category) AS categories, count(DISTINCT (category, provider)) AS pairs
           FROM listed GROUP BY CUBE (network, category)),
         surfaces AS (SELECT n.name AS network, k.name AS category, n.place AS networkPlace, k.place AS categoryPlace
           FROM (${orderedNetworks}) n CROSS JOIN (${orderedCategories}) k),
         figures AS (SELECT s.*, NULL::VARCHAR AS provider, coalesce(c.rows, 0) AS rows, coalesce(c.providers, 0) AS providers,
             CASE WHEN s.category IS NULL THEN coalesce(c.categories, 0) END AS activeCategories,
             CASE WHEN s.category IS NULL THEN coalesce(c.pairs, 0) END AS providerCategoryEntries
           FROM surfaces s LEFT JOIN counted c ON c.network IS NOT DISTINCT FROM s.network AND c.category IS NOT DISTINCT FROM s.category
         UNION ALL BY NAME
         SELECT network, category, provider, count(*) AS rows, any_value(n.place) AS networkPlace, ${categories.length + 1} AS categoryPlace
           FROM listed JOIN (${orderedNetworks}) n ON n.name = network WHERE category = 'apis' GROUP BY ALL)
       SELECT ${table.columns.map(({ key, type }) => `${quoteName(key)}::${type} AS ${quoteName(key)}`).join(', ')}
       FROM figures ORDER BY networkPlace, categoryPlace, provider`,
    );
  }

  #table(file: string): Table {
    const table = this.#tables.get(file);
    if (!table) throw new Error(`no table ${file} is described`);
    return table;
  }
}

/**
 * Records of columns.parquet: the columns of columns.csv with their companions, then the fixed
 * columns of all tables.
 */
function describeDictionary(
  columns: readonly ColumnDefinition[],
  tables: readonly Table[],
): object[] {
  const used = tables.flatMap(({ path, columns: own }) => own.map((column) => ({ path, column })));
  const uses = groupBy(used, ({ column }) => identify(column));
  const place = (column: TableColumn) => ({
    type: column.type,
    kind: column.kind,
    files: uses.get(identify(column))?.map(({ path }) => path) ?? [],
  });
  const fixed = [...uses.values()].flatMap(([first]) =>
    first?.column.kind === 'fixed' ? [first.column] : [],
  );
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
function describeColumn(
  column: ColumnDefinition,
  place: (column: TableColumn) => object,
): object[] {
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
