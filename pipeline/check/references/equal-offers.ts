/** Offers of one provider that say the same: one of them was probably copied and not edited. */
import { groupBy } from '../../../common/group-by.ts';
import { type AddProblem, bothPlaces } from '../../problem.ts';
import type { OfferEntry } from '../../sources.ts';
import type { CheckContext } from '../context.ts';

/** Cells that may differ although the offer is the same: its name, links and sentences. */
const loose: readonly string[] = ['slug', 'actionButtons', 'description', 'starred'];

export function checkEqualOffers({ sources }: CheckContext, add: AddProblem): void {
  for (const [first, ...others] of groupBy(sources.offers, factsOf).values()) {
    for (const offer of first === undefined ? [] : others) {
      const [slug, other] = [offer.cells.values.slug, first?.cells.values.slug];
      if (first === undefined || slug === other) continue;
      add({
        rule: 'equal-offer',
        ...offer.source,
        column: 'slug',
        value: String(slug),
        message: `the offers "${slug}" and "${other}" say the same`,
        suggestion: 'say how they differ, or remove one and list the other',
        places: bothPlaces(offer.source, first.source, 'slug'),
      });
    }
  }
}

/** A text that is the same for offers with the same facts. */
function factsOf({ category, cells }: OfferEntry): string {
  const facts = Object.entries(cells.values).filter(([key]) => !loose.includes(key));
  return JSON.stringify([category, facts]);
}
