import type { Problem } from '../../pipeline/problem.ts';

/** A problem for tests of reports and comparisons, with some parts of its own. */
export function makeProblem(parts: Partial<Problem> = {}): Problem {
  const place = { file: 'references/offers/apis.csv', line: 3, column: 'slug' };
  return {
    severity: 'error',
    rule: 'duplicate-slug',
    ...place,
    message: 'the slug "a" is on more than one line',
    ...parts,
  };
}
