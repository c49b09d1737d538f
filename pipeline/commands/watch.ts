/** `make watch`: builds whenever the sources change, and reports problems. */
import path from 'node:path';
import { BuildMemory, type BuildOutcome, buildSnapshot } from '../build.ts';
import type { Checked } from '../check-sources.ts';
import { compareStates } from '../diff/compare.ts';
import type { Diff } from '../diff/schema.ts';
import { stateOfSources } from '../diff/state.ts';
import { compareProblems, type ProblemState, problemState } from '../problem-changes.ts';
import { countBySeverity } from '../report/counts.ts';
import { coloured, plain, type Style, wantsColour } from '../report/style.ts';
import { FolderWatcher } from '../watch/folder-watcher.ts';
import { presentStep } from '../watch/present-step.ts';
import { buildTime } from './build.ts';
import { type Flags, print, untilStopped, warn } from './flags.ts';

/** Retry interval after a failure without an event that ends it: another build, a full disk. */
const retryMs = 5000;

export async function watch(flags: Flags): Promise<number> {
  const style = wantsColour(process.stdout, process.env) ? coloured : plain;
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
  readonly #memory: BuildMemory;
  /** Results of the previous build and of the last published one. */
  #checked: Checked | null = null;
  #published: Checked | null = null;
  #failure: string | null = null;

  constructor(flags: Flags, style: Style) {
    this.#flags = flags;
    this.#style = style;
    this.#memory = new BuildMemory(flags.build);
  }

  /** Returns whether the build ran, published or not. An error does not stop the watch. */
  async build(): Promise<boolean> {
    try {
      const options = { now: buildTime(), progress: () => undefined, lockWaitMs: retryMs, warn };
      // With FORCE, every event would publish the same rows again.
      this.#tell(await buildSnapshot({ ...this.#flags, ...options, force: false, byWatch: true }, this.#memory));
      this.#failure = null;
      return true;
    } catch (error) {
      const { message } = error as Error;
      if (message !== this.#failure) this.#say([this.#style.error(message)]);
      this.#failure = message;
      return false;
    }
  }

  #tell({ kind, manifest, checked }: BuildOutcome): void {
    const before = this.#checked;
    const { problems } = checked;
    const step = {
      outcome: { kind, manifest },
      problems,
      changes: compareProblems(stateOf(before), stateOf(checked)),
      diff: kind === 'published' && this.#published !== null ? compareBuilds(this.#published, checked) : null,
      isFirst: before === null,
      afterFailure: this.#failure !== null,
    };
    this.#checked = checked;
    if (kind !== 'problems') this.#published = checked;
    this.#say(presentStep(step, this.#style));
  }

  #say([first, ...rest]: readonly string[]): void {
    if (first === undefined) return;
    const time = new Date().toTimeString().slice(0, 8);
    print([`${this.#style.note(time)} ${first}`, ...rest].join('\n'));
  }
}

function stateOf(checked: Checked | null): ProblemState {
  return checked === null
    ? { problems: [], files: null, lines: null }
    : problemState(checked.problems, checked.sources);
}

function compareBuilds(before: Checked, after: Checked): Diff {
  const sideOf = ({ sources, resolved }: Checked) => stateOfSources(sources, resolved.networks);
  return compareStates({
    before: sideOf(before),
    after: sideOf(after),
    base: { kind: 'sources', name: 'before', problems: countBySeverity(before.problems) },
    problems: countBySeverity(after.problems),
    // The watch lists problems itself.
    newProblems: [],
    fixedProblems: [],
  });
}
