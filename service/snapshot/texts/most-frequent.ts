import { inNaturalOrder } from '../../../common/natural-order.ts';

/** Keys by their counts; of equal counts, by name. */
export function mostFrequentFirst(counts: ReadonlyMap<string, number>): string[] {
  return inNaturalOrder(counts, ([key]) => key)
    .sort(([, many], [, few]) => few - many)
    .map(([key]) => key);
}
