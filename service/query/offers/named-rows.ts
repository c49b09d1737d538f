/** Rows of the offer that a request names. */
import { badParameter, nearestName } from '../../errors.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { limitsTest } from './offers.ts';

export interface NamedIn {
  /** Slug of an offer or a listing. */
  readonly slug: string;
  /** Keys, empty for all. */
  readonly networks: readonly string[];
  /** Its offers come first, and a suggestion names one of them. */
  readonly category: string;
  /** What the slug should name: `an MCP server`. */
  readonly what: string;
}

/**
 * Rows of the category; only the listing if the slug names one. If the offer has none in the category, its rows of others.
 * Throws 400 for a slug that is not there, with the nearest offer of the category.
 */
export function namedRows(snapshot: Snapshot, { slug, networks, category, what }: NamedIn): readonly number[] {
  const isThere = limitsTest(snapshot, { networks, providers: [], slugs: [] });
  const rows = [...snapshot.offers.named(slug)].flatMap((offer) => offer.rows.filter(isThere));
  if (rows.length === 0) {
    if (slug === '') throw badParameter('offer', `the parameter "offer" is missing: give the slug of ${what}`);
    const known = new Set(
      snapshot.offers
        .rowsOfCategory(category)
        .filter(isThere)
        .map((id) => snapshot.offers.of(id).slug),
    );
    throw badParameter('offer', `no offer "${slug.slice(0, 100)}" there`, nearestName(slug, [...known]));
  }
  const own = rows.filter((id) => snapshot.categoryOf(id) === category);
  const listings = own.filter((id) => snapshot.row(id).slug === slug);
  return [listings, own, rows].find((found) => found.length > 0) ?? [];
}
