/**
 * The question of a directory page: everything that it reads of the snapshot, before anything is
 * rendered.
 */
import { type ColumnDefinition, isMoney } from '../../../model/columns.ts';
import { orderPlans } from '../../answers/ladder.ts';
import { findHints, rowsOn } from '../../answers/search/hints.ts';
import { readSets } from '../../answers/sets.ts';
import { requestedPlace } from '../../api/resource.ts';
import { HttpError } from '../../errors.ts';
import type { Context } from '../../http/context.ts';
import { ask } from '../../query/ask.ts';
import { comparedRows, findComparisons } from '../../query/comparisons.ts';
import type { Facet } from '../../query/facets.ts';
import { countFacets } from '../../query/facets.ts';
import { cutPage, cutRuns, type Page } from '../../query/paging.ts';
import { type RowsQuery, selectsAll } from '../../query/selection.ts';
import { type ListQuestion, listParameters } from '../../questions/list.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { groupOf } from '../../snapshot/texts/price-groups.ts';
import type { Urls } from '../../urls.ts';
import { columnsWidth, tableColumns, widths } from '../shared/offer-table/columns.ts';
import { htmlPath } from '../shared/page.ts';
import { type Estimates, estimateColumn, readEstimates } from './columns/estimates.ts';
import { facetsOfListing, type ListingColumns, readColumns } from './columns/listing.ts';
import { readQuotas } from './columns/quotas.ts';
import { readMeant } from './meant.ts';

/** A category on a network. */
export type Listing = ReturnType<typeof requestedListing>;

/** The category of a directory page or a ready set, whose path may end in `.md`. Throws 404. */
export function requestedListing(ctx: Context, urls: Urls) {
  const { entry, network, ...place } = requestedPlace(ctx, urls);
  if (entry === null || network === null) throw new Error('a directory page is of a network');
  const [, , asked] = htmlPath(ctx.path).split('/');
  const category = place.snapshot.catalog.categories.find(({ key }) => key === asked);
  if (category) return { ...place, entry, network, category, path: `/toolbox/${category.key}` };
  throw new HttpError(404, 'unknown-category', 'no such category in this directory');
}

export type Toolbox = Awaited<ReturnType<typeof readToolbox>>;

export async function readToolbox(place: Listing, question: ListQuestion) {
  const { snapshot, network, category, path, href } = place;
  const { query } = question;
  const own = snapshot.catalog.usedColumnsOf(category.key);
  const found = await ask(snapshot, network, query);
  const isEmpty = found.ids.length === 0;
  const estimates = readEstimates(snapshot, question, found.ids);
  const facetsOf = facetsOfListing(place);
  const listing = readColumns(place, own);
  /**
   * Beside estimates, which need them: elsewhere the texts say more. Null if too few rows state
   * quantities, and if the user chose columns.
   */
  const quotas = question.columns === null && estimates !== null ? readQuotas(place, own) : null;
  const chosen = tableColumns(question.columns, {
    offered: listing.filled,
    defaults: listing.telling,
  });
  let counted: readonly Facet[] | null = null;
  const count = () => (counted ??= countFacets(snapshot, { category: category.key, found }).facets);
  const isWithoutBoth = isEmpty && query.terms.length > 0 && query.filters.length > 0;
  return {
    ...place,
    question,
    href: (target: ListQuestion) => href(path, listParameters(target)),
    link: href,
    found,
    page: cutToolboxPage(snapshot, question, found.ids, estimates),
    /** Columns of the category. Details begin with the steps of an estimate. */
    columns: [...(estimates?.columns ?? []), ...own],
    listing,
    quotas,
    /** Columns of the table. */
    shown: withAdded(question, chosen, { listing, estimates, quotas }),
    facetsOf,
    /** Facets of the rows. Counted on first use. */
    matchesOf: selectsAll(query) ? facetsOf : count,
    /** The rows without the filter of scope. */
    inAnyScope:
      query.scope === undefined
        ? found
        : await ask(snapshot, network, { ...query, scope: undefined }),
    comparisons: findComparisons(snapshot, comparedRows, { query, rows: found.ids, found }),
    /** For an empty result. */
    hints: isEmpty ? await findHints(snapshot, rowsOn(network), { selection: query, found }) : null,
    /** Number of rows without the search, if search and filters together match none. */
    foundWithoutSearch: isWithoutBoth
      ? (await ask(snapshot, network, { ...query, terms: [] })).ids.length
      : 0,
    sets: await readSets(snapshot, network, category.key),
    /** Null without a workload. */
    estimates,
    /** The filters that the words of the search stand for; null if they are text only. */
    meant: await readMeant(snapshot, { from: network, question, found: found.ids }),
  };
}

/**
 * Price group of a row in a list sorted by prices first; null without a number, and in other lists.
 */
export function sectionIdOf(
  snapshot: Snapshot,
  { category, sorting }: RowsQuery,
  id: number,
): string | null {
  const [sort] = sorting;
  return sort && isMoney(sort.column)
    ? groupOf(snapshot.facetIndex(category), sort.column.key, id)
    : null;
}

interface Added {
  readonly listing: ListingColumns;
  readonly estimates: Estimates | null;
  readonly quotas: ReturnType<typeof readQuotas>;
}

/**
 * The default columns make room for the estimate and for quantities instead of texts; columns that
 * the user chose stay.
 */
function withAdded(
  { columns }: ListQuestion,
  shown: readonly ColumnDefinition[],
  { listing, estimates, quotas }: Added,
): readonly ColumnDefinition[] {
  const first = estimates === null ? [] : [estimateColumn];
  if (columns !== null) return [...first, ...shown];
  const added = [...first, ...(quotas?.columns ?? [])];
  let left = columnsWidth - widths.price * added.length;
  const fits = (column: ColumnDefinition) =>
    (left -= listing.widths.get(column.key) ?? widths.long) >= 0;
  const kept = shown.filter((column) => column !== quotas?.source);
  return added.length === 0 ? shown : [...first, ...kept.filter(fits), ...(quotas?.columns ?? [])];
}

/** A sorted list is not grouped by provider, because a provider has cheap and dear offers. */
function cutToolboxPage(
  snapshot: Snapshot,
  { query, open }: ListQuestion,
  rows: readonly number[],
  estimates: Estimates | null,
): Page {
  const providerOf = (id: number) => snapshot.providerOf(id);
  const isUnsorted = query.sorting.length === 0;
  const ordered = isUnsorted && estimates !== null ? estimates.ordered : rows;
  const asked = {
    ...query,
    row: open === null ? null : (ordered.find((id) => snapshot.slugOf(id) === open) ?? null),
  };
  if (isUnsorted && estimates === null) {
    const page = cutPage(rows, providerOf, asked);
    return {
      ...page,
      groups: page.groups.map((group) => ({ ...group, rows: orderPlans(snapshot, group.rows) })),
    };
  }
  const ofPrices = (id: number) => String(sectionIdOf(snapshot, query, id));
  const sectionOf = isUnsorted && estimates !== null ? estimates.sectionIdOf : ofPrices;
  return cutRuns(ordered, { providerOf, sectionOf }, asked);
}
