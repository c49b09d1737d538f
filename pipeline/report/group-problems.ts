/** One problem for a mistake that many files repeat, such as an unknown column. */
import { groupBy } from '../../common/group-by.ts';
import { type Problem, type ProblemPlace, placesOf } from '../problem.ts';
import { findRule } from '../rules.ts';

/** The first of equal problems in several files gets the places of all. Keeps the order. */
export function groupProblems(problems: readonly Problem[]): Problem[] {
  const groups = groupBy(problems.filter(isRepeatable), keyOf);
  return problems.flatMap((problem) => {
    const group = isRepeatable(problem) ? (groups.get(keyOf(problem)) ?? []) : [];
    if (group.length < 2) return [problem];
    return group[0] === problem ? [join(problem, group)] : [];
  });
}

function isRepeatable({ rule }: Problem): boolean {
  return findRule(rule)?.repeatable === true;
}

function keyOf({ rule, column, message, suggestion }: Problem): string {
  return JSON.stringify([rule, column, message, suggestion]);
}

function join(problem: Problem, group: readonly Problem[]): Problem {
  const places = group.flatMap((each): readonly ProblemPlace[] => placesOf(each));
  return { ...problem, places, message: `${problem.message} (in ${group.length} files)` };
}
