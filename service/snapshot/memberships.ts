/** Which scopes list which contents, in both directions. A scope is a category of a network, as `Catalog.scopeOf` numbers it. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText } from '../../common/sql.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import type { Catalog } from './catalog.ts';
import { streamChunks } from './database/chunks.ts';
import { parquet } from './database/statement.ts';
import { SnapshotError } from './open/verify.ts';

/** Lists of integers in one array: those of `key` are `values[offsets[key]]` to `values[offsets[key + 1] - 1]`. */
export class IntegerLists {
  readonly #offsets: Int32Array;
  readonly #values: Int32Array;

  /** `keys` are below `count`. The values of a key keep their order. */
  constructor(count: number, keys: Int32Array, values: Int32Array) {
    const offsets = new Int32Array(count + 1);
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? 0;
      offsets[key + 1] = (offsets[key + 1] ?? 0) + 1;
    }
    for (let key = 1; key <= count; key++) offsets[key] = (offsets[key] ?? 0) + (offsets[key - 1] ?? 0);
    const next = offsets.slice();
    const sorted = new Int32Array(values.length);
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? 0;
      const place = next[key] ?? 0;
      sorted[place] = values[at] ?? 0;
      next[key] = place + 1;
    }
    this.#offsets = offsets;
    this.#values = sorted;
  }

  /** Values of the keys `from` to `to`, key by key. */
  of(from: number, to = from): Int32Array {
    return this.#values.subarray(this.#offsets[from], this.#offsets[to + 1]);
  }
}

export interface Counts {
  readonly contents: number;
  readonly networks: number;
  readonly categories: number;
}

export class Places {
  readonly #byContent: IntegerLists;
  readonly #byScope: IntegerLists;

  /** Pairs of a scope and a content, in the order of networks, then of contents. */
  constructor(pairs: { readonly scopes: Int32Array; readonly contents: Int32Array }, counts: Counts) {
    this.#byContent = new IntegerLists(counts.contents, pairs.contents, pairs.scopes);
    this.#byScope = new IntegerLists(counts.networks * counts.categories, pairs.scopes, pairs.contents);
  }

  /** Scopes that list a content, ascending. */
  scopesOf(content: number): Int32Array {
    return this.#byContent.of(content);
  }

  /** Contents of the scopes `from` to `to`, scope by scope, each in default order. */
  contentsIn(from: number, to = from): Int32Array {
    return this.#byScope.of(from, to);
  }
}

/** Takes the rows one by one. */
class PairReader {
  readonly scopes: Int32Array;
  readonly contents: Int32Array;
  readonly #counts: Counts;
  #rows = 0;
  #network = -1;
  #content = -1;

  constructor(rows: number, counts: Counts) {
    this.scopes = new Int32Array(rows);
    this.contents = new Int32Array(rows);
    this.#counts = counts;
  }

  /** Throws `inconsistent` unless both are known, and the row is after the one before. */
  add(scope: unknown, content: unknown): void {
    if (typeof scope !== 'number' || typeof content !== 'number' || content < 0 || content >= this.#counts.contents)
      this.#fail('has an unknown network, category or content');
    const network = Math.floor(scope / this.#counts.categories);
    if (network < this.#network || (network === this.#network && content <= this.#content))
      this.#fail('is twice or not in order');
    [this.#network, this.#content] = [network, content];
    this.scopes[this.#rows] = scope;
    this.contents[this.#rows] = content;
    this.#rows++;
  }

  #fail(what: string): never {
    throw new SnapshotError('inconsistent', `row ${this.#rows} of the memberships ${what}`);
  }
}

interface Source {
  readonly connection: DuckDBConnection;
  readonly folder: string;
  readonly catalog: Pick<Catalog, 'networkKeys' | 'categoryKeys'>;
}

/** Reads the rows: network by network, contents ascending. Throws `inconsistent` unless they are known, and in this order. */
export async function readPlaces(
  { connection, folder, catalog }: Source,
  { rows, contents }: { readonly rows: number; readonly contents: number },
): Promise<Places> {
  const [networks, categories] = [[...catalog.networkKeys], catalog.categoryKeys];
  // Enums keep the order of the rows. A join with a table of names need not.
  for (const [name, keys] of Object.entries({ network: networks, category: categories }))
    await connection.run(`CREATE TYPE ${name}_names AS ENUM (${keys.map(quoteText).join(', ')})`);
  const [network, category] = ['network', 'category'].map(
    (name) => `enum_code(TRY_CAST(${name} AS ${name}_names))::INTEGER`,
  );
  const sql = `SELECT ${network} * ${categories.length} + ${category}, _content FROM ${parquet(folder, snapshotPaths.memberships)}`;
  const counts = { contents, networks: networks.length, categories: categories.length };
  const reader = new PairReader(rows, counts);
  for await (const chunk of streamChunks(connection, sql)) {
    const [scopes, ids] = [chunk.getColumnVector(0), chunk.getColumnVector(1)];
    for (let row = 0; row < scopes.itemCount; row++) reader.add(scopes.getItem(row), ids.getItem(row));
  }
  return new Places(reader, counts);
}
