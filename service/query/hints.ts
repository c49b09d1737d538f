/** What would find something, where a search or its filters found nothing. */
import leven from 'leven';
import { foldText } from '../../common/fold.ts';
import type { Snapshot } from '../snapshot/open.ts';
import { findMatches } from './find-rows.ts';
import type { Selection } from './query.ts';

export interface Hints {
  /** Names of providers in the category that are nearest to the search, nearest first. */
  readonly providers?: readonly string[];
  /** Filters without which something is found, most first. */
  readonly dropFilters?: readonly { readonly id: string; readonly totalOffers: number }[];
}

const maxNames = 3;

/** Null where there is nothing to say. Only to be asked for a selection that found nothing. */
export async function findHints(snapshot: Snapshot, network: string, selection: Selection): Promise<Hints | null> {
  const find = (changed: Partial<Selection>) => findMatches(snapshot, network, { ...selection, ...changed });
  // One after the other, here and in facets.ts: a request with twenty filters must not take twenty places in the queue.
  const dropFilters: { id: string; totalOffers: number }[] = [];
  for (const [index, { column }] of selection.filters.entries()) {
    const found = await find({ filters: selection.filters.toSpliced(index, 1) });
    if (found.length > 0) dropFilters.push({ id: column.key, totalOffers: found.length });
  }
  const misspelt = selection.terms.length > 0 && (await find({ filters: [] })).length === 0;
  const names = misspelt
    ? (await find({ terms: [], filters: [] })).map((id) => snapshot.contents.provider[id] ?? '')
    : [];
  const providers = nearestProviders(selection.terms.join(' '), new Set(names));
  if (dropFilters.length === 0 && providers.length === 0) return null;
  return {
    ...(providers.length > 0 ? { providers } : {}),
    ...(dropFilters.length > 0 ? { dropFilters: dropFilters.toSorted((a, b) => b.totalOffers - a.totalOffers) } : {}),
  };
}

/** Nearest to the whole name or to a word of it; a third of the letters may differ: `zefyr` finds `zephyr`. */
export function nearestProviders(search: string, names: ReadonlySet<string>): string[] {
  const limit = Math.ceil(search.length / 3);
  const scored = [...names].map((name) => {
    const folded = foldText(name);
    const distances = [folded, ...folded.split(/[^\p{L}\p{N}]+/u)].map((part) => leven(search, part));
    return { name, distance: Math.min(...distances) };
  });
  return scored
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, maxNames)
    .map(({ name }) => name);
}
