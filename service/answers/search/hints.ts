/** Hints of a result: suggestions if it is empty, and how prices were compared. */
import leven from 'leven';
import * as z from 'zod';
import { foldText } from '../../../common/fold.ts';
import { ask } from '../../query/ask.ts';
import { comparisonsShape } from '../../query/comparisons.ts';
import type { MatchedRows } from '../../query/matched-rows.ts';
import type { Selection } from '../../query/selection.ts';
import { quoteTerms } from '../../questions/words/split.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { correctTerms } from './correct.ts';

export const hintsShape = z
  .object({
    providers: z.array(z.string()).optional().describe('Provider names closest to the search.'),
    search: z
      .string()
      .optional()
      .describe('The search without typing errors, which finds something.'),
    dropFilters: z
      .array(
        z.object({
          id: z.string().describe('Column key.'),
          totalOffers: z.int().describe('Rows; over all {{networks}} offers.'),
        }),
      )
      .optional()
      .describe('Filters to remove, with the number of rows each removal finds.'),
    ...comparisonsShape.shape,
  })
  .meta({
    id: 'Hints',
    description: 'Suggestions for an empty result, and how prices were compared.',
  });

export type Hints = z.infer<typeof hintsShape>;

const maxNames = 3;
/** No provider has a longer name, and the time to compare grows with the length. */
const maxCompared = 60;

/** Where to look for what would match. */
export interface HintScope {
  /** Null for all networks. */
  readonly network: string | null;
  /** Whether a row may be suggested. */
  readonly isWanted: (id: number) => boolean;
  /** Number of items that the rows are in an answer. */
  readonly count: (rows: readonly number[]) => number;
}

/** The rows of one network, or offers on all networks. */
export function itemsOn(snapshot: Snapshot, network: string | null): HintScope {
  const count = (rows: readonly number[]) =>
    network === null ? snapshot.countOffers(rows) : rows.length;
  return { network, isWanted: () => true, count };
}

/** For a selection without results. Null if there is no suggestion. */
export async function findHints(
  snapshot: Snapshot,
  { network, isWanted, count }: HintScope,
  { selection, matchedRows }: { readonly selection: Selection; readonly matchedRows: MatchedRows },
): Promise<Hints | null> {
  const find = async (changed: Partial<Selection>) =>
    (await ask(snapshot, network, { ...selection, ...changed })).ids.filter(isWanted);
  const dropFilters = selection.filters.flatMap(({ column }, at) => {
    const totalOffers = count(matchedRows.missing(at).filter(isWanted));
    return totalOffers > 0 ? [{ id: column.key, totalOffers }] : [];
  });
  const isMisspelt = selection.terms.length > 0 && !matchedRows.searched.some(isWanted);
  const terms = matchedRows.question.terms.map(({ text }) => text);
  const suggestions = isMisspelt ? await suggestNames(snapshot, terms, find) : {};
  if (dropFilters.length === 0 && Object.keys(suggestions).length === 0) return null;
  return {
    ...suggestions,
    ...(dropFilters.length > 0
      ? { dropFilters: dropFilters.toSorted((a, b) => b.totalOffers - a.totalOffers) }
      : {}),
  };
}

/**
 * Providers and a search that were probably meant. `find`: wanted rows of the changed selection.
 */
async function suggestNames(
  snapshot: Snapshot,
  terms: readonly string[],
  find: (changed: Partial<Selection>) => Promise<readonly number[]>,
): Promise<Pick<Hints, 'providers' | 'search'>> {
  const names = (await find({ terms: [], filters: [] })).map((id) => snapshot.providerOf(id));
  const providers = nearestProviders(terms.join(' '), new Set(names));
  const corrected = correctTerms(snapshot, terms);
  const isFound = corrected !== null && (await find({ terms: corrected, filters: [] })).length > 0;
  return {
    ...(providers.length > 0 ? { providers } : {}),
    ...(isFound ? { search: quoteTerms(corrected) } : {}),
  };
}

/**
 * Compares the search with the whole name and with each word; a third of the letters may differ:
 * `zefyr` finds `zephyr`.
 */
function nearestProviders(search: string, names: ReadonlySet<string>): string[] {
  if (search.length > maxCompared) return [];
  const limit = Math.ceil(search.length / 3);
  const scored = [...names].map((name) => {
    const folded = foldText(name);
    const distances = [folded, ...folded.split(/[^\p{L}\p{N}]+/u)].map((part) =>
      leven(search, part),
    );
    return { name, distance: Math.min(...distances) };
  });
  return scored
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, maxNames)
    .map(({ name }) => name);
}
