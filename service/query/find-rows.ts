/** The rows of a network that a query asks for, one page of them. */
import type { Snapshot } from '../snapshot/open.ts';
import { buildRowsSql } from './build-sql.ts';
import { cutPage, type Page } from './page.ts';
import type { RowsQuery } from './query.ts';

export async function findRows(snapshot: Snapshot, network: string, query: RowsQuery): Promise<Page> {
  return cutPage(await findAllRows(snapshot, network, query), snapshot.contents.provider, query);
}

/** Contents of the rows of all pages, in order. */
export function findAllRows({ catalog, pool }: Snapshot, network: string, query: RowsQuery): Promise<number[]> {
  return pool.readNumbers(buildRowsSql(catalog.scopeOf(network, query.category), query, query.sorting));
}
