/** News items in words. */
import type { LoggedChange, NewsItem } from '../../query/changes.ts';
import { type Sentence, writeSentence } from './sentence.ts';

export interface News extends Sentence {
  /** The first change of the item, which stands for all of them. */
  readonly change: LoggedChange;
  readonly changes: readonly LoggedChange[];
  readonly atMs: number;
}

export function writeNews(
  items: readonly NewsItem[],
  wording: Parameters<typeof writeSentence>[1],
): News[] {
  return items.flatMap((item) => {
    const [change] = item.changes;
    return change ? [{ ...writeSentence(item, wording), ...item, change, atMs: change.atMs }] : [];
  });
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** `3 March 2026`, in UTC. */
export function formatDay(ms: number): string {
  return dayFormat.format(ms);
}

/** `2026-03-03`, in UTC. */
export function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
