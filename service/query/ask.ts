/** The way of a question: names and words are resolved, DuckDB is asked once. */
import type { Snapshot } from '../snapshot/snapshot.ts';
import { FoundRows } from './found-rows.ts';
import type { Selection, SortedSelection } from './params.ts';
import { namedCategories, withoutNetwork } from './search/listing-words.ts';
import { buildRowsSql, type Question, type Term } from './sql.ts';

/** Rows of a category on a network, on all networks if it is null. Throws 503 if too many queries wait or the query takes too long. */
export async function ask(
  snapshot: Snapshot,
  network: string | null,
  { category, ...selection }: Selection & Partial<SortedSelection>,
): Promise<FoundRows> {
  return askIn(snapshot, network, { ...selection, categories: [category] });
}

export interface Wanted extends Omit<Selection, 'category'>, Partial<Pick<SortedSelection, 'sorting'>> {
  /** Keys, in the order of the answer. Filters and sorting need a single one. */
  readonly categories: readonly string[];
}

/** As `ask`, in several categories. */
export async function askIn(snapshot: Snapshot, network: string | null, wanted: Wanted): Promise<FoundRows> {
  const question = resolve(snapshot, network, wanted);
  const [ids = [], missed = []] = await snapshot.query(buildRowsSql(question));
  return new FoundRows(ids, missed, question);
}

/** All rows of a category, in default order: they are known without a question. */
export function wholeListing(snapshot: Snapshot, network: string | null, category: string): FoundRows {
  const question = resolve(snapshot, network, { categories: [category], terms: [], filters: [] });
  return new FoundRows(Array.from(snapshot.rowsOfListing(network, category)), [], question);
}

function resolve(
  snapshot: Snapshot,
  network: string | null,
  { categories, terms, filters, sorting = [] }: Wanted,
): Question {
  const { catalog } = snapshot;
  const [category = ''] = categories;
  const numbers = categories.map((key) => catalog.categoryKeys.indexOf(key));
  return {
    network: network === null ? null : catalog.numberOf(network),
    categories: numbers.join() === [...catalog.categoryKeys.keys()].join() ? null : numbers,
    terms: withoutNetwork(terms, network, catalog).flatMap((text): Term | readonly Term[] => {
      const names = namedCategories(text, categories, catalog);
      return names.length === categories.length ? [] : { text, names };
    }),
    filters,
    sorting,
    prices: snapshot.pricesOf(network, category),
  };
}
