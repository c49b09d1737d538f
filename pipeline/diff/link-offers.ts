/** Links the offers of the two states by category and slug. */
import type { OfferState, RowState } from './state.ts';

/** By `placeKey`, in both directions. */
export interface OfferLinks {
  readonly toAfter: ReadonlyMap<string, string>;
  readonly toBefore: ReadonlyMap<string, string>;
}

export function linkOffers(before: RowState, after: RowState): OfferLinks {
  const byName = new Map<string, string>();
  for (const [key, offer] of after.offers) {
    const name = nameOf(offer);
    if (offer.slug !== null && !byName.has(name)) byName.set(name, key);
  }
  const toAfter = new Map<string, string>();
  for (const [key, offer] of before.offers) {
    const partner = byName.get(nameOf(offer));
    if (partner === undefined) continue;
    toAfter.set(key, partner);
    byName.delete(nameOf(offer)); // a repeated slug is an error; the first offer counts
  }
  return { toAfter, toBefore: new Map([...toAfter].map(([old, now]) => [now, old])) };
}

function nameOf({ category, slug }: OfferState): string {
  return `${category}\u0000${slug}`;
}
