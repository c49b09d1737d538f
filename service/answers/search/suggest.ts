/**
 * Suggestions for a search while it is typed: networks, categories, providers and offers by their
 * names.
 */
import { foldText } from '../../../common/fold.ts';
import { splitNetworks, withoutNetwork } from '../../query/network-names.ts';
import { quoteTerms } from '../../questions/words/split.ts';
import type { MatchedOffer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { hasOffers } from '../directory.ts';
import { correctTerms, spellTerms } from './correct.ts';
import { rankOffers, requiredTerms, searchProviders } from './rank.ts';

export type Suggestion =
  | { readonly kind: 'network'; readonly network: string }
  /** `network` is null for all networks. */
  | { readonly kind: 'category'; readonly category: string; readonly network: string | null }
  /** Provider name. */
  | { readonly kind: 'provider'; readonly provider: string }
  | { readonly kind: 'offer'; readonly matchedOffer: MatchedOffer };

export interface Suggestions {
  readonly suggestions: readonly Suggestion[];
  /**
   * The search without typing errors, if nothing has a name like the search as typed; else null.
   */
  readonly corrected: string | null;
}

/** Most suggestions of a kind. */
const most = { network: 3, category: 3, provider: 4, offer: 3 } as const;

/** Best first, by kind. `network`: a key, null for all networks. */
export function findSuggestions(
  snapshot: Snapshot,
  network: string | null,
  terms: readonly string[],
): Suggestions {
  const suggestions = suggest(snapshot, network, terms);
  const corrected = suggestions.length > 0 ? null : correctTerms(snapshot, terms);
  if (corrected === null) return { suggestions, corrected: null };
  const ofCorrected = suggest(snapshot, network, corrected);
  return {
    suggestions: ofCorrected,
    corrected: ofCorrected.length === 0 ? null : spellTerms(snapshot, quoteTerms(corrected)),
  };
}

function suggest(
  snapshot: Snapshot,
  network: string | null,
  terms: readonly string[],
): Suggestion[] {
  if (terms.length === 0) return [];
  const { networks } = snapshot.catalog;
  const otherTerms = withoutNetwork(terms, network, snapshot.catalog);
  const { named, rest } =
    network === null ? splitNetworks(terms, networks.values()) : { named: [], rest: otherTerms };
  const [place = network] = named;
  const required = requiredTerms(rest);
  return [
    ...(network === null ? findNetworks(snapshot, terms, named) : []),
    ...findCategories(snapshot, place, required),
    ...findProviders(snapshot, place, required.length === 0 ? terms : rest),
    ...suggestOffers(snapshot, place, required),
  ];
}

/** Those that the search names, then those with a name that begins with it. */
function findNetworks(
  { catalog }: Snapshot,
  terms: readonly string[],
  named: readonly string[],
): readonly Suggestion[] {
  const text = terms.join(' ');
  const begun = [...catalog.networks.values()]
    .filter(({ name, aliases }) =>
      [name, ...aliases].some((form) => foldText(form).startsWith(text)),
    )
    .map(({ network }) => network);
  const networks = [...new Set([...named, ...begun])].slice(0, most.network);
  return networks.map((network) => ({ kind: 'network', network }));
}

/** Categories with offers there, of which each term begins a word. */
function findCategories(
  snapshot: Snapshot,
  network: string | null,
  terms: readonly string[],
): readonly Suggestion[] {
  if (terms.length === 0) return [];
  const { catalog } = snapshot;
  const isActive = (category: string) => snapshot.rowsOfListing(network, category).length > 0;
  const categories = catalog.categoryKeys.filter((category) => {
    const words = [...catalog.wordsOfCategory(category)];
    return terms.every((term) => words.some((word) => word.startsWith(term))) && isActive(category);
  });
  return categories
    .slice(0, most.category)
    .map((category) => ({ kind: 'category', category, network }));
}

/** Providers with a term in their name. */
function findProviders(
  snapshot: Snapshot,
  network: string | null,
  terms: readonly string[],
): readonly Suggestion[] {
  const named = snapshot.search.providers.filter(({ name }) =>
    terms.some((term) => name.includes(term)),
  );
  const suggestions: Suggestion[] = [];
  for (const { name } of searchProviders(named, terms)) {
    if (suggestions.length === most.provider) break;
    if (hasOffers(snapshot, name, network)) suggestions.push({ kind: 'provider', provider: name });
  }
  return suggestions;
}

/** Offers are suggested from this many letters on: a single letter is in most of their names. */
const minLetters = 2;

/** Offers that have each term in their names, their kind or the name of their category. */
function suggestOffers(
  snapshot: Snapshot,
  network: string | null,
  terms: readonly string[],
): readonly Suggestion[] {
  if (terms.join('').length < minLetters) return [];
  const { catalog, search } = snapshot;
  const all = network === null ? search.texts.keys() : snapshot.rowsOfNetwork(network);
  const matching: number[] = [];
  for (const id of all) {
    const { name = '', kind = '' } = search.texts[id] ?? {};
    const isWord = (term: string) => catalog.wordsOfCategory(snapshot.categoryOf(id)).has(term);
    if (terms.every((term) => name.includes(term) || kind.includes(term) || isWord(term)))
      matching.push(id);
  }
  // A search that only names the category does not name an offer.
  const ranked = rankOffers(snapshot, matching, terms).filter(
    ({ offer }) => !terms.every((term) => catalog.wordsOfCategory(offer.category).has(term)),
  );
  return ranked.slice(0, most.offer).map((matchedOffer) => ({ kind: 'offer', matchedOffer }));
}
