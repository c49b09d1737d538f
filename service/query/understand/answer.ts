/** The list that a search in ordinary words means, and if nothing matches all words, the list that matches most of them. */
import type { FoundOffer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { askIn, maxLooseTerms } from '../ask.ts';
import { kindOf } from '../filters/index.ts';
import { groupOffers } from '../offers/offers.ts';
import { parseSearch } from '../parameters.ts';
import type { SortedSelection } from '../params.ts';
import { type Everything, findEverything } from '../search/find.ts';
import { type Interpretation, type Scope, textOf, understand } from './understand.ts';

export interface WordsAnswer {
  readonly interpretation: Interpretation;
  /** What the offers match: the interpretation without what was left out. */
  readonly selection: SortedSelection;
  /** Key; null for all networks. */
  readonly network: string | null;
  /** The text that the offers match. */
  readonly search: string;
  /** In the order of the list. */
  readonly offers: readonly FoundOffer[];
  readonly providers: number;
  /** Words that no offer of the list matches. */
  readonly leftOut: readonly string[];
}

/** The list that the words of a search mean, and what has the words as text. */
export async function answerSearch(
  snapshot: Snapshot,
  search: string,
  scope: Scope,
): Promise<{ readonly answer: WordsAnswer | null; readonly found: Everything }> {
  const { network, category } = scope;
  // A search that is too long is refused before it is read.
  const terms = parseSearch(search);
  const answer = await answerWords(snapshot, search, scope);
  const isAnswered = answer !== null && answer.offers.length > 0 && search.trim() !== '';
  const found = await findEverything(snapshot, network, { terms, category, isAnswered });
  return { answer, found };
}

/** Null if the words name no category. */
export async function answerWords(snapshot: Snapshot, search: string, scope: Scope): Promise<WordsAnswer | null> {
  return answerInterpretation(snapshot, understand(snapshot, search, scope));
}

/** As `answerWords`. */
export async function answerInterpretation(
  snapshot: Snapshot,
  interpretation: Interpretation,
): Promise<WordsAnswer | null> {
  const { category, network, filters, sorting, terms, alternativeTo } = interpretation;
  if (category === null) return null;
  const selection = { category, filters, sorting, terms };
  const { ids } = await askIn(snapshot, network, { categories: [category], ...selection });
  if (ids.length > 0 || filters.length + terms.length === 0) return present(ids, { selection, network, leftOut: [] });
  // Rows of the category are better than none, even if they are on other networks.
  const place = network !== null && snapshot.rowsOfListing(network, category).length === 0 ? null : network;
  const left = network === place ? [] : [snapshot.catalog.networkName(network ?? '')];
  const closest = await findClosest(snapshot, place, selection);
  return present(closest.ids, {
    selection: closest.selection,
    network: place,
    leftOut: [...left, ...closest.leftOut],
  });

  function present(
    rows: readonly number[],
    found: Pick<WordsAnswer, 'selection' | 'network' | 'leftOut'>,
  ): WordsAnswer {
    const offers = groupOffers(snapshot, rows).filter(({ offer }) => offer.provider !== alternativeTo);
    const providers = new Set(offers.map(({ offer }) => offer.provider)).size;
    return { interpretation, ...found, search: textOf(found.selection), offers, providers };
  }
}

/** Rows that match most filters and terms. */
async function findClosest(snapshot: Snapshot, network: string | null, selection: SortedSelection) {
  const { category, filters } = selection;
  const terms = selection.terms.slice(0, maxLooseTerms);
  const asked = { ...selection, terms, categories: [category], isLoose: true };
  const found = await askIn(snapshot, network, asked);
  const { ids, missed } = found.closest();
  // The question has no terms that name the network or the category.
  const missing = found.question.terms.flatMap(({ text }, at) => (missed(filters.length + at) ? [text] : []));
  const without = new Set([...missing, ...selection.terms.slice(maxLooseTerms)]);
  const lost = filters.filter((_, at) => missed(at));
  return {
    ids,
    selection: {
      ...selection,
      filters: filters.filter((_, at) => !missed(at)),
      terms: terms.filter((term) => !without.has(term)),
    },
    leftOut: [
      ...lost.map((filter) =>
        kindOf(filter)
          .parts(filter)
          .map(({ text }) => text)
          .join(' or '),
      ),
      ...without,
    ],
  };
}
