/** `make watch`: builds whenever the sources change, and reports problems. */
import path from 'node:path';
import { BuildMemory, type BuildOutcome, buildSnapshot } from '../build.ts';
import type { Checked } from '../check-sources.ts';
import { compareStates } from '../diff/compare.ts';
import type { Diff } from '../diff/schema.ts';
import { type State, stateOfSources } from '../diff/state.ts';
import { compareProblems, type ProblemState, problemState } from '../problem-changes.ts';
import { countBySeverity } from '../report/counts.ts';
import { coloured, plain, type Style, wantsColour } from '../report/style.ts';
import { FolderWatcher } from '../watch/folder-watcher.ts';
import { presentStep } from '../watch/present-step.ts';
import { recordStatus } from '../write/build-status.ts';
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

interface Published extends Pick<Checked, 'problems'> {
  readonly state: State;
}

class Rebuilder {
  readonly #flags: Flags;
  readonly #style: Style;
  readonly #memory: BuildMemory;
  /** Results of the previous build. */
  #checked: Checked | null = null;
  /** The last published build. The next one is compared with it. */
  #published: Published | null = null;
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
      const outcome = await buildSnapshot({ ...this.#flags, ...options, force: false, byWatch: true }, this.#memory);
      this.#tell(outcome);
      this.#failure = null;
      await recordStatus(this.#flags.build, 'watch', outcome.kind !== 'problems');
      return true;
    } catch (error) {
      const { message } = error as Error;
      if (message !== this.#failure) this.#say([this.#style.error(message)]);
      this.#failure = message;
      await recordStatus(this.#flags.build, 'watch', false);
      return false;
    }
  }

  #tell({ kind, manifest, checked }: BuildOutcome): void {
    const { problems } = checked;
    const before = this.#published;
    if (kind !== 'problems') this.#published = publishedOf(checked);
    const step = {
      outcome: { kind, manifest },
      problems,
      changes: compareProblems(stateOf(this.#checked), stateOf(checked)),
      diff: kind === 'published' ? compareBuilds(before, this.#published) : null,
      isFirst: this.#checked === null,
      afterFailure: this.#failure !== null,
    };
    this.#checked = checked;
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

function publishedOf({ sources, resolved, problems }: Checked): Published {
  return { state: stateOfSources(sources, resolved.networks), problems };
}

/** Null if a side is missing. */
function compareBuilds(before: Published | null, after: Published | null): Diff | null {
  if (before === null || after === null) return null;
  return compareStates({
    before: before.state,
    after: after.state,
    base: { kind: 'sources', name: 'before', problems: countBySeverity(before.problems) },
    problems: countBySeverity(after.problems),
    // The watch lists problems itself.
    newProblems: [],
    fixedProblems: [],
  });
}
