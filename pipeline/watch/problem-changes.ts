/** New and fixed problems between two checks. */
import type { Problem } from '../problem.ts';

export interface ProblemChanges {
  readonly appeared: readonly Problem[];
  readonly fixed: readonly Problem[];
}

/** A problem that only moved to another line is the same one. */
export function compareProblems(before: readonly Problem[], after: readonly Problem[]): ProblemChanges {
  return { appeared: without(after, before), fixed: without(before, after) };
}

/** Of equal problems as many are left as there are more. */
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

/** Without the line, also where the message names another one. */
function identity({ severity, rule, file, column, value, message }: Problem): string {
  return JSON.stringify([severity, rule, file, column, value, message.replace(/(\bline |:)\d+/g, '$1')]);
}
