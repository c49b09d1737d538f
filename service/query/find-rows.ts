/** The rows of a network that a query asks for, one page of them. */
import type { Snapshot } from '../snapshot/open.ts';
import { buildRowsSql } from './build-sql.ts';
import { cutPage, type Page } from './page.ts';
import type { RowsQuery } from './query.ts';

export async function findRows(snapshot: Snapshot, network: string, query: RowsQuery): Promise<Page> {
  const scope = snapshot.catalog.scopeOf(network, query.category);
  const contents = await snapshot.pool.readNumbers(buildRowsSql(scope, query, query.sorting));
  return cutPage(contents, snapshot.contents.provider, query);
}
