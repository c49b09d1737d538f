/** Rules for offers, and for the references of listings to them. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { groupBy } from '../../../common/group-by.ts';
import { toKebabCase } from '../../../common/kebab-case.ts';
import { NameFinder } from '../../../common/nearest-name.ts';
import { costColumnsOf } from '../../../model/columns.ts';
import { didYouMean } from '../../problem.ts';
import {
  type ListingEntry,
  type OfferBook,
  type OfferEntry,
  type Sources,
  sourcePaths,
} from '../../sources.ts';
import { depthOf, planOf } from '../plans.ts';
import type { CheckContext, LineFault } from '../rule.ts';
import { isSlug } from './slugs.ts';

/** Cells that may differ although the offer is the same: its name, links and sentences. */
const loose: readonly string[] = ['slug', 'actionButtons', 'description', 'starred'];

/** Offers of one provider that say the same: one of them was probably copied and not edited. */
export function equalOffer({ sources }: CheckContext): (offer: OfferEntry) => LineFault | null {
  const factsOf = ({ category, cells }: OfferEntry) =>
    JSON.stringify([
      category,
      Object.entries(cells.values).filter(([key]) => !loose.includes(key)),
    ]);
  const copied = new Map<OfferEntry, OfferEntry>();
  for (const [first, ...others] of groupBy(sources.offers, factsOf).values())
    for (const offer of others) copied.set(offer, first);
  return (offer) => {
    const first = copied.get(offer);
    const [slug, other] = [offer.cells.values.slug, first?.cells.values.slug];
    if (first === undefined || slug === other) return null;
    const suggestion = 'say how they differ, or remove one and list the other';
    return {
      message: `the offers "${slug}" and "${other}" say the same`,
      suggestion,
      other: first,
    };
  };
}

export function unusedOffer({
  sources,
  resolved,
}: CheckContext): (offer: OfferEntry) => LineFault | null {
  const used = usedOffers(sources, resolved.offers);
  return ({ category, cells }) => {
    const { slug } = cells.values;
    if (
      typeof slug !== 'string' ||
      used.get(category)?.has(slug) ||
      sources.unreadable.mentions(slug)
    )
      return null;
    const suggestion = 'add a listing for one network or for all networks, or remove the offer';
    return { message: `no listing refers to the offer "${slug}"`, suggestion };
  };
}

/**
 * Slugs by category. Another rule reports misspelt references; the offer that one means counts as
 * used.
 */
function usedOffers({ listings }: Sources, offers: OfferBook): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  for (const { category, cells } of listings) {
    const { reference } = cells;
    if (reference.kind === 'none') continue;
    const written = reference.kind === 'offer' ? reference.slug : reference.text;
    getOrInsert(used, category, () => new Set<string>()).add(written);
  }
  for (const [category, references] of used) {
    const book = offers.get(category);
    const unknown = [...references].filter((slug) => book?.has(slug) !== true);
    const finder = new NameFinder(unknown.length === 0 ? [] : (book?.keys() ?? []));
    for (const slug of unknown) references.add(meantSlug(slug, finder));
  }
  return used;
}

/** A listing's `!offer:<slug>` points to an offer of the same category. */
export function offerReference({
  sources,
  resolved,
}: CheckContext): (listing: ListingEntry) => LineFault | null {
  const { offers } = resolved;
  const badSlugs = findBadSlugs(sources.offers);
  const finders = new Map<string, NameFinder>();
  const finderOf = (category: string) =>
    getOrInsert(finders, category, () => new NameFinder(offers.get(category)?.keys() ?? []));
  const fixes = new Map<string, string>();
  return ({ category, cells: { reference } }) => {
    if (reference.kind === 'malformed') {
      const slug = meantSlug(reference.text, finderOf(category)) || '<slug>';
      const message = `"${reference.text}" is not a reference to an offer`;
      return { rule: 'offer-reference', message, suggestion: `write "!offer:${slug}"` };
    }
    if (reference.kind !== 'offer' || offers.get(category)?.has(reference.slug)) return null;
    const { slug } = reference;
    const [bad, file] = [badSlugs.get(category), sourcePaths.offers(category)];
    if (bad?.has(slug) || bad?.has('') || sources.unreadable.mayHold(file, slug)) return null;
    const suggestion = getOrInsert(fixes, `${category} ${slug}`, () =>
      suggestOffer(category, slug, offers, finderOf(category)),
    );
    return { message: `no offer "${slug}" in ${file}`, suggestion };
  };
}

/** Slug that a misspelt reference means: the nearest known slug, otherwise the rest of the text. */
function meantSlug(cell: string, slugs: NameFinder): string {
  const words = cell.replace(/\s/g, '').replace(/^!+/, '');
  const slug = words.replace(/^[a-z]*:+/i, '');
  return slugs.find(slug) ?? (words === slug ? words.replace(/^offer/i, '') : slug);
}

/**
 * Corrected forms of misspelt offer slugs by category; a blank slug may be any. Other rules report
 * these slugs.
 */
function findBadSlugs(offers: readonly OfferEntry[]): ReadonlyMap<string, ReadonlySet<string>> {
  const bad = new Map<string, Set<string>>();
  for (const { category, cells } of offers) {
    const { slug } = cells.values;
    if (isSlug(slug)) continue;
    getOrInsert(bad, category, () => new Set<string>()).add(
      typeof slug === 'string' ? toKebabCase(slug) : '',
    );
  }
  return bad;
}

function suggestOffer(
  category: string,
  slug: string,
  offers: OfferBook,
  finder: NameFinder,
): string {
  const [first, ...others] = [...offers].filter(([, book]) => book.has(slug)).map(([key]) => key);
  if (first === undefined)
    return didYouMean(finder.find(slug), `add the offer to ${sourcePaths.offers(category)}`);
  const files = [first, ...others].map(sourcePaths.offers).join(', ');
  return `it is an offer of another category (${files}): list it in ${first}.csv, or add it here`;
}

/**
 * A plan with the limits of another plan of its provider, while the same plan at another depth of
 * data has other limits.
 */
export function shiftedLimits({ sources }: CheckContext): (offer: OfferEntry) => LineFault | null {
  const { limits: column } = costColumnsOf(sources.meta.columns);
  if (column === null) return () => null;
  const limitsOf = ({ cells: { values } }: OfferEntry) => JSON.stringify(values[column] ?? null);
  const plans = groupBy(sources.offers, ({ category, cells: { values } }) => {
    const plan = planOf(values);
    return plan === null || !Array.isArray(values[column]) ? null : `${category} ${plan}`;
  });
  const byLimits = groupBy(
    [...plans.values()].flat(),
    (offer) => `${offer.cells.values.provider} ${limitsOf(offer)}`,
  );
  return (offer) => {
    const { values } = offer.cells;
    const [plan, limits] = [planOf(values), limitsOf(offer)];
    const siblings = plan === null ? [] : (plans.get(`${offer.category} ${plan}`) ?? []);
    const sibling = siblings.find((each) => limitsOf(each) !== limits);
    if (sibling === undefined || !/\d/.test(limits)) return null;
    const others = byLimits.get(`${values.provider} ${limits}`) ?? [];
    const other = others.find(
      ({ cells }) => planOf(cells.values) !== plan && depthOf(cells.values) !== depthOf(values),
    );
    if (other === undefined) return null;
    const message = `"${values.slug}" has the limits of "${other.cells.values.slug}", and "${sibling.cells.values.slug}" has others`;
    return {
      column,
      message,
      suggestion: 'look whether the cells are one line too low or too high',
    };
  };
}
