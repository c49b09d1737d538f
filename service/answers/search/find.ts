/**
 * What the search page and /api/search find: networks, providers, and offers by category and
 * network.
 */
import type { ProviderDefinition } from '../../../model/providers.ts';
import { askIn, maxLooseTerms } from '../../query/ask.ts';
import { splitNetworks, withoutNetwork } from '../../query/network-names.ts';
import { quoteTerms } from '../../questions/words/split.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { findPresence, hasOffers } from '../directory.ts';
import { correctTerms, spellTerms } from './correct.ts';
import { rankOffers, requiredTerms, scoreCategories, searchProviders } from './rank.ts';
import { type Hit, type Matches, noMatches, searchAll } from './search.ts';

/** Providers in a result. */
const shownProviders = 12;
/** Offers in a result. */
const shownOffers = 10;

interface Sought {
  readonly terms: readonly string[];
  readonly category: string | null;
  /**
   * Whether the words mean a list with offers: then nothing else is searched than all words as
   * text, on the named networks if there are any.
   */
  readonly isAnswered?: boolean;
  /** Whether words may name networks. Those of a phrase do not: `zero knowledge`. */
  readonly isNaming?: boolean;
}

/**
 * Matches of a search on a network, on all networks if it is null. `category`: a key, null for all.
 * If nothing matches and the search has typing errors, finds what matches the nearest known words:
 * `corrected` is that search, else null. If still nothing matches, finds what matches most of the
 * words: `leftOut` are the others.
 */
export async function findEverything(
  snapshot: Snapshot,
  network: string | null,
  sought: Sought,
): Promise<Everything> {
  const exact = await findExactly(snapshot, network, sought);
  const asTyped = { ...exact, corrected: null, leftOut: [] };
  if (sought.isAnswered || !isEmpty(exact)) return asTyped;
  const terms = correctTerms(snapshot, sought.terms);
  const nearest =
    terms === null ? exact : await findExactly(snapshot, network, { ...sought, terms });
  if (terms !== null && !isEmpty(nearest))
    return { ...nearest, corrected: spellTerms(snapshot, quoteTerms(terms)), leftOut: [] };
  const kept = await closestTerms(snapshot, network, sought);
  if (kept.length === 0) return asTyped;
  const most = await findExactly(snapshot, network, { ...sought, terms: kept });
  return { ...most, corrected: null, leftOut: sought.terms.filter((term) => !kept.includes(term)) };
}

export interface Everything extends ExactMatches {
  readonly corrected: string | null;
  readonly leftOut: readonly string[];
}

/** The terms of the rows that have most of them; none if no row has any. */
async function closestTerms(
  snapshot: Snapshot,
  network: string | null,
  { terms, category }: Sought,
): Promise<string[]> {
  const wanted = requiredTerms(terms).slice(0, maxLooseTerms);
  if (wanted.length < 2) return [];
  const categories = category === null ? snapshot.catalog.categoryKeys : [category];
  const matchedRows = await askIn(snapshot, network, {
    categories,
    terms: wanted,
    filters: [],
    isLoose: true,
  });
  const { missed } = matchedRows.closest();
  const askedTerms = matchedRows.question.terms;
  return askedTerms.flatMap(({ text }, at) => (missed(at) ? [] : [text]));
}

type ExactMatches = Awaited<ReturnType<typeof findExactly>>;

/**
 * A named network alone is a result, a named network without a match for the other terms is not.
 */
function isEmpty({ hits, named, rest, namedHits, providers }: ExactMatches): boolean {
  return (
    hits.length === 0 &&
    providers.length === 0 &&
    (named.length === 0 || (rest !== '' && namedHits.length === 0))
  );
}

/**
 * `rest`: the terms that name no network. `required`: the search without connecting words, null if
 * it has none.
 */
async function findExactly(
  snapshot: Snapshot,
  network: string | null,
  { terms, category, isAnswered = false, isNaming = true }: Sought,
) {
  const { catalog } = snapshot;
  const otherTerms = withoutNetwork(terms, network, catalog);
  const split =
    network === null && isNaming
      ? splitNetworks(terms, catalog.networks.values())
      : { named: [], rest: otherTerms };
  const rest = requiredTerms(split.rest);
  // Names of networks are not in the vocabulary.
  const isKnown = rest.every((term) => snapshot.search.vocabulary.knows(term));
  const hasQuery = isKnown && (terms.length > 0 || category !== null);
  const named = isKnown
    ? await searchNamed(snapshot, { named: split.named, rest }, category)
    : noMatches;
  const wanted = { category, network, terms: requiredTerms(otherTerms) };
  const isNamedOnly = isAnswered && split.named.length > 0;
  const { matches, restOnly } =
    hasQuery && !isNamedOnly
      ? await searchOffers(snapshot, wanted, { named: split.named, rest })
      : { matches: noMatches, restOnly: false };
  const providers = findProviders(snapshot, network, { terms: otherTerms, ...split });
  const rows = named.rows.length > 0 ? named.rows : matches.rows;
  const ranked = split.rest.length === 0 ? [] : rankOffers(snapshot, rows, split.rest);
  const categories = scoreCategories(snapshot, ranked, rest);
  return {
    hits: byRank(matches.hits, categories),
    restOnly,
    named: split.named,
    rest: quoteTerms(rest),
    required: wanted.terms.length < otherTerms.length ? quoteTerms(wanted.terms) : null,
    namedHits: byRank(named.hits, categories),
    offers: ranked.slice(0, shownOffers),
    providers,
    presence: findPresence(
      snapshot,
      providers.map(({ name }) => name),
    ),
  };
}

/**
 * Providers that match all terms, or else the terms that name no network and have offers on a named
 * one.
 */
function findProviders(
  snapshot: Snapshot,
  network: string | null,
  { terms, named, rest }: { readonly terms: readonly string[] } & ReturnType<typeof splitNetworks>,
): ProviderDefinition[] {
  const matching = firstOn(snapshot, [network], searchProviders(snapshot.search.providers, terms));
  if (matching.length > 0 || named.length === 0) return matching;
  return firstOn(snapshot, named, searchProviders(snapshot.search.providers, rest));
}

/** The first providers that have offers on one of the networks; null stands for any network. */
function firstOn(
  snapshot: Snapshot,
  networks: readonly (string | null)[],
  providers: readonly ProviderDefinition[],
): ProviderDefinition[] {
  const shown: ProviderDefinition[] = [];
  for (const provider of providers) {
    if (shown.length === shownProviders) break;
    if (networks.some((network) => hasOffers(snapshot, provider.name, network)))
      shown.push(provider);
  }
  return shown;
}

/** If no offer matches all terms, searches without the terms that name a network. */
async function searchOffers(
  snapshot: Snapshot,
  wanted: Parameters<typeof searchAll>[1],
  { named, rest }: ReturnType<typeof splitNetworks>,
) {
  const matches = await searchAll(snapshot, wanted);
  if (matches.hits.length > 0 || named.length === 0 || rest.length === 0)
    return { matches, restOnly: false };
  return { matches: await searchAll(snapshot, { ...wanted, terms: rest }), restOnly: true };
}

async function searchNamed(
  snapshot: Snapshot,
  { named, rest }: ReturnType<typeof splitNetworks>,
  category: string | null,
): Promise<Matches> {
  const offersOfCategory = await Promise.all(
    named.map((network) => searchAll(snapshot, { terms: rest, category, network })),
  );
  const rows = [...new Set(offersOfCategory.flatMap((matches) => matches.rows))];
  return {
    hits: offersOfCategory.flatMap(({ hits }) => hits),
    rows: rows.toSorted((a, b) => a - b),
  };
}

/** The categories with the best offers first. Hits of a category keep their order. */
function byRank(hits: readonly Hit[], categories: ReadonlyMap<string, number>): readonly Hit[] {
  return hits.toSorted(
    (a, b) => (categories.get(b.category) ?? 0) - (categories.get(a.category) ?? 0),
  );
}
