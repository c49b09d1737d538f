/** Ready sets of a category. A set that finds nothing on the network is left out. */
import { toKebabCase } from '../../common/kebab-case.ts';
import type { SetDefinition } from '../../model/sets.ts';
import { HttpError } from '../errors.ts';
import { ask } from '../query/ask.ts';
import type { SortedSelection } from '../query/selection.ts';
import { usualWorkload } from '../questions/parameters.ts';
import { resolveSorted } from '../questions/parse.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

export interface ReadySet {
  readonly label: string;
  /** Path of its page. Of several sets with the same path, the first one has the page. */
  readonly path: string;
  readonly description: string | null;
  readonly query: SortedSelection;
}

/** Kept with the snapshot. */
export function readSets(
  snapshot: Snapshot,
  network: string | null,
  category: string,
): Promise<readonly ReadySet[]> {
  return snapshot.derived.of(`sets ${network} ${category}`, () =>
    findSets(snapshot, network, category),
  );
}

async function findSets(
  snapshot: Snapshot,
  network: string | null,
  category: string,
): Promise<readonly ReadySet[]> {
  const sets: ReadySet[] = [];
  for (const { label, description, filters, sorting, ...set } of snapshot.catalog.sets) {
    const query =
      set.category === category ? parseSet(snapshot, category, { filters, sorting }) : null;
    if (query && (await ask(snapshot, network, query)).ids.length > 0)
      sets.push({ label, path: pathOf(category, label), description, query });
  }
  return sets;
}

/** `/toolbox/apis/archive-under-50-a-month` */
function pathOf(category: string, label: string): string {
  return `/toolbox/${category}/${toKebabCase(label) || 'set'}`;
}

/**
 * Null if the set cannot be parsed, because another version of the pipeline wrote it. The page then
 * leaves it out.
 */
function parseSet(
  { catalog }: Snapshot,
  category: string,
  { filters, sorting }: Pick<SetDefinition, 'filters' | 'sorting'>,
): SortedSelection | null {
  try {
    const parameters = {
      ...usualWorkload,
      category,
      search: [],
      confirmed: false,
      filters: filters ?? undefined,
      sorting: sorting ?? undefined,
    };
    return resolveSorted(parameters, catalog);
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}
