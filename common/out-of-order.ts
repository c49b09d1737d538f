/** The fewest items that must move, so that all are sorted. */

type Compare<T> = (a: T, b: T) => number;

/** Items outside a longest non-decreasing subsequence (patience sorting). */
export function findOutOfOrder<T>(items: readonly T[], compare: Compare<T>): T[] {
  if (items.every((item, index) => index === 0 || compare(items[index - 1] ?? item, item) <= 0))
    return [];
  const tails: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, item] of items.entries()) {
    const at = upperBound(tails, (tail) => compare(items[tail] ?? item, item) <= 0);
    previous[index] = tails[at - 1];
    tails[at] = index;
  }
  const kept = new Set<number>();
  for (let at = tails.at(-1); at !== undefined; at = previous[at]) kept.add(at);
  return items.filter((_, index) => !kept.has(index));
}

function upperBound(tails: readonly number[], isBelow: (tail: number) => boolean): number {
  let [low, high] = [0, tails.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBelow(tails[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}
