/** Rows of a network that a query selects, and one page of them. */
import { foldCell } from '../../common/fold.ts';
import { groupBy } from '../../common/group-by.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { kindOf } from './filters/index.ts';
import type { PagingMode } from './list-params.ts';
import { withoutOwnWords } from './own-words.ts';
import type { Selection, Sort, SortedSelection } from './params.ts';
import { buildOrderSql } from './sql.ts';

/** A page holds whole providers, so it can hold more rows than its size. */
export interface Page {
  /** One group for each provider. */
  readonly groups: readonly ProviderGroup[];
  readonly pagination: Pagination;
}

export interface ProviderGroup {
  readonly provider: string;
  readonly contents: readonly number[];
}

export interface Pagination {
  readonly mode: PagingMode;
  readonly page: number;
  readonly pageSize: number;
  readonly totalPages: number;
  readonly totalProviders: number;
  readonly totalOffers: number;
}

type ProviderOf = (content: number) => string;

/** All contents that match, in order; pages group them by provider. `near`: of the same selection, if the caller needs it as well. */
export async function findAllRows(
  snapshot: Snapshot,
  network: string | null,
  query: SortedSelection,
  near?: Near,
): Promise<number[]> {
  const known = near !== undefined && query.filters.length > 0 ? matching(await near(), 0) : null;
  if (known?.length === 0) return known;
  const isSorted = query.sorting.length > 0;
  const found = known !== null && !isSorted ? known : await findMatches(snapshot, network, query, query.sorting);
  if (isSorted) return found;
  const terms = withoutOwnWords(query.terms, { network, category: query.category }, snapshot.catalog);
  return terms.length === 0 ? found : namedFirst(found, terms, (id) => snapshot.providerOf(id));
}

/** Contents that a selection matches on a network, on any network if it is null. Their default order keeps the contents of a provider together. */
export async function findMatches(
  snapshot: Snapshot,
  network: string | null,
  selection: Selection,
  sorting: readonly Sort[] = [],
): Promise<number[]> {
  const found = await searchListing(snapshot, network, selection, sorting);
  const tests = testsOf(snapshot, network, selection);
  return tests.length === 0 ? found : found.filter((content) => tests.every((test) => test(content)));
}

/** Contents of a listing with all of the terms. DuckDB sorts them. */
async function searchListing(
  snapshot: Snapshot,
  network: string | null,
  { category, terms: given }: Selection,
  sorting: readonly Sort[],
): Promise<number[]> {
  const terms = withoutOwnWords(given, { network, category }, snapshot.catalog);
  const listing = snapshot.contentsOfListing(network, category);
  const found = terms.length === 0 ? listing : await snapshot.texts.find(listing, terms);
  if (sorting.length === 0 || found.length === 0) return [...found];
  const prices = snapshot.pricesOf(network, category);
  const contents = network === null ? null : found;
  const sorted = await snapshot.query(buildOrderSql({ table: snapshot.tableOf(category), contents, prices }, sorting));
  if (contents !== null || found === listing) return sorted;
  const isFound = new Set(found);
  return sorted.filter((id) => isFound.has(id));
}

/**
 * A test of contents for each filter. They read the index of the facets: DuckDB takes longer to plan a statement with
 * filters than JavaScript to test all rows of a network.
 */
function testsOf(
  snapshot: Snapshot,
  network: string | null,
  { category, filters }: Selection,
): ((content: number) => boolean)[] {
  const { columns, prices } = snapshot.facetIndex(category);
  return filters.map((filter) => {
    const { key } = filter.column;
    const index = columns.find(({ column }) => column.key === key);
    if (index === undefined) throw new Error(`the column ${key} has no facet index`);
    const [groups, listed] = [prices.get(key), snapshot.pricesOf(network, category).get(key)];
    const indexed = { index, prices: groups && listed ? { index: groups, main: listed.main.id } : null };
    return kindOf(filter).test(filter, indexed);
  });
}

/** A content that matches all filters, or all but those of one column. */
export interface NearMatch {
  readonly content: number;
  /** Bit i is set if filter i does not match. */
  readonly mask: number;
}

/** Near matches of a selection, in default order. */
export type Near = () => Promise<readonly NearMatch[]>;

/** Finds the near matches of a selection with filters, on the first call only. */
export function nearOf(snapshot: Snapshot, network: string | null, selection: Selection): Near {
  const find = async () => {
    const tests = testsOf(snapshot, network, selection);
    const keys = selection.filters.map(({ column }) => column.key);
    return (await searchListing(snapshot, network, selection, [])).flatMap((content) => {
      const missed = [...tests.keys()].filter((at) => tests[at]?.(content) === false);
      const isNear = missed.every((at) => keys[at] === keys[missed[0] ?? 0]);
      return isNear ? [{ content, mask: missed.reduce((mask, at) => mask + 2 ** at, 0) }] : [];
    });
  };
  let found: Promise<readonly NearMatch[]> | undefined;
  return () => (found ??= find());
}

/** Contents that miss no filter but the ignored ones, a mask. */
export function matching(near: readonly NearMatch[], ignored: number): number[] {
  return near.filter(({ mask }) => (mask & ~ignored) === 0).map(({ content }) => content);
}

/** Mask of the filters of a column. */
export function maskOf(filters: Selection['filters'], key: string): number {
  return filters.reduce((mask, { column }, at) => (column.key === key ? mask + 2 ** at : mask), 0);
}

/** Contents of offers, by slug, in the order of the slugs. Slugs that the category lacks on the network are left out. */
export function findOffers(
  snapshot: Snapshot,
  { network, category, slugs }: { network: string; category: string; slugs: readonly string[] },
): ReadonlyMap<string, number> {
  if (slugs.length === 0) return new Map();
  const listing = snapshot.contentsOfListing(network, category);
  const bySlug = new Map(Array.from(listing, (id) => [snapshot.slugOf(id), id]));
  return new Map(slugs.flatMap((slug) => (bySlug.has(slug) ? [[slug, bySlug.get(slug) ?? 0] as const] : [])));
}

/** Providers are in the order of their first row; rows of a provider keep their order. */
export function cutPage(
  contents: readonly number[],
  providerOf: ProviderOf,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Page {
  const groups = Array.from(groupBy(contents, providerOf), ([provider, rows]) => ({ provider, contents: rows }));
  return pageOf(groups, contents.length, { page, pageSize });
}

function pageOf(
  groups: readonly ProviderGroup[],
  totalOffers: number,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Page {
  const totalProviders = new Set(groups.map(({ provider }) => provider)).size;
  const totalPages = Math.ceil(groups.length / pageSize);
  return {
    groups: groups.slice((page - 1) * pageSize, page * pageSize),
    pagination: { mode: 'group', page, pageSize, totalPages, totalProviders, totalOffers },
  };
}

/**
 * A page of a sorted list: neighbours of one provider form a group, so that the list keeps its order, and a provider can
 * have several groups. `sectionOf`: a group ends where its value changes.
 */
export function cutRuns(
  contents: readonly number[],
  { providerOf, sectionOf }: { readonly providerOf: ProviderOf; readonly sectionOf: (content: number) => string },
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Page {
  const runs: { provider: string; section: string; contents: number[] }[] = [];
  for (const content of contents) {
    const [provider, section] = [providerOf(content), sectionOf(content)];
    const last = runs.at(-1);
    if (last?.provider === provider && last.section === section) last.contents.push(content);
    else runs.push({ provider, section, contents: [content] });
  }
  return pageOf(runs, contents.length, { page, pageSize });
}

/** Moves providers to the front whose name contains all terms. */
function namedFirst(contents: readonly number[], terms: readonly string[], providerOf: ProviderOf): number[] {
  const named = new Map<string, boolean>();
  const isNamed = (content: number): boolean => {
    const provider = providerOf(content);
    let answer = named.get(provider);
    if (answer === undefined) {
      const folded = foldCell(provider);
      named.set(provider, (answer = terms.every((term) => folded.includes(term))));
    }
    return answer;
  };
  return [...contents.filter(isNamed), ...contents.filter((content) => !isNamed(content))];
}
