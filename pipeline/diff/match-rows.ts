/** Matches rows of the two states by network, category and slug. */
import type { Value, Values } from '../../model/rows.ts';
import type { Content, Row } from '../sources.ts';
import { type State, slugOf, sorted } from './state.ts';

export interface PlacedRow {
  readonly network: string;
  readonly row: Row;
}

export interface RowPair {
  readonly network: string;
  readonly before: Row;
  readonly after: Row;
}

export interface MatchedRows {
  /** On both states, changed or not. */
  readonly pairs: readonly RowPair[];
  readonly added: readonly PlacedRow[];
  readonly removed: readonly PlacedRow[];
}

export function matchRows(before: State, after: State): MatchedRows {
  const pairs: RowPair[] = [];
  const added: PlacedRow[] = [];
  const removed: PlacedRow[] = [];
  const [old, now] = [rowsByNetwork(before), rowsByNetwork(after)];
  for (const network of sorted(new Set([...old.keys(), ...now.keys()]))) {
    const waiting = groupByKey(old.get(network) ?? []);
    for (const row of now.get(network) ?? []) {
      const partner = waiting.get(rowKey(row))?.shift();
      if (partner) pairs.push({ network, before: partner, after: row });
      else added.push({ network, row });
    }
    for (const rows of waiting.values()) removed.push(...rows.map((row) => ({ network, row })));
  }
  return { pairs, added, removed };
}

function rowsByNetwork({ networks }: State): Map<string, readonly Row[]> {
  return new Map(networks.map(({ key, rows }) => [key, rows]));
}

/** Sources with errors may hold a slug twice: the first is compared with the first. */
function groupByKey(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = rowKey(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

function rowKey(row: Row): string {
  return `${row.content.category}\u0000${slugOf(row)}`;
}

export interface CellChange {
  readonly column: string;
  readonly before: Value;
  readonly after: Value;
  /** Whether only one state has the column at all. */
  readonly columnIsNewOrGone: boolean;
}

/** The cells that differ, in the order of the columns; remembers what it compared, because many rows share a content. */
export class ContentComparer {
  readonly #known = new Map<Content, Map<Content, readonly CellChange[]>>();

  compare(before: Content, after: Content): readonly CellChange[] {
    let byAfter = this.#known.get(before);
    if (!byAfter) this.#known.set(before, (byAfter = new Map()));
    let changes = byAfter.get(after);
    if (!changes) byAfter.set(after, (changes = compareValues(before.values, after.values)));
    return changes;
  }
}

/** A column that one state does not have is blank there. */
export function compareValues(before: Values, after: Values): CellChange[] {
  const columns = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...columns].flatMap((column) => {
    const [old = null, now = null] = [before[column], after[column]];
    if (isSameValue(old, now)) return [];
    return [{ column, before: old, after: now, columnIsNewOrGone: !(column in before && column in after) }];
  });
}

export function isSameValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => item === b[index]);
}
