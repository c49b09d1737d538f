/**
 * The question of a directory page: everything that it reads of the snapshot, before anything is
 * rendered.
 */
import { groupBy } from '../../../common/group-by.ts';
import type { CategoryDefinition } from '../../../model/categories.ts';
import { type ColumnDefinition, isMoney } from '../../../model/columns.ts';
import { findRows } from '../../answers/compare.ts';
import { handshakeCell, handshakeColumn, hasHandshakes } from '../../answers/handshake.ts';
import { orderPlans } from '../../answers/ladder.ts';
import { answerList, withServed } from '../../answers/list.ts';
import { findHints, itemsOn } from '../../answers/search/hints.ts';
import { readSets } from '../../answers/sets.ts';
import { requestedPlace } from '../../api/resource.ts';
import { HttpError } from '../../errors.ts';
import type { Context } from '../../http/context.ts';
import { ask } from '../../query/ask.ts';
import type { Facet } from '../../query/facets.ts';
import { countFacets } from '../../query/facets.ts';
import type { MatchedRows } from '../../query/matched-rows.ts';
import { cutPage, cutRuns, type Page } from '../../query/paging.ts';
import { headsOf, orderedGroups } from '../../query/rates.ts';
import { type RowsQuery, selectsAll } from '../../query/selection.ts';
import { type ListQuestion, listParameters } from '../../questions/list.ts';
import { anywhere, type NetworkLimits, type Place, placeOf } from '../../questions/place.ts';
import { readNetworkLimits } from '../../questions/read-list.ts';
import type { Row } from '../../snapshot/catalog.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { htmlPath, type Urls } from '../../urls.ts';
import { askedColumns, columnsWidth, tableColumns, widths } from '../shared/offer-table/columns.ts';
import { networksCell, networksColumn } from '../shared/offer-table/networks-column.ts';
import { type Estimates, estimateColumn, readEstimates } from './columns/estimates.ts';
import { facetsOfListing, type ListingColumns, readColumns } from './columns/listing.ts';
import { readQuotas } from './columns/quotas.ts';
import { readMeaning } from './meaning.ts';

/** A category on a network, on several, or on all. */
export type Listing = ReturnType<typeof listingAt>;

/** The category of a directory page or a ready set, whose path may end in `.md`. Throws 404. */
export function requestedListing(ctx: Context, urls: Urls) {
  const { snapshot, network } = requestedPlace(ctx, urls);
  const [, , categoryName] = htmlPath(ctx.path).split('/');
  const category = snapshot.catalog.categories.find(({ key }) => key === categoryName);
  if (category) {
    const limits = readNetworkLimits(ctx.state.parameters, { snapshot, network, urls });
    return listingAt({ snapshot, network, urls, limits, category, from: network });
  }
  throw new HttpError(404, 'unknown-category', 'no such category in this directory');
}

interface ListingAt extends Pick<Place, 'snapshot' | 'network' | 'urls'> {
  readonly limits: NetworkLimits;
  readonly category: CategoryDefinition;
  /** Network of the page that shows the list; null for the site. */
  readonly from: string | null;
}

export function listingAt({ snapshot, network, urls, limits, category, from }: ListingAt) {
  const within = network === null ? limits : {};
  const place = placeOf(snapshot, network, urls, { ...within, from });
  return { ...place, limits, category, path: `/toolbox/${category.key}` };
}

export type Toolbox = Awaited<ReturnType<typeof readToolbox>>;

/**
 * Picked offers by the slugs of their rows here, where those of another network have others. An
 * offer that is not here keeps its name.
 */
function picksHere(place: Listing, slugs: readonly string[]): readonly string[] {
  const { snapshot, network, category } = place;
  if (network === null) return slugs;
  const rowOf = (...names: readonly string[]) =>
    findRows(snapshot, place, { category: category.key, slugs: names })[0]?.rows[0];
  const here = slugs.map((slug) => {
    const offers = [...snapshot.offers.named(slug)].map((offer) => snapshot.offers.keyOf(offer));
    const id = rowOf(slug) ?? rowOf(...offers);
    return id === undefined ? slug : snapshot.slugOf(id);
  });
  return [...new Set(here)];
}

export async function readToolbox(place: Listing, listQuestion: ListQuestion) {
  const question = { ...listQuestion, picked: picksHere(place, listQuestion.picked) };
  const { snapshot, network, category, path, href } = place;
  const { query } = question;
  const columns = columnsOf(place);
  const answer = await answerList(place, question);
  const { rowsQuery, matchedRows } = answer;
  const isEmpty = matchedRows.ids.length === 0;
  /** The rows of another selection, if the condition holds that the list has. */
  const askUnless = async (isLimited: boolean, changes: Partial<RowsQuery>) =>
    isLimited
      ? await ask(snapshot, network, withServed(place, { ...query, ...changes }))
      : matchedRows;
  const estimates = readEstimates(snapshot, question, {
    ids: matchedRows.ids,
    within: place.networks,
  });
  const facetsOf = facetsOfListing(place);
  const listing = readColumns(place, columns);
  /**
   * Beside estimates, which need them: elsewhere the texts say more. Null if too few rows state
   * quantities, and if the user chose columns.
   */
  const quotas =
    question.columns === null && estimates !== null ? readQuotas(place, columns) : null;
  const chosen = tableColumns(question.columns, {
    offered: listing.filled,
    defaults: listing.telling,
    asked: askedColumns(query),
    widthsOf: listing.widths,
  });
  let counted: readonly Facet[] | null = null;
  const offers = network === null ? { offers: { isWanted: () => true } } : {};
  const count = () =>
    (counted ??= countFacets(snapshot, { category: category.key, matchedRows, ...offers }).facets);
  const isWithoutBoth = isEmpty && query.terms.length > 0 && query.filters.length > 0;
  return {
    ...place,
    question,
    answer,
    href: (target: ListQuestion) => href(path, listParameters(target)),
    link: href,
    matchedRows,
    page: cutToolboxPage(place, question, matchedRows, estimates),
    /** Columns of the category. Details begin with the steps of an estimate. */
    columns: [...(estimates?.columns ?? []), ...columns],
    listing,
    quotas,
    /** Columns of the table. */
    shown: withAdded(question, chosen, {
      first: addedColumns(place, estimates),
      listing,
      quotas,
    }),
    facetsOf,
    /** Facets of the rows. Counted on first use. */
    matchesOf: selectsAll(rowsQuery) ? facetsOf : count,
    /** The rows without the filter of scope. */
    inAnyScope: await askUnless(query.scope !== undefined, { scope: undefined }),
    /** The offers without the limit to networks. */
    onAnyNetwork: await askUnless(place.limits.networks.length > 0, anywhere),
    /** For an empty result. */
    hints: isEmpty
      ? await findHints(snapshot, itemsOn(snapshot, network), { selection: rowsQuery, matchedRows })
      : null,
    /** Number of rows without the search, if search and filters together match none. */
    foundWithoutSearch: isWithoutBoth ? (await askUnless(true, { terms: [] })).ids.length : 0,
    sets: await readSets(snapshot, network, category.key),
    /** Null without a workload. */
    estimates,
    /** The filters that the words of the search stand for; null if they are text only. */
    meaning: await readMeaning(snapshot, { from: network, question, matchedIds: matchedRows.ids }),
  };
}

/** Columns that no snapshot has. */
export function addedColumns(
  { snapshot, network, category }: Pick<Listing, 'snapshot' | 'network' | 'category'>,
  estimates: Estimates | null,
): readonly ColumnDefinition[] {
  return [
    ...(estimates === null ? [] : [estimateColumn]),
    ...(hasHandshakes(snapshot, category.key) ? [handshakeColumn] : []),
    ...(network === null ? [networksColumn(snapshot.catalog.terms)] : []),
  ];
}

/** Columns of the category. An offer on several networks has its networks instead of a chain. */
export function columnsOf({
  snapshot,
  network,
  category,
}: Pick<Listing, 'snapshot' | 'network' | 'category'>) {
  const used = snapshot.catalog.usedColumnsOf(category.key);
  return network === null
    ? [...used.filter(({ key }) => key !== 'chain'), networksColumn(snapshot.catalog.terms)]
    : used;
}

/** The slug that names a row in the addresses of a list: over several networks that of its offer. */
export function slugOfRow({
  snapshot,
  network,
}: Pick<Listing, 'snapshot' | 'network'>): (id: number) => string {
  const { offers } = snapshot;
  return network === null ? (id) => offers.keyOf(offers.of(id)) : (id) => snapshot.slugOf(id);
}

/**
 * The rows of the offer of a row, among those of a list. In the list of a network each row stands
 * for itself.
 */
export function rowsOfOffers(
  { snapshot, network }: Pick<Listing, 'snapshot' | 'network'>,
  ids: readonly number[],
): (id: number) => readonly number[] {
  if (network !== null) return (id) => [id];
  const byOffer = groupBy(ids, (id) => snapshot.offers.of(id));
  return (id) => byOffer.get(snapshot.offers.of(id)) ?? [id];
}

/**
 * Cells that say where the offer of a row is, but in the list of a network, and what a server
 * answered.
 */
export function addedOfRows(
  place: Pick<Listing, 'snapshot' | 'network' | 'networks'>,
  rowsOf: (id: number) => readonly number[],
): (id: number) => Row {
  return (id) => ({
    ...(place.network === null ? networksCell(place, rowsOf(id)) : {}),
    ...handshakeCell(place.snapshot, rowsOf(id)),
  });
}

/**
 * The section of a row in a list sorted by prices first: its price group, or that into whose amounts
 * its own is converted; null without a number.
 */
export function priceSections(
  snapshot: Snapshot,
  query: RowsQuery,
  question: MatchedRows['question'],
): ((id: number) => string | null) | null {
  const [sort] = query.sorting;
  if (!sort || !isMoney(sort.column)) return null;
  const { key } = sort.column;
  const prices = snapshot.columnPrices(query.category, key);
  const heads = headsOf(orderedGroups(question, key));
  return (id) => {
    const group = prices.groupOf(id);
    return group === null ? null : (heads.get(group) ?? group);
  };
}

interface Added {
  /** Columns that no snapshot has. */
  readonly first: readonly ColumnDefinition[];
  readonly listing: ListingColumns;
  readonly quotas: ReturnType<typeof readQuotas>;
}

/**
 * The default columns make room for the estimate and for quantities instead of texts; columns that
 * the user chose stay.
 */
function withAdded(
  { columns }: ListQuestion,
  shown: readonly ColumnDefinition[],
  { first, listing, quotas }: Added,
): readonly ColumnDefinition[] {
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
  place: Listing,
  { query, open }: ListQuestion,
  { question, ids: rows }: MatchedRows,
  estimates: Estimates | null,
): Page {
  const { snapshot } = place;
  const slugOf = slugOfRow(place);
  const providerOf = (id: number) => snapshot.providerOf(id);
  const isUnsorted = query.sorting.length === 0;
  const ordered = isUnsorted && estimates !== null ? estimates.ordered : rows;
  const facetsQuery = {
    ...query,
    row: open === null ? null : (ordered.find((id) => slugOf(id) === open) ?? null),
  };
  if (isUnsorted && estimates === null) {
    const page = cutPage(rows, providerOf, facetsQuery);
    return {
      ...page,
      groups: page.groups.map((group) => ({ ...group, rows: orderPlans(snapshot, group.rows) })),
    };
  }
  const ofPrices = priceSections(snapshot, query, question) ?? (() => null);
  const sectionOf =
    isUnsorted && estimates !== null ? estimates.sectionIdOf : (id: number) => String(ofPrices(id));
  return cutRuns(ordered, { providerOf, sectionOf }, facetsQuery);
}
