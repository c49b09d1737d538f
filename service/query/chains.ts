/** The chains of a network, the one with most offers first: mostly its main one. */

import type { Contents } from '../snapshot/load.ts';
import type { Snapshot } from '../snapshot/open.ts';
import { parseRow } from '../snapshot/row-json.ts';
import { findContents } from './providers.ts';

/** Counted once for each network; the counts go with the contents. */
const counted = new WeakMap<Contents, Map<string, readonly string[]>>();

export async function chainsOf(snapshot: Snapshot, network: string): Promise<readonly string[]> {
  const { contents } = snapshot;
  const known = counted.get(contents) ?? new Map<string, readonly string[]>();
  counted.set(contents, known);
  const found = known.get(network);
  if (found) return found;
  const counts = new Map<string, number>();
  for (const id of await findContents(snapshot, network)) {
    const { chain } = parseRow(contents.json[id]);
    if (typeof chain === 'string') counts.set(chain, (counts.get(chain) ?? 0) + 1);
  }
  const chains = [...counts].toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1)).map(([chain]) => chain);
  known.set(network, chains);
  return chains;
}
