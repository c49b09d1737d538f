/** JSON report with all problems. */
import type { Problem } from '../problem.ts';
import { countByRule, countBySeverity } from './counts.ts';
import type { ReportOptions } from './options.ts';

export function formatJson(problems: readonly Problem[], { appeared }: ReportOptions): string {
  const counts = new Map<string, number>();
  for (const { rule, count } of countByRule(problems)) counts.set(rule, (counts.get(rule) ?? 0) + count);
  const report = {
    counts: {
      ...countBySeverity(problems),
      byRule: Object.fromEntries(counts),
      ...(appeared === null ? {} : { new: countBySeverity([...appeared]) }),
    },
    problems: problems.map((problem) => ({
      ...toJsonProblem(problem),
      ...(appeared === null ? {} : { new: appeared.has(problem) }),
    })),
  };
  return JSON.stringify(report, null, 2);
}

export function toJsonProblem(problem: Problem) {
  const { severity, rule, file, line, column, value = null, message, suggestion = null, places } = problem;
  const several = places === undefined ? {} : { places: [...places] };
  return { severity, rule, file, line, column, value, message, suggestion, ...several };
}
