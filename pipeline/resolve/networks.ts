/** Listings -> rows by network: a network's own, then those of all networks, copied to each of its chains. */
import { type ColumnDefinition, chainedCategories } from '../../model/columns.ts';
import { compareText } from '../problem.ts';
import { buildOfferBook } from '../references.ts';
import type { Content, ListingEntry, OfferEntry, Resolved, Row } from '../sources.ts';
import { ListingResolver } from './listings.ts';

export interface ResolveInput {
  readonly columns: readonly ColumnDefinition[];
  readonly networks: readonly string[];
  readonly offers: readonly OfferEntry[];
  readonly listings: readonly ListingEntry[];
}

export function resolveNetworks(input: ResolveInput): Resolved {
  const resolver = new ListingResolver(input.columns, buildOfferBook(input.offers));
  const own = groupByNetwork(input.listings);
  const chained = chainedCategories(input.columns);
  const everywhere = own.get(null) ?? [];
  const perChain = everywhere.filter((listing) => chained.has(listing.category));
  const perNetwork = everywhere.filter((listing) => !chained.has(listing.category));
  const networks = input.networks.map((key) => {
    const rows = toRows(own.get(key) ?? [], null, resolver);
    const chains = [...new Set(rows.flatMap(({ content }) => chainOf(content)))].toSorted(compareText);
    for (const chain of chains) rows.push(...toRows(perChain, chain, resolver));
    rows.push(...toRows(perNetwork, null, resolver));
    return { key, chains, rows };
  });
  return { contents: byCategory(resolver.contents), networks };
}

/** The contents of a category stand together: readers keep what they know of them in plain arrays. */
function byCategory(contents: readonly Content[]): Content[] {
  return contents.toSorted((a, b) => compareText(a.category, b.category));
}

function groupByNetwork(listings: readonly ListingEntry[]): Map<string | null, ListingEntry[]> {
  const groups = new Map<string | null, ListingEntry[]>();
  for (const listing of listings) {
    const group = groups.get(listing.network);
    if (group) group.push(listing);
    else groups.set(listing.network, [listing]);
  }
  return groups;
}

function toRows(listings: readonly ListingEntry[], chain: string | null, resolver: ListingResolver): Row[] {
  return listings.flatMap((listing) => {
    const content = resolver.resolve(listing, chain);
    return content === null ? [] : [{ content, source: listing.source }];
  });
}

function chainOf(content: Content): string[] {
  const { chain } = content.values;
  return typeof chain === 'string' ? [chain.toLowerCase()] : [];
}
