/** Parquet files of the distinct rows -> what JavaScript keeps of them. */

import type { DuckDBConnection, DuckDBListValue } from '@duckdb/node-api';
import { foldCell } from '../../../common/fold.ts';
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { inParallel } from '../../../common/settle.ts';
import { quoteName } from '../../../common/sql.ts';
import { type ColumnDefinition, isMoney } from '../../../model/columns.ts';
import { companionsOf } from '../../../model/companions.ts';
import { type Connect as Connection, connectSchema } from '../../../model/connect.ts';
import { snapshotPaths } from '../../../model/manifest.ts';
import { knownCells } from '../../../model/placeholders.ts';
import type { Scope } from '../../../model/rows.ts';
import { createPause } from '../../pauses.ts';
import type { Catalog, Row } from '../catalog.ts';
import type { Connect } from '../database/database.ts';
import { streamChunks } from '../database/parquet.ts';
import { type FacetIndex, indexFacets } from '../texts/facet-index.ts';
import { groupColumn, groupSql } from '../texts/price-groups.ts';
import { CategoryParts, type PartOf, RowParts, splitColumns } from '../texts/row-parts.ts';
import { type CellOf, type SearchTexts, searchTextsOf } from '../texts/search-index.ts';
import { countWords, Vocabulary } from '../texts/vocabulary.ts';
import { contentsSql, filledCategories, rowsVersion, type Source } from './load-catalog.ts';
import type { OpeningCache } from './opening-cache.ts';
import { describedIn } from './verify.ts';

/**
 * Categories that are read at once: DuckDB groups the cells of one while JavaScript parses those of
 * the other.
 */
const parallel = 2;

interface RowsSource extends Omit<Source, 'connection'> {
  readonly connect: Connect;
}

export async function readRows(
  { connect, folder, manifest, catalog }: RowsSource,
  cache: OpeningCache,
): Promise<DistinctRows> {
  const read = new Map<string, CategoryRows>();
  await inParallel(parallel, filledCategories(manifest, catalog), async (category) => {
    const columns = catalog.columnsOf(category);
    const { rows } = describedIn(manifest, snapshotPaths.contents(category));
    const source = {
      category,
      columns,
      sql: contentsSql(folder, [category], columns),
      count: rows ?? 0,
    };
    const version = rowsVersion(manifest, category, columns);
    const make = () => connect((connection) => readCategory({ ...source, connection }));
    read.set(category, await cache.of(version, make));
  });
  return joinRows(catalog, read);
}

/**
 * Distinct rows, by id: rows that differ only in their network are one. In a category, ids follow
 * the default order.
 */
export type DistinctRows = ReturnType<typeof joinRows>;

/**
 * `offer`: slug of the offer that the listing refers to, or else of the listing. `connect`: null
 * for a row with nothing to connect to.
 */
function joinRows(catalog: Catalog, categories: ReadonlyMap<string, CategoryRows>) {
  const inOrder = [...categories].toSorted(([, a], [, b]) => a.parts.range[0] - b.parts.range[0]);
  const all = inOrder.map(([, category]) => category);
  const names = new Map<string, number>();
  for (const name of new Set(namesIn(catalog))) countWords(names, foldCell(name));
  const empty = (category: string) =>
    indexFacets([{ columns: catalog.columnsOf(category), parts: [], partOf: () => -1 }]);
  const join = <T>(listOf: (category: CategoryRows) => readonly T[]) => {
    const joined: T[] = [];
    return joined.concat(...all.map(listOf));
  };
  return {
    parts: new RowParts(all.map(({ parts }) => parts)),
    slug: join(({ slug }) => slug),
    provider: join(({ provider }) => provider),
    category: inOrder.flatMap(([category, { slug }]) => slug.map(() => category)),
    chain: join(({ chain }) => chain),
    offer: join(({ offer }) => offer),
    scope: join(({ scope }) => scope),
    connect: join(({ connect }) => connect),
    facets: new Map(
      catalog.categoryKeys.map((key) => [
        key,
        withColumns(catalog, categories.get(key)?.facets ?? empty(key)),
      ]),
    ),
    search: {
      texts: join(({ texts }) => texts),
      vocabulary: new Vocabulary([...all.map(({ words }) => words), names]),
    },
  };
}

/**
 * Columns are compared by identity, and an index of the last snapshot has columns that are equal to
 * those of this one.
 */
function withColumns({ columns }: Catalog, index: FacetIndex): FacetIndex {
  const current = index.columns.map((facet) => ({
    ...facet,
    column: columns.get(facet.column.key) ?? facet.column,
  }));
  return current.every(({ column }, at) => column === index.columns[at]?.column)
    ? index
    : { ...index, columns: current };
}

function namesIn({ providers, networks, categories }: Catalog): string[] {
  return [
    ...[...providers.values()].flatMap(({ name, description }) => [name, description ?? '']),
    ...[...networks.values()].flatMap(({ name, aliases }) => [name, ...aliases]),
    ...categories.map(({ label }) => label),
  ];
}

/** Lists are in the order of the ids, from the first one in `parts.range`. */
type CategoryRows = Awaited<ReturnType<typeof readCategory>>;

interface CategorySource {
  readonly connection: DuckDBConnection;
  readonly category: string;
  readonly columns: readonly ColumnDefinition[];
  /** SQL of the rows with a column `file_row_number`. */
  readonly sql: string;
  readonly count: number;
}

/** Depends on the file and the columns only. */
async function readCategory(source: CategorySource) {
  const { columns, count } = source;
  const reader = new CategoryReader(source);
  const texts = [
    '(_content - file_row_number)::VARCHAR',
    '_offer',
    '_connect',
    'scope',
    ...reader.runs.map(partSql),
  ];
  await streamTexts(source, texts, (at, text, ids) => {
    if (at === 0) reader.begin(text);
    else if (at === 1) reader.give(reader.offer, String(text), ids);
    else if (at === 2) reader.give(reader.connect, parseConnect(text), ids);
    else if (at === 3) reader.give(reader.scope, text as Scope, ids);
    else reader.addPart(at - 4, String(text), ids);
  });
  const [slug, provider, chain, searchTexts]: [
    string[],
    string[],
    (string | null)[],
    SearchTexts[],
  ] = [[], [], [], []];
  const textsOf = searchTextsOf(columns, (text) => reader.fold(text));
  const cellOf = reader.readCells();
  const pause = createPause();
  for (let row = 0; row < count; row++) {
    if (row % rowsPerStep === 0) await pause();
    const cell = cellOf(reader.first + row);
    slug.push(String(cell('slug')));
    provider.push(String(cell('provider')));
    const at = cell('chain');
    chain.push(typeof at === 'string' ? at : null);
    searchTexts.push(textsOf(cell));
  }
  // `offer`: slug of the offer that the listing refers to, or else of the listing.
  const { offer, scope, connect, parts, words } = reader;
  return {
    parts,
    slug,
    provider,
    chain,
    offer,
    scope,
    connect,
    texts: searchTexts,
    facets: indexFacets(reader.read),
    words,
  };
}

function parseConnect(text: unknown): Connection | null {
  return text === null ? null : connectSchema.parse(JSON.parse(String(text)));
}

/** Rows read between two looks at the clock. */
const rowsPerStep = 16;

/** A run of columns with its parts. */
interface Run {
  readonly columns: readonly ColumnDefinition[];
  readonly parts: { readonly cells: Row; readonly numbers: Row }[];
  readonly partOf: PartOf;
}

class CategoryReader {
  /** The columns in runs: equal cells in a run are one part. */
  readonly runs: readonly (readonly ColumnDefinition[])[];
  readonly offer: string[];
  readonly scope: Scope[];
  readonly connect: (Connection | null)[];
  readonly read: Run[] = [];
  /** Words of the cells, with the number of texts that have them. */
  readonly words = new Map<string, number>();
  readonly #folds = new Map<string, string>();
  /** Id of the first row. */
  first = -1;
  readonly #source: CategorySource;
  #parts: CategoryParts | null = null;

  constructor(source: CategorySource) {
    this.runs = splitColumns(source.columns);
    this.offer = new Array(source.count);
    this.scope = new Array(source.count);
    this.connect = new Array(source.count);
    this.#source = source;
  }

  /** `first`: id minus position, which is the same for all rows. */
  begin(first: unknown): void {
    this.first = Number(first);
    this.#parts = new CategoryParts(this.first, this.#source.count, this.runs.length);
  }

  get parts(): CategoryParts {
    if (this.#parts !== null) return this.#parts;
    throw new Error('the id of the first row comes before its texts');
  }

  /** Gives rows a value in a list of this category. */
  give<T>(list: T[], value: T, ids: readonly number[]): void {
    for (const id of ids) list[id - this.first] = value;
  }

  addPart(at: number, text: string, ids: readonly number[]): void {
    const [json = '', numbers = '', groups = ''] = text.split(partSeparator);
    const cells = JSON.parse(json) as Row;
    const texts = Object.values(cells).flat();
    const folded = texts.flatMap((cell) => (typeof cell === 'string' ? this.fold(cell) : []));
    const part = this.parts.add(json, numbers, folded);
    const run = (this.read[at] ??= {
      columns: this.runs[at] ?? [],
      parts: [],
      partOf: this.parts.partOf(at, part),
    });
    run.parts.push({
      cells: knownCells(cells),
      numbers: { ...JSON.parse(numbers), ...JSON.parse(groups) },
    });
    for (const id of ids) this.parts.give(id, at, part);
  }

  /** Folds a cell; each distinct text once. */
  fold(text: string): string {
    return getOrInsert(this.#folds, text, () => {
      const folded = foldCell(text);
      countWords(this.words, folded);
      return folded;
    });
  }

  readCells(): (id: number) => CellOf {
    const runOf = new Map(
      this.runs.flatMap((columns, at) => columns.map(({ key }) => [key, this.read[at]] as const)),
    );
    return (id) => (key) => {
      const run = runOf.get(key);
      return run?.parts[run.partOf(id)]?.cells[key] ?? null;
    };
  }
}

/**
 * Reads the distinct texts of some expressions with the ids of their rows: expression by
 * expression, in the order of the first rows. Most rows differ in few texts, so that this takes a
 * tenth of the time of reading all texts of each row.
 */
async function streamTexts(
  { connection, sql }: CategorySource,
  texts: readonly string[],
  take: (at: number, text: unknown, ids: readonly number[]) => void,
): Promise<void> {
  const chunks = streamChunks(
    connection,
    `SELECT number, text, list(_content) FROM (` +
      `SELECT _content, unnest(range(${texts.length}))::INTEGER AS number, unnest([${texts.join(', ')}]) AS text FROM ${sql}) ` +
      `GROUP BY number, text ORDER BY number, min(_content)`,
  );
  const pause = createPause();
  for await (const chunk of chunks) {
    const { rowCount } = chunk;
    const [at, text, ids] = [0, 1, 2].map((column) => chunk.getColumnVector(column));
    for (let row = 0; row < rowCount; row++) {
      // Another snapshot is served meanwhile.
      if (row % rowsPerStep === 0) await pause();
      const list = ids?.getItem(row) as DuckDBListValue;
      take(at?.getItem(row) as number, text?.getItem(row), list.items as readonly number[]);
    }
  }
}

/** Between the JSON objects of a part. JSON has no line breaks. */
const partSeparator = '\n';

/**
 * SQL of a part: JSON objects of its cells (every column in order, flags as 0 and 1), of the
 * numbers that they state, and of the groups of their prices.
 */
function partSql(columns: readonly ColumnDefinition[]): string {
  const cells = columns.map(({ key, valueKind }) => {
    return [key, valueKind === 'boolean' ? `${quoteName(key)}::TINYINT` : quoteName(key)] as const;
  });
  const numbers = columns.flatMap(companionsOf).map(({ key }) => [key, quoteName(key)] as const);
  const groups = columns
    .filter(isMoney)
    .map((column) => [groupColumn(column.key), groupSql(column)] as const);
  return `concat_ws(chr(10), ${[cells, numbers, groups].map(objectSql).join(', ')})`;
}

function objectSql(members: readonly (readonly [key: string, sql: string])[]): string {
  return `json_object(${members.map(([key, sql]) => `'${key}', ${sql}`).join(', ')})`;
}
