/** Delays between attempts: doubled each time, with jitter, so that many followers do not return at the same moment. */

export interface Backoff {
  readonly firstMs: number;
  readonly mostMs: number;
}

/** Between half of the delay and all of it. `attempt` counts from 0. */
export function backoffMs(attempt: number, { firstMs, mostMs }: Backoff, random: () => number = Math.random): number {
  const delayMs = Math.min(mostMs, firstMs * 2 ** attempt);
  return delayMs * (0.5 + random() / 2);
}
