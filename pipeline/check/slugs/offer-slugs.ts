/** Slugs of offers are unique within their file. */
import { type AddProblem, bothPlaces } from '../../problem.ts';
import type { CheckContext } from '../context.ts';
import { reportBadSlug } from './slugs.ts';

export function checkOfferSlugs({ sources, resolved }: CheckContext, add: AddProblem): void {
  for (const offer of sources.offers) {
    const { slug } = offer.cells.values;
    if (reportBadSlug(slug, offer.source, add)) continue;
    const first = resolved.offers.get(offer.category)?.get(String(slug));
    if (first === undefined || first === offer) continue;
    add({
      rule: 'duplicate-slug',
      ...offer.source,
      column: 'slug',
      value: String(slug),
      message: `the slug "${slug}" is on more than one line`,
      suggestion: 'rename or remove one of the two',
      places: bothPlaces(offer.source, first.source, 'slug'),
    });
  }
}
