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
  readonly #options: StateReaderOptions;
  #reader: StateReader;
  #before: RowState | null = null;

  constructor(options: StateReaderOptions) {
    this.#options = options;
    this.#reader = new StateReader(options);
  }

  /** The first state that can be read has no changes. Throws errors of the machine, such as a missing git, but none of a commit. */
  async next({ id, at }: CommitInfo): Promise<Step> {
    try {
      if (Number.isNaN(at.getTime())) throw new UnreadableState('its date is not in the years 1970 to 9999');
      const [before, state] = [this.#before, await this.#reader.read(id)];
      const changes = before === null ? [] : describeChanges(compareRows(before, state));
      this.#before = state;
      const stamp = { snapshot: null, at: at.toISOString(), revision: id };
      return { id, skipped: null, records: changes.map((change) => ({ ...change, ...stamp })) };
    } catch (error) {
      if (!(error instanceof Error) || 'syscall' in error) throw error;
      // An unexpected error may leave half a table behind.
      if (!(error instanceof UnreadableState)) this.#reader = new StateReader(this.#options);
      return { id, skipped: error.message, records: [] };
    }
  }
}
