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

/** `1,595 offers · 12 providers`; `none yet` without offers. */
export function offersAndProviders(offers: number, providers: number): string {
  return offers === 0 ? noneYet : `${plural(offers, 'offer')} · ${plural(providers, 'provider')}`;
}

/** `1,595 offers from 12 providers` */
export function offersFromProviders({ entries, providers }: { entries: number; providers: number }): string {
  return `${plural(entries, 'offer')} from ${plural(providers, 'provider')}`;
}
