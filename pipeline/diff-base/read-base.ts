/** Base of a diff: rows, definitions and problems of a snapshot, a source folder or a git revision of the sources. */
import { type CheckOptions, checkSources } from '../check-sources.ts';
import type { State } from '../diff/state.ts';
import { stateOfSnapshot, stateOfSources } from '../diff/state.ts';
import { type ProblemState, problemState } from '../problem-changes.ts';
import { readSnapshot } from '../write/read-snapshot.ts';
import { type BaseName, type BaseOptions, openBase } from './open-base.ts';
import { readSnapshotProblems } from './read-problems.ts';

export interface Base {
  readonly base: BaseName;
  readonly state: State;
  readonly problems: ProblemState;
}

/** Problems of the base do not stop the diff. */
export async function readBase(options: BaseOptions & CheckOptions): Promise<Base> {
  return openBase(options, {
    snapshot: async (base) => {
      const { networks, tables, logos } = await readSnapshot(options.build, base.name);
      const problems = await readSnapshotProblems(options.build, base.name);
      return { base, state: stateOfSnapshot(networks, tables, logos), problems };
    },
    sources: async (folder, base) => {
      const { sources, resolved, problems } = await checkSources({ ...options, sources: folder });
      return { base, state: stateOfSources(sources, resolved.networks), problems: problemState(problems, sources) };
    },
  });
}
