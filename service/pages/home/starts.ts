/** Ready sets of the home page: only those that find something. */
import { type ReadySet, readSets } from '../../answers/sets.ts';
import type { Place } from '../../questions/place.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { NamedNetwork } from './answers.ts';

const maxSets = 8;
/** Sets of one category. */
const maxOfCategory = 2;

interface Start extends Pick<ReadySet, 'label' | 'path'> {
  /** Key. */
  readonly category: string;
  /** Key. */
  readonly network: string;
}

/**
 * Each category on another of the networks, because one is as good an example as another. Kept with
 * the snapshot.
 */
export function readStarts(
  snapshot: Snapshot,
  networks: readonly NamedNetwork[],
): Promise<readonly Start[]> {
  return snapshot.derived.of('ready sets on networks', async () => {
    const starts: Start[] = [];
    for (const category of new Set(snapshot.catalog.sets.map((set) => set.category))) {
      starts.push(...(await startsOf(snapshot, category, rotate(networks, starts.length))));
      if (starts.length >= maxSets) break;
    }
    return starts.slice(0, maxSets);
  });
}

/** On the first of the networks on which a set of the category finds something. */
async function startsOf(
  snapshot: Snapshot,
  category: string,
  networks: readonly NamedNetwork[],
): Promise<Start[]> {
  for (const { key: network } of networks) {
    const sets = await readSets(snapshot, network, category);
    if (sets.length === 0) continue;
    return sets
      .slice(0, maxOfCategory)
      .map(({ label, path }) => ({ label, path, category, network }));
  }
  return [];
}

function rotate<T>(items: readonly T[], by: number): readonly T[] {
  const at = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

/** `from`: the page with the links. */
export function presentStart({ label, category, network, path }: Start, from: Place) {
  const { catalog } = from.snapshot;
  return {
    label,
    place: `${catalog.categoryLabel(category)} ${catalog.terms.on} ${catalog.networkName(network)}`,
    href: from.urls.href(null, network, path),
  };
}
