/** Ready sets of a category as links. A set that finds nothing on the network is left out. */
import type { SetDefinition } from '../../../model/sets.ts';
import { HttpError } from '../../errors.ts';
import { ask } from '../../query/ask.ts';
import { resolveSorted, type SortedSelection } from '../../query/params.ts';
import { apiParameters, type View, withQuery } from '../../query/view.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { ViewLink } from './links.ts';

export interface ReadySet {
  readonly label: string;
  readonly description: string | null;
  readonly query: SortedSelection;
}

/** Kept with the snapshot. */
export function readSets(snapshot: Snapshot, network: string, category: string): Promise<readonly ReadySet[]> {
  return snapshot.derived.of(`sets ${network} ${category}`, () => findSets(snapshot, network, category));
}

async function findSets(snapshot: Snapshot, network: string, category: string): Promise<readonly ReadySet[]> {
  const sets: ReadySet[] = [];
  for (const { label, description, filters, sorting, ...set } of snapshot.catalog.sets) {
    const query = set.category === category ? parseSet(snapshot, category, { filters, sorting }) : null;
    if (query && (await ask(snapshot, network, query)).ids.length > 0) sets.push({ label, description, query });
  }
  return sets;
}

/** Null if the set cannot be parsed, because another version of the pipeline wrote it. The page then leaves it out. */
function parseSet(
  { catalog }: Snapshot,
  category: string,
  { filters, sorting }: Pick<SetDefinition, 'filters' | 'sorting'>,
): SortedSelection | null {
  try {
    const given = {
      category,
      search: [],
      confirmed: false,
      filters: filters ?? undefined,
      sorting: sorting ?? undefined,
    };
    return resolveSorted(given, catalog);
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}

/** Columns and picked offers stay; the search and other filters do not. */
export function presentSets(sets: readonly ReadySet[], view: View, href: ViewLink) {
  const selected = selectionOf(view);
  return sets.map(({ label, description, query }) => {
    const { filters, sorting } = query;
    const target = { ...withQuery(view, { terms: [], filters, sorting }), search: '' };
    return { label, description, href: href(target), current: selectionOf(target) === selected };
  });
}

function selectionOf(view: View): string {
  return JSON.stringify(apiParameters(view));
}
