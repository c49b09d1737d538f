/** Lines of the source files that rows come from. Read only if pages link to the sources. */
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { readParquet } from '../../../common/sql.ts';
import { snapshotPaths } from '../../../model/manifest.ts';
import type { SourcePlace } from '../../../model/rows.ts';
import type { Catalog } from '../catalog.ts';
import { parquet, streamChunks } from '../database/parquet.ts';
import type { Memberships } from '../memberships.ts';

/**
 * The line of a row on a network, on its first network if null. Null if the network does not have
 * the row.
 */
export type RowSources = (row: number, network: string | null) => SourcePlace | null;

interface Source {
  readonly folder: string;
  readonly catalog: Catalog;
  readonly memberships: Memberships;
}

/**
 * The line of the offer; of the listing if it refers to none. The tables for analysts have both.
 */
export async function readRowSources(
  connection: DuckDBConnection,
  { folder, catalog, memberships }: Source,
): Promise<RowSources> {
  const contents = catalog.categoryKeys.map(snapshotPaths.contents);
  const file = path.join(folder, snapshotPaths.memberships);
  const chunks = streamChunks(
    connection,
    `WITH slugs AS (SELECT _content, slug FROM ${parquet(folder, ...contents)}) ` +
      'SELECT m._content, coalesce(offerFile, sourceFile), coalesce(offerLine, sourceLine) ' +
      `FROM ${readParquet([file], 'file_row_number = true')} m LEFT JOIN slugs s USING (_content) ` +
      `LEFT JOIN ${parquet(folder, ...catalog.categoryKeys.map(snapshotPaths.rows))} o ` +
      'ON o.network = m.network AND o.category = m.category AND o.slug = s.slug ORDER BY m.file_row_number',
  );
  // `byRow`: places of each row, in the order of its listings.
  const [byRow, places]: [number[][], SourcePlace[]] = [[], []];
  const known = new Map<string, number>();
  for await (const chunk of chunks) {
    const [ids = [], files = [], lines = []] = chunk.getColumns();
    for (const [at, id] of ids.entries()) {
      const [source, line] = [String(files[at]), Number(lines[at])];
      const number = getOrInsert(
        known,
        `${source}:${line}`,
        () => places.push({ file: source, line }) - 1,
      );
      (byRow[Number(id)] ??= []).push(number);
    }
  }
  const networksOf = (row: number) =>
    Array.from(memberships.listingIdsOf(row), (listing) =>
      catalog.networkKey(catalog.networkOfListing(listing)),
    );
  return (row, network) => {
    const position = network === null ? 0 : networksOf(row).indexOf(network);
    return places[byRow[row]?.[position] ?? -1] ?? null;
  };
}
