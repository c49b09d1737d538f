/** Listings -> rows by network: a network's own, then those of all networks, copied to each of its chains. */
import { type ColumnDefinition, chainedCategories } from '../../model/columns.ts';
import { compareText } from '../problem.ts';
import { buildOfferBook } from '../references.ts';
import type { Content, ListingEntry, OfferEntry, Resolved, Row } from '../sources.ts';
import { ListingResolver } from './listings.ts';
import { readNumbers } from './numbers.ts';

export interface ResolveInput {
  readonly columns: readonly ColumnDefinition[];
  readonly networks: readonly string[];
  readonly offers: readonly OfferEntry[];
  readonly listings: readonly ListingEntry[];
}

export function resolveNetworks(input: ResolveInput): Resolved {
  const numbers = readNumbers(input.columns, [...input.offers, ...input.listings]);
  const resolver = new ListingResolver(input.columns, buildOfferBook(input.offers), numbers);
  const own = groupByNetwork(input.listings);
  const chained = chainedCategories(input.columns);
  const everywhere = own.get(null) ?? [];
  const perChain = everywhere.filter((listing) => chained.has(listing.category));
  const perNetwork = everywhere.filter((listing) => !chained.has(listing.category));
  // Networks share these rows: most of a directory are copies of a few.
  const shared = new Map<string | null, readonly Row[]>();
  const everywhereOn = (chain: string | null): readonly Row[] => {
    const rows = shared.get(chain) ?? toRows(chain === null ? perNetwork : perChain, chain, resolver);
    shared.set(chain, rows);
    return rows;
  };
  const networks = input.networks.map((key) => {
    const rows = toRows(own.get(key) ?? [], null, resolver);
    const chains = [...new Set(rows.flatMap(({ content }) => chainOf(content)))].toSorted(compareText);
    return { key, chains, rows: [rows, ...[...chains, null].map(everywhereOn)].flat() };
  });
  return { contents: inDefaultOrder(resolver.contents), networks, numbers };
}

/** By category, then in the default order of rows, so that whoever numbers them has the rows of any network in order. */
function inDefaultOrder(contents: readonly Content[]): Content[] {
  const keyed = contents.map((content) => ({ content, keys: sortKeys(content) }));
  return keyed.toSorted((a, b) => compareKeys(a.keys, b.keys)).map(({ content }) => content);
}

/** A category; a provider's name without case, then as it is; a slug. */
type SortKeys = readonly [string, string, string, string];

function sortKeys({ category, values }: Content): SortKeys {
  const provider = String(values.provider);
  return [category, provider.toLowerCase(), provider, String(values.slug)];
}

function compareKeys(a: SortKeys, b: SortKeys): number {
  return compareText(a[0], b[0]) || compareText(a[1], b[1]) || compareText(a[2], b[2]) || compareText(a[3], b[3]);
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
  const rows: Row[] = [];
  for (const listing of listings) {
    const content = resolver.resolve(listing, chain);
    if (content !== null) rows.push({ content, source: listing.source });
  }
  return rows;
}

function chainOf(content: Content): string[] {
  const { chain } = content.values;
  return typeof chain === 'string' ? [chain.toLowerCase()] : [];
}
