/** Times at which rows changed last, for sitemaps. */
import type { ChangeLog } from '../../snapshot/changes/change-log.ts';

/** Of a network, of all if it is null. */
/** Milliseconds since 1970 of the last change: of all, of a category, of a provider by name. Without a change there is no time. */
export function findChangeTimes(log: ChangeLog, network: string | null) {
  const lists = network === null ? null : log.listsWith([network]);
  const byCategory = new Map<number, number>();
  const byProvider = new Map<number, number>();
  let last: number | null = null;
  for (let index = 0; index < log.length; index++) {
    if (lists !== null && !lists.has(log.numberOf('networks', index))) continue;
    const ms = log.atMs(index);
    last = Math.max(ms, last ?? ms);
    raise(byCategory, log.numberOf('category', index), ms);
    raise(byProvider, log.numberOf('provider', index), ms);
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
  for (let index = 0; index < log.length; index++) raise(byList, log.numberOf('networks', index), log.atMs(index));
  const times = new Map<string, number>();
  for (const [number, ms] of byList) for (const key of log.networksOf(number)) raise(times, key, ms);
  return times;
}

function raise<K>(times: Map<K, number>, key: K, ms: number): void {
  if (ms > (times.get(key) ?? Number.NEGATIVE_INFINITY)) times.set(key, ms);
}
