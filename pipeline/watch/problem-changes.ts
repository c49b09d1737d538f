/** New and fixed problems between two checks. */
import type { Problem } from '../problem.ts';

export interface ProblemChanges {
  readonly appeared: readonly Problem[];
  readonly fixed: readonly Problem[];
}

/** Problems that moved to another line count as the same. */
export function compareProblems(before: readonly Problem[], after: readonly Problem[]): ProblemChanges {
  return { appeared: without(after, before), fixed: without(before, after) };
}

/** Multiset difference: removes one problem for each equal problem in `others`. */
function without(problems: readonly Problem[], others: readonly Problem[]): Problem[] {
  const counts = new Map<string, number>();
  for (const problem of others) counts.set(identity(problem), (counts.get(identity(problem)) ?? 0) + 1);
  return problems.filter((problem) => {
    const key = identity(problem);
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left <= 0;
  });
}

/** Key of a problem without line numbers, including those in the message. */
function identity({ severity, rule, file, column, value, message }: Problem): string {
  return JSON.stringify([severity, rule, file, column, value, message.replace(/(\bline |:)\d+/g, '$1')]);
}
