/** Changes by week as bars, each a link to the changes of its week. */
import { type ChangesQuery, type ChangesTable, changesBy } from '../../../query/changes/changes.ts';
import { plural } from '../../../text/counts.ts';
import { formatDay, isoDay } from './news.ts';

const dayMs = 24 * 60 * 60 * 1000;
const weekMs = 7 * dayMs;
/** The first Monday of the epoch. */
const mondayMs = 4 * dayMs;
const maxWeeks = 26;
/** Of the drawing of a bar. */
const height = 40;

/** Numbers of changes by week. */
export function countWeeks(table: ChangesTable, query: Partial<ChangesQuery>): Promise<ReadonlyMap<number, number>> {
  return changesBy(table, query, { key: `floor(("atMs" - ${mondayMs}) / ${weekMs})` });
}

/** Empty if all changes are of one week. */
export function presentWeeks(
  counts: ReadonlyMap<number, number>,
  hrefOf: (week: { readonly since: string; readonly until: string }) => string,
) {
  if (counts.size < 2) return [];
  const last = Math.max(...counts.keys());
  const first = Math.max(Math.min(...counts.keys()), last - maxWeeks + 1);
  const weeks = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const most = Math.max(...weeks.map((week) => counts.get(week) ?? 0));
  return weeks.map((week) => {
    const count = counts.get(week) ?? 0;
    const startMs = mondayMs + week * weekMs;
    const bar = Math.ceil((count / most) * height);
    const range = { since: isoDay(startMs), until: isoDay(startMs + weekMs - dayMs) };
    return {
      label: `${plural(count, 'change')} in the week of ${formatDay(startMs)}`,
      href: count === 0 ? null : hrefOf(range),
      y: height - bar,
      bar,
    };
  });
}
