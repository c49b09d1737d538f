/** Offers listed twice on the same chain: in one file, or for all networks and again for one network. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { chainedCategories } from '../../../model/columns.ts';
import { type AddProblem, bothPlaces } from '../../problem.ts';
import type { ListingEntry, OfferBook, Resolved, Sources } from '../../sources.ts';
import type { CheckContext } from '../context.ts';
import { chainNamer } from '../slugs/slug-chains.ts';
import { offerOf, otherOffer } from './swapped-offers.ts';

export function checkListedTwice(context: CheckContext, add: AddProblem): void {
  const { sources, resolved } = context;
  const everywhere = listedEverywhere(sources);
  const holds = holdsThere(sources, resolved);
  const copies = new Map<ListingEntry, ListingEntry[]>();
  for (const listing of sources.listings) {
    const offer = listing.network === null ? null : offerOf(listing);
    const other = offer === null ? undefined : everywhere.get(listing.category)?.get(offer);
    if (other === undefined || !holds(listing)) continue;
    getOrInsert(copies, other, () => []).push(listing);
  }
  for (const [other, again] of copies) reportEverywhere(other, again, add);
  reportInFile(context, add);
}

/** All-networks listings by category and offer. */
function listedEverywhere({ listings }: Sources): Map<string, Map<string, ListingEntry>> {
  const found = new Map<string, Map<string, ListingEntry>>();
  for (const listing of listings) {
    const offer = listing.network === null ? offerOf(listing) : null;
    if (offer === null) continue;
    getOrInsert(found, listing.category, () => new Map<string, ListingEntry>()).set(offer, listing);
  }
  return found;
}

/** Whether an all-networks listing applies to the chain of a network's own listing. */
function holdsThere({ meta }: Sources, { networks }: Resolved): (listing: ListingEntry) => boolean {
  const chained = chainedCategories(meta.columns);
  const chains = new Map(networks.map((network) => [network.key, new Set(network.chains)]));
  return ({ category, network, cells }) =>
    !chained.has(category) || chains.get(network ?? '')?.has(String(cells.values.chain).toLowerCase()) === true;
}

/** Reports the copy; with several copies, the all-networks listing, because one edit there fixes all. */
function reportEverywhere(everywhere: ListingEntry, copies: readonly ListingEntry[], add: AddProblem): void {
  const [first, ...others] = copies;
  if (first === undefined) return;
  const at = others.length === 0 ? first : everywhere;
  const rest = at === first ? [everywhere] : copies;
  add({
    rule: 'listed-everywhere',
    ...at.source,
    column: 'offer',
    value: String(at.cells.values.offer),
    message: `the offer "${offerOf(at)}" is listed for all networks and again for single networks`,
    suggestion: 'remove one of the two',
    places: [at, ...rest].map(({ source }) => ({ ...source, column: 'offer' })),
  });
}

/** Other rules report a repeated slug, and a slug that names another chain. */
function reportInFile(context: CheckContext, add: AddProblem): void {
  const { listings } = context.sources;
  const { offers } = context.resolved;
  const chainNamed = chainNamer(context);
  /** First listings by file, chain and offer. */
  const listed = new Map<string, ListingEntry>();
  for (const listing of listings) {
    const offer = offerOf(listing);
    if (offer === null || chainNamed(listing) !== null) continue;
    const key = `${listing.source.file} ${listing.cells.values.chain ?? ''} ${offer}`;
    const first = getOrInsert(listed, key, () => listing);
    if (first === listing || listing.cells.values.slug === first.cells.values.slug) continue;
    const isNamed = reportNamed([listing, first], offers, add) || reportNamed([first, listing], offers, add);
    if (!isNamed) reportTwice(listing, first, add);
  }
}

/** Reports a listing whose slug names another offer of the category: to remove the line would lose that offer. */
function reportNamed(
  [listing, other]: readonly [ListingEntry, ListingEntry],
  offers: OfferBook,
  add: AddProblem,
): boolean {
  const named = otherOffer(listing);
  if (named === null || offers.get(listing.category)?.has(named) !== true) return false;
  const { slug, offer } = listing.cells.values;
  add({
    rule: 'listed-twice',
    ...listing.source,
    column: 'offer',
    value: String(offer),
    message: `the offer "${offerOf(listing)}" is listed twice${onChain(listing)}, and the slug "${slug}" names another offer`,
    suggestion: `write "!offer:${named}"`,
    places: bothPlaces(listing.source, other.source, 'offer'),
  });
  return true;
}

function onChain({ cells }: ListingEntry): string {
  const { chain } = cells.values;
  return typeof chain === 'string' ? ` on "${chain}"` : '';
}

function reportTwice(listing: ListingEntry, first: ListingEntry, add: AddProblem): void {
  const [one, other] = [listing.cells.values, first.cells.values];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  const different = [...keys].filter(
    (key) => key !== 'slug' && JSON.stringify(one[key]) !== JSON.stringify(other[key]),
  );
  add({
    rule: 'listed-twice',
    ...listing.source,
    column: 'offer',
    value: String(one.offer),
    message: `the offer "${offerOf(listing)}" is listed twice${onChain(listing)}`,
    suggestion:
      different.length === 0
        ? 'remove one of the two identical lines'
        : `remove one of the two lines, unless both are intended: they differ in ${different.join(', ')}`,
    places: bothPlaces(listing.source, first.source, 'offer'),
  });
}
