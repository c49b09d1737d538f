/** Kinds of fixes, how often each was applied, and their wording. */
import type { FixableRule } from '../rules.ts';

/** Fixes of problems that a rule reports, and of spellings that no rule reports. */
type FixKind = FixableRule | 'byte-order-mark' | 'boolean' | 'list-spacing';

/** A kind that is absent was not applied. */
export type FixCounts = Readonly<Partial<Record<FixKind, number>>>;

/** In the order in which they are listed. */
const words: Readonly<Record<FixKind, readonly [one: string, many: string]>> = {
  'byte-order-mark': ['byte-order mark removed', 'byte-order marks removed'],
  'space-after-quote': ['space after a closing quote removed', 'spaces after a closing quote removed'],
  'edge-space': ['cell trimmed', 'cells trimmed'],
  boolean: ['boolean written as TRUE or FALSE', 'booleans written as TRUE or FALSE'],
  'list-spacing': ['list reformatted', 'lists reformatted'],
  'repeated-item': ['repeated item removed', 'repeated items removed'],
  'slug-order': ['table sorted by slug', 'tables sorted by slug'],
};

const fixKinds = Object.keys(words) as readonly FixKind[];

/** `3 cells trimmed, 1 list reformatted` */
export function describeCounts(counts: FixCounts): string {
  return fixKinds
    .flatMap((kind) => {
      const count = counts[kind] ?? 0;
      return count === 0 ? [] : [`${count.toLocaleString('en')} ${words[kind][count === 1 ? 0 : 1]}`];
    })
    .join(', ');
}

export function addCounts(all: readonly FixCounts[]): FixCounts {
  const sum: Partial<Record<FixKind, number>> = {};
  for (const counts of all) {
    for (const kind of fixKinds) if (counts[kind] !== undefined) sum[kind] = (sum[kind] ?? 0) + counts[kind];
  }
  return sum;
}
