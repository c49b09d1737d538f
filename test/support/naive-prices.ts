/**
 * The test oracle of prices: groups of equal currency and unit, as docs/reference/lists.md
 * describes them, over plain rows.
 */
import { type ColumnDefinition, isMoney } from '../../model/columns.ts';
import type { FlatRow } from './expected-rows.ts';

/** `USD/month`; null without a number. */
export function naiveGroup(row: FlatRow, id: string): string | null {
  if (typeof row[`${id}Min`] !== 'number') return null;
  return isFree(row, id) ? 'USD/month' : `${row[`${id}Currency`] ?? ''}/${row[`${id}Unit`] ?? ''}`;
}

export function isFree(row: FlatRow, id: string): boolean {
  return row[`${id}Min`] === 0 && row[`${id}Max`] === 0;
}

type Groups = [group: string, priced: number][];

/** By listing and column: a question compares its groups for each pair of rows. */
const counted = new WeakMap<readonly FlatRow[], Map<string, Groups>>();

/** Rows of each group that are not free, in the order of a sorted list. */
export function naiveGroups(listing: readonly FlatRow[], id: string): Groups {
  const byColumn = counted.get(listing) ?? new Map<string, Groups>();
  counted.set(listing, byColumn);
  const groups = byColumn.get(id) ?? countGroups(listing, id);
  byColumn.set(id, groups);
  return groups;
}

function countGroups(listing: readonly FlatRow[], id: string): Groups {
  const counts: Record<string, number> = {};
  for (const row of listing) {
    const group = naiveGroup(row, id);
    if (group !== null) counts[group] = (counts[group] ?? 0) + Number(!isFree(row, id));
  }
  const kindOf = (group: string) =>
    group === 'USD/month' ? 'a' : group.startsWith('/') ? 'c' : 'b';
  return Object.entries(counts).sort(([a, many], [b, few]) => {
    if (kindOf(a) !== kindOf(b)) return kindOf(a) < kindOf(b) ? -1 : 1;
    return few - many || (a < b ? -1 : 1);
  });
}

/** The group with most prices: the first of them in a sorted list. */
export function naiveMain(listing: readonly FlatRow[], id: string): string {
  const groups = naiveGroups(listing, id);
  const most = Math.max(...groups.map(([, priced]) => priced));
  return groups.find(([, priced]) => priced === most)?.[0] ?? 'USD/month';
}

/**
 * Whether the row's numbers may be compared with those of a group, of the most frequent one if it
 * is null.
 */
export function isComparable(
  listing: readonly FlatRow[],
  row: FlatRow,
  column: ColumnDefinition,
  group: string | null,
) {
  if (!isMoney(column)) return true;
  return (
    isFree(row, column.key) ||
    naiveGroup(row, column.key) === (group ?? naiveMain(listing, column.key))
  );
}
