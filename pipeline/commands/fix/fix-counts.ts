/** How often each rule was fixed, and the wording. */
import { formatCount } from '../../../common/format-count.ts';
import type { FixableRule } from '../../rules.ts';

/** A rule that is absent was not fixed. */
export type FixCounts = Readonly<Partial<Record<FixableRule, number>>>;

/** In the order in which they are listed. */
const words: Readonly<Record<FixableRule, readonly [one: string, many: string]>> = {
  'space-after-quote': [
    'space after a closing quote removed',
    'spaces after a closing quote removed',
  ],
  'typographic-quotes': ['list with straight quotes', 'lists with straight quotes'],
  'edge-space': ['cell trimmed', 'cells trimmed'],
  'repeated-item': ['repeated item removed', 'repeated items removed'],
  'tracking-link': ['tracking parameter removed', 'tracking parameters removed'],
  'slug-order': ['line moved to its place by slug', 'lines moved to their places by slug'],
};

export const fixableRules = Object.keys(words) as readonly FixableRule[];

/** `3 cells trimmed, 1 repeated item removed` */
export function describeCounts(counts: FixCounts): string {
  return fixableRules
    .flatMap((rule) => {
      const count = counts[rule] ?? 0;
      return count === 0 ? [] : [`${formatCount(count)} ${words[rule][count === 1 ? 0 : 1]}`];
    })
    .join(', ');
}

export function addCounts(all: readonly FixCounts[]): FixCounts {
  const sum: Partial<Record<FixableRule, number>> = {};
  for (const counts of all)
    for (const rule of fixableRules) if (counts[rule]) sum[rule] = (sum[rule] ?? 0) + counts[rule];
  return sum;
}
