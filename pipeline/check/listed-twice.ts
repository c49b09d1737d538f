/** Offers listed twice on the same chain: in one file, or for all networks and again for one network. */
import { chainedCategories } from '../../model/columns.ts';
import { type AddProblem, bothPlaces } from '../problem.ts';
import type { ListingEntry, Resolved, Sources } from '../sources.ts';
import type { CheckContext } from './context.ts';

export function checkListedTwice({ sources, resolved }: CheckContext, add: AddProblem): void {
  const listings = sources.listings.filter((listing) => offerOf(listing) !== null);
  const everywhere = new Map(
    listings.flatMap((listing) => (listing.network === null ? [[keyOf(listing), listing] as const] : [])),
  );
  const holds = holdsThere(sources, resolved);
  const copies = new Map<ListingEntry, ListingEntry[]>();
  for (const listing of listings) {
    const other = listing.network === null ? undefined : everywhere.get(keyOf(listing));
    if (other === undefined || !holds(listing)) continue;
    const again = copies.get(other);
    if (again === undefined) copies.set(other, [listing]);
    else again.push(listing);
  }
  for (const [other, again] of copies) reportEverywhere(other, again, add);
  reportInFile(listings, add);
}

/** Whether an all-networks listing applies to the chain of a network's own listing. */
function holdsThere({ meta }: Sources, { networks }: Resolved): (listing: ListingEntry) => boolean {
  const chained = chainedCategories(meta.columns);
  const chains = new Map(networks.map((network) => [network.key, new Set(network.chains)]));
  return ({ category, network, cells }) =>
    !chained.has(category) || chains.get(network ?? '')?.has(String(cells.values.chain).toLowerCase()) === true;
}

function keyOf({ category, cells }: ListingEntry): string {
  return `${category} ${cells.values.offer}`;
}

function offerOf({ cells }: ListingEntry): string | null {
  return cells.reference.kind === 'offer' ? cells.reference.slug : null;
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

/** A repeated slug is reported by another rule. The listings of a file follow each other. */
function reportInFile(listings: readonly ListingEntry[], add: AddProblem): void {
  const seen = new Map<string, ListingEntry>();
  let file = '';
  for (const listing of listings) {
    if (listing.source.file !== file) seen.clear();
    file = listing.source.file;
    const { slug, chain, offer } = listing.cells.values;
    const key = `${offer}\0${chain ?? ''}`;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, listing);
    else if (slug !== first.cells.values.slug) reportTwice(listing, first, add);
  }
}

function reportTwice(listing: ListingEntry, first: ListingEntry, add: AddProblem): void {
  const [one, other] = [listing.cells.values, first.cells.values];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  const different = [...keys].filter(
    (key) => key !== 'slug' && JSON.stringify(one[key]) !== JSON.stringify(other[key]),
  );
  const chain = typeof one.chain === 'string' ? ` on "${one.chain}"` : '';
  add({
    rule: 'listed-twice',
    ...listing.source,
    column: 'offer',
    value: String(one.offer),
    message: `the offer "${offerOf(listing)}" is listed twice${chain}`,
    suggestion:
      different.length === 0
        ? 'remove one of the two identical lines'
        : `remove one of the two lines, unless both are intended: they differ in ${different.join(', ')}`,
    places: bothPlaces(listing.source, first.source, 'offer'),
  });
}
