/** Which listings have which rows, in both directions. A listing is a category of a network, as `Catalog.listingOf` numbers it. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText } from '../../common/sql.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import type { Catalog } from './catalog.ts';
import { parquet, streamChunks } from './database/parquet.ts';
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

/** Takes the pairs one by one. */
class PairReader {
  readonly listings: Int32Array;
  readonly rows: Int32Array;
  readonly #counts: Counts;
  #pairs = 0;
  #network = -1;
  #row = -1;

  constructor(pairs: number, counts: Counts) {
    this.listings = new Int32Array(pairs);
    this.rows = new Int32Array(pairs);
    this.#counts = counts;
  }

  /** Throws `inconsistent` unless both are known, and the row is after the one before. */
  add(listing: unknown, row: unknown): void {
    if (typeof listing !== 'number' || typeof row !== 'number' || row < 0 || row >= this.#counts.rows)
      this.#fail('has an unknown network, category or row');
    const network = Math.floor(listing / this.#counts.categories);
    if (network < this.#network || (network === this.#network && row <= this.#row))
      this.#fail('is twice or not in order');
    [this.#network, this.#row] = [network, row];
    this.listings[this.#pairs] = listing;
    this.rows[this.#pairs] = row;
    this.#pairs++;
  }

  #fail(what: string): never {
    throw new SnapshotError('inconsistent', `row ${this.#pairs} of the memberships ${what}`);
  }
}

interface Source {
  readonly connection: DuckDBConnection;
  readonly folder: string;
  readonly catalog: Pick<Catalog, 'networkKeys' | 'categoryKeys'>;
}

/** Reads the pairs: network by network, rows ascending. Throws `inconsistent` unless they are known, and in this order. */
export async function readMemberships(
  { connection, folder, catalog }: Source,
  { pairs, rows }: { readonly pairs: number; readonly rows: number },
): Promise<Memberships> {
  const [networks, categories] = [[...catalog.networkKeys], catalog.categoryKeys];
  // Enums keep the order of the rows. A join with a table of names need not.
  for (const [name, keys] of Object.entries({ network: networks, category: categories }))
    await connection.run(`CREATE TYPE ${name}_names AS ENUM (${keys.map(quoteText).join(', ')})`);
  const [network, category] = ['network', 'category'].map(
    (name) => `enum_code(TRY_CAST(${name} AS ${name}_names))::INTEGER`,
  );
  const sql = `SELECT ${network} * ${categories.length} + ${category}, _content FROM ${parquet(folder, snapshotPaths.memberships)}`;
  const counts = { rows, networks: networks.length, categories: categories.length };
  const reader = new PairReader(pairs, counts);
  for await (const chunk of streamChunks(connection, sql)) {
    const [listings, ids] = [chunk.getColumnVector(0), chunk.getColumnVector(1)];
    for (let at = 0; at < listings.itemCount; at++) reader.add(listings.getItem(at), ids.getItem(at));
  }
  return new Memberships(reader, counts);
}
