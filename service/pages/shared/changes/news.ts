/** News items as pages and feeds show them. */
import { isDefinitionCause } from '../../../../model/changes.ts';
import type { LoggedChange, NewsItem } from '../../../query/changes/changes.ts';
import type { LogoOf } from '../logos.ts';
import { type Sentence, writeSentence } from './sentence.ts';

export interface News extends Sentence {
  /** The first change of the item, which stands for all of them. */
  readonly change: LoggedChange;
  readonly changes: readonly LoggedChange[];
  readonly atMs: number;
}

export function writeNews(items: readonly NewsItem[], wording: Parameters<typeof writeSentence>[1]): News[] {
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

/** With the logo of the provider if the item is about one. */
export function presentNews({ parts, details, direction, change, atMs }: News, logoOf: LogoOf) {
  const { provider } = change;
  return {
    parts,
    direction,
    details,
    hasDetails: details.length > 0,
    time: isoDay(atMs),
    day: formatDay(atMs),
    mark: provider === null || isDefinitionCause(change.cause.kind) ? null : logoOf(provider),
  };
}
