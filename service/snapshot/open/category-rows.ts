/** Reads the rows of a category from their file. The result depends on the file and the columns only. */
import type { DuckDBConnection, DuckDBListValue } from '@duckdb/node-api';
import { createPause } from '../../../common/pauses.ts';
import { quoteName } from '../../../common/sql.ts';
import { type ColumnDefinition, isMoney } from '../../../model/columns.ts';
import { companionsOf } from '../../../model/companions.ts';
import { type Connect, connectSchema } from '../../../model/connect.ts';
import { knownCells } from '../../../model/placeholders.ts';
import type { Scope } from '../../../model/rows.ts';
import type { Row } from '../catalog.ts';
import { streamChunks } from '../database/parquet.ts';
import { type FacetIndex, indexFacets } from '../texts/facet-index.ts';
import { groupColumn, groupSql } from '../texts/price-groups.ts';
import { type CategoryParts, type PartOf, RowPartsBuilder, splitColumns } from '../texts/row-parts.ts';
import { type CellOf, type SearchTexts, searchTextsOf } from '../texts/search-index.ts';

/** Lists are in the order of the ids, from the first one in `parts.range`. */
export interface CategoryRows {
  readonly parts: CategoryParts;
  readonly slug: readonly string[];
  readonly provider: readonly string[];
  readonly chain: readonly (string | null)[];
  /** Slug of the offer that the listing refers to, or else of the listing. */
  readonly offer: readonly string[];
  readonly scope: readonly Scope[];
  readonly connect: readonly (Connect | null)[];
  readonly texts: readonly SearchTexts[];
  readonly facets: FacetIndex;
  /** Numbers of texts by the words that they have. */
  readonly words: ReadonlyMap<string, number>;
}

export interface CategorySource {
  readonly connection: DuckDBConnection;
  readonly category: string;
  readonly columns: readonly ColumnDefinition[];
  /** SQL of the rows with a column `file_row_number`. */
  readonly sql: string;
  readonly count: number;
}

export async function readCategory(source: CategorySource): Promise<CategoryRows> {
  const { columns, count } = source;
  const reader = new CategoryReader(source);
  const texts = ['(_content - file_row_number)::VARCHAR', '_offer', '_connect', 'scope', ...reader.runs.map(partSql)];
  await streamTexts(source, texts, (at, text, ids) => {
    if (at === 0) reader.begin(text);
    else if (at === 1) reader.addOffer(text, ids);
    else if (at === 2) reader.addConnect(text, ids);
    else if (at === 3) reader.addScope(text, ids);
    else reader.addPart(at - 4, String(text), ids);
  });
  const [slug, provider, chain, found]: [string[], string[], (string | null)[], SearchTexts[]] = [[], [], [], []];
  const textsOf = searchTextsOf(columns, (text) => reader.parts.fold(text));
  const cellOf = reader.readCells();
  const pause = createPause();
  for (let row = 0; row < count; row++) {
    if (row % rowsPerStep === 0) await pause();
    const cell = cellOf(reader.first + row);
    slug.push(String(cell('slug')));
    provider.push(String(cell('provider')));
    const at = cell('chain');
    chain.push(typeof at === 'string' ? at : null);
    found.push(textsOf(cell));
  }
  const { offer, scope, connect, parts } = reader;
  return {
    parts: parts.build(),
    slug,
    provider,
    chain,
    offer,
    scope,
    connect,
    texts: found,
    facets: indexFacets(reader.read),
    words: parts.words,
  };
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
  readonly connect: (Connect | null)[];
  readonly read: Run[] = [];
  /** Id of the first row. */
  first = -1;
  readonly #source: CategorySource;
  #parts: RowPartsBuilder | null = null;

  constructor(source: CategorySource) {
    this.runs = splitColumns(source.columns);
    this.offer = new Array(source.count);
    this.scope = new Array(source.count);
    this.connect = new Array(source.count).fill(null);
    this.#source = source;
  }

  /** `first`: id minus position, which is the same for all rows. */
  begin(first: unknown): void {
    this.first = Number(first);
    this.#parts = new RowPartsBuilder(this.first, this.#source.count, this.runs.length);
  }

  get parts(): RowPartsBuilder {
    if (this.#parts !== null) return this.#parts;
    throw new Error('the id of the first row comes before its texts');
  }

  addOffer(text: unknown, ids: readonly number[]): void {
    for (const id of ids) this.offer[id - this.first] = String(text);
  }

  addScope(text: unknown, ids: readonly number[]): void {
    for (const id of ids) this.scope[id - this.first] = text as Scope;
  }

  addConnect(text: unknown, ids: readonly number[]): void {
    if (text === null) return;
    const connect = connectSchema.parse(JSON.parse(String(text)));
    for (const id of ids) this.connect[id - this.first] = connect;
  }

  addPart(at: number, text: string, ids: readonly number[]): void {
    const part = this.parts.next;
    const run = (this.read[at] ??= { columns: this.runs[at] ?? [], parts: [], partOf: this.parts.partOf(at, part) });
    const [json = '', numbers = '', groups = ''] = text.split(partSeparator);
    const cells = knownCells(this.parts.add(json, numbers));
    run.parts.push({ cells, numbers: { ...JSON.parse(numbers), ...JSON.parse(groups) } });
    for (const id of ids) this.parts.give(id, at, part);
  }

  readCells(): (id: number) => CellOf {
    const runOf = new Map(this.runs.flatMap((columns, at) => columns.map(({ key }) => [key, this.read[at]] as const)));
    return (id) => (key) => {
      const run = runOf.get(key);
      return run?.parts[run.partOf(id)]?.cells[key] ?? null;
    };
  }
}

/**
 * Reads the distinct texts of some expressions with the ids of their rows: expression by expression, in the order of the first
 * rows. Most rows differ in few texts, so that this takes a tenth of the time of reading all texts of each row.
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
 * SQL of a part: JSON objects of its cells (every column in order, flags as 0 and 1), of the numbers that they state, and of the
 * groups of their prices.
 */
function partSql(columns: readonly ColumnDefinition[]): string {
  const cells = columns.map(({ key, valueKind }) => {
    return [key, valueKind === 'boolean' ? `${quoteName(key)}::TINYINT` : quoteName(key)] as const;
  });
  const numbers = columns.flatMap(companionsOf).map(({ key }) => [key, quoteName(key)] as const);
  const groups = columns.filter(isMoney).map(({ key }) => [groupColumn(key), groupSql(key)] as const);
  return `concat_ws(chr(10), ${[cells, numbers, groups].map(objectSql).join(', ')})`;
}

function objectSql(members: readonly (readonly [key: string, sql: string])[]): string {
  return `json_object(${members.map(([key, sql]) => `'${key}', ${sql}`).join(', ')})`;
}
