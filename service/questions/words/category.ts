/** Category that a search names, or in which its words have a meaning. */
import { groupBy } from '../../../common/group-by.ts';
import { networkTest } from '../../query/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { limitsOf } from '../place.ts';
import { isEmpty, isNothing, lexiconOf, maxWords } from './lexicon.ts';
import { applyWord, meaningIn } from './meaning.ts';
import { isProvider, placeWords } from './names.ts';
import { isVersion, longestPhrase, type Segment } from './phrases.ts';
import { readerOf, type Sentence, statesRequests } from './sentence.ts';
import { phraseOf } from './split.ts';

/**
 * The first that is named, unless the word is one that people add to names of others, or an order
 * (`a reliable bridge`); else the page's, or the one in which all words have a meaning.
 */
export function findCategory(sentence: Sentence): string | null {
  const { scope, compared, alternativesTo, estimated } = sentence;
  const named = namedCategory(sentence) ?? scope.category;
  if (named !== null) return named;
  if (alternativesTo.length + compared.length > 0 || isProviderThere(sentence)) {
    const common = commonCategories(sentence);
    return describedAs(sentence, common) ?? common[0] ?? null;
  }
  // A volume is that of requests, whatever else has a price.
  if (statesRequests(sentence)) return estimated[0] ?? null;
  return meantCategory(sentence) ?? estimated[0] ?? null;
}

/** The one in which all words have a meaning; of several, that of the named providers. */
function meantCategory(sentence: Sentence): string | null {
  const [first = null, another] = meantCategories(sentence);
  if (first === null || another === undefined || isSpecific(sentence, first)) return first;
  // `moralis or quicknode, free`
  return sentence.providers.length > 0 ? (commonCategories(sentence)[0] ?? null) : null;
}

function namedCategory({ segments, networks }: Sentence): string | null {
  const named = segments.flatMap((segment, at) => {
    const word = segment.entry?.words.find(({ category }) => category !== null);
    const category = word?.category ?? null;
    if (word === undefined || category === null) return [];
    if (segment.denied !== null || networks.includes(segment)) return [];
    // `api for wallet balances`
    const isHead = placeWords.has(segments[at + 1]?.words ?? '');
    const isAdded = segment.rule === 'added' && !isHead;
    return [{ category, isAdded: isAdded || word.sorting !== null }];
  });
  const chosen = named.find(({ isAdded }) => !isAdded) ?? named[0];
  return chosen?.category ?? null;
}

/**
 * Whether a word of the editors that few categories know says the category beside other words:
 * `websocket`, but not `free`.
 */
function isSpecific({ snapshot, segments }: Sentence, category: string): boolean {
  const { categoryKeys } = snapshot.catalog;
  return segments.some(({ entry }, _, { length }) => {
    const knows = (each: string) =>
      entry?.words.some((word) => !isEmpty(word) && applyWord(snapshot, word, each) !== null);
    return (
      length > 1 && knows(category) && categoryKeys.filter(knows).length < categoryKeys.length / 2
    );
  });
}

/** `quicknode on base`, `infura pricing`, `web3.js 4` */
function isProviderThere({ segments, networks, providers }: Sentence): boolean {
  const others = segments.filter((segment) => !networks.includes(segment));
  const isOnly = others.every(
    (segment) => providers.includes(segment) || isNothing(segment.entry) || isVersion(segment),
  );
  const isAsked =
    networks.length === 1 ||
    segments.some((segment) => isVersion(segment) || isNothing(segment.entry));
  return isAsked && providers.length === 1 && isOnly;
}

/** The category that the description of a provider names first: `Block explorer and analytics`. */
function describedAs(
  { snapshot, alternativesTo: [first = ''] }: Sentence,
  categories: readonly string[],
) {
  const { description = null } = snapshot.catalog.providers.get(first) ?? {};
  const words = phraseOf(description ?? '').split(/[^\p{L}\p{N}]+/u);
  const lexicon = lexiconOf(snapshot);
  const named = words.flatMap((_, at) => {
    const phrase = longestPhrase(words.slice(at, at + maxWords), lexicon);
    return phrase?.entry?.words.flatMap(({ category }) => category ?? []) ?? [];
  });
  return named.find((category) => categories.includes(category));
}

/** Categories in which all named providers have offers, most offers first. */
function commonCategories(sentence: Sentence): string[] {
  const { compared, providers, alternativesTo } = sentence;
  const wanted = alternativesTo.length === 0 ? providers : providers.slice(0, 1);
  const names = compared.length > 0 ? compared : wanted.map(({ entry }) => entry?.provider ?? '');
  const there = names.map((name) => countRows(sentence, name));
  // Offers on other networks are better than none.
  const counts = there.some(({ size }) => size > 0)
    ? there
    : names.map((name) => countRows({ ...sentence, networks: [] }, name));
  const [first = new Map<string, number>()] = counts;
  return [...first.keys()]
    .filter((category) => counts.every((each) => each.has(category)))
    .toSorted((a, b) => (first.get(b) ?? 0) - (first.get(a) ?? 0));
}

/** Rows of a provider in the categories that it has on the network of the words. */
function countRows(
  { snapshot, networks, scope }: Sentence,
  provider: string,
): ReadonlyMap<string, number> {
  const isThere = networkTest(snapshot, limitsOf(networks[0]?.entry?.network ?? scope.network));
  const rows = groupBy(snapshot.rowsOfProvider(provider), (id) => snapshot.categoryOf(id));
  return new Map(
    [...rows].flatMap(([category, ids]) => (ids.some(isThere) ? [[category, ids.length]] : [])),
  );
}

/** Categories in which each word with a filter has a meaning, those of most offers first. */
function meantCategories(sentence: Sentence): string[] {
  const { segments, networks } = sentence;
  const all = segments.filter(
    (segment) =>
      segment.denied === null &&
      !networks.includes(segment) &&
      !isProvider(segment) &&
      !isNothing(segment.entry) &&
      hasMeaning(segment),
  );
  const meant = [...new Map(all.map((segment) => [segment.words, segment])).values()];
  const found = categoriesOf(sentence, meant);
  // A value may be a word of anything.
  return found.length > 0 ? found : categoriesOf(sentence, meant.filter(isTelling));
}

/** Those in which each of the segments has a meaning. */
function categoriesOf(sentence: Sentence, meant: readonly Segment[]): string[] {
  const { snapshot, providers } = sentence;
  // A value alone may be a word of anything: `base app`.
  const isAbout = meant.some(isTelling) || (providers.length > 0 && meant.length > 0);
  if (!isAbout) return [];
  const counts = providers.map(({ entry }) => countRows(sentence, entry?.provider ?? ''));
  const found = snapshot.catalog.categoryKeys.filter(
    (category) =>
      counts.every((each) => each.has(category)) &&
      meant.every((segment) => meaningIn(segment, readerOf(sentence, category, null)) !== null),
  );
  return found.toSorted((a, b) => countOffers(snapshot, b) - countOffers(snapshot, a));
}

function countOffers(snapshot: Snapshot, category: string): number {
  return snapshot.offers.rowsOfCategory(category).length;
}

function isTelling({ entry, bound, columnBound }: Segment): boolean {
  return bound !== null || columnBound !== null || (entry !== null && entry.words.length > 0);
}

function hasMeaning({ entry, bound, columnBound }: Segment): boolean {
  return (
    bound !== null ||
    columnBound !== null ||
    (entry !== null && (entry.values.length > 0 || entry.words.some((word) => !isEmpty(word))))
  );
}
