/** Counts as people read them. */

/** `1,499` becomes `1,490+`: from 100 up rounded down to a multiple of ten. Smaller counts stay exact. */
export function roundedCount(count: number): string {
  if (count < 100) return formatCount(count);
  return `${formatCount(Math.floor(count / 10) * 10)}+`;
}

const withCommas = new Intl.NumberFormat('en-US');

/** With thousands separators. */
export function formatCount(count: number): string {
  return count < 1000 ? String(count) : withCommas.format(count);
}

/** `1 offer`, `1,595 offers`. */
export function plural(count: number, word: string): string {
  return `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;
}

/** `1 entry`, `1,595 entries`. */
export function entries(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'entry' : 'entries'}`;
}

/** What pages and texts say of a category without rows. */
export const noneYet = 'none yet';

/** `1,595 entries from 12 providers`; `none yet` without entries. */
export function entriesAndProviders(counted: { readonly count: number; readonly providersCount: number }): string {
  const { count, providersCount } = counted;
  return count === 0 ? noneYet : `${entries(count)} from ${plural(providersCount, 'provider')}`;
}

/** `1,595 listings · 12 providers`; `none yet` without listings. A listing is an offer on a network and chain. */
export function listingsAndProviders(listings: number, providers: number): string {
  return listings === 0 ? noneYet : `${plural(listings, 'listing')} · ${plural(providers, 'provider')}`;
}

/** `120 offers in 1,595 listings`; `120 offers` if each offer has one listing. */
export function offersInListings(offers: number, listings: number): string {
  return offers === listings ? plural(offers, 'offer') : `${plural(offers, 'offer')} in ${plural(listings, 'listing')}`;
}
