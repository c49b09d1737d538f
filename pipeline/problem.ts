/** A problem is what a check found: where it is written, what is wrong in plain words, and how to mend it. */

export type Severity = 'error' | 'warning';

export interface Problem {
  readonly severity: Severity;
  /** Name of the check, kebab-case: `offer-not-found`. */
  readonly rule: string;
  /** Relative to the source folder, with `/`. */
  readonly file: string;
  /** Counted from 1; null where the problem is the whole file's. */
  readonly line: number | null;
  /** The column's header, null where the problem is the whole line's. */
  readonly column: string | null;
  /** The offending text as the editor wrote it, where there is one. */
  readonly value?: string;
  readonly message: string;
  /** The fix, starting with a verb or "did you mean". */
  readonly suggestion?: string;
}

export class ProblemCollector {
  readonly #problems: Problem[] = [];

  readonly add = (problem: Problem): void => {
    this.#problems.push(problem);
  };

  get hasErrors(): boolean {
    return this.#problems.some((problem) => problem.severity === 'error');
  }

  /** Most serious first, then by file, line and column, so that two runs over the same sources print the same. */
  sorted(): Problem[] {
    return this.#problems.toSorted(
      (a, b) =>
        compareText(a.severity, b.severity) ||
        compareText(a.file, b.file) ||
        (a.line ?? 0) - (b.line ?? 0) ||
        compareText(a.column ?? '', b.column ?? '') ||
        compareText(a.rule, b.rule),
    );
  }
}

export type AddProblem = ProblemCollector['add'];

/** Order by UTF-16 code unit: the same on every machine and in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
