/** A missing column is reported once, not for each line. */
import type { NewProblem } from './problem.ts';

export function missingColumn(file: string, column: string, lines: string): NewProblem {
  return {
    rule: 'missing-column',
    file,
    line: 1,
    column,
    message: `the column "${column}" is missing, which ${lines} need`,
    suggestion: 'add the column to the header, and its cell to every line',
  };
}
