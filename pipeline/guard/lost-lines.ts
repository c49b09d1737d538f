/** Lines of a table that are gone: not those with another slug, and not listings whose offer is listed for all networks. */
import path from 'node:path';
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
  const added = countLines([...now].flatMap(([slug, values]) => (before.has(slug) ? [] : [values])));
  const everywhere = offersForAllNetworks(file, after);
  return gone.filter((values) => !take(added, lineKey(values)) && !everywhere.has(offerOf(values) ?? '')).length;
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

function countLines(lines: readonly Values[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of lines.map(lineKey)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Takes one of the counted lines, if there is one left. */
function take(counts: Map<string, number>, key: string): boolean {
  const left = counts.get(key) ?? 0;
  counts.set(key, left - 1);
  return left > 0;
}
