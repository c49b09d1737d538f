/** Which targets a run reads, and in which order. */
import { type ProbeKind, probeResults, type Reading } from '../../model/probes.ts';
import { targetKey } from './reading.ts';
import type { Target } from './targets.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Time between two readings of a target that gives good answers. */
export const intervalMs: Readonly<Record<ProbeKind, number>> = {
  endpoint: 6 * hourMs,
  mcp: dayMs,
  link: 7 * dayMs,
  quotation: dayMs,
};

/**
 * Requests that one target takes: an endpoint has four calls, a server its handshake, a page its
 * robots.txt.
 */
const requestsOf: Readonly<Record<ProbeKind, number>> = {
  endpoint: 4,
  mcp: 4,
  link: 2,
  quotation: 2,
};

/** Doublings of the interval for a target that gives no good answers. */
const maxDoublings = 5;
const maxIntervalMs = 30 * dayMs;

/** Past readings of a target. */
export interface PastReadings {
  readonly lastReadMs: number;
  /** Readings since the last good answer. */
  readonly failures: number;
}

/** By target. `recorded`: of finished runs; `readings`: of a run that was killed, in order. */
export function collectPast(
  recorded: readonly (PastReadings & { readonly target: readonly unknown[] })[],
  readings: readonly Reading[],
): Map<string, PastReadings> {
  const past = new Map<string, PastReadings>();
  for (const { target, lastReadMs, failures } of recorded)
    past.set(JSON.stringify(target), { lastReadMs, failures });
  for (const reading of readings) {
    const key = targetKey(reading);
    const failures = probeResults[reading.result] === true ? 0 : (past.get(key)?.failures ?? 0) + 1;
    past.set(key, { lastReadMs: Date.parse(reading.at), failures });
  }
  return past;
}

interface PlanInput {
  readonly past: ReadonlyMap<string, PastReadings>;
  readonly nowMs: number;
  readonly maxRequests: number;
}

/** Due targets, those that were read longest ago first; as many as the limit of requests allows. */
export function planRun(
  targets: readonly Target[],
  { past, nowMs, maxRequests }: PlanInput,
): Target[] {
  const lastRead = (target: Target) => past.get(targetKey(target))?.lastReadMs ?? -1;
  const due = targets.filter((target) => dueMs(target.kind, past.get(targetKey(target))) <= nowMs);
  let left = maxRequests;
  return due
    .map((target) => ({ target, readMs: lastRead(target) }))
    .toSorted((a, b) => a.readMs - b.readMs)
    .flatMap(({ target }) => {
      left -= requestsOf[target.kind];
      return left >= 0 ? [target] : [];
    });
}

function dueMs(kind: ProbeKind, past: PastReadings | undefined): number {
  if (past === undefined) return 0;
  const { lastReadMs, failures } = past;
  const waitMs = intervalMs[kind] * 2 ** Math.min(failures, maxDoublings);
  return lastReadMs + Math.min(waitMs, Math.max(maxIntervalMs, intervalMs[kind]));
}
