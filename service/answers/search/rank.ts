/**
 * Ranks of a search: providers and offers whose name matches come before those whose description
 * does.
 */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import type { ProviderDefinition } from '../../../model/providers.ts';
import { groupOffers } from '../../query/offers.ts';
import type { MatchedOffer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { SearchedProvider, SearchTexts } from '../../snapshot/texts/search-index.ts';
import { wordsOf } from '../../snapshot/texts/vocabulary.ts';

/** Only the first terms count for the rank: it takes time for each. */
const maxTerms = 8;

export interface RankedOffer extends MatchedOffer {
  /** Sum of the scores of the terms. */
  readonly score: number;
}

/**
 * Offers of rows that match all terms, best first; of equal ones, those of the best category and
 * with most listings first.
 */
export function rankOffers(
  snapshot: Snapshot,
  rows: readonly number[],
  terms: readonly string[],
): RankedOffer[] {
  const wanted = terms.slice(0, maxTerms).map((term) => wordsOf(term).join(' '));
  const sought = wanted.map((term) => ({ term, start: ` ${term}`, whole: ` ${term} ` }));
  const ranked = groupOffers(snapshot, rows).map(({ offer, rows: rowsOfOffer }) => {
    const [first = 0] = rowsOfOffer;
    const words = snapshot.catalog.wordsOfCategory(offer.category);
    const texts = snapshot.search.texts[first];
    const score =
      texts === undefined ? 0 : sought.reduce((sum, term) => sum + scoreOf(term, texts, words), 0);
    return { offer, rows: rowsOfOffer, listings: countListings(snapshot, rowsOfOffer), score };
  });
  const categories = scoreCategories(snapshot, ranked, wanted);
  return ranked
    .map((rankedOffer) => ({
      rankedOffer,
      category: categories.get(rankedOffer.offer.category) ?? 0,
    }))
    .sort(
      (a, b) =>
        b.rankedOffer.score - a.rankedOffer.score ||
        b.category - a.category ||
        b.rankedOffer.listings - a.rankedOffer.listings,
    )
    .map(({ rankedOffer }) => rankedOffer);
}

/** Offers that decide which category is best. */
const decisive = 3;

/** More than any sum of scores. */
const namedScore = 1000;

/** Categories that a term names first, then by the sum of the scores of their best offers. */
export function scoreCategories(
  { catalog }: Pick<Snapshot, 'catalog'>,
  offers: readonly Pick<RankedOffer, 'offer' | 'score'>[],
  terms: readonly string[],
): ReadonlyMap<string, number> {
  const best = new Map<string, number[]>();
  for (const { offer, score } of offers) {
    const scores = getOrInsert(best, offer.category, () => []);
    if (scores.length < decisive) scores.push(score);
    else if (score > Math.min(...scores)) scores[scores.indexOf(Math.min(...scores))] = score;
  }
  const countNames = (category: string) =>
    terms.filter((term) => catalog.wordsOfCategory(category).has(term)).length;
  return new Map(
    Array.from(best, ([category, scores]) => [
      category,
      countNames(category) * namedScore + scores.reduce((sum, score) => sum + score, 0),
    ]),
  );
}

interface Sought {
  readonly term: string;
  /** The term with a space before it: the start of a word. */
  readonly start: string;
  /** With a space on both sides. */
  readonly whole: string;
}

/**
 * A name, of the offer or its category, counts more than a kind, a whole word more than a part of
 * one. Any other text counts 0.
 */
function scoreOf(
  { term, start, whole }: Sought,
  { name, kind }: SearchTexts,
  ownWords: ReadonlySet<string>,
): number {
  const inName = name.includes(whole) || ownWords.has(term) ? 4 : name.includes(start) ? 2 : 0;
  const inKind = kind.includes(whole) ? 3 : 0;
  // A part of a word counts least.
  if (inName + inKind === 0) return name.includes(term) || kind.includes(term) ? 1 : 0;
  return inName + inKind;
}

function countListings(snapshot: Snapshot, rows: readonly number[]): number {
  return rows.reduce((sum, id) => sum + snapshot.listingIdsOf(id).length, 0);
}

/**
 * Providers whose name contains all terms, then those that match with their categories or
 * description.
 */
export function searchProviders(
  providers: Iterable<SearchedProvider>,
  terms: readonly string[],
): ProviderDefinition[] {
  if (terms.length === 0) return [];
  const required = requiredTerms(terms);
  const ranked: { readonly searched: SearchedProvider; readonly rank: number }[] = [];
  // Few of the providers match: an object for each of them took longer than the comparison.
  for (const searched of providers) {
    const rank = rankOf(searched, terms, required);
    if (rank < noMatch) ranked.push({ searched, rank });
  }
  ranked.sort((a, b) => a.rank - b.rank || compare(a.searched.name, b.searched.name));
  return ranked.map(({ searched }) => searched.provider);
}

const noMatch = 5;

function rankOf(
  { name, text, words }: SearchedProvider,
  terms: readonly string[],
  required: readonly string[],
): number {
  if (name === terms.join(' ')) return 0;
  const others = required.filter((term) => !name.includes(term));
  if (others.length === 0) return name.startsWith(terms[0] ?? '') ? 1 : 2;
  // Words of categories alone name no provider.
  if (required.every((term) => words.has(term))) return noMatch;
  if (others.length < required.length && others.every((term) => words.has(term))) return 3;
  return others.every((term) => words.has(term) || text.includes(term)) ? 4 : noMatch;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Words that connect others: a search of everything does not require them. */
const connecting: ReadonlySet<string> = new Set(
  'a an and at by for from in is of on or that the to what which with'.split(' '),
);

/** The terms that a match must have: all but connecting words, if others are left. */
export function requiredTerms(terms: readonly string[]): readonly string[] {
  const required = terms.filter((term) => !connecting.has(term));
  return required.length === 0 ? terms : required;
}
