/** Formats a problem as one line: place, message, suggestion and rule. */
import { makeVisible } from '../../common/visible.ts';
import type { Problem } from '../problem.ts';
import { plain, type Style } from './style.ts';

/** As a check or the JSON of a comparison has it. */
type ToldProblem = Omit<Problem, 'value' | 'suggestion' | 'places'> & {
  readonly suggestion?: string | null;
};

/**
 * `listings/.../apis.csv:14 offer: no offer "ankr-fre" ...; did you mean "ankr-free"?
 * [offer-not-found]`
 */
export function formatProblem(problem: ToldProblem, style: Style = plain): string {
  const { severity, rule } = problem;
  const line = problem.line === null ? '' : `:${problem.line}`;
  const place = style.place(`${makeVisible(problem.file)}${line}`);
  const column = problem.column === null ? '' : ` ${style.column(makeVisible(problem.column))}`;
  const suggestion =
    problem.suggestion == null ? '' : `; ${style.suggestion(makeVisible(problem.suggestion))}`;
  return `${place}${column}: ${makeVisible(problem.message)}${suggestion} ${style[severity](`[${rule}]`)}`;
}

/** Message and suggestion in one sentence. */
export function explain({ message, suggestion }: Problem): string {
  return suggestion === undefined ? message : `${message}; ${suggestion}`;
}
