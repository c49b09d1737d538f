/** Everything that a directory page reads of the snapshot, before anything is rendered. */
import type { CategoryDefinition } from '../../../model/categories.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { ask, type FoundRows } from '../../query/ask.ts';
import { type Comparisons, comparedRows, findComparisons } from '../../query/comparisons.ts';
import { countFacets } from '../../query/facets.ts';
import type { Facet } from '../../query/filters/kind.ts';
import { orderPlans } from '../../query/offers/ladder.ts';
import { cutPage, cutRuns, type Page } from '../../query/pages.ts';
import { type RowsQuery, selectsAll } from '../../query/params.ts';
import { findHints, type Hints, rowsOn } from '../../query/search/hints.ts';
import { type ReadySet, readSets } from '../../query/sets.ts';
import type { View } from '../../query/view.ts';
import type { NetworkEntry } from '../../snapshot/catalog.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { tableColumns } from '../shared/offer-table/columns.ts';
import { columnsWidth, widths } from '../shared/offer-table/widths.ts';
import { type Estimates, estimateColumn, readEstimates } from './columns/estimates.ts';
import { facetsOfListing, type ListingColumns, type ListingFacets, readColumns } from './columns/listing.ts';
import { type QuotaColumns, readQuotas } from './columns/quotas.ts';
import { type MeantView, readMeant } from './meant.ts';
import { sectionIdOf } from './sections.ts';

/** A category on a network. */
export interface Listing {
  readonly snapshot: Snapshot;
  /** Key of the network. */
  readonly key: string;
  readonly network: NetworkEntry;
  readonly category: CategoryDefinition;
}

export interface ToolboxData {
  readonly found: FoundRows;
  readonly page: Page;
  /** Columns of the category. */
  readonly columns: readonly ColumnDefinition[];
  readonly listing: ListingColumns;
  /** Columns of the table. */
  readonly shown: readonly ColumnDefinition[];
  /** Values that all rows of the listing share, such as `no trial`; each has no column of its own. */
  readonly common: readonly string[];
  readonly facetsOf: ListingFacets;
  /** Facets of the rows. */
  readonly matchesOf: ListingFacets;
  /** The rows without the filter of scope. */
  readonly inAnyScope: FoundRows;
  readonly comparisons: Comparisons | null;
  /** For an empty result. */
  readonly hints: Hints | null;
  /** Number of rows without the search, if search and filters together match none. */
  readonly foundWithoutSearch: number;
  readonly sets: readonly ReadySet[];
  /** Null without a workload. */
  readonly estimates: Estimates | null;
  /** Beside estimates, which need them: elsewhere the texts say more. Null if too few rows state quantities, and if the user chose columns. */
  readonly quotas: QuotaColumns | null;
  /** The filters that the words of the search stand for; null if they are text only. */
  readonly meant: MeantView | null;
}

export async function readToolbox({ snapshot, key, category }: Listing, view: View): Promise<ToolboxData> {
  const { query } = view;
  const columns = snapshot.catalog.columnsOf(category.key).filter((column) => column.categories.includes(category.key));
  const found = await ask(snapshot, key, query);
  const place = { network: key, category: category.key };
  const estimates = readEstimates(snapshot, view, found.ids);
  const facetsOf = facetsOfListing(snapshot, place);
  const listing = readColumns(snapshot, place, columns, facetsOf);
  const matchesOf = facetsOfMatches(snapshot, query, { found, facetsOf });
  const quotas = view.columns === null && estimates !== null ? readQuotas(snapshot, place, columns) : null;
  const shown = tableColumns(view.columns, { offered: listing.filled, defaults: listing.telling });
  return {
    found,
    page: cutToolboxPage(snapshot, view, found.ids, estimates),
    // Details begin with the steps of an estimate.
    columns: [...(estimates?.columns ?? []), ...columns],
    listing,
    quotas,
    shown: withAdded(view, shown, { listing, estimates, quotas }),
    common: view.columns === null ? listing.common : [],
    facetsOf,
    matchesOf,
    inAnyScope: query.scope === undefined ? found : await ask(snapshot, key, { ...query, scope: undefined }),
    comparisons: findComparisons(snapshot, comparedRows, { query, rows: found.ids, found }),
    hints: found.ids.length === 0 ? await findHints(snapshot, rowsOn(key), { selection: query, found }) : null,
    foundWithoutSearch: await countWithoutSearch(snapshot, key, { view, found: found.ids.length }),
    sets: await readSets(snapshot, key, category.key),
    estimates,
    meant: await readMeant(snapshot, { from: key, view, found: found.ids }),
  };
}

/** Counted on first use. */
function facetsOfMatches(
  snapshot: Snapshot,
  query: RowsQuery,
  { found, facetsOf }: Pick<ToolboxData, 'found' | 'facetsOf'>,
): ListingFacets {
  if (selectsAll(query)) return facetsOf;
  let counted: readonly Facet[] | null = null;
  return () => (counted ??= countFacets(snapshot, { category: query.category, found }).facets);
}

/** The default columns make room for the estimate and for quantities instead of texts; columns that the user chose stay. */
function withAdded(
  { columns }: View,
  shown: readonly ColumnDefinition[],
  { listing, estimates, quotas }: Pick<ToolboxData, 'listing' | 'estimates' | 'quotas'>,
): readonly ColumnDefinition[] {
  const first = estimates === null ? [] : [estimateColumn];
  if (columns !== null) return [...first, ...shown];
  const added = [...first, ...(quotas?.columns ?? [])];
  let left = columnsWidth - widths.price * added.length;
  const fits = (column: ColumnDefinition) => (left -= listing.widths.get(column.key) ?? widths.long) >= 0;
  const kept = shown.filter((column) => column !== quotas?.source);
  return added.length === 0 ? shown : [...first, ...kept.filter(fits), ...(quotas?.columns ?? [])];
}

/** A sorted list is not grouped by provider, because a provider has cheap and dear offers. */
function cutToolboxPage(
  snapshot: Snapshot,
  { query, open }: View,
  rows: readonly number[],
  estimates: Estimates | null,
): Page {
  const providerOf = (id: number) => snapshot.providerOf(id);
  const isUnsorted = query.sorting.length === 0;
  const ordered = isUnsorted && estimates !== null ? estimates.ordered : rows;
  const asked = { ...query, row: open === null ? null : (ordered.find((id) => snapshot.slugOf(id) === open) ?? null) };
  if (isUnsorted && estimates !== null)
    return cutRuns(ordered, { providerOf, sectionOf: estimates.sectionIdOf }, asked);
  if (isUnsorted) {
    const page = cutPage(rows, providerOf, asked);
    return { ...page, groups: page.groups.map((group) => ({ ...group, rows: orderPlans(snapshot, group.rows) })) };
  }
  const sectionOf = (id: number) => String(sectionIdOf(snapshot, query, id));
  return cutRuns(rows, { providerOf, sectionOf }, asked);
}

/** Number of rows that match the filters if search and filters together match none. */
async function countWithoutSearch(snapshot: Snapshot, network: string, { view, found }: { view: View; found: number }) {
  const { terms, filters } = view.query;
  if (found > 0 || terms.length === 0 || filters.length === 0) return 0;
  return (await ask(snapshot, network, { ...view.query, terms: [] })).ids.length;
}
