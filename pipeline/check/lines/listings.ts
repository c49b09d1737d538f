/**
 * Offers that listings name twice on one chain, or exchange: in one file, or for all networks and
 * again for one network.
 */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { groupBy } from '../../../common/group-by.ts';
import { chainedCategories } from '../../../model/columns.ts';
import type { ListingEntry, OfferBook } from '../../sources.ts';
import type { CheckContext, LineFault } from '../rule.ts';
import { chainNamer } from './slug-chains.ts';

type FindInListing = (listing: ListingEntry) => LineFault | null;

/** The offer that a listing refers to. */
function offerOf({ cells: { reference } }: ListingEntry): string | null {
  return reference.kind === 'offer' ? reference.slug : null;
}

/**
 * The offer that the slug names, without its chain; null if it is the one that the listing refers
 * to.
 */
function otherOffer(listing: ListingEntry): string | null {
  const { slug, chain } = listing.cells.values;
  const referred = offerOf(listing);
  if (typeof slug !== 'string' || referred === null || slug === referred) return null;
  const named =
    typeof chain === 'string' ? `-${slug}-`.replace(`-${chain}-`, '-').slice(1, -1) : slug;
  return named === referred ? null : named;
}

/** Two listings of a file that refer to each other's offer, as their slugs say. */
export function swappedOffers({ sources }: CheckContext): FindInListing {
  const named = new Map<ListingEntry, string>();
  for (const listing of sources.listings) {
    const other = otherOffer(listing);
    if (other !== null) named.set(listing, other);
  }
  const keyOf = ({ source }: ListingEntry, one: string | null, other: string | null) =>
    `${source.file} ${one} ${other}`;
  // The offer that a slug names is the one that the other listing refers to, and the other way
  // round.
  const byOffers = groupBy([...named], ([listing, name]) => keyOf(listing, name, offerOf(listing)));
  return (listing) => {
    const name = named.get(listing);
    if (name === undefined) return null;
    const referred = offerOf(listing);
    const [other] = byOffers.get(keyOf(listing, referred, name))?.[0] ?? [];
    if (other === undefined || other.source.line > listing.source.line) return null;
    const message = `the listings of "${name}" and "${referred}" refer to each other's offer`;
    return { message, suggestion: 'swap the two cells', other };
  };
}

/**
 * Reports the copy; with several copies, the all-networks listing, because one edit there fixes
 * all.
 */
export function listedEverywhere(context: CheckContext): FindInListing {
  const copies = copiesOf(context);
  const told = new Map(
    Array.from(copies, ([other, [first, ...more]]) => [more.length === 0 ? first : other, other]),
  );
  return (at) => {
    const other = told.get(at);
    if (other === undefined) return null;
    const rest = at === other ? (copies.get(other) ?? []) : [other];
    const message = `the offer "${offerOf(at)}" is listed for all networks and again for single networks`;
    const places = [at, ...rest].map(({ source }) => ({ ...source, column: 'offer' }));
    return { message, suggestion: 'remove one of the two', places };
  };
}

/** Listings of single networks by the one for all networks that applies there, too. */
function copiesOf({ sources, resolved }: CheckContext): Map<ListingEntry, ListingEntry[]> {
  const chained = chainedCategories(sources.meta.columns);
  const chains = new Map(
    resolved.networks.map((network) => [network.key, new Set(network.chains)]),
  );
  const isThere = ({ category, network, cells }: ListingEntry) =>
    !chained.has(category) ||
    chains.get(network ?? '')?.has(String(cells.values.chain).toLowerCase()) === true;
  const keyOf = (listing: ListingEntry) => `${listing.category} ${offerOf(listing)}`;
  const referring = sources.listings.filter((listing) => offerOf(listing) !== null);
  const everywhere = new Map(
    referring.filter(({ network }) => network === null).map((each) => [keyOf(each), each]),
  );
  const copies = new Map<ListingEntry, ListingEntry[]>();
  for (const listing of referring) {
    const other = listing.network === null ? undefined : everywhere.get(keyOf(listing));
    if (other !== undefined && isThere(listing)) getOrInsert(copies, other, () => []).push(listing);
  }
  return copies;
}

/** Other rules report a repeated slug, and a slug that names another chain. */
export function listedTwice(context: CheckContext): FindInListing {
  const { offers } = context.resolved;
  const chainNamed = chainNamer(context);
  /** First listings by file, chain and offer. */
  const listed = new Map<string, ListingEntry>();
  return (listing) => {
    const offer = offerOf(listing);
    if (offer === null || chainNamed(listing) !== null) return null;
    const { slug, chain } = listing.cells.values;
    const first = getOrInsert(
      listed,
      `${listing.source.file} ${chain ?? ''} ${offer}`,
      () => listing,
    );
    if (first === listing || slug === first.cells.values.slug) return null;
    return (
      misnamed([listing, first], offers) ??
      misnamed([first, listing], offers) ??
      twice(listing, first)
    );
  };
}

/**
 * A listing whose slug names another offer of the category: to remove the line would lose that
 * offer.
 */
function misnamed(
  [listing, other]: readonly [ListingEntry, ListingEntry],
  offers: OfferBook,
): LineFault | null {
  const named = otherOffer(listing);
  if (named === null || offers.get(listing.category)?.has(named) !== true) return null;
  const { source, cells } = listing;
  const message = `${describeTwice(listing)}, and the slug "${cells.values.slug}" names another offer`;
  return {
    ...source,
    value: String(cells.values.offer),
    message,
    suggestion: `write "!offer:${named}"`,
    other,
  };
}

function describeTwice(listing: ListingEntry): string {
  const { chain } = listing.cells.values;
  return `the offer "${offerOf(listing)}" is listed twice${typeof chain === 'string' ? ` on "${chain}"` : ''}`;
}

function twice(listing: ListingEntry, first: ListingEntry): LineFault {
  const [one, other] = [listing.cells.values, first.cells.values];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  const different = [...keys].filter(
    (key) => key !== 'slug' && JSON.stringify(one[key]) !== JSON.stringify(other[key]),
  );
  const suggestion =
    different.length === 0
      ? 'remove one of the two identical lines'
      : `remove one of the two lines, unless both are intended: they differ in ${different.join(', ')}`;
  return { message: describeTwice(listing), suggestion, other: first };
}
