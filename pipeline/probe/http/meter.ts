/** Total limits of a run, and what it has used of them. */
import { RunEnded } from './failure.ts';

export interface TotalLimits {
  readonly requests: number;
  readonly bytes: number;
  readonly timeMs: number;
}

export class Meter {
  readonly #limits: TotalLimits;
  readonly #startedMs = performance.now();
  readonly #signal: AbortSignal;
  readonly used = { requests: 0, bytes: 0 };

  constructor(limits: TotalLimits, signal: AbortSignal) {
    this.#limits = limits;
    this.#signal = signal;
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedMs;
  }

  /**
   * The limit that is reached, or `stopped` after a signal; null if another request may be sent.
   */
  get end(): 'requests' | 'bytes' | 'time' | 'stopped' | null {
    const { requests, bytes, timeMs } = this.#limits;
    if (this.#signal.aborted) return 'stopped';
    if (this.used.requests >= requests) return 'requests';
    if (this.used.bytes >= bytes) return 'bytes';
    return this.elapsedMs >= timeMs ? 'time' : null;
  }

  /** Throws RunEnded. */
  countRequest(): void {
    const { end } = this;
    if (end !== null) throw new RunEnded(end);
    this.used.requests++;
  }

  countBytes(bytes: number): void {
    this.used.bytes += bytes;
  }
}
