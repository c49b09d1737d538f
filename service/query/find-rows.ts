/** The rows of a network that a query asks for, one page of them. */
import { foldCell } from '../../common/fold.ts';
import type { Snapshot } from '../snapshot/open.ts';
import { buildRowsSql } from './build-sql.ts';
import { cutPage, type Page } from './page.ts';
import type { RowsQuery, Selection, Sort } from './query.ts';

export async function findRows(snapshot: Snapshot, network: string, query: RowsQuery): Promise<Page> {
  return cutPage(await findAllRows(snapshot, network, query), snapshot.contents.provider, query);
}

/** Contents of the rows of all pages, in order. */
export async function findAllRows(
  snapshot: Snapshot,
  network: string,
  query: Selection & { readonly sorting: readonly Sort[] },
): Promise<number[]> {
  const found = await findMatches(snapshot, network, query, query.sorting);
  if (query.sorting.length > 0 || query.terms.length === 0) return found;
  return namedFirst(found, query.terms, snapshot.contents.provider);
}

/** Contents of the selected rows; without a sorting in their default order, in which those of a provider stand together. */
export async function findMatches(
  { catalog, pool }: Snapshot,
  network: string,
  selection: Selection,
  sorting: readonly Sort[] = [],
): Promise<number[]> {
  const found = await pool.readNumbers(buildRowsSql(catalog.scopeOf(network, selection.category), selection, sorting));
  // Ids are the default order. DuckDB gives few numbers sooner than it sorts them.
  return sorting.length > 0 ? found : found.sort((a, b) => a - b);
}

/** Providers whose name has all the terms come first. */
function namedFirst(contents: readonly number[], terms: readonly string[], providerOf: readonly string[]): number[] {
  const named = new Map<string, boolean>();
  const isNamed = (content: number): boolean => {
    const provider = providerOf[content] ?? '';
    let answer = named.get(provider);
    if (answer === undefined) {
      const folded = foldCell(provider);
      named.set(provider, (answer = terms.every((term) => folded.includes(term))));
    }
    return answer;
  };
  return [...contents.filter(isNamed), ...contents.filter((content) => !isNamed(content))];
}
