/** Problems that the sources have and a base has not, with the mass changes since then. */
import type { Checked } from '../check-sources.ts';
import { type State, stateOfSources } from '../diff/state.ts';
import { findMassChanges } from '../guard/guard.ts';
import { inventoryOfSources, inventoryOfState } from '../guard/inventory.ts';
import type { GuardLimits } from '../guard/limits.ts';
import { ProblemCollector, sortProblems } from '../problem.ts';
import { compareProblems, type ProblemChanges, problemState } from '../problem-changes.ts';
import type { Base } from './read-base.ts';

export interface Comparison extends ProblemChanges {
  /** State of the sources. */
  readonly state: State;
}

/** `guard`: limits of mass changes; null if the changes are confirmed. */
export function compareWithBase(
  { base, problems, inventory: before }: Base,
  { sources, resolved, problems: found }: Checked,
  guard: GuardLimits | null,
): Comparison {
  const changes = compareProblems(problems, problemState(found, sources));
  const state = stateOfSources(sources, resolved.networks);
  if (guard === null) return { ...changes, state };
  // A snapshot knows the cells of rows, not those of lines.
  const after = base.kind === 'snapshot' ? inventoryOfState(state) : inventoryOfSources(sources, resolved);
  const mass = new ProblemCollector();
  const isUnreadable = (file: string) => sources.unreadable.hasFile(file);
  for (const problem of findMassChanges(before, after, guard, isUnreadable)) mass.add(problem);
  const added = mass.sorted();
  return {
    state,
    fixed: changes.fixed,
    current: sortProblems([...added, ...changes.current]),
    appeared: sortProblems([...added, ...changes.appeared]),
  };
}
