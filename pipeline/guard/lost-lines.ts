/** Lines of a table that are gone: not those with another slug, and not listings whose offer is listed for all networks. */
import path from 'node:path';
import { groupBy } from '../../common/group-by.ts';
import type { Values } from '../../model/rows.ts';
import { compareText } from '../problem.ts';
import { sourcePaths } from '../sources.ts';
import type { GuardedLines, Inventory } from './inventory.ts';

const none: GuardedLines = new Map();

/** Number of lines of a table that are gone. */
export function countLostLines(file: string, before: GuardedLines, after: Inventory): number {
  const now = after.tables.get(file) ?? none;
  const gone = [...before].flatMap(([slug, values]) => (now.has(slug) ? [] : [values]));
  if (gone.length === 0) return 0;
  const added = groupBy(
    [...now].flatMap(([slug, values]) => (before.has(slug) ? [] : [values])),
    lineKey,
  );
  const everywhere = offersForAllNetworks(file, after);
  const isGone = (values: Values) => added.get(lineKey(values))?.pop() === undefined;
  return gone.filter((values) => isGone(values) && !everywhere.has(offerOf(values) ?? '')).length;
}

function offersForAllNetworks(file: string, { tables }: Inventory): ReadonlySet<string> {
  if (!file.startsWith('listings/')) return new Set();
  const lines = tables.get(sourcePaths.allNetworks(path.posix.basename(file, '.csv'))) ?? none;
  return new Set([...lines.values()].flatMap((values) => offerOf(values) ?? []));
}

function offerOf({ offer }: Values): string | null {
  return typeof offer === 'string' && offer.startsWith('!offer:') ? offer : null;
}

/** Part of a line that stays the same if its slug changes: offer and chain, or all cells of a line without an offer. */
function lineKey(values: Values): string {
  const offer = offerOf(values);
  if (offer !== null) return JSON.stringify([offer, values.chain ?? null]);
  const cells = Object.entries(values).filter(([key, value]) => key !== 'slug' && value !== null);
  return JSON.stringify(cells.toSorted(([a], [b]) => compareText(a, b)));
}
