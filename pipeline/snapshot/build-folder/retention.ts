/** Retention rules for snapshots. */

import { dayMs } from '../../../common/durations.ts';

/** The newest snapshots. */
const newest = 10;
/** Days of which the last snapshot is kept. */
const days = 90;

interface RetentionInput {
  readonly now: Date;
  /**
   * Ids that `watch` published: only the newest of them is kept, so that saving often removes no
   * other snapshot.
   */
  readonly watched: ReadonlySet<string>;
}

/**
 * The newest 10 ids, the last one of each day for 90 days, and the last one of each month. `ids`
 * begin with the time of their publication (UTC) and are sorted. Ids of a wrong clock count as the
 * oldest, and for the first rule only.
 */
export function keptIds(
  ids: readonly string[],
  { now, watched }: RetentionInput,
): ReadonlySet<string> {
  const isAhead = aheadOf(now);
  const timely = ids.filter((id) => !isAhead(id));
  const inOrder = [...ids.filter(isAhead), ...timely];
  const published = timely.filter((id) => !watched.has(id));
  const oldestDay = dayOf(now.getTime() - days * dayMs);
  const recent = published.filter((id) => id.slice(0, 8) >= oldestDay);
  return new Set([
    ...inOrder.filter((id) => !watched.has(id)).slice(-newest),
    ...lastOfEach(recent, (id) => id.slice(0, 8)),
    ...lastOfEach(published, (id) => id.slice(0, 6)),
    ...inOrder.filter((id) => watched.has(id)).slice(-1),
  ]);
}

/**
 * Test of ids: whether their clock was more than a day ahead of a build and of this machine, which
 * a build may be told to antedate. One build in 2099 would date all builds after it otherwise.
 */
export function aheadOf(now: Date): (id: string) => boolean {
  const tomorrow = new Date(Math.max(now.getTime(), Date.now()) + dayMs)
    .toISOString()
    .replace(/[-:.]/g, '');
  return (id) => id > tomorrow;
}

/** `20261120`, in UTC, as ids begin. */
function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10).replaceAll('-', '');
}

function lastOfEach(ids: readonly string[], periodOf: (id: string) => string): Iterable<string> {
  return new Map(ids.map((id) => [periodOf(id), id])).values();
}
