/** Problems that checks find in the sources. */
import { type RuleName, rules, type Severity } from './rules.ts';

export interface Problem {
  readonly severity: Severity;
  /** A key of `rules`: `offer-not-found`. */
  readonly rule: string;
  /** Relative to the source folder, with `/`. */
  readonly file: string;
  /** Counted from 1; null if the problem concerns the whole file. */
  readonly line: number | null;
  /** Header of the column; null if the problem concerns the whole line. */
  readonly column: string | null;
  /** Slug of the row, where problems of two versions are compared. */
  readonly row?: string;
  /** Provider that the row names, or the offer that it refers to, with `row`. */
  readonly owner?: string;
  /** The cell as written, if the problem concerns a cell. */
  readonly value?: string;
  /** States the fault. */
  readonly message: string;
  /** States the fix; begins with a verb or "did you mean". */
  readonly suggestion?: string;
  /**
   * All places of a problem that has several, the first of which `file`, `line` and `column` state.
   */
  readonly places?: readonly ProblemPlace[];
}

export type ProblemPlace = Pick<Problem, 'file' | 'line' | 'column'>;

/** Position of a cell in its line. */
export interface CellRegion {
  /** Counted from 1, in UTF-16 code units as SARIF counts by default. */
  readonly startColumn: number;
  /** The first column after the cell. */
  readonly endColumn: number;
}

type SourceLine = Readonly<{ file: string; line: number }>;

/** At least one. */
export function placesOf({ file, line, column, places }: Problem): readonly ProblemPlace[] {
  return places ?? [{ file, line, column }];
}

/** A problem as a check reports it. Its severity comes from the table of rules. */
export interface NewProblem extends Omit<Problem, 'severity' | 'rule'> {
  readonly rule: RuleName;
}

export type AddProblem = (problem: NewProblem) => void;

export class ProblemCollector {
  readonly #problems: Problem[] = [];

  readonly add: AddProblem = (problem) => {
    this.#problems.push({ severity: rules[problem.rule].severity, ...problem });
  };

  get hasErrors(): boolean {
    return this.#problems.some((problem) => problem.severity === 'error');
  }

  /**
   * Of a file that is no table, nothing else is said. A cell that a comma has split begins with a
   * space.
   */
  sorted(): Problem[] {
    const placesOfRule = (name: RuleName, placeOf: (problem: Problem) => string) =>
      new Set(this.#problems.filter(({ rule }) => rule === name).map(placeOf));
    const files = placesOfRule('not-a-table', ({ file }) => file);
    const shifted = placesOfRule('shifted-cells', lineOf);
    if (files.size === 0 && shifted.size === 0) return sortProblems(this.#problems);
    const isFollowing = (problem: Problem) =>
      (problem.rule !== 'not-a-table' && files.has(problem.file)) ||
      (problem.rule === 'edge-space' && shifted.has(lineOf(problem)));
    return sortProblems(this.#problems.filter((problem) => !isFollowing(problem)));
  }
}

function lineOf({ file, line }: Problem): string {
  return `${file}:${line}`;
}

/** Errors first, then by file, line and column, so that the output is deterministic. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    (a, b) =>
      compareText(a.severity, b.severity) ||
      compareText(a.file, b.file) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      compareText(a.column ?? '', b.column ?? '') ||
      compareText(a.rule, b.rule),
  );
}

/** Names shown in a suggestion. */
const shownNames = 20;

/** `one of a, b, c`; a long list is cut, because it may stand in many problems. */
export function oneOf(names: readonly string[]): string {
  if (names.length === 0) return 'there is none';
  const more = names.length - shownNames;
  return `one of ${names.slice(0, shownNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Compares by UTF-16 code unit, so that the order is the same in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A problem of a file as a whole, or of one of its lines. */
export function fileProblem(
  file: string,
  rule: NewProblem['rule'],
  [message, suggestion]: readonly [message: string, suggestion: string],
  line: number | null = null,
): NewProblem {
  return { rule, file, line, column: null, message, suggestion };
}

/**
 * The places of two lines that cannot both stay, the reported one first. The message says the same
 * of both, because the edited one is told first.
 */
export function bothPlaces(
  reported: SourceLine,
  other: SourceLine,
  column: string,
): readonly ProblemPlace[] {
  return [reported, other].map(({ file, line }) => ({ file, line, column }));
}

/** A missing column is reported once, not for each line. */
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

/** `did you mean "near"?`, or another suggestion if no name is near. */
export function didYouMean(near: string | null, otherwise: string): string {
  return near === null ? otherwise : `did you mean "${near}"?`;
}
