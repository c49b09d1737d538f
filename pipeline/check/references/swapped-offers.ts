/** Two listings of a file that refer to each other's offer, as their slugs say. */
import { groupBy } from '../../../common/group-by.ts';
import { type AddProblem, bothPlaces } from '../../problem.ts';
import type { ListingEntry } from '../../sources.ts';
import type { CheckContext } from '../context.ts';

export function checkSwappedOffers({ sources }: CheckContext, add: AddProblem): void {
  const named = sources.listings.filter((listing) => otherOffer(listing) !== null);
  // The offer that a slug names is the one that the other listing refers to, and the other way round.
  const byOffers = groupBy(named, (listing) => `${listing.source.file} ${otherOffer(listing)} ${offerOf(listing)}`);
  for (const listing of named) {
    const [named, referred] = [otherOffer(listing), offerOf(listing)];
    const other = byOffers.get(`${listing.source.file} ${referred} ${named}`)?.[0];
    if (other === undefined || other.source.line > listing.source.line) continue;
    add({
      rule: 'swapped-offers',
      ...listing.source,
      column: 'offer',
      value: `!offer:${referred}`,
      message: `the listings of "${named}" and "${referred}" refer to each other's offer`,
      suggestion: 'swap the two cells',
      places: bothPlaces(listing.source, other.source, 'offer'),
    });
  }
}

/** The offer that a listing refers to. */
export function offerOf({ cells: { reference } }: ListingEntry): string | null {
  return reference.kind === 'offer' ? reference.slug : null;
}

/** The offer that the slug names, without its chain; null if it is the one that the listing refers to. */
export function otherOffer(listing: ListingEntry): string | null {
  const { slug, chain } = listing.cells.values;
  const referred = offerOf(listing);
  if (typeof slug !== 'string' || referred === null || slug === referred) return null;
  const named = typeof chain === 'string' ? `-${slug}-`.replace(`-${chain}-`, '-').slice(1, -1) : slug;
  return named === referred ? null : named;
}
