/** Which listings have which rows, in both directions. A listing is a category of a network, as `Catalog.listingOf` numbers it. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText } from '../../common/sql.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import type { Catalog } from './catalog.ts';
import { parquet, streamChunks } from './database/parquet.ts';

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
      const index = next[key] ?? 0;
      sorted[index] = values[at] ?? 0;
      next[key] = index + 1;
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
  readonly rows: number;
  readonly networks: number;
  readonly categories: number;
}

export class Memberships {
  readonly #byRow: IntegerLists;
  readonly #byListing: IntegerLists;

  /** Pairs of a listing and a row, in the order of networks, then of rows. */
  constructor(pairs: { readonly listings: Int32Array; readonly rows: Int32Array }, counts: Counts) {
    this.#byRow = new IntegerLists(counts.rows, pairs.rows, pairs.listings);
    this.#byListing = new IntegerLists(counts.networks * counts.categories, pairs.listings, pairs.rows);
  }

  /** Listings that have a row, ascending. */
  listingIdsOf(row: number): Int32Array {
    return this.#byRow.of(row);
  }

  /** Rows of the listings `from` to `to`, listing by listing, each in default order. */
  rowsIn(from: number, to = from): Int32Array {
    return this.#byListing.of(from, to);
  }
}

interface Source {
  readonly connection: DuckDBConnection;
  readonly folder: string;
  readonly catalog: Pick<Catalog, 'networkKeys' | 'categoryKeys'>;
}

/** Reads the pairs: network by network, rows ascending. */
export async function readMemberships(
  { connection, folder, catalog }: Source,
  { pairs, rows }: { readonly pairs: number; readonly rows: number },
): Promise<Memberships> {
  const [networks, categories] = [[...catalog.networkKeys], catalog.categoryKeys];
  // Enums keep the order of the rows. A join with a table of names need not.
  for (const [name, keys] of Object.entries({ network: networks, category: categories }))
    await connection.run(`CREATE TYPE ${name}_names AS ENUM (${keys.map(quoteText).join(', ')})`);
  const [network, category] = ['network', 'category'].map((name) => `enum_code(${name}::${name}_names)::INTEGER`);
  const sql = `SELECT ${network} * ${categories.length} + ${category}, _content FROM ${parquet(folder, snapshotPaths.memberships)}`;
  const counts = { rows, networks: networks.length, categories: categories.length };
  const read = { listings: new Int32Array(pairs), rows: new Int32Array(pairs) };
  let start = 0;
  for await (const chunk of streamChunks(connection, sql)) {
    read.listings.set(chunk.getColumnValues(0) as number[], start);
    read.rows.set(chunk.getColumnValues(1) as number[], start);
    start += chunk.rowCount;
  }
  return new Memberships(read, counts);
}
