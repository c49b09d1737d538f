/**
 * One problem for a mistake that stands in many lines or files, such as an unknown column or a
 * reference to an offer that was renamed.
 */
import { formatCount } from '../../common/format-count.ts';
import { groupBy } from '../../common/group-by.ts';
import { type Problem, type ProblemPlace, placesOf } from '../problem.ts';
import { findRule } from '../rules.ts';

/** Problems of a column from which on they are one act, such as a find and replace. */
const wholeColumn = 5;

/**
 * The first of equal problems gets the places of all, and so does the first of many in a column.
 * Keeps the order.
 */
export function groupProblems(problems: readonly Problem[]): Problem[] {
  return joinGroups(joinGroups(problems, keyOf, 2), columnOf, wholeColumn);
}

function joinGroups(
  problems: readonly Problem[],
  key: (problem: Problem) => string | null,
  least: number,
): Problem[] {
  const groups = groupBy(problems, key);
  return problems.flatMap((problem) => {
    const of = key(problem);
    const group = of === null ? [] : (groups.get(of) ?? []);
    if (group.length < least) return [problem];
    return group[0] === problem ? [join(problem, group)] : [];
  });
}

/** Null if equal problems are told one by one. */
function keyOf({ rule, column, message, suggestion }: Problem): string | null {
  return findRule(rule)?.repeatable === true
    ? JSON.stringify([rule, column, message, suggestion])
    : null;
}

/** Null if problems of a column are told one by one, because each has a fix of its own. */
function columnOf({ rule, file, column }: Problem): string | null {
  return findRule(rule)?.ofColumn === true ? JSON.stringify([rule, file, column]) : null;
}

function join(problem: Problem, group: readonly Problem[]): Problem {
  const places = group.flatMap((each): readonly ProblemPlace[] => placesOf(each));
  const files = new Set(places.map(({ file }) => file)).size;
  const times = places.length > files ? `${formatCount(places.length)} times` : '';
  const where = files === 1 ? '' : `in ${formatCount(files)} files`;
  return {
    ...problem,
    places,
    message: `${problem.message} (${[times, where].filter((part) => part !== '').join(' ')})`,
  };
}
