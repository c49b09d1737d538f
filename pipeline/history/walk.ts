/** Compares the state of each commit with the one before. */
import { compareRows } from '../diff/compare-rows.ts';
import { describeChanges } from '../diff/describe-changes.ts';
import type { RowState } from '../diff/state.ts';
import type { StampedChange } from '../write/git-history.ts';
import type { CommitInfo } from './git.ts';
import { StateReader, type StateReaderOptions, UnreadableState } from './read-state.ts';

export interface Step {
  readonly id: string;
  /** Reason why the state cannot be read, null if it can. Its changes are reported with the next readable state. */
  readonly skipped: string | null;
  /** Changes since the last readable state. */
  readonly records: readonly StampedChange[];
}

export class Walker {
  readonly #reader: StateReader;
  #before: RowState | null = null;

  private constructor(options: StateReaderOptions) {
    this.#reader = new StateReader(options);
  }

  /** `from`: last readable commit before the walk. Null at the start of the history, so that the first commit has no changes. */
  static async start(options: StateReaderOptions, from: string | null): Promise<Walker> {
    const walker = new Walker(options);
    if (from !== null) walker.#before = await walker.#reader.read(from);
    return walker;
  }

  async next({ id, at }: CommitInfo): Promise<Step> {
    try {
      const [before, state] = [this.#before, await this.#reader.read(id)];
      this.#before = state;
      const changes = before === null ? [] : describeChanges(compareRows(before, state));
      const stamp = { snapshot: null, at: at.toISOString(), revision: id };
      return { id, skipped: null, records: changes.map((change) => ({ ...change, ...stamp })) };
    } catch (error) {
      if (error instanceof UnreadableState) return { id, skipped: error.message, records: [] };
      throw error;
    }
  }
}
