/** Ranks of a search: providers and offers whose name matches come before those whose description does. */
import { groupBy } from '../../common/group-by.ts';
import type { ProviderDefinition } from '../../model/providers.ts';
import type { FoundOffer } from '../snapshot/offers.ts';
import type { SearchedProvider } from '../snapshot/search-index.ts';
import type { SearchTexts } from '../snapshot/search-texts.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { wordsOf } from '../snapshot/vocabulary.ts';
import { groupOffers } from './offers.ts';
import { requiredTerms } from './own-words.ts';

/** Only the first terms count for the rank: it takes time for each. */
const maxTerms = 8;

export interface RankedOffer extends FoundOffer {
  /** Sum of the scores of the terms. */
  readonly score: number;
}

/** Offers of contents that match all terms, best first; of equal ones, those of the best category and with most listings first. */
export function rankOffers(snapshot: Snapshot, contents: readonly number[], terms: readonly string[]): RankedOffer[] {
  const wanted = terms.slice(0, maxTerms).map((term) => wordsOf(term).join(' '));
  const sought = wanted.map((term) => ({ term, start: ` ${term}`, whole: ` ${term} ` }));
  const ranked = groupOffers(snapshot, contents).map((found) => {
    const [first = 0] = found.contents;
    const words = snapshot.catalog.wordsOfCategory(found.offer.category);
    const texts = snapshot.search.texts[first];
    const score = texts === undefined ? 0 : sought.reduce((sum, term) => sum + scoreOf(term, texts, words), 0);
    return { ...found, listings: countListings(snapshot, found.contents), score };
  });
  const byScore = ranked.toSorted((a, b) => b.score - a.score);
  const categories = scoreCategories(snapshot, byScore, wanted);
  const ofCategory = ({ offer }: FoundOffer) => categories.get(offer.category) ?? 0;
  return byScore.toSorted((a, b) => b.score - a.score || ofCategory(b) - ofCategory(a) || b.listings - a.listings);
}

/** Offers that decide which category is best. */
const decisive = 3;

/** More than any sum of scores. */
const namedScore = 1000;

/** Categories that a term names first, then by the sum of the scores of their best offers. `ranked`: best first. */
export function scoreCategories(
  { catalog }: Pick<Snapshot, 'catalog'>,
  ranked: readonly RankedOffer[],
  terms: readonly string[],
): ReadonlyMap<string, number> {
  const byCategory = groupBy(ranked, ({ offer }) => offer.category);
  const sumOf = (offers: readonly RankedOffer[]) =>
    offers.slice(0, decisive).reduce((sum, { score }) => sum + score, 0);
  const countNames = (category: string) => terms.filter((term) => catalog.wordsOfCategory(category).has(term)).length;
  return new Map(
    Array.from(byCategory, ([category, offers]) => [category, countNames(category) * namedScore + sumOf(offers)]),
  );
}

interface Sought {
  readonly term: string;
  /** The term with a space before it: the start of a word. */
  readonly start: string;
  /** With a space on both sides. */
  readonly whole: string;
}

/** A name, of the offer or its category, counts more than a kind, a whole word more than a part of one. Any other text counts 0. */
function scoreOf({ term, start, whole }: Sought, { name, kind }: SearchTexts, ownWords: ReadonlySet<string>): number {
  const inName = name.includes(whole) || ownWords.has(term) ? 4 : name.includes(start) ? 2 : 0;
  const inKind = kind.includes(whole) ? 3 : 0;
  // A part of a word counts least.
  if (inName + inKind === 0) return name.includes(term) || kind.includes(term) ? 1 : 0;
  return inName + inKind;
}

function countListings(snapshot: Snapshot, contents: readonly number[]): number {
  return contents.reduce((sum, id) => sum + snapshot.scopesOf(id).length, 0);
}

/** Providers whose name contains all terms, then those that match with their categories or description. */
export function searchProviders(providers: Iterable<SearchedProvider>, terms: readonly string[]): ProviderDefinition[] {
  if (terms.length === 0) return [];
  const required = requiredTerms(terms);
  const ranked = Array.from(providers, (searched) => ({ ...searched, rank: rankOf(searched, terms, required) }));
  const found = ranked.filter(({ rank }) => rank < noMatch);
  return found.toSorted((a, b) => a.rank - b.rank || compare(a.name, b.name)).map(({ provider }) => provider);
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
