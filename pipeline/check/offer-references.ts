/** A listing's `!offer:<slug>` points to an offer of the same category. */
import { nearest } from '../nearest.ts';
import type { AddProblem } from '../problem.ts';
import { type OfferBook, parseReference } from '../references.ts';
import type { ListingEntry } from '../sources.ts';
import type { CheckContext } from './context.ts';

export function checkOfferReferences({ sources, offers }: CheckContext, add: AddProblem): void {
  for (const listing of sources.listings) {
    const reference = parseReference(listing.cells.values.offer);
    if (reference.kind === 'malformed') reportMalformed(listing, reference.text, add);
    if (reference.kind === 'offer') checkFound(listing, reference.slug, offers, add);
  }
}

function reportMalformed(listing: ListingEntry, text: string, add: AddProblem): void {
  const slug = text.replace(/^!\s*[a-z]*\s*:?\s*/i, '').replace(/\s/g, '');
  add({
    severity: 'error',
    rule: 'offer-reference',
    ...listing.source,
    column: 'offer',
    value: text,
    message: `"${text}" is not a reference to an offer`,
    suggestion: `write "!offer:${slug === '' ? '<slug>' : slug}"`,
  });
}

function checkFound(listing: ListingEntry, slug: string, offers: OfferBook, add: AddProblem): void {
  const { category } = listing;
  if (offers.get(category)?.has(slug)) return;
  const elsewhere = [...offers].filter(([, book]) => book.has(slug)).map(([key]) => key);
  const near = nearest(slug, offers.get(category)?.keys() ?? []);
  const file = (key: string) => `references/offers/${key}.csv`;
  const otherCategory = elsewhere[0];
  add({
    severity: 'error',
    rule: 'offer-not-found',
    ...listing.source,
    column: 'offer',
    value: `!offer:${slug}`,
    message: `no offer "${slug}" in ${file(category)}`,
    suggestion:
      otherCategory !== undefined
        ? `it is an offer of another category (${elsewhere.map(file).join(', ')}): list it in ${otherCategory}.csv, or add it here`
        : near !== null
          ? `did you mean "${near}"?`
          : `add the offer to ${file(category)}`,
  });
}
