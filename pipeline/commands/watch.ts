/** `make watch`: builds whenever the sources change, and reports problems. */
import path from 'node:path';
import { showLines } from '../../common/visible.ts';
import { type BuildOutcome, buildSnapshot } from '../build.ts';
import type { Checked } from '../check-sources.ts';
import { describeChanges } from '../compare/describe-changes.ts';
import { groupEdits } from '../compare/present/edits.ts';
import {
  compareProblems,
  noProblems,
  type ProblemState,
  problemState,
} from '../compare/problem-changes.ts';
import { PipelineError } from '../errors.ts';
import { coloured, plain, type Style, wantsColour } from '../report/style.ts';
import { recordStatus } from '../snapshot/build-folder/build-status.ts';
import { buildTime } from './build.ts';
import { print, streams, untilStopped, warn, writeReport } from './flags.ts';
import type { Flags } from './options.ts';
import { FolderWatcher } from './watch/folder-watcher.ts';
import { presentStep } from './watch/present-step.ts';

/** Retry interval after a failure without an event that ends it: another build, a full disk. */
const retryMs = 5000;

export async function watch(flags: Flags): Promise<number> {
  const style = wantsColour(streams.stdout, process.env) ? coloured : plain;
  const watcher = new FolderWatcher([flags.sources, path.join(flags.project, 'sources/meta')]);
  const signal = untilStopped();
  const builder = new Rebuilder(flags, style);
  print(`watching ${flags.sources}, publishing to ${flags.build}; press Ctrl+C to stop`);
  await watcher.start();
  while (!signal.aborted) {
    const done = await builder.build();
    await watcher.nextChange(signal, done ? undefined : retryMs);
  }
  await watcher.close();
  return 0;
}

class Rebuilder {
  readonly #flags: Flags;
  readonly #style: Style;
  /** Results of the previous build. */
  #checked: Checked | null = null;
  #failure: string | null = null;
  /** Whether the source folder was missing at the last build. */
  #isGone = false;

  constructor(flags: Flags, style: Style) {
    this.#flags = flags;
    this.#style = style;
  }

  /** Returns whether the build ran, published or not. An error does not stop the watch. */
  async build(): Promise<boolean> {
    try {
      const options = {
        now: buildTime(),
        guard: !this.#flags.confirm,
        lockWaitMs: retryMs,
        warn,
      };
      // With FORCE, every event would publish the same rows again.
      const outcome = await buildSnapshot({
        ...this.#flags,
        ...options,
        force: false,
        byWatch: true,
      });
      this.#tell(outcome);
      this.#failure = null;
      this.#isGone = false;
      await recordStatus(this.#flags.build, 'watch', outcome.kind !== 'problems');
      return true;
    } catch (error) {
      this.#isGone = error instanceof PipelineError && error.code === 'sources-missing';
      const message = this.#describe(error as Error);
      if (message !== this.#failure) this.#say([this.#style.error(showLines(message))]);
      this.#failure = message;
      await recordStatus(this.#flags.build, 'watch', false);
      return false;
    }
  }

  /** A folder that was there once may come back: the setting is right. */
  #describe({ message }: Error): string {
    if (!this.#isGone || this.#checked === null) return message;
    return `${this.#flags.sources} has disappeared; the next build waits for it`;
  }

  #tell({ kind, manifest, checked, comparison }: BuildOutcome): void {
    const { problems } = checked;
    const isFirst = this.#checked === null;
    const step = {
      outcome: { kind, manifest },
      problems,
      changes: compareProblems(stateOf(this.#checked), stateOf(checked)),
      edits: comparison === null || isFirst ? [] : groupEdits(describeChanges(comparison)),
      isFirst,
      afterFailure: this.#failure !== null,
    };
    if (this.#isGone) this.#say([`${this.#flags.sources} is back`]);
    this.#checked = checked;
    this.#say(presentStep(step, this.#style));
  }

  #say([first, ...rest]: readonly string[]): void {
    if (first === undefined) return;
    const time = new Date().toTimeString().slice(0, 8);
    writeReport(
      [`${this.#style.note(time)} ${first}`, ...rest].join('\n'),
      this.#style === coloured,
    );
  }
}

function stateOf(checked: Checked | null): ProblemState {
  return checked === null ? noProblems : problemState(checked.problems, checked.sources);
}
