/** Names of what an amount is for: `month`, `million requests`, `50K RU`, `TB/month`. */
import type { Terms } from './terms.ts';
import { countedUnits } from './words.ts';

const roundCounts: readonly (readonly [count: number, word: string, letter: string])[] = [
  [1e9, 'billion', 'B'],
  [1e6, 'million', 'M'],
  [1e3, 'thousand', 'K'],
];

/** Other periods are named by their months: `6 months`. */
const periodNames: readonly (readonly [months: number, name: string])[] = [
  [1 / 730, 'hour'],
  [12 / 365, 'day'],
  [84 / 365, 'week'],
  [1, 'month'],
  [3, 'quarter'],
  [12, 'year'],
];

/** Unit of an amount that is compared per month if a period is stated. `at` is the number of the tier. */
export function subscriptionUnit(terms: Terms, isPeriodic: boolean, at: number): string | null {
  const count = terms.counts[at] ?? terms.counts.at(-1);
  const counted = count === undefined || terms.isAllowance ? [] : [countedUnit(count, terms.counted)];
  return joinUnit([...counted, ...terms.things, ...(isPeriodic ? ['month'] : [])], terms.once);
}

/** Unit of an amount that is compared per million units if a count is stated. */
export function usageUnit(terms: Terms): string | null {
  const period = terms.months === null ? [] : [periodName(terms.months)];
  if (terms.counts.length === 0) return joinUnit([...terms.things, ...period], terms.once);
  // What is stored costs the amount in each period; of calls, the period says when they are counted.
  const isStored = terms.counted.some((word) => word.toLowerCase() === 'stored');
  return joinUnit([countedUnit(1e6, terms.counted), ...terms.things, ...(isStored ? period : [])], false);
}

function joinUnit(parts: readonly string[], once: boolean): string | null {
  if (parts.length > 0) return parts.join('/');
  return once ? 'once' : null;
}

/** `million requests`, `50K RU`, `transaction`. */
function countedUnit(count: number, words: readonly string[]): string {
  const [names] = words.flatMap((word) => countedUnits.get(word.toLowerCase()) ?? []);
  if (count === 1) return names?.one ?? words.join(' ');
  return [countText(count), names?.many ?? words.join(' ')].join(' ').trim();
}

function countText(count: number): string {
  const [size, word, letter] = roundCounts.find(([least]) => count >= least && count % (least / 1000) === 0) ?? [
    1,
    '',
    '',
  ];
  return count === size && word !== '' ? word : `${count / size}${letter}`;
}

function periodName(months: number): string {
  const [, name] = periodNames.find(([length]) => Math.abs(length - months) < 1e-9) ?? [];
  return name ?? `${Number(months.toPrecision(6))} months`;
}
