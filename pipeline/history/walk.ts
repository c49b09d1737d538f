/** Walks over commits and compares neighbouring states. */
import type { Change } from '../../model/changes.ts';
import { describeChanges } from '../diff/describe-changes.ts';
import type { State } from '../diff/state.ts';
import type { CommitInfo } from '../git.ts';
import type { StateReader } from './read-state.ts';
import { UnreadableState } from './read-tree.ts';

export interface Step {
  readonly commit: CommitInfo;
  /** Since the state before that can be read. */
  readonly changes: readonly Change[];
  /** Why the state cannot be read, null if it can: its changes appear with the next one. */
  readonly skipped: string | null;
}

/** `from` is the commit before the first one; null if the first one has no changes because nothing is before it. */
export async function* walkCommits(
  reader: StateReader,
  commits: readonly CommitInfo[],
  from: string | null,
): AsyncGenerator<Step> {
  let before: State | null = from === null ? null : await reader.read(from);
  for (const commit of commits) {
    try {
      const state = await reader.read(commit.id);
      yield { commit, changes: before === null ? [] : describeChanges(before, state), skipped: null };
      before = state;
    } catch (error) {
      if (!(error instanceof UnreadableState)) throw error;
      yield { commit, changes: [], skipped: error.message };
    }
  }
}
