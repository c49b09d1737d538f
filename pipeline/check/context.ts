/** Input and type of a check. */
import type { AddProblem } from '../problem.ts';
import type { OfferBook } from '../references.ts';
import type { Resolved, Sources } from '../sources.ts';

export interface CheckContext {
  readonly sources: Sources;
  readonly offers: OfferBook;
  readonly resolved: Resolved;
}

export type Check = (context: CheckContext, add: AddProblem) => void;
