/**
 * Base of `check` and `diff`: rows, definitions and problems of a snapshot, a source folder or a
 * git revision of the sources.
 */
import { type Checked, type CheckOptions, checkSources } from '../../check-sources.ts';
import {
  type Inventory,
  inventoryOfRows,
  inventoryOfSources,
  withoutLines,
} from '../guard/inventory.ts';
import { type ProblemState, problemState } from '../problem-changes.ts';
import { type State, stateOfSnapshot, stateOfSources } from '../state.ts';
import { type BaseName, type BaseOptions, openBase } from './open-base.ts';
import { readSnapshotProblems } from './read-problems.ts';

export interface Base {
  readonly base: BaseName;
  readonly state: State;
  readonly problems: ProblemState;
  /** Sources of the base; null for a snapshot, which does not keep its lines. */
  readonly checked: Pick<Checked, 'sources' | 'resolved'> | null;
  /** What the guard counts. */
  readonly inventory: Inventory;
}

/** Problems of the base do not stop the comparison. */
export async function readBase(options: BaseOptions & CheckOptions): Promise<Base> {
  return openBase(options, {
    snapshot: async (base) => {
      // Loads DuckDB, which other bases do not need.
      const { readSnapshot } = await import('../../snapshot/read-snapshot.ts');
      const { networks, tables, logos } = await readSnapshot(options.build, base.name);
      const problems = await readSnapshotProblems(options.build, base.name);
      const state = stateOfSnapshot(networks, tables, logos);
      const inventory = inventoryOfRows(state, withoutLines(tables.providers));
      return { base, state, problems, checked: null, inventory };
    },
    sources: async (folder, base) => {
      return baseOfSources(base, await checkSources({ ...options, sources: folder }));
    },
  });
}

export function baseOfSources(base: BaseName, { sources, resolved, problems }: Checked): Base {
  return {
    base,
    state: stateOfSources({ sources, resolved }),
    problems: problemState(problems, sources),
    checked: { sources, resolved },
    inventory: inventoryOfSources(sources),
  };
}
