/** Keys by their counts; of equal counts, by name. */
export function mostFrequentFirst(counts: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
    .map(([key]) => key);
}
