/** One problem for a mistake that stands in many lines or files, such as an unknown column or a reference to an offer that was renamed. */
import { groupBy } from '../../common/group-by.ts';
import { type Problem, type ProblemPlace, placesOf } from '../problem.ts';
import { findRule } from '../rules.ts';

/** The first of equal problems gets the places of all. Keeps the order. */
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
  const files = new Set(places.map(({ file }) => file)).size;
  const times = places.length > files ? `${places.length.toLocaleString('en')} times` : '';
  const where = files === 1 ? '' : `in ${files.toLocaleString('en')} files`;
  return {
    ...problem,
    places,
    message: `${problem.message} (${[times, where].filter((part) => part !== '').join(' ')})`,
  };
}
