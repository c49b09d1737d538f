/** Readings of targets. */
import {
  type ProbeTarget,
  type Reading,
  readingColumns,
  targetColumns,
} from '../../model/probes.ts';
import type { ProbeClient } from './http/client.ts';
import { ProbeFailure } from './http/failure.ts';
import type { Meter } from './http/meter.ts';
import type { Robots } from './http/robots.ts';
import type { Turns } from './http/turns.ts';

/** What probes share during a run. */
export interface ProbeContext {
  readonly client: ProbeClient;
  readonly turns: Turns;
  readonly meter: Meter;
  readonly robots: Robots;
  readonly timeoutMs: number;
  readonly now: () => Date;
  /** Name of the place of the prober; null without one. */
  readonly place: string | null;
}

/** What a probe found; the rest is null. */
export type ProbeResult = Partial<Reading> & Pick<Reading, 'result' | 'detail'>;

const nothing = Object.fromEntries(
  Object.keys(readingColumns).map((name) => [name, null]),
) as Record<keyof Reading, null>;

export function found(
  target: ProbeTarget,
  what: ProbeResult | ProbeFailure,
  { now, place = null }: Pick<ProbeContext, 'now'> & Partial<Pick<ProbeContext, 'place'>>,
): Reading {
  const facts = what instanceof ProbeFailure ? { result: what.result, detail: what.message } : what;
  const { kind, address, expected, category, slug, column } = target;
  const at = now().toISOString();
  return { ...nothing, at, kind, address, expected, category, slug, column, place, ...facts };
}

/** Equal for the same target. */
export function targetKey(target: ProbeTarget): string {
  return JSON.stringify(targetColumns.map((name) => target[name]));
}
