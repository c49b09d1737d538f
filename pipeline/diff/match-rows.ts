/** Matches rows of the two states by network, category and slug. */
import { groupBy } from '../../common/group-by.ts';
import type { Value, Values } from '../../model/rows.ts';
import type { Content, Row } from '../sources.ts';
import { type RowState, slugOf, sorted } from './state.ts';

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
  /** Rows of both states, changed or not. */
  readonly pairs: readonly RowPair[];
  readonly added: readonly PlacedRow[];
  readonly removed: readonly PlacedRow[];
}

export function matchRows(before: RowState, after: RowState): MatchedRows {
  const matched: Matching = { pairs: [], added: [], removed: [] };
  const [old, now] = [rowsByNetwork(before), rowsByNetwork(after)];
  for (const network of sorted(new Set([...old.keys(), ...now.keys()]))) {
    const rows = [old.get(network) ?? [], now.get(network) ?? []] as const;
    if (haveSameKeys(...rows)) pairByPlace(network, rows, matched);
    else pairByKey(network, rows, matched);
  }
  return matched;
}

interface Matching {
  readonly pairs: RowPair[];
  readonly added: PlacedRow[];
  readonly removed: PlacedRow[];
}

type BothRows = readonly [before: readonly Row[], after: readonly Row[]];

function pairByPlace(network: string, [before, after]: BothRows, { pairs }: Matching): void {
  for (const [at, row] of before.entries()) pairs.push({ network, before: row, after: after[at] ?? row });
}

function pairByKey(network: string, [before, after]: BothRows, { pairs, added, removed }: Matching): void {
  const waiting = groupByKey(before);
  for (const row of after) {
    const partner = waiting.get(rowKey(row))?.pop();
    if (partner) pairs.push({ network, before: partner, after: row });
    else added.push({ network, row });
  }
  for (const rows of waiting.values()) for (const row of rows.toReversed()) removed.push({ network, row });
}

/** True for most networks of two states that follow each other. Their rows are matched by place then. */
function haveSameKeys(before: readonly Row[], after: readonly Row[]): boolean {
  const isSame = (row: Row, other: Row | undefined) =>
    other !== undefined && (row.content === other.content || rowKey(row) === rowKey(other));
  return before.length === after.length && before.every((row, at) => isSame(row, after[at]));
}

function rowsByNetwork({ networks }: RowState): Map<string, readonly Row[]> {
  return new Map(networks.map(({ key, rows }) => [key, rows]));
}

/** Sources with errors may contain a slug twice; rows with the same slug are matched in order. Each group ends with its first row. */
function groupByKey(rows: readonly Row[]): Map<string, Row[]> {
  return groupBy(rows.toReversed(), rowKey);
}

export function rowKey(row: Row): string {
  return `${row.content.category}\u0000${slugOf(row)}`;
}

export interface CellChange {
  readonly column: string;
  readonly before: Value;
  readonly after: Value;
  /** Whether only one state has the column at all. */
  readonly columnIsNewOrGone: boolean;
}

/** Finds the cells that differ, in column order. Caches results, because many rows share a content. */
export class ContentComparer {
  readonly #known = new Map<Content, Map<Content, readonly CellChange[]>>();

  compare(before: Content, after: Content): readonly CellChange[] {
    if (before === after) return [];
    let byAfter = this.#known.get(before);
    if (!byAfter) this.#known.set(before, (byAfter = new Map()));
    let changes = byAfter.get(after);
    if (!changes) byAfter.set(after, (changes = compareValues(before.values, after.values)));
    return changes;
  }
}

/** A column that one state does not have is blank there. */
export function compareValues(before: Values, after: Values): CellChange[] {
  if (before === after) return [];
  const columns = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...columns].flatMap((column) => {
    const inBoth = Object.hasOwn(before, column) && Object.hasOwn(after, column);
    const [old, now] = [ownValue(before, column), ownValue(after, column)];
    return isSameValue(old, now) ? [] : [{ column, before: old, after: now, columnIsNewOrGone: !inBoth }];
  });
}

/** A column may have the name of something that every object inherits. */
function ownValue(values: Values, column: string): Value {
  return Object.hasOwn(values, column) ? (values[column] ?? null) : null;
}

export function isSameValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => item === b[index]);
}
