/** Answers by question, and whole responses by request, of the current snapshot; both go with it. */
import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.ts';
import { Replays } from './replays.ts';

/** More than a thousand pages. An export larger than `maxEntryBytes` is made anew for each request. */
const maxCacheBytes = 16 * 1024 * 1024;
const maxEntryBytes = 2 * 1024 * 1024;

export interface SnapshotAnswers {
  readonly answers: LRUCache<string, Answer>;
  readonly replays: Replays;
}

/** Owner of what is made before the first snapshot: style sheet, pictures. */
const noSnapshot = {};

export class AnswerCache {
  readonly #bySnapshot = new WeakMap<object, SnapshotAnswers>();
  readonly #enabled: boolean;
  hits = 0;
  misses = 0;

  /** Disabled, it keeps nothing: every request is answered by its route. */
  constructor(options: { enabled: boolean } = { enabled: true }) {
    this.#enabled = options.enabled;
  }

  get enabled(): boolean {
    return this.#enabled;
  }

  /** Again, now that the answer may be held in a smaller form than when it was put there. */
  measure({ answers }: SnapshotAnswers, key: string): void {
    const answer = answers.peek(key);
    if (answer === undefined) return;
    // The same value is not measured again while it is there.
    answers.delete(key);
    answers.set(key, answer);
  }

  of(snapshot: object | null): SnapshotAnswers {
    const owner = snapshot ?? noSnapshot;
    let kept = this.#bySnapshot.get(owner);
    if (!kept) this.#bySnapshot.set(owner, (kept = createCaches()));
    return kept;
  }
}

function createCaches(): SnapshotAnswers {
  return {
    answers: new LRUCache({
      maxSize: maxCacheBytes,
      maxEntrySize: maxEntryBytes,
      sizeCalculation: (answer) => answer.sizeBytes,
    }),
    replays: new Replays({ maxBytes: maxCacheBytes }),
  };
}
