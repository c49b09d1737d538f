/** Input and type of a check. */
import type { AddProblem } from '../problem.ts';
import type { Resolved, Sources } from '../sources.ts';

export interface CheckContext {
  readonly sources: Sources;
  readonly resolved: Resolved;
}

export type Check = (context: CheckContext, add: AddProblem) => void;
