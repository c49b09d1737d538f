import type { CellRegion, Problem, ProblemPlace } from '../problem.ts';

/** Options of all formats of a report. */
export interface ReportOptions {
  readonly colour: boolean;
  /** Prints every problem; otherwise the first problems of each rule and the total. */
  readonly all: boolean;
  /**
   * Problems that the base does not have: text and GitHub only count the others. Null without a
   * base.
   */
  readonly appeared: ReadonlySet<Problem> | null;
  /** What an edit does, in one line: text and GitHub begin with it. Null if unknown. */
  readonly edit?: string | null;
  /** A problem's file -> its path relative to the repository, with `/`. */
  readonly locate: (file: string) => string;
  /** Result of `parseRuleHelp`. */
  readonly ruleHelp: ReadonlyMap<string, string>;
  /** Position of a cell in its line; null if unknown. */
  readonly regionOf: (place: ProblemPlace) => CellRegion | null;
}
