/** Which targets a run reads, and in which order. */
import { dayMs } from '../../common/durations.ts';
import { groupBy } from '../../common/group-by.ts';
import { type ProbeKind, probeResults, type Reading } from '../../model/probes.ts';
import { targetKey } from './reading.ts';
import type { Target } from './targets.ts';

const hourMs = 3_600_000;

/** Time between two readings of a target that gives good answers. */
export const intervalMs: Readonly<Record<ProbeKind, number>> = {
  endpoint: 6 * hourMs,
  mcp: dayMs,
  link: 7 * dayMs,
  quotation: dayMs,
};

/**
 * A target may be read so much earlier: a scheduler that runs every six hours begins each run before
 * six hours have passed since the last reading of the run before.
 */
const earlyMs: Readonly<Record<ProbeKind, number>> = {
  endpoint: hourMs,
  mcp: hourMs,
  link: 0,
  quotation: hourMs,
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

/**
 * Failures before the interval doubles. An endpoint is asked as often as before for a week: with fewer
 * readings while it is down, its measured uptime would be too high.
 */
const patience: Readonly<Record<ProbeKind, number>> = {
  endpoint: 28,
  mcp: 0,
  link: 0,
  quotation: 0,
};

/** Doublings of the interval for a target that gives no good answers. */
const maxDoublings = 5;

/** Capabilities are asked of endpoints that answer, once a week. */
const capabilitiesMs = 7 * dayMs - hourMs;
const capabilityRequests = 16;
const maxIntervalMs = 30 * dayMs;

/** Past readings of a target. */
export interface PastReadings {
  readonly lastReadMs: number;
  /** Readings since the last good answer. */
  readonly failures: number;
  /** Last time at which capabilities were asked; null if never. */
  readonly capabilitiesMs?: number | null;
}

/** By target. `recorded`: of finished runs; `readings`: of a run that was killed, in order. */
export function collectPast(
  recorded: readonly (PastReadings & { readonly target: readonly unknown[] })[],
  readings: readonly Reading[],
): Map<string, PastReadings> {
  const past = new Map<string, PastReadings>();
  for (const { target, lastReadMs, failures, capabilitiesMs = null } of recorded)
    past.set(JSON.stringify(target), { lastReadMs, failures, capabilitiesMs });
  for (const reading of readings) {
    const key = targetKey(reading);
    const failures = probeResults[reading.result] === true ? 0 : (past.get(key)?.failures ?? 0) + 1;
    const lastReadMs = Date.parse(reading.at);
    const before = past.get(key)?.capabilitiesMs ?? null;
    const capabilitiesMs = reading.capabilities === null ? before : lastReadMs;
    past.set(key, { lastReadMs, failures, capabilitiesMs });
  }
  return past;
}

interface PlanInput {
  readonly past: ReadonlyMap<string, PastReadings>;
  readonly nowMs: number;
  readonly maxRequests: number;
}

/**
 * Due targets, those that were read longest ago first; as many as the limit of requests allows. The
 * endpoints of a chain are read in one round, in which their heads are compared: if one is due, those
 * that answer well are read with it.
 */
export function planRun(
  targets: readonly Target[],
  { past, nowMs, maxRequests }: PlanInput,
): Target[] {
  let left = maxRequests;
  return [...groupBy(targets, roundOf).values()]
    .flatMap((round) => {
      const states = round.map((target) => ({ target, own: past.get(targetKey(target)) }));
      if (states.every(({ target, own }) => dueMs(target.kind, own) > nowMs)) return [];
      const due = states.filter(
        ({ target, own }) => dueMs(target.kind, own) <= nowMs || joinsRound(target, own, nowMs),
      );
      const readMs = Math.min(...due.map(({ own }) => own?.lastReadMs ?? -1));
      return [{ due: due.map(({ target, own }) => withCapabilities(target, own, nowMs)), readMs }];
    })
    .toSorted((a, b) => a.readMs - b.readMs)
    .flatMap(({ due }) => {
      left -= due.reduce((sum, target) => sum + requestsFor(target), 0);
      return left >= 0 ? due : [];
    });
}

function requestsFor(target: Target): number {
  const isAsked = target.kind === 'endpoint' && target.asksCapabilities === true;
  return requestsOf[target.kind] + (isAsked ? capabilityRequests : 0);
}

/** Not in the first reading of an endpoint: it may need a key, or answer for another chain. */
function withCapabilities(target: Target, past: PastReadings | undefined, nowMs: number): Target {
  if (target.kind !== 'endpoint' || target.protocol !== 'evm') return target;
  if (past === undefined || past.failures > 0) return target;
  const isDue = nowMs - (past.capabilitiesMs ?? 0) >= capabilitiesMs;
  return isDue ? { ...target, asksCapabilities: true } : target;
}

function roundOf(target: Target): string {
  return target.kind === 'endpoint' ? `endpoint ${target.group}` : targetKey(target);
}

/** Not one that was just read, or that fails: it is asked less often. */
function joinsRound({ kind }: Target, past: PastReadings | undefined, nowMs: number): boolean {
  if (kind !== 'endpoint' || past === undefined) return false;
  return past.failures === 0 && nowMs - past.lastReadMs >= intervalMs[kind] / 2;
}

function dueMs(kind: ProbeKind, past: PastReadings | undefined): number {
  if (past === undefined) return 0;
  const { lastReadMs, failures } = past;
  const doublings = Math.min(Math.max(0, failures - patience[kind]), maxDoublings);
  const waitMs = intervalMs[kind] * 2 ** doublings;
  const longestMs = Math.max(maxIntervalMs, intervalMs[kind]);
  return lastReadMs + Math.min(waitMs, longestMs) - earlyMs[kind];
}
