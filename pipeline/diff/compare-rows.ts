/** Compares the rows of two states: the one comparison behind `make diff`, `make watch` and the changes of a snapshot. */
import { CauseFinder } from './causes.ts';
import { type CellChange, ContentComparer, matchRows, type PlacedRow, type RowPair } from './match-rows.ts';
import type { RowState } from './state.ts';

export interface ChangedRow {
  readonly pair: RowPair;
  readonly cells: readonly CellChange[];
}

export interface RowComparison {
  readonly before: RowState;
  readonly after: RowState;
  readonly added: readonly PlacedRow[];
  readonly removed: readonly PlacedRow[];
  /** Rows with other cells. */
  readonly changed: readonly ChangedRow[];
  /** Rows with the same cells that refer to another offer. */
  readonly referring: readonly RowPair[];
  readonly comparer: ContentComparer;
  readonly causes: CauseFinder;
}

export function compareRows(before: RowState, after: RowState): RowComparison {
  const { pairs, added, removed } = matchRows(before, after);
  const comparer = new ContentComparer();
  const changed: ChangedRow[] = [];
  const referring: RowPair[] = [];
  for (const pair of pairs) {
    const [old, now] = [pair.before.content, pair.after.content];
    const cells = comparer.compare(old, now);
    if (cells.length > 0) changed.push({ pair, cells });
    else if (old.offerSlug !== now.offerSlug) referring.push(pair);
  }
  return { before, after, added, removed, changed, referring, comparer, causes: new CauseFinder(before, after) };
}
