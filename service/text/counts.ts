/** Counts as people read them. */
import { formatCount } from '../../common/format-count.ts';
import { recentDays } from '../../model/probes.ts';
import type { Terms } from '../../model/terms.ts';

/**
 * `1,499` becomes `1,490+`: from 100 up rounded down to a multiple of ten. Smaller counts stay
 * exact.
 */
export function roundedCount(count: number): string {
  if (count < 100) return formatCount(count);
  return `${formatCount(Math.floor(count / 10) * 10)}+`;
}

/** Of an offer of a listing of all networks. */
export function offeredForAll({ networks }: Terms): string {
  return `offered for all ${networks}`;
}

/** Of an offer that a probe confirmed lately. */
export const recently = `in the last ${recentDays} days`;

/** `1 offer`, `1,595 offers`; `14 categories` with `many`. */
export function plural(count: number, word: string, many = `${word}s`): string {
  return `${formatCount(count)} ${count === 1 ? word : many}`;
}

/** `1 network`, `12 regions`. */
export function placesCount(count: number, { network, networks }: Terms): string {
  return plural(count, network, networks);
}

const lists = {
  conjunction: new Intl.ListFormat('en-GB', { type: 'conjunction' }),
  disjunction: new Intl.ListFormat('en-GB', { type: 'disjunction' }),
} as const;

/** `Base`, `Base and Arbitrum`, `Base, Arbitrum and Optimism`; with `or` for a disjunction. */
export function joinNames(
  names: readonly string[],
  type: keyof typeof lists = 'conjunction',
): string {
  return lists[type].format(names);
}

/** The first names, and the number of the others: `a, b, c and 3 more`. */
export function joinSome(names: readonly string[], most = 3): string {
  const rest = names.length - most;
  return joinNames(rest <= 1 ? names : [...names.slice(0, most), `${formatCount(rest)} more`]);
}

/** What pages and texts say of a category without rows. */
export const noneYet = 'none yet';

/** `1,595 listings from 12 providers`; `none yet` without listings. */
export function listingsFromProviders(counted: {
  readonly count: number;
  readonly providersCount: number;
}): string {
  const { count, providersCount } = counted;
  return count === 0
    ? noneYet
    : `${plural(count, 'listing')} from ${plural(providersCount, 'provider')}`;
}

/** `1,595 listings · 12 providers`; `none yet` without listings. */
export function listingsAndProviders(listings: number, providers: number): string {
  return listings === 0
    ? noneYet
    : `${plural(listings, 'listing')} · ${plural(providers, 'provider')}`;
}

/** `120 offers in 1,595 listings`; `120 offers` if each offer has one listing. */
export function offersInListings(offers: number, listings: number): string {
  return offers === listings
    ? plural(offers, 'offer')
    : `${plural(offers, 'offer')} in ${plural(listings, 'listing')}`;
}
