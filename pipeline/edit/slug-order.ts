/** The fewest lines of a table that must move, so that all are sorted by slug. */
import { compareText } from '../problem.ts';

/** Items outside a longest non-decreasing subsequence (patience sorting). */
export function findOutOfOrder<T extends { readonly slug: string }>(items: readonly T[]): T[] {
  if (items.every(({ slug }, index) => index === 0 || compareText(items[index - 1]?.slug ?? '', slug) <= 0)) return [];
  const tails: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, { slug }] of items.entries()) {
    const at = upperBound(items, tails, slug);
    previous[index] = tails[at - 1];
    tails[at] = index;
  }
  const kept = new Set<number>();
  for (let at = tails.at(-1); at !== undefined; at = previous[at]) kept.add(at);
  return items.filter((_, index) => !kept.has(index));
}

function upperBound(items: readonly { readonly slug: string }[], tails: readonly number[], slug: string): number {
  let [low, high] = [0, tails.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareText(items[tails[middle] ?? 0]?.slug ?? '', slug) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
