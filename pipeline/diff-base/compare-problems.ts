/** Problems that the sources have and a base has not, with the mass changes since then. */
import type { Checked } from '../check-sources.ts';
import { type State, stateOfSources } from '../diff/state.ts';
import { findMassChanges } from '../guard/guard.ts';
import { inventoryOfSources, inventoryOfState } from '../guard/inventory.ts';
import type { GuardLimits } from '../guard/limits.ts';
import { type Problem, ProblemCollector, sortProblems } from '../problem.ts';
import { compareProblems, type ProblemChanges, problemState } from '../problem-changes.ts';
import { explainCauses } from './explain-causes.ts';
import type { Base } from './read-base.ts';

/** Warnings that lost lines bring to others. */
const consequences: ReadonlySet<string> = new Set([
  'unused-offer',
  'unused-provider',
  'network-without-chain',
  'value-spelling',
]);

export interface Comparison extends ProblemChanges {
  /** State of the sources. */
  readonly state: State;
}

/** `guard`: limits of mass changes; null if the changes are confirmed. */
export function compareWithBase(
  { base, state: beforeState, problems, inventory: before }: Base,
  { sources, resolved, problems: found }: Checked,
  guard: GuardLimits | null,
): Comparison {
  const state = stateOfSources(sources, resolved.networks);
  const changes = compareProblems(problems, problemState(explainCauses(found, beforeState, state), sources));
  if (guard === null) return { ...changes, state };
  // A snapshot knows the cells of rows, not those of lines.
  const after = base.kind === 'snapshot' ? inventoryOfState(state) : inventoryOfSources(sources, resolved);
  const mass = new ProblemCollector();
  const isUnreadable = (file: string) => sources.unreadable.hasFile(file);
  for (const problem of findMassChanges(before, after, guard, isUnreadable)) mass.add(problem);
  const added = mass.sorted();
  const isConsequence = ({ rule }: Problem) => added.length > 0 && consequences.has(rule);
  return {
    state,
    fixed: changes.fixed,
    current: sortProblems([...added, ...changes.current]),
    appeared: sortProblems([...added, ...changes.appeared.filter((problem) => !isConsequence(problem))]),
  };
}
