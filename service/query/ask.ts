/**
 * The way of a question: its names and words are resolved once, DuckDB is asked once, and what it
 * found is kept with the question.
 */
import { foldText } from '../../common/fold.ts';
import { countBy, groupBy } from '../../common/group-by.ts';
import type { Catalog } from '../snapshot/catalog.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { estimateOrder, figureRows } from './figures.ts';
import { keysOf } from './filters/index.ts';
import { chainNumber, chainPhrases } from './names.ts';
import { conversionsInto } from './rates.ts';
import { type Selection, type SortedSelection, selectsAll } from './selection.ts';
import { buildRowsSql, type Question, type Term } from './sql.ts';

/**
 * Rows of a category on a network, on all networks if it is null. Those of a whole listing in
 * default order are known without a query. Throws 503 if too many queries wait or the query takes
 * too long.
 */
export async function ask(
  snapshot: Snapshot,
  network: string | null,
  { category, ...selection }: Selection & Partial<SortedSelection>,
): Promise<MatchedRows> {
  const isWhole = selectsAll(selection) && (selection.sorting ?? []).length === 0;
  return isWhole
    ? wholeListing(snapshot, network, category)
    : askIn(snapshot, network, { ...selection, categories: [category] });
}

export interface Wanted
  extends Omit<Selection, 'category'>,
    Partial<Pick<SortedSelection, 'sorting'>> {
  /** Keys, in the order of the answer. Filters and sorting need a single one. */
  readonly categories: readonly string[];
  /**
   * Whether rows that miss terms are found as well, for `closest`. At most `maxLooseTerms` terms.
   */
  readonly isLoose?: boolean;
}

/** A mask has a bit for each of them, besides those of filters. */
export const maxLooseTerms = 8;

/** As `ask`, in several categories. */
export async function askIn(
  snapshot: Snapshot,
  network: string | null,
  wanted: Wanted,
): Promise<MatchedRows> {
  const question = resolveQuestion(snapshot, network, wanted);
  const [ids = [], missed = []] = await snapshot.query(buildRowsSql(question));
  const { networks = [], onEach = false } = wanted;
  if (networks.length < 2) return new MatchedRows(ids, missed, question);
  const narrow = onEachOf(snapshot, networks);
  const readings: readonly [Narrow, Narrow] = onEach ? [narrow, allOf] : [allOf, narrow];
  return new MatchedRows(ids, missed, question, readings);
}

/** All rows of a category, in default order: they are known without a question. */
export function wholeListing(
  snapshot: Snapshot,
  network: string | null,
  category: string,
): MatchedRows {
  const question = resolveQuestion(snapshot, network, {
    categories: [category],
    terms: [],
    filters: [],
  });
  return new MatchedRows(snapshot.rowsOfListing(network, category), [], question);
}

/** The question of a selection, with names and words of the snapshot in their place. */
export function resolveQuestion(
  snapshot: Snapshot,
  network: string | null,
  { categories, terms, filters, sorting = [], networks = [], ...wanted }: Wanted,
): Question {
  const { scope, confirmed = false, isLoose = false } = wanted;
  const { catalog } = snapshot;
  const [category = ''] = categories;
  const numbers = categories.map((key) => catalog.categoryKeys.indexOf(key));
  return {
    network: network === null ? null : catalog.numberOf(network),
    networks: networks.map((key) => catalog.numberOf(key)),
    categories: numbers.join() === [...catalog.categoryKeys.keys()].join() ? null : numbers,
    terms: withoutNetwork(terms, network, catalog).flatMap((text): Term | readonly Term[] => {
      const names = numbers.filter((_, at) =>
        catalog.wordsOfCategory(categories[at] ?? '').has(text),
      );
      return names.length === numbers.length ? [] : { text, names };
    }),
    scope,
    filters,
    confirmed,
    isLoose,
    sorting,
    pricesOf: (key) => snapshot.pricesOf(network, category).get(key),
    conversionsOf: (key, group) => {
      const groups = snapshot.pricesOf(network, category).get(key)?.groups ?? [];
      return conversionsInto(
        group,
        groups.map(({ id }) => id),
        catalog.rates,
      );
    },
    rowsOf: (span) => figureRows(snapshot, { network, categories }, span),
    orderOf: (sort) => estimateOrder(snapshot, { network, categories }, sort),
  };
}

type Narrow = (ids: readonly number[]) => readonly number[];

const allOf: Narrow = (ids) => ids;

/** Keeps the rows of offers that have one of them on each of the networks. */
function onEachOf(snapshot: Snapshot, networks: readonly string[]): Narrow {
  const numbers = networks.map((key) => snapshot.catalog.numberOf(key));
  const networksOf = (id: number) =>
    snapshot.listingIdsOf(id).map((listing) => snapshot.catalog.networkOfListing(listing));
  return (ids) => {
    const byOffer = groupBy(ids, (id) => snapshot.offers.of(id));
    const isWhole = (rows: readonly number[]) => {
      const offeredNetworks = new Set(rows.flatMap(networksOf));
      return numbers.every((number) => offeredNetworks.has(number));
    };
    const whole = new Set([...byOffer].flatMap(([offer, rows]) => (isWhole(rows) ? offer : [])));
    return ids.filter((id) => whole.has(snapshot.offers.of(id)));
  };
}

/** Rows that match a search, with the filters that each misses. */
export class MatchedRows {
  /**
   * As it was resolved: its terms without the words that name the listing, and the price groups of
   * the listing.
   */
  readonly question: Question;
  /** Ids of the rows that match all filters, in order. */
  readonly ids: readonly number[];
  /** Rows that match the search, in order, whatever filters they miss. */
  readonly searched: readonly number[];
  /** Masks of `searched`: bit i is set if the row misses filter i. Empty without filters. */
  readonly #missed: readonly number[];

  /** What must hold of the rows of an offer together. */
  readonly #narrow: Narrow;
  /** The same, had the question taken several networks the other way. */
  readonly #otherwise: Narrow;

  constructor(
    searched: readonly number[],
    missed: readonly number[],
    question: Question,
    [narrow, otherwise]: readonly [Narrow, Narrow] = [allOf, allOf],
  ) {
    this.searched = searched;
    this.#missed = missed;
    this.#narrow = narrow;
    this.#otherwise = otherwise;
    this.question = question;
    this.ids = this.#select((mask) => mask === 0);
  }

  /** Rows that match all filters on one of several networks in place of each, or on each. */
  otherwise(): readonly number[] {
    return this.#select((mask) => mask === 0, this.#otherwise);
  }

  /** Rows that match all filters but those of a column, in order. */
  ignoring(key: string): readonly number[] {
    const ofColumn = this.question.filters.map((filter, at) =>
      keysOf([filter]).includes(key) ? 2 ** at : 0,
    );
    const ignored = ofColumn.reduce((mask, bit) => mask + bit, 0);
    return ignored === 0 ? this.ids : this.#select((mask) => (mask & ~ignored) === 0);
  }

  /** Rows that match all filters but the one with the index. */
  missing(filter: number): readonly number[] {
    return this.#select((mask) => mask === 2 ** filter);
  }

  /**
   * The rows that miss the least, and what that is. Of several equal choices, the one with most
   * rows. `weightOf`: of a filter or term by its index, the terms after the filters.
   */
  closest(weightOf: (at: number) => number = () => 1): {
    readonly ids: readonly number[];
    readonly missed: (at: number) => boolean;
  } {
    const counts = countBy(this.#missed, (mask) => mask);
    const { filters, terms } = this.question;
    const weights = Array.from({ length: filters.length + terms.length }, (_, at) => weightOf(at));
    const lossOf = (mask: number) =>
      weights.reduce((loss, weight, at) => loss + ((mask & (2 ** at)) === 0 ? 0 : weight), 0);
    const [best = [0]] = [...counts].sort(
      ([a, rows], [b, others]) => lossOf(a) - lossOf(b) || others - rows,
    );
    const [chosen] = best;
    return {
      ids: this.#select((mask) => mask === chosen),
      missed: (at) => (chosen & (2 ** at)) !== 0,
    };
  }

  #select(isWanted: (mask: number) => boolean, narrow = this.#narrow): readonly number[] {
    if (this.#missed.length === 0) return narrow(this.searched);
    return narrow(this.searched.filter((_, at) => isWanted(this.#missed[at] ?? 0)));
  }
}

/** A network and the names under which searches find it. */
interface SearchedNetwork {
  readonly network: string;
  readonly name: string | null;
  readonly aliases?: readonly string[];
  readonly caip2?: string | null;
}

/** The terms that do not name the network. `network`: a key, null for none. */
export function withoutNetwork(
  terms: readonly string[],
  network: string | null,
  { networks }: Pick<Catalog, 'networks'>,
): readonly string[] {
  const entry = network === null ? undefined : networks.get(network);
  return entry === undefined || terms.length === 0 ? terms : splitNetworks(terms, [entry]).rest;
}

/** Splits a search into the networks that its longest network name names, and the other terms. */
export function splitNetworks(
  terms: readonly string[],
  networks: Iterable<SearchedNetwork>,
): { readonly named: readonly string[]; readonly rest: readonly string[] } {
  if (terms.length === 0) return { named: [], rest: terms };
  const phrases = phrasesOf(terms);
  const tests = [...networks].flatMap((network) =>
    formsOf(network, { isAlone: terms.length === 1, asksId: phrases.has('chain id') }).flatMap(
      (form) => (phrases.has(form) ? [{ network: network.network, form }] : []),
    ),
  );
  const longest = Math.max(0, ...tests.map(({ form }) => form.length));
  const [first] = tests.filter(({ form }) => form.length === longest);
  const named = tests.filter(({ form }) => form === first?.form).map(({ network }) => network);
  const [from = 0, to = 0] = phrases.get(first?.form ?? '') ?? [];
  return { named: [...new Set(named)], rest: [...terms.slice(0, from), ...terms.slice(to)] };
}

/** Words of the longest network name that is looked for. */
const maxWords = 8;

/** Neighbouring terms with the index of the first and the index after the last. */
function phrasesOf(
  terms: readonly string[],
): ReadonlyMap<string, readonly [from: number, to: number]> {
  const phrases = new Map<string, readonly [number, number]>();
  for (const from of terms.keys()) {
    for (let to = from + 1; to <= Math.min(terms.length, from + maxWords); to++) {
      const phrase = terms.slice(from, to).join(' ');
      if (!phrases.has(phrase)) phrases.set(phrase, [from, to]);
    }
  }
  return phrases;
}

/**
 * Folded names, and the CAIP-2 identifier; the number of an EVM chain, if it is all of the search.
 */
function formsOf(
  { network, name, aliases = [], caip2 = null }: SearchedNetwork,
  { isAlone, asksId }: { readonly isAlone: boolean; readonly asksId: boolean },
): string[] {
  const number = isAlone ? chainNumber(caip2) : null;
  const names = [name ?? '', ...aliases, caip2 ?? ''].map(foldText).filter((form) => form !== '');
  // Each network states its number.
  const forms = (asksId ? [network, ...names] : []).flatMap((form) => [
    `chain id ${form}`,
    `chain id of ${form}`,
    `${form} chain id`,
  ]);
  return [network, ...names, ...forms, ...chainPhrases(caip2), number ?? ''].filter(
    (form) => form !== '',
  );
}
