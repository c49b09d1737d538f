/**
 * Which listings have which rows, in both directions. A listing is a category of a network, as
 * `Catalog.listingOf` numbers it.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText } from '../../common/sql.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import type { Catalog } from './catalog.ts';
import { parquet, streamChunks } from './database/parquet.ts';

export class Memberships {
  readonly #listingsOfRow: number[][] = [];
  readonly #rowsOfListing: number[][] = [];

  /** Pairs come in the order of networks, then of rows. */
  add(listing: number, row: number): void {
    (this.#listingsOfRow[row] ??= []).push(listing);
    (this.#rowsOfListing[listing] ??= []).push(row);
  }

  /** Listings that have a row, ascending. */
  listingIdsOf(row: number): readonly number[] {
    return this.#listingsOfRow[row] ?? [];
  }

  /** Rows of a listing, in default order. */
  rowsOf(listing: number): readonly number[] {
    return this.#rowsOfListing[listing] ?? [];
  }
}

interface Source {
  readonly connection: DuckDBConnection;
  readonly folder: string;
  readonly catalog: Pick<Catalog, 'networkKeys' | 'categoryKeys'>;
}

/** Reads the pairs: network by network, rows ascending. */
export async function readMemberships({
  connection,
  folder,
  catalog,
}: Source): Promise<Memberships> {
  const [networks, categories] = [[...catalog.networkKeys], catalog.categoryKeys];
  // Enums keep the order of the rows. A join with a table of names need not.
  for (const [name, keys] of Object.entries({ network: networks, category: categories }))
    await connection.run(`CREATE TYPE ${name}_names AS ENUM (${keys.map(quoteText).join(', ')})`);
  const [network, category] = ['network', 'category'].map(
    (name) => `enum_code(${name}::${name}_names)::INTEGER`,
  );
  const sql = `SELECT ${network} * ${categories.length} + ${category}, _content FROM ${parquet(folder, snapshotPaths.memberships)}`;
  const memberships = new Memberships();
  for await (const chunk of streamChunks(connection, sql)) {
    const [listings = [], rows = []] = chunk.getColumns();
    for (const [at, listing] of listings.entries())
      memberships.add(Number(listing), Number(rows[at]));
  }
  return memberships;
}
