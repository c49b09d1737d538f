/** A listing's `!offer:<slug>` points to an offer of the same category. */

import { getOrInsert } from '../../../common/get-or-insert.ts';
import { NameFinder } from '../../../common/nearest-name.ts';
import { kebabCase } from '../../../model/networks.ts';
import { type AddProblem, didYouMean } from '../../problem.ts';
import { type ListingEntry, type OfferBook, type OfferEntry, type Sources, sourcePaths } from '../../sources.ts';
import type { CheckContext } from '../context.ts';
import { toKebabCase } from '../slugs/slugs.ts';

export function checkOfferReferences({ sources, resolved }: CheckContext, add: AddProblem): void {
  const { offers } = resolved;
  const badSlugs = findBadSlugs(sources.offers);
  const finders = new Map([...offers].map(([category, book]) => [category, new NameFinder(book.keys())]));
  const finderOf = (category: string) => finders.get(category) ?? new NameFinder([]);
  const suggestions = new Map<string, string>();
  for (const listing of sources.listings) {
    const { category } = listing;
    const { reference } = listing.cells;
    if (reference.kind === 'malformed') reportMalformed(listing, reference.text, finderOf(category), add);
    if (reference.kind !== 'offer' || offers.get(category)?.has(reference.slug)) continue;
    if (mayBeThere(category, reference.slug, sources, badSlugs)) continue;
    const key = `${category} ${reference.slug}`;
    const suggestion = getOrInsert(suggestions, key, () =>
      suggest(category, reference.slug, offers, finderOf(category)),
    );
    add({
      rule: 'offer-not-found',
      ...listing.source,
      column: 'offer',
      value: `!offer:${reference.slug}`,
      message: `no offer "${reference.slug}" in ${sourcePaths.offers(category)}`,
      suggestion,
    });
  }
}

function reportMalformed(listing: ListingEntry, text: string, finder: NameFinder, add: AddProblem): void {
  const slug = meantSlug(text, finder);
  add({
    rule: 'offer-reference',
    ...listing.source,
    column: 'offer',
    value: text,
    message: `"${text}" is not a reference to an offer`,
    suggestion: `write "!offer:${slug === '' ? '<slug>' : slug}"`,
  });
}

/** Slug that a misspelt reference means: the nearest known slug, otherwise the rest of the text. */
export function meantSlug(cell: string, slugs: NameFinder): string {
  const words = cell.replace(/\s/g, '').replace(/^!+/, '');
  const slug = words.replace(/^[a-z]*:+/i, '');
  return slugs.find(slug) ?? (words === slug ? words.replace(/^offer/i, '') : slug);
}

/** Corrected forms of misspelt offer slugs by category; a blank slug may be any. Other rules report these slugs. */
function findBadSlugs(offers: readonly OfferEntry[]): ReadonlyMap<string, ReadonlySet<string>> {
  const bad = new Map<string, Set<string>>();
  for (const { category, cells } of offers) {
    const { slug } = cells.values;
    if (typeof slug === 'string' && kebabCase.test(slug)) continue;
    getOrInsert(bad, category, () => new Set<string>()).add(typeof slug === 'string' ? toKebabCase(slug) : '');
  }
  return bad;
}

function mayBeThere(
  category: string,
  slug: string,
  { unreadable }: Sources,
  badSlugs: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const bad = badSlugs.get(category);
  return bad?.has(slug) || bad?.has('') || unreadable.mayHold(sourcePaths.offers(category), slug);
}

function suggest(category: string, slug: string, offers: OfferBook, finder: NameFinder): string {
  const [first, ...others] = [...offers].filter(([, book]) => book.has(slug)).map(([key]) => key);
  if (first !== undefined) {
    const files = [first, ...others].map(sourcePaths.offers).join(', ');
    return `it is an offer of another category (${files}): list it in ${first}.csv, or add it here`;
  }
  const near = finder.find(slug);
  return didYouMean(near, `add the offer to ${sourcePaths.offers(category)}`);
}
