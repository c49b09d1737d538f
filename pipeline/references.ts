/** References of listings to offers: `!offer:<slug>`. */
import type { NameFinder } from '../common/nearest-name.ts';
import type { OfferEntry } from './sources.ts';

/** Offers by category and slug. Of two offers with the same slug the first counts; a check reports the second. */
export type OfferBook = ReadonlyMap<string, ReadonlyMap<string, OfferEntry>>;

export function buildOfferBook(offers: readonly OfferEntry[]): OfferBook {
  const book = new Map<string, Map<string, OfferEntry>>();
  for (const offer of offers) {
    const slug = offer.cells.values.slug;
    if (typeof slug !== 'string') continue;
    const category = book.get(offer.category) ?? new Map<string, OfferEntry>();
    if (!category.has(slug)) category.set(slug, offer);
    book.set(offer.category, category);
  }
  return book;
}

export type Reference =
  | { readonly kind: 'none' }
  | { readonly kind: 'offer'; readonly slug: string }
  | { readonly kind: 'malformed'; readonly text: string };

/** A text without a leading `!` is the listing's own name, except `offer:<slug>`, which lacks only the `!`. */
export function parseReference(cell: unknown): Reference {
  if (typeof cell !== 'string' || !/^(?:!|offer:[a-z0-9-]+$)/.test(cell)) return { kind: 'none' };
  const slug = /^!offer:(\S+)$/.exec(cell)?.[1];
  return slug === undefined ? { kind: 'malformed', text: cell } : { kind: 'offer', slug };
}

/** Slug that a misspelt reference means: the nearest known slug, otherwise the rest of the text. */
export function meantSlug(cell: string, known: NameFinder): string {
  const words = cell.replace(/\s/g, '').replace(/^!+/, '');
  const slug = words.replace(/^[a-z]*:+/i, '');
  return known.find(slug) ?? (words === slug ? words.replace(/^offer/i, '') : slug);
}
