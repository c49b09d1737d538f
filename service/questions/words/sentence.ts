/** A search as its readers see it: the segments, and what holds for all of them. */
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { estimatedCategories } from '../workload.ts';
import type { Scope } from './interpretation.ts';
import type { Reader } from './meaning.ts';
import { type Names, namesIn } from './names.ts';
import type { Segment } from './phrases.ts';

export interface Sentence extends Names {
  readonly snapshot: Snapshot;
  readonly segments: readonly Segment[];
  readonly scope: Scope;
  /** Categories in which a volume has a meaning; none without a volume. */
  readonly estimated: readonly string[];
}

export function sentenceOf(
  snapshot: Snapshot,
  segments: readonly Segment[],
  scope: Scope,
): Sentence {
  const hasVolume = segments.some(({ volume, call }) => (volume ?? call) !== null);
  return {
    snapshot,
    segments,
    scope,
    ...namesIn(snapshot, segments),
    estimated: hasVolume ? estimatedCategories(snapshot.catalog) : [],
  };
}

/** Whether the words state requests, and not only what plans must include. */
export function statesRequests({ segments }: Pick<Sentence, 'segments'>): boolean {
  return segments.some(({ volume, call }) => call !== null || volume?.bound === null);
}

export function readerOf(sentence: Sentence, category: string, network: string | null): Reader {
  const isEstimated = sentence.estimated.includes(category) && statesRequests(sentence);
  return { snapshot: sentence.snapshot, category, network, isEstimated };
}
