/**
 * The way of a question: its names and words are resolved once, DuckDB is asked once, and what it
 * found is kept with the question.
 */
import { groupBy } from '../../common/group-by.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { estimateOrder, figureRows } from './figures.ts';
import { allRows, MatchedRows, type Narrow } from './matched-rows.ts';
import { withoutNetwork } from './network-names.ts';
import { conversionsInto } from './rates.ts';
import { type Selection, type SortedSelection, selectsAll } from './selection.ts';
import { buildRowsSql, type Question, type Term } from './sql.ts';

/**
 * Rows of a category on a network, on all networks if it is null. Throws 503 if too many queries
 * wait or the query takes too long.
 */
export async function ask(
  snapshot: Snapshot,
  network: string | null,
  { category, ...selection }: Selection & Partial<SortedSelection>,
): Promise<MatchedRows> {
  return askIn(snapshot, network, { ...selection, categories: [category] });
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

/** As `ask`, in several categories. A whole listing in default order is known without a query. */
export async function askIn(
  snapshot: Snapshot,
  network: string | null,
  wanted: Wanted,
): Promise<MatchedRows> {
  const { categories, sorting = [] } = wanted;
  const [category = '', ...others] = categories;
  if (others.length === 0 && sorting.length === 0 && selectsAll(wanted))
    return wholeListing(snapshot, network, category);
  const question = resolveQuestion(snapshot, network, wanted);
  const [ids = [], missed = []] = await snapshot.query(buildRowsSql(question));
  const { networks = [], onEach = false } = wanted;
  if (networks.length < 2) return new MatchedRows(ids, missed, question);
  const narrow = onEachOf(snapshot, networks);
  const readings: readonly [Narrow, Narrow] = onEach ? [narrow, allRows] : [allRows, narrow];
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
