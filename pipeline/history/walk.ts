/** Walks over commits and compares neighbouring states. */
import type { Change } from '../../model/changes.ts';
import { compareRows } from '../diff/compare-rows.ts';
import { describeChanges } from '../diff/describe-changes.ts';
import type { RowState } from '../diff/state.ts';
import type { CommitInfo } from '../git.ts';
import type { StateReader } from './read-state.ts';
import { UnreadableState } from './read-tree.ts';

export interface Step {
  readonly commit: CommitInfo;
  /** Changes since the last readable state. */
  readonly changes: readonly Change[];
  /** Reason why the state cannot be read, null if it can. Its changes are reported with the next readable state. */
  readonly skipped: string | null;
}

/** `from`: last readable commit before the list. Null at the start of the history, so that the first commit has no changes. */
export async function* walkCommits(
  reader: StateReader,
  commits: readonly CommitInfo[],
  from: string | null,
): AsyncGenerator<Step> {
  let before: RowState | null = from === null ? null : await reader.read(from);
  for (const commit of commits) {
    try {
      const state = await reader.read(commit.id);
      yield { commit, changes: before === null ? [] : describeChanges(compareRows(before, state)), skipped: null };
      before = state;
    } catch (error) {
      if (!(error instanceof UnreadableState)) throw error;
      yield { commit, changes: [], skipped: error.message };
    }
  }
}
