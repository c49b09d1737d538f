/**
 * The list that a search in ordinary words means, and if nothing matches all words, the list that
 * matches most of them.
 */
import { groupBy } from '../../common/group-by.ts';
import { estimateFigure } from '../../model/columns.ts';
import { askIn, maxLooseTerms } from '../query/ask.ts';
import { findComparisons } from '../query/comparisons.ts';
import { estimatedFor, type Filter, parseFilters, toApiFilters } from '../query/filters/index.ts';
import { blank } from '../query/filters/presence.ts';
import type { MatchedRows } from '../query/matched-rows.ts';
import { comparedOffers, groupOffers, presenceOf } from '../query/offers.ts';
import type { SortedSelection } from '../query/selection.ts';
import { conditionsOf } from '../questions/conditions.ts';
import { type ListQuestion, listOf } from '../questions/list.ts';
import { parseSearch, termsOf } from '../questions/parameters.ts';
import { limitsOf } from '../questions/place.ts';
import {
  type Interpretation,
  type ReadCondition,
  type Scope,
  textOf,
} from '../questions/words/interpretation.ts';
import { lettersOf, lexiconOf } from '../questions/words/lexicon.ts';
import { filterProviders } from '../questions/words/merge.ts';
import { respell, respellInTexts } from '../questions/words/spelling.ts';
import { understand } from '../questions/words/understand.ts';
import { isVersion } from '../questions/words/versions.ts';
import { readWorkload } from '../questions/workload.ts';
import type { MatchedOffer } from '../snapshot/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type Applied, applied } from './applied.ts';
import { type EstimatedOffer, estimateOffers } from './estimates.ts';
import { type Everything, findEverything } from './search/find.ts';
import {
  type SearchCondition,
  searchConditions,
  withSilent,
  withUnstated,
} from './search-conditions.ts';

export interface WordsAnswer {
  readonly interpretation: Interpretation;
  /** Keys of several networks that the offers are on, most of them first; empty otherwise. */
  readonly networks: readonly string[];
  /** What the offers match: the interpretation without what was left out. */
  readonly selection: SortedSelection;
  /** The list of these offers. */
  readonly question: ListQuestion;
  /** Key; null for all networks. */
  readonly network: string | null;
  /** Keys of the networks to which the list is limited; none for all. */
  readonly within: readonly string[];
  /** The text that the offers match. */
  readonly search: string;
  /** Words that descriptions of the providers have. */
  readonly described: readonly string[];
  /** In the order of the list; with a volume, the cheapest plans that hold it first. */
  readonly offers: readonly (MatchedOffer & Partial<Pick<EstimatedOffer, 'estimate' | 'by'>>)[];
  readonly providers: number;
  /** Words that no offer of the list matches. */
  readonly leftOut: readonly string[];
  /** Everything that the words ask for, and what became of it. */
  readonly conditions: readonly SearchCondition[];
  /** Of several networks: the offers on any of them where these are on each, or the other way. */
  readonly otherReading: { readonly onEach: boolean; readonly offers: number } | null;
}

/** The list that the words of a search mean, and what has the words as text. */
export async function answerSearch(
  snapshot: Snapshot,
  search: string,
  scope: Scope,
): Promise<Answered> {
  const { network, category } = scope;
  // A search that is too long is refused before it is read. Another spelling of it may be longer.
  parseSearch(search);
  const spelled = respell(lexiconOf(snapshot), search);
  const answered = await answerSpelled(spelled.search);
  const other = isWhole(answered)
    ? null
    : respellInTexts(snapshot.search.vocabulary, spelled.search);
  const respelled = other === null ? null : await answerSpelled(other);
  if (respelled !== null && isWhole(respelled)) return withCorrected(respelled, other);
  return withCorrected(answered, spelled.isJoined ? spelled.search : null);

  async function answerSpelled(words: string): Promise<Answered> {
    const interpretation = understand(snapshot, words, scope);
    const answer = await answerInterpretation(snapshot, interpretation);
    const isNaming = interpretation.network !== null || interpretation.networks.length > 0;
    const isAnswered = answer !== null && answer.offers.length > 0 && words.trim() !== '';
    return {
      answer,
      everything: await findEverything(snapshot, network, {
        terms: termsOf(words),
        category,
        isAnswered,
        isNaming,
      }),
    };
  }
}

interface Answered {
  readonly answer: WordsAnswer | null;
  readonly everything: Everything;
}

/** Whether something matches all words as they are. */
function isWhole({ answer, everything }: Answered): boolean {
  if (answer !== null)
    return answer.leftOut.length + answer.described.length === 0 && answer.offers.length > 0;
  const isAnything =
    everything.hits.length + everything.providers.length + everything.named.length > 0;
  return isAnything && everything.corrected === null && everything.leftOut.length === 0;
}

function withCorrected({ answer, everything }: Answered, spelled: string | null): Answered {
  const corrected = everything.corrected ?? answer?.interpretation.corrected ?? spelled;
  const networks = answer?.networks ?? [];
  return {
    answer,
    everything: {
      ...everything,
      corrected,
      named: networks.length > 0 ? networks : everything.named,
    },
  };
}

/** More providers would make no filter. */
const maxDescribed = 40;

/** Null if the words name no category. */
export async function answerWords(
  snapshot: Snapshot,
  search: string,
  scope: Scope,
): Promise<WordsAnswer | null> {
  return answerInterpretation(snapshot, understand(snapshot, search, scope));
}

/** As `answerWords`. */
export async function answerInterpretation(
  snapshot: Snapshot,
  interpretation: Interpretation,
): Promise<WordsAnswer | null> {
  const { category, network, networks, workload, filters, sorting, terms } = interpretation;
  const { onEach, compared } = interpretation;
  if (category === null) return null;
  const selection = { category, filters, sorting, terms, networks, onEach };
  const all = await askIn(snapshot, network, { categories: [category], ...selection });
  if (all.ids.length > 0 || filters.length + terms.length === 0)
    return present(all.ids, { selection, network, described: [], missing: [], all });
  // Rows of the category are better than none, even if they are on other networks.
  const place =
    network !== null && snapshot.rowsOfListing(network, category).length === 0 ? null : network;
  const unstated = await findUnstated(snapshot, place, selection);
  if (unstated !== null) return present(unstated.ids, { ...unstated, network: place });
  const closest = await findClosest(snapshot, place, selection, classesIn(interpretation));
  return present(closest.ids, {
    selection: closest.selection,
    network: place,
    described: closest.described,
    missing: closest.missing,
    all: null,
  });

  function present(
    rows: readonly number[],
    answer: Pick<WordsAnswer, 'selection' | 'network' | 'described'> & {
      readonly missing: readonly string[];
      /** Also the rows that miss conditions; null if some were dropped. */
      readonly all: MatchedRows | null;
    },
  ): WordsAnswer {
    const { missing, all, ...outcome } = answer;
    const read = searchConditions(interpretation, answer);
    const grouped = groupOffers(snapshot, rows);
    const conditions =
      all === null
        ? withUnstated(read, answer.selection, grouped.length)
        : withSilent(read, appliedOf(snapshot, { selection, grouped, matchedRows: all }));
    const within = networks.length > 0 ? networks : limitsOf(answer.network);
    const providers = new Set(grouped.map(({ offer }) => offer.provider)).size;
    const search = textOf(answer.selection);
    const question = listOf(search, answer.selection, workload);
    // That of the list, whose filters may want past states.
    const estimated = question.workload;
    const priced =
      estimated === null
        ? grouped
        : estimateOffers(snapshot, grouped, readWorkload(estimated), {
            within,
            requestedNetworks: networks,
          });
    const count = (offer: MatchedOffer) =>
      presenceOf(snapshot, offer.rows, networks).networks.length;
    const offers = networks.length === 0 ? priced : priced.toSorted((a, b) => count(b) - count(a));
    const ordered = compared.length > 1 ? takeTurns(offers) : offers;
    return {
      interpretation,
      networks,
      within,
      ...outcome,
      conditions,
      otherReading: readOtherwise(snapshot, interpretation, all),
      leftOut: leftOutOf(conditions),
      search,
      question,
      offers: ordered,
      providers,
    };
  }
}

/** Filters by the class of their words. */
interface FilterClasses {
  /** On words that nothing is known of. */
  readonly unknown: ReadonlySet<Filter>;
  /** On the kind of thing that is looked for: `hardware wallet`. */
  readonly kinds: ReadonlySet<Filter>;
}

function classesIn({ conditions }: Interpretation): FilterClasses {
  const filtersOf = (wanted: ReadCondition['kind']) =>
    new Set(conditions.flatMap(({ kind, filters }) => (kind === wanted ? filters : [])));
  return { unknown: filtersOf('text'), kinds: filtersOf('category') };
}

/** What several networks give if they are read the other way; null for one, or for dropped words. */
function readOtherwise(
  snapshot: Snapshot,
  { networks, onEach }: Interpretation,
  all: MatchedRows | null,
): WordsAnswer['otherReading'] {
  if (networks.length < 2 || all === null) return null;
  return { onEach: !onEach, offers: groupOffers(snapshot, all.otherwise()).length };
}

interface NarrowedSelection {
  readonly selection: SortedSelection;
  readonly grouped: readonly MatchedOffer[];
  readonly matchedRows: MatchedRows;
}

/** What the filters of a selection leave out. */
function appliedOf(
  snapshot: Snapshot,
  { selection, grouped, matchedRows }: NarrowedSelection,
): Applied[] {
  const items = comparedOffers(snapshot, grouped);
  const comparisons = findComparisons(snapshot, items, {
    query: selection,
    rows: matchedRows.ids,
    matchedRows,
  });
  const conditions = conditionsOf(snapshot, {
    filters: selection.filters,
    network: null,
    search: '',
  });
  return applied(snapshot, conditions, {
    category: selection.category,
    matchedRows,
    items,
    comparisons,
  });
}

/** Words whose condition is not applied, each once: those that nothing is known of first. */
function leftOutOf(conditions: readonly SearchCondition[]): string[] {
  const wordsOf = (state: SearchCondition['state']) =>
    conditions.flatMap((condition) => (condition.state === state ? condition.words : []));
  return [...new Set([...wordsOf('not understood'), ...wordsOf('no data')])];
}

/** The first offer of each provider, then the second ones, so that each of the compared is seen. */
function takeTurns<T extends MatchedOffer>(offers: readonly T[]): T[] {
  const groups = [...groupBy(offers, ({ offer }) => offer.provider).values()];
  return offers.flatMap((_, at) => groups.flatMap((group) => group[at] ?? []));
}

/** The terms that no row has but descriptions of providers have, each of the same providers. */
function providersDescribed(snapshot: Snapshot, ids: readonly number[], terms: readonly string[]) {
  const names = new Set(ids.map((id) => snapshot.providerOf(id)));
  let providers = snapshot.search.providers.filter(({ provider }) => names.has(provider.name));
  const described: string[] = [];
  for (const term of terms) {
    const has = describes(term);
    const matchedProviders = providers.filter(({ text }) => has(text));
    if (matchedProviders.length === 0 || matchedProviders.length > maxDescribed) continue;
    providers = matchedProviders;
    described.push(term);
  }
  return {
    terms: described,
    providers: described.length === 0 ? [] : providers.map(({ provider }) => provider.name),
  };
}

/**
 * Whether a text has a word with or without its hyphen: `multi-chain`, `multi chain`, `multichain`.
 */
function describes(term: string): (text: string) => boolean {
  const letters = lettersOf(term);
  const apart = term.replace(/[^\p{L}\p{N}]+/gu, ' ');
  return (text) =>
    [` ${text.replaceAll('-', '')}`, ` ${text.replaceAll('-', ' ')}`].some(
      (candidate) => candidate.includes(` ${letters}`) || candidate.includes(` ${apart}`),
    );
}

/**
 * Where no plan is known to hold a budget, the plans that may: those that state too little for an
 * estimate. Null if there are none.
 */
async function findUnstated(
  snapshot: Snapshot,
  network: string | null,
  selection: SortedSelection,
) {
  const isBudget = ({ column, kind }: Filter) =>
    kind === 'range' && column.key === estimateFigure.key;
  const { category } = selection;
  if (!selection.filters.some(isBudget)) return null;
  const blanks = parseFilters(
    [{ id: estimateFigure.key, value: [blank] }],
    snapshot.catalog.columnsOf(category),
  );
  const filters = selection.filters.flatMap((filter) => {
    if (!isBudget(filter)) return [filter];
    return 'workload' in filter && filter.workload ? estimatedFor(blanks, filter.workload) : blanks;
  });
  const asked = { ...selection, filters };
  const { ids } = await askIn(snapshot, network, { ...asked, categories: [category] });
  return ids.length === 0 ? null : { ids, selection: asked, described: [], missing: [], all: null };
}

/** Rows that match most filters and terms, by their weight. */
async function findClosest(
  snapshot: Snapshot,
  network: string | null,
  selection: SortedSelection,
  classes: FilterClasses,
) {
  const { category, filters } = selection;
  const terms = selection.terms.slice(0, maxLooseTerms);
  const loose = { ...selection, terms, categories: [category], isLoose: true };
  const matchedRows = await askIn(snapshot, network, loose);
  const { ids, missed } = matchedRows.closest((at) => weightOf(filters[at], classes));
  // The question has no terms that name the network or the category.
  const unmetTerms = matchedRows.question.terms.flatMap(({ text }, at) =>
    missed(filters.length + at) ? [text] : [],
  );
  const unmetWords = filters.flatMap((filter, at) =>
    missed(at) && classes.unknown.has(filter) && filter.kind === 'mentions' ? filter.values : [],
  );
  const described = providersDescribed(snapshot, ids, [...unmetTerms, ...unmetWords]);
  const missing = unmetTerms.filter((term) => !described.terms.includes(term));
  const without = new Set([...missing, ...selection.terms.slice(maxLooseTerms)]);
  const providers = new Set(described.providers);
  return {
    ids: providers.size === 0 ? ids : ids.filter((id) => providers.has(snapshot.providerOf(id))),
    described: described.terms,
    selection: {
      ...selection,
      filters: [
        ...filters.filter((_, at) => !missed(at)),
        ...filterProviders(snapshot, category, described.providers),
      ],
      terms: terms.filter((term) => !without.has(term) && !described.terms.includes(term)),
    },
    missing: [...without],
  };
}

/**
 * What it costs to leave a condition out, by the class of its words: unknown words go before
 * anything that was understood, then versions, then features that texts mention. Names and denials
 * stay.
 */
function weightOf(filter: Filter | undefined, { unknown, kinds }: FilterClasses): number {
  if (filter === undefined || unknown.has(filter)) return 1;
  if (isVersion(filter.column)) return 16;
  const isList = filter.kind === 'mentions' || filter.column.valueKind === 'array';
  if (isList) return kinds.has(filter) ? 192 : 32;
  const isDenial = toApiFilters([filter]).some(({ value }) => value[0]?.startsWith('!'));
  return filter.column.key === 'provider' || isDenial ? 256 : 128;
}
