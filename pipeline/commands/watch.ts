/** `make watch`: publishes a snapshot whenever the sources change and are in order, and says what is wrong when not. */
import path from 'node:path';
import { type BuildOutcome, buildSnapshot } from '../build.ts';
import type { Checked } from '../check-sources.ts';
import { compareStates } from '../diff/compare.ts';
import type { Diff } from '../diff/schema.ts';
import { stateOfSources } from '../diff/state.ts';
import { project } from '../project.ts';
import { countBySeverity } from '../report/counts.ts';
import { coloured, plain, type Style, wantsColour } from '../report/style.ts';
import { FolderWatcher } from '../watch/folder-watcher.ts';
import { presentStep } from '../watch/present-step.ts';
import { compareProblems } from '../watch/problem-changes.ts';
import { buildTime } from './build.ts';
import { type Flags, print } from './flags.ts';

/** A build of somebody else, or a full disk, is over some time; nothing in the sources says when. */
const retryMs = 5000;

export async function watch(flags: Flags): Promise<number> {
  const style = wantsColour(process.stdout, process.env) ? coloured : plain;
  const watcher = new FolderWatcher([flags.sources, path.join(project, 'sources/meta')]);
  const signal = untilStopped();
  const builder = new Rebuilder(flags, style);
  print(`watching ${flags.sources}, publishing to ${flags.build}; Ctrl+C ends`);
  await watcher.start();
  while (!signal.aborted) {
    const done = await builder.build();
    await watcher.nextChange(signal, done ? undefined : retryMs);
  }
  await watcher.close();
  return 0;
}

/** The build at work is finished first; a second signal ends the process at once. */
function untilStopped(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  process.stdout.once('error', () => controller.abort()); // nobody reads any more
  return controller.signal;
}

class Rebuilder {
  readonly #flags: Flags;
  readonly #style: Style;
  /** Results of the previous build and of the last published one. */
  #checked: Checked | null = null;
  #published: Checked | null = null;
  #failure: string | null = null;

  constructor(flags: Flags, style: Style) {
    this.#flags = flags;
    this.#style = style;
  }

  /** Whether the build came to an end, published or not: nothing that it says is a reason to stop. */
  async build(): Promise<boolean> {
    try {
      const options = { project, now: buildTime(), progress: () => undefined, lockWaitMs: retryMs };
      // FORCE would publish the same again and again.
      this.#tell(await buildSnapshot({ ...this.#flags, ...options, force: false }));
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
      changes: compareProblems(before?.problems ?? [], problems),
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

function compareBuilds(before: Checked, after: Checked): Diff {
  const sideOf = ({ sources, resolved }: Checked) => stateOfSources(sources, resolved.networks);
  const problems = countBySeverity(after.problems);
  const base = { kind: 'sources', name: 'before', problems: null } as const;
  return compareStates({ before: sideOf(before), after: sideOf(after), base, problems });
}
