/**
 * What makes two lines the same line in two versions of a file. Diffs of problems, questions and
 * the guard match lines by it.
 */
import type { Values } from '../../model/rows.ts';
import { compareText } from '../problem.ts';

/** The slug of the line, or that of the offer that it lists; blank if it has neither. */
export function lineSlug({ slug, offer }: Values): string {
  return String(slug ?? offer ?? '').replace('!offer:', '');
}

/** The provider that a line names, or the offer that it refers to. */
export function lineOwner({ provider, offer }: Values): string | null {
  const owner = provider ?? offer;
  return typeof owner === 'string' ? owner : null;
}

/** The reference of a listing, as it is written. */
export function referenceOf({ offer }: Values): string | null {
  return typeof offer === 'string' && offer.startsWith('!offer:') ? offer : null;
}

/**
 * Part of a line that stays the same if its slug changes: offer and chain, or all cells of a line
 * without an offer.
 */
export function lineContent(values: Values): string {
  const offer = referenceOf(values);
  if (offer !== null) return JSON.stringify([offer, values.chain ?? null]);
  const cells = Object.entries(values).filter(([key, value]) => key !== 'slug' && value !== null);
  return JSON.stringify(cells.toSorted(([a], [b]) => compareText(a, b)));
}
