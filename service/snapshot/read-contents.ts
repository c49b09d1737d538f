/** Parquet files of the contents -> what JavaScript keeps of them. */

import type { DuckDBConnection, DuckDBDataChunk, DuckDBVector } from '@duckdb/node-api';
import { quoteName } from '../../common/sql.ts';
import { type ColumnDefinition, hasNumbers, isMoney, numberKeys } from '../../model/columns.ts';
import { companionsOf } from '../../model/companions.ts';
import { createPause } from '../pauses.ts';
import type { Catalog } from './catalog.ts';
import { type CellOf, type FacetIndex, FacetIndexBuilder } from './facet-index.ts';
import { contentsSql, countContents, filledCategories, type Source } from './load.ts';
import { groupColumn, groupSql } from './price-groups.ts';
import { RowPartsBuilder, splitColumns } from './row-parts.ts';
import { type SearchTexts, SearchTextsBuilder } from './search-texts.ts';
import type { Contents } from './snapshot.ts';

import { SnapshotError } from './verify.ts';

/** Throws `inconsistent` unless the ids of the contents are 0, 1, 2, ..., and each has a slug, a provider and an offer. */
export async function readContents({ connection, folder, manifest, catalog }: Source): Promise<Contents> {
  const categories = filledCategories(manifest, catalog);
  const count = countContents(manifest, catalog);
  const splits = new Map(categories.map((key) => [key, splitColumns(catalog.columnsOf(key))]));
  const width = Math.max(1, ...[...splits.values()].map((parts) => parts.length));
  const reader = new ContentReader(connection, count, new RowPartsBuilder(count, width));
  for (const [category, parts] of splits) {
    const columns = catalog.columnsOf(category);
    await reader.read({ category, columns, parts, source: contentsSql(folder, category, columns) });
  }
  return reader.finish(catalog);
}

interface CategorySource {
  readonly category: string;
  readonly columns: readonly ColumnDefinition[];
  /** The columns in parts. */
  readonly parts: readonly (readonly ColumnDefinition[])[];
  /** SQL of a table. */
  readonly source: string;
}

class ContentReader {
  readonly #connection: DuckDBConnection;
  readonly #count: number;
  readonly #parts: RowPartsBuilder;
  readonly #slug: string[];
  readonly #provider: string[];
  readonly #category: string[];
  readonly #chain: (string | null)[];
  readonly #offer: string[];
  readonly #numbersJson: string[];
  readonly #searchTexts: SearchTexts[];
  readonly #texts: SearchTextsBuilder;
  readonly #facets = new Map<string, FacetIndex>();
  #read = 0;

  /** Categories are not read in the order of their ids, so that the arrays have their length from the start. */
  constructor(connection: DuckDBConnection, count: number, parts: RowPartsBuilder) {
    this.#connection = connection;
    this.#count = count;
    this.#parts = parts;
    this.#slug = new Array(count);
    this.#provider = new Array(count);
    this.#category = new Array(count);
    this.#chain = new Array(count);
    this.#offer = new Array(count);
    this.#numbersJson = new Array(count);
    this.#searchTexts = new Array(count);
    this.#texts = new SearchTextsBuilder((text) => parts.fold(text));
  }

  async read(from: CategorySource): Promise<void> {
    const { columns, parts, source } = from;
    const numeric = columns.filter(hasNumbers);
    const numbers = numeric.flatMap(({ key }) => numberKeys(key));
    const groups = numeric.filter(isMoney).map(({ key }) => key);
    const selected = [
      '_content',
      '_offer',
      numbersJsonSql(columns),
      ...parts.map(rowJsonSql),
      ...numbers.map(quoteName),
      ...groups.map(groupSql),
    ];
    const indexed = [...numbers, ...groups.map(groupColumn)];
    const category = new CategoryReader(from);
    const pause = createPause();
    // No ORDER BY: a file's rows are in the order of their ids already, and sorting long texts costs more than reading them.
    const result = await this.#connection.stream(`SELECT ${selected.join(', ')} FROM ${source}`);
    for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
      const [ids, offers, stated, ...rest] = getVectors(chunk);
      category.open(rest.slice(0, parts.length), new Map(indexed.map((key, at) => [key, rest[parts.length + at]])));
      for (let row = 0; row < chunk.rowCount; row++) {
        // Another snapshot is served meanwhile.
        if (row % rowsPerStep === 0) await pause();
        const id = this.#take(ids?.getItem(row));
        const cell = category.take(id, row, this.#parts);
        this.#keep(id, from, cell);
        this.#offer[id] = textOf(offers?.getItem(row), '_offer');
        this.#numbersJson[id] = category.share(String(stated?.getItem(row)));
      }
    }
    this.#facets.set(from.category, category.facets.build());
  }

  finish(catalog: Catalog): Contents {
    // Ids are distinct and below the count: if there are as many, none is missing.
    if (this.#read < this.#count) throw new SnapshotError('inconsistent', 'the ids of the contents have a gap');
    const { vocabulary } = this.#parts;
    for (const text of namesIn(catalog)) vocabulary.add(text);
    vocabulary.close();
    const facets = catalog.categoryKeys.map((key) => {
      return [key, this.#facets.get(key) ?? new FacetIndexBuilder(catalog.columnsOf(key)).build()] as const;
    });
    return {
      parts: this.#parts.build(),
      slug: this.#slug,
      provider: this.#provider,
      category: this.#category,
      chain: this.#chain,
      offer: this.#offer,
      numbersJson: this.#numbersJson,
      facets: new Map(facets),
      search: { texts: this.#searchTexts, vocabulary },
    };
  }

  #keep(id: number, { category, columns }: CategorySource, cell: CellOf): void {
    const chain = cell('chain');
    this.#slug[id] = textOf(cell('slug'), 'slug');
    this.#provider[id] = textOf(cell('provider'), 'provider');
    this.#category[id] = category;
    this.#chain[id] = typeof chain === 'string' ? chain : null;
    this.#searchTexts[id] = this.#texts.add(cell, columns);
  }

  /** Throws `inconsistent` for an id beyond the count, and for one that two contents have. */
  #take(item: unknown): number {
    const id = typeof item === 'number' ? item : -1;
    if (id < 0 || id >= this.#count || this.#slug[id] !== undefined)
      throw new SnapshotError('inconsistent', `content ${id} is not below ${this.#count} or not the only one`);
    this.#read++;
    return id;
  }
}

/** Rows read between two looks at the clock. */
const rowsPerStep = 16;

/** Reads the rows of a category chunk by chunk. */
class CategoryReader {
  readonly facets: FacetIndexBuilder;
  /** Part of each column. */
  readonly #partOf: ReadonlyMap<string, number>;
  readonly #shared = new Map<string, string>();
  #json: readonly DuckDBVector[] = [];
  #numbers: ReadonlyMap<string, DuckDBVector | undefined> = new Map();

  constructor({ columns, parts }: CategorySource) {
    this.facets = new FacetIndexBuilder(columns);
    this.#partOf = new Map(parts.flatMap((part, at) => part.map(({ key }) => [key, at] as const)));
  }

  open(json: readonly DuckDBVector[], numbers: ReadonlyMap<string, DuckDBVector | undefined>): void {
    this.#json = json;
    this.#numbers = numbers;
  }

  /** Returns the cells of a content. */
  take(id: number, row: number, parts: RowPartsBuilder): CellOf {
    const cells = this.#json.map((vector, place) => parts.add(id, place, String(vector.getItem(row))));
    const cell: CellOf = (key) => cells[this.#partOf.get(key) ?? -1]?.[key] ?? null;
    this.facets.add(id, cell, (key) => this.#numbers.get(key)?.getItem(row));
    return cell;
  }

  /** The equal text that is known already: most rows of a category state the same numbers, or none. */
  share(text: string): string {
    const shared = this.#shared.get(text) ?? text;
    this.#shared.set(text, shared);
    return shared;
  }
}

function textOf(cell: unknown, key: string): string {
  if (typeof cell === 'string' && cell !== '') return cell;
  throw new SnapshotError('inconsistent', `a content lacks ${key}`);
}

function namesIn({ providers, networks, categories }: Catalog): string[] {
  return [
    ...[...providers.values()].flatMap(({ name, description }) => [name, description ?? '']),
    ...[...networks.values()].flatMap(({ name, aliases }) => [name, ...aliases]),
    ...categories.map(({ label }) => label),
  ];
}

/** SQL of the JSON of the columns' companions: an object. */
function numbersJsonSql(columns: readonly ColumnDefinition[]): string {
  const entries = columns.flatMap(companionsOf).map(({ key }) => `'${key}', ${quoteName(key)}`);
  return `json_object(${entries.join(', ')})`;
}

/** SQL of the JSON of cells: every column in order, flags as 0 and 1. */
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
