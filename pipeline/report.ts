/** Problems as lines for people: where, what is wrong, how to mend it, and which rule says so. */
import type { Problem } from './problem.ts';

/** `listings/.../apis.csv:14 offer: no offer "ankr-fre" ...; did you mean "ankr-free"? [offer-not-found]` */
export function formatProblem(problem: Problem): string {
  const line = problem.line === null ? '' : `:${problem.line}`;
  const column = problem.column === null ? '' : ` ${problem.column}`;
  const suggestion = problem.suggestion === undefined ? '' : `; ${problem.suggestion}`;
  return `${problem.file}${line}${column}: ${problem.message}${suggestion} [${problem.rule}]`;
}

/** All problems of the given severity up to `limit` for each rule, then how many were left out, then totals by rule. */
export function formatReport(problems: readonly Problem[], limit: number): string {
  if (problems.length === 0) return 'no problems';
  const byRule = new Map<string, Problem[]>();
  for (const problem of problems) {
    const key = `${problem.severity}: ${problem.rule}`;
    byRule.set(key, [...(byRule.get(key) ?? []), problem]);
  }
  const sections = [...byRule].map(([rule, found]) => {
    const cut = found.length - limit;
    const more = cut > 0 ? [`  ... and ${cut} more`] : [];
    return [
      `${rule} (${found.length})`,
      ...found.slice(0, limit).map((problem) => `  ${formatProblem(problem)}`),
      ...more,
    ];
  });
  return [...sections.flat(), summarize(problems)].join('\n');
}

/** `2 errors, 1 warning` */
export function summarize(problems: readonly Problem[]): string {
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  const warnings = problems.length - errors;
  return `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
