/** Lines of the source files that rows come from. Read only if pages link to the sources. */
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText } from '../../../common/sql.ts';
import { snapshotPaths } from '../../../model/manifest.ts';
import type { SourcePlace } from '../../text/source-links.ts';
import type { Catalog } from '../catalog.ts';
import { streamChunks } from '../database/chunks.ts';
import { parquet } from '../database/statement.ts';
import { IntegerLists, type Places } from '../memberships.ts';
import { SnapshotError } from './verify.ts';

export class RowSources {
  readonly #places: readonly SourcePlace[];
  /** Of each content, in the order of its scopes. */
  readonly #byContent: IntegerLists;
  readonly #networksOf: (content: number) => readonly string[];

  constructor(
    places: readonly SourcePlace[],
    byContent: IntegerLists,
    networksOf: (content: number) => readonly string[],
  ) {
    this.#places = places;
    this.#byContent = byContent;
    this.#networksOf = networksOf;
  }

  /** Of the row of a content on a network, on its first network if null. Null if the network does not have the row. */
  of(content: number, network: string | null): SourcePlace | null {
    const position = network === null ? 0 : this.#networksOf(content).indexOf(network);
    return this.#places[this.#byContent.of(content)[position] ?? -1] ?? null;
  }
}

interface Source {
  readonly folder: string;
  readonly catalog: Catalog;
  readonly scopes: Places;
  /** Number of contents. */
  readonly count: number;
}

/**
 * The line of the offer; of the listing if it refers to none. The tables for analysts have both. Throws `inconsistent` if a row
 * is not in the table of all offers.
 */
export async function readRowSources(
  connection: DuckDBConnection,
  { folder, catalog, scopes, count }: Source,
): Promise<RowSources> {
  const contentFiles = catalog.categoryKeys.map(snapshotPaths.contents);
  const memberships = quoteText(path.join(folder, snapshotPaths.memberships));
  const chunks = streamChunks(
    connection,
    `WITH slugs AS (SELECT _content, slug FROM ${parquet(folder, ...contentFiles)}) ` +
      'SELECT m._content, coalesce(offerFile, sourceFile), coalesce(offerLine, sourceLine) ' +
      `FROM read_parquet(${memberships}, file_row_number = true) m LEFT JOIN slugs s USING (_content) ` +
      `LEFT JOIN ${parquet(folder, snapshotPaths.offers)} o ` +
      'ON o.network = m.network AND o.category = m.category AND o.slug = s.slug ORDER BY m.file_row_number',
  );
  const [contents, numbers, places]: [number[], number[], SourcePlace[]] = [[], [], []];
  const known = new Map<string, number>();
  for await (const chunk of chunks) {
    const [ids = [], files = [], lines = []] = chunk.getColumns();
    for (const [row, id] of ids.entries()) {
      const [file, line] = [files[row], Number(lines[row])];
      if (typeof file !== 'string') throw new SnapshotError('inconsistent', `content ${id} has a row without a source`);
      const key = `${file}:${line}`;
      const number = known.get(key) ?? places.push({ file, line }) - 1;
      known.set(key, number);
      contents.push(Number(id));
      numbers.push(number);
    }
  }
  const byContent = new IntegerLists(count, Int32Array.from(contents), Int32Array.from(numbers));
  return new RowSources(places, byContent, (content) =>
    Array.from(scopes.scopesOf(content), (scope) => catalog.networkKey(catalog.networkOfScope(scope))),
  );
}
