/** JSON report with all problems. */
import { escapeControls } from '../../common/visible.ts';
import type { Problem } from '../problem.ts';
import { countByRule, countBySeverity } from './counts.ts';
import type { ReportOptions } from './options.ts';

export function formatJson(problems: readonly Problem[], { appeared }: ReportOptions): string {
  const report = {
    counts: {
      ...countBySeverity(problems),
      byRule: Object.fromEntries(countByRule(problems).map(({ rule, count }) => [rule, count])),
      ...(appeared === null ? {} : { new: countBySeverity([...appeared]) }),
    },
    problems: problems.map((problem) => ({
      ...toJsonProblem(problem),
      ...(appeared === null ? {} : { new: appeared.has(problem) }),
    })),
  };
  return escapeControls(JSON.stringify(report, null, 2));
}

export function toJsonProblem(problem: Problem) {
  const {
    severity,
    rule,
    file,
    line,
    column,
    value = null,
    message,
    suggestion = null,
    places,
  } = problem;
  const several = places === undefined ? {} : { places: [...places] };
  return { severity, rule, file, line, column, value, message, suggestion, ...several };
}
