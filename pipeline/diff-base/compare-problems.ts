/** Problems that the sources have and a base has not, with the mass changes since then. */
import type { Checked } from '../check-sources.ts';
import { type State, stateOfSources } from '../diff/state.ts';
import { findMassChanges } from '../guard/guard.ts';
import { inventoryOfRows, inventoryOfSources } from '../guard/inventory.ts';
import { ProblemCollector, sortProblems } from '../problem.ts';
import { compareProblems, type ProblemChanges, problemState, solvedCells } from '../problem-changes.ts';
import { dropConsequences } from './drop-consequences.ts';
import { editFinder } from './edited-places.ts';
import { explainCauses } from './explain-causes.ts';
import type { Base } from './read-base.ts';

export interface Comparison extends ProblemChanges {
  /** State of the sources. */
  readonly state: State;
}

/** `guard`: whether mass changes are problems, because nobody has confirmed them. */
export function compareWithBase(
  { base, state: beforeState, problems, inventory: before }: Base,
  { sources, resolved, problems: found }: Checked,
  guard: boolean,
): Comparison {
  const state = stateOfSources(sources, resolved.networks);
  const now = problemState(explainCauses(found, beforeState, state), sources);
  const changes = compareProblems(problems, now);
  const mass = new ProblemCollector();
  if (guard) {
    // A snapshot knows the cells of rows, not those of lines.
    const after =
      base.kind === 'snapshot' ? inventoryOfRows(state, sources.providers) : inventoryOfSources(sources, resolved);
    const isUnreadable = (file: string) => sources.unreadable.hasFile(file);
    const explained = { isKnown: isUnreadable, isSolved: solvedCells(changes) };
    for (const problem of findMassChanges(before, after, explained)) mass.add(problem);
  }
  const edit = { before: beforeState, isEdited: editFinder(problems.lines, now.lines) };
  const appeared = dropConsequences(mass.sorted(), changes.appeared, edit);
  const told = appeared.filter(({ rule }) => rule === 'mass-change');
  return {
    state,
    fixed: changes.fixed,
    current: sortProblems([...told, ...changes.current]),
    appeared: sortProblems(appeared),
  };
}
