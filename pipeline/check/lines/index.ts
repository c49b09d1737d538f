/** Table of the rules for lines: of providers.csv, of offers and of listings. */
import { type AddProblem, bothPlaces } from '../../problem.ts';
import type { Line, ListingEntry, OfferEntry } from '../../sources.ts';
import type { CheckContext, LineFault, LineRule, ProviderLine } from '../rule.ts';
import { providerLines } from '../rule.ts';
import { ignoredChain, tooManyChains, wrongChain } from './chains.ts';
import { listedEverywhere, listedTwice, swappedOffers } from './listings.ts';
import { equalOffer, offerReference, shiftedLimits, unusedOffer } from './offers.ts';
import { repeatedProvider, similarProvider, unusedProvider } from './providers.ts';
import { otherChain } from './slug-chains.ts';
import { blankListingSlug, blankSlug, repeatedOfferSlug, slugFormat } from './slugs.ts';

const providerRules: readonly LineRule<ProviderLine>[] = [
  { rule: 'slug-blank', column: 'slug', find: blankSlug },
  { rule: 'slug-format', column: 'slug', find: slugFormat },
  { rule: 'duplicate-provider', column: 'name', find: repeatedProvider },
  { rule: 'similar-provider', column: 'name', find: similarProvider },
  { rule: 'unused-provider', column: 'name', find: unusedProvider },
];

const offerRules: readonly LineRule<OfferEntry>[] = [
  { rule: 'slug-blank', column: 'slug', find: blankSlug },
  { rule: 'slug-format', column: 'slug', find: slugFormat },
  { rule: 'duplicate-slug', column: 'slug', find: repeatedOfferSlug },
  { rule: 'equal-offer', column: 'slug', find: equalOffer },
  { rule: 'unused-offer', column: 'slug', find: unusedOffer },
  { rule: 'sibling-differs', column: 'slug', find: shiftedLimits },
];

const listingRules: readonly LineRule<ListingEntry>[] = [
  { rule: 'slug-blank', column: 'slug', find: blankListingSlug },
  { rule: 'slug-format', column: 'slug', find: slugFormat },
  { rule: 'slug-chain', column: 'slug', find: otherChain },
  { rule: 'offer-not-found', column: 'offer', find: offerReference },
  { rule: 'swapped-offers', column: 'offer', find: swappedOffers },
  { rule: 'listed-everywhere', column: 'offer', find: listedEverywhere },
  { rule: 'listed-twice', column: 'offer', find: listedTwice },
  { rule: 'chain-ignored', column: 'chain', find: ignoredChain },
  { rule: 'limit-exceeded', column: 'chain', find: tooManyChains },
  { rule: 'chain-not-found', column: 'chain', find: wrongChain },
];

export function checkLines(context: CheckContext, add: AddProblem): void {
  const { sources } = context;
  runRules(providerLines(sources), providerRules, context, add);
  runRules(sources.offers, offerRules, context, add);
  runRules(sources.listings, listingRules, context, add);
}

function runRules<L extends Line>(
  lines: readonly L[],
  rules: readonly LineRule<L>[],
  context: CheckContext,
  add: AddProblem,
): void {
  for (const { rule, column, find } of rules) {
    const examine = find(context);
    for (const line of lines) {
      const fault = examine(line);
      if (fault !== null) add({ rule, ...placedFault(line, column, fault) });
    }
  }
}

/** `ruleColumn`: that of a fault which names none. */
function placedFault(line: Line, ruleColumn: string, { other, ...fault }: LineFault) {
  const column = fault.column ?? ruleColumn;
  const value = line.cells.values[column];
  const place = { ...line.source, ...(typeof value === 'string' ? { value } : {}), ...fault };
  if (other === undefined) return { ...place, column };
  return {
    ...place,
    column,
    places: bothPlaces({ ...line.source, ...fault }, other.source, column),
  };
}
