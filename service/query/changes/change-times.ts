/** Times at which rows changed last, for sitemaps. */
import type { ChangeLog } from '../../snapshot/changes/change-log.ts';

/** Milliseconds since 1970. Without a change there is no time. */
export interface ChangeTimes {
  readonly last: number | null;
  readonly byCategory: ReadonlyMap<string, number>;
  /** By provider name. */
  readonly byProvider: ReadonlyMap<string, number>;
}

/** Of a network, of all if it is null. */
export function findChangeTimes(log: ChangeLog, network: string | null): ChangeTimes {
  const lists = network === null ? null : log.listsWith([network]);
  const byCategory = new Map<number, number>();
  const byProvider = new Map<number, number>();
  let last: number | null = null;
  for (let place = 0; place < log.length; place++) {
    if (lists !== null && !lists.has(log.numberOf('networks', place))) continue;
    const ms = log.atMs(place);
    last = Math.max(ms, last ?? ms);
    raise(byCategory, log.numberOf('category', place), ms);
    raise(byProvider, log.numberOf('provider', place), ms);
  }
  const named = (times: ReadonlyMap<number, number>) =>
    new Map(Array.from(times, ([number, ms]) => [log.textAt(number) ?? '', ms]));
  return {
    last,
    byCategory: named(byCategory),
    byProvider: named(byProvider),
  };
}

/** By network key. */
export function findNetworkTimes(log: ChangeLog): ReadonlyMap<string, number> {
  const byList = new Map<number, number>();
  for (let place = 0; place < log.length; place++) raise(byList, log.numberOf('networks', place), log.atMs(place));
  const times = new Map<string, number>();
  for (const [number, ms] of byList) for (const key of log.networksOf(number)) raise(times, key, ms);
  return times;
}

function raise<K>(times: Map<K, number>, key: K, ms: number): void {
  if (ms > (times.get(key) ?? Number.NEGATIVE_INFINITY)) times.set(key, ms);
}
