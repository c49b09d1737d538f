/** Offers over all networks that a query selects, each once, and one page of them. */
import { groupBy } from '../../common/group-by.ts';
import type { Scope } from '../../model/rows.ts';
import type { MatchedOffer } from '../snapshot/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { mostFrequentFirst } from '../snapshot/texts/most-frequent.ts';
import { askIn, wholeListing } from './ask.ts';
import type { ComparedItems } from './comparisons.ts';
import type { Pagination } from './paging.ts';
import { type SortedSelection, selectsAll } from './selection.ts';

/** Limits to networks, providers and offers. An empty list stands for all. */
export interface Limits {
  /** Keys. */
  readonly networks: readonly string[];
  /** Names. */
  readonly providers: readonly string[];
  /** Slugs of offers or of their listings. */
  readonly slugs: readonly string[];
}

export interface OffersQuery extends Limits, Omit<SortedSelection, 'category' | 'networks'> {
  /** Filters and sorting need a single one, because they belong to its columns. */
  readonly categories: readonly string[];
}

export type MatchedOffers = Awaited<ReturnType<typeof matchOffers>>;

/**
 * Offers in the order of their first matching row, and the matched rows of all networks, providers and
 * offers; of all offers of the categories none.
 */
export async function matchOffers(snapshot: Snapshot, query: OffersQuery) {
  if (isWhole(query)) {
    const offers = query.categories.flatMap((category) => snapshot.offers.inCategory(category));
    return { offers, matchedRows: wholeListing(snapshot, null, query.categories[0] ?? '') };
  }
  const matchedRows = await askIn(snapshot, null, query);
  return {
    offers: groupOffers(snapshot, matchedRows.ids.filter(limitsTest(snapshot, query))),
    matchedRows,
  };
}

/** Whether a query selects all offers of its categories, in their default order. */
function isWhole({ sorting, networks, providers, slugs, ...selection }: OffersQuery): boolean {
  return (
    selectsAll(selection) &&
    [sorting, networks, providers, slugs].every((list) => list.length === 0)
  );
}

/** What price notes count in a list of offers. `isWanted`: whether a row is within its limits. */
export function comparedOffers(
  snapshot: Snapshot,
  offers: readonly MatchedOffer[],
  isWanted: (id: number) => boolean = () => true,
): ComparedItems {
  const listed = new Set(offers.map(({ offer }) => offer));
  return {
    oneEach: (rows, rankOf) =>
      groupOffers(snapshot, rows.filter(isWanted)).map((matchedOffer) =>
        matchedOffer.rows.reduce((lowest, id) => (rankOf(id) < rankOf(lowest) ? id : lowest)),
      ),
    isFound: (id) => listed.has(snapshot.offers.of(id)),
  };
}

/** Brings the rows of each offer together, in the order of the first ones. */
export function groupOffers(snapshot: Snapshot, rows: readonly number[]): MatchedOffer[] {
  const byOffer = groupBy(rows, (id) => snapshot.offers.of(id));
  return Array.from(byOffer, ([offer, ids]) => ({ offer, rows: ids }));
}

/** Whether a row is within the limits. */
export function limitsTest(
  snapshot: Snapshot,
  { networks, providers, slugs }: Limits,
): (id: number) => boolean {
  const isOn = networkTest(snapshot, networks);
  const names = new Set(providers);
  const offers = new Set(slugs.flatMap((slug) => [...snapshot.offers.named(slug)]));
  return (id) =>
    (names.size === 0 || names.has(snapshot.providerOf(id))) &&
    (slugs.length === 0 || offers.has(snapshot.offers.of(id))) &&
    isOn(id);
}

/** Whether a row has a listing on the networks; of no networks, any row. */
export function networkTest(
  snapshot: Snapshot,
  networks: readonly string[],
): (id: number) => boolean {
  if (networks.length === 0) return () => true;
  const numbers = numbersOf(snapshot, networks);
  const { catalog } = snapshot;
  return (id) =>
    snapshot.listingIdsOf(id).some((listing) => numbers.has(catalog.networkOfListing(listing)));
}

function numbersOf({ catalog }: Snapshot, networks: readonly string[]): ReadonlySet<number> {
  return new Set(networks.map((network) => catalog.numberOf(network)));
}

/** `all-networks` if one of the rows comes from a listing of all networks. */
export function scopeOfRows(snapshot: Snapshot, rows: readonly number[]): Scope {
  return rows.some((id) => snapshot.scopeOf(id) === 'all-networks') ? 'all-networks' : 'network';
}

/** Networks and chains of rows. */
export interface Presence {
  /** Keys, in the order of the snapshot. */
  readonly networks: readonly string[];
  /** Most frequent first. */
  readonly chains: readonly string[];
}

/** Keys of the networks that have one of the rows, in the order of the snapshot. */
export function networksOfRows(snapshot: Snapshot, rows: readonly number[]): readonly string[] {
  const { catalog } = snapshot;
  const isFound = new Array<boolean>(catalog.networkKeys.length).fill(false);
  for (const id of rows)
    for (const listing of snapshot.listingIdsOf(id))
      isFound[catalog.networkOfListing(listing)] = true;
  return catalog.networkKeys.filter((_, number) => isFound[number]);
}

/** `within`: keys of the networks that count; empty for all. */
export function presenceOf(
  snapshot: Snapshot,
  rows: readonly number[],
  within: readonly string[],
): Presence {
  const { catalog } = snapshot;
  const wanted = within.length === 0 ? null : numbersOf(snapshot, within);
  const isFound = new Array<boolean>(catalog.networkKeys.length).fill(false);
  const chains = new Map<string, number>();
  for (const id of rows) {
    let listings = 0;
    for (const listing of snapshot.listingIdsOf(id)) {
      const network = catalog.networkOfListing(listing);
      if (wanted !== null && !wanted.has(network)) continue;
      isFound[network] = true;
      listings++;
    }
    const chain = snapshot.chainOf(id);
    if (chain !== null && listings > 0) chains.set(chain, (chains.get(chain) ?? 0) + listings);
  }
  return {
    networks: catalog.networkKeys.filter((_, number) => isFound[number]),
    chains: mostFrequentFirst(chains),
  };
}

export interface Paged {
  readonly page: number;
  readonly pageSize: number;
}

/** One page of a list whose items count alone. */
export function cutFlat<T>(
  items: readonly T[],
  { page, pageSize }: Paged,
  providerOf: (item: T) => string | null,
): { readonly items: readonly T[]; readonly pagination: Pagination } {
  const counts = { total: items.length, providers: new Set(items.map(providerOf)).size };
  const start = (page - 1) * pageSize;
  return {
    items: items.slice(start, start + pageSize),
    pagination: flatPagination({ page, pageSize }, counts),
  };
}

export function flatPagination(
  { page, pageSize }: Paged,
  { total, providers }: { readonly total: number; readonly providers: number },
): Pagination {
  const totalPages = Math.ceil(total / pageSize);
  return {
    mode: 'offer',
    page,
    pageSize,
    totalPages,
    totalProviders: providers,
    totalOffers: total,
  };
}
