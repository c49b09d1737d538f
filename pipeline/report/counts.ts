/** Counts of problems, in total and by rule. */
import { formatCount } from '../../common/format-count.ts';
import { groupBy } from '../../common/group-by.ts';
import { compareText, type Problem } from '../problem.ts';

export function countBySeverity(problems: readonly Problem[]): {
  errors: number;
  warnings: number;
} {
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  return { errors, warnings: problems.length - errors };
}

/**
 * Errors before warnings, the most frequent rule first. All problems of a rule have its severity.
 */
export function countByRule(problems: readonly Problem[]) {
  const counts = Array.from(
    groupBy(problems, ({ rule }) => rule),
    ([rule, own]) => {
      return { severity: own[0].severity, rule, count: own.length };
    },
  );
  return counts.toSorted(
    (a, b) =>
      compareText(a.severity, b.severity) || b.count - a.count || compareText(a.rule, b.rule),
  );
}

/** `2 errors, 1 warning`; `2 new errors, 1 new warning` with the word `new `. */
export function summarize(problems: readonly Problem[], word: 'new ' | '' = ''): string {
  const { errors, warnings } = countBySeverity(problems);
  return `${plural(errors, `${word}error`)}, ${plural(warnings, `${word}warning`)}`;
}

/** `12 problems were there before: 2 errors, 10 warnings` */
export function describeEarlier(
  problems: readonly Problem[],
  appeared: ReadonlySet<Problem>,
): string {
  const earlier = problems.filter((problem) => !appeared.has(problem));
  if (earlier.length === 0) return 'no problem was there before';
  return `${plural(earlier.length, 'problem')} ${earlier.length === 1 ? 'was' : 'were'} there before: ${summarize(earlier)}`;
}

/** `1 error`, `1,200 errors` */
export function plural(count: number, word: string): string {
  return `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;
}

/** `2 added, 1 changed`: how all commands count what changes; blank if nothing does. */
export function countChanges(counts: Readonly<Record<string, number>>): string {
  const told = Object.entries(counts).filter(([, count]) => count > 0);
  return told.map(([kind, count]) => `${formatCount(count)} ${kind}`).join(', ');
}

/** Lists the first names and the number of the others. */
export function listSome(names: readonly string[], limit: number): string {
  if (names.length <= limit) return names.join(', ');
  return `${names.slice(0, limit).join(', ')} and ${formatCount(names.length - limit)} more`;
}
