/** Amounts of an offer of which one cannot hold beside another. */
import { unitsOfOneCall } from '../common/amounts/lexicon.ts';
import { monthDays } from '../common/durations.ts';

interface Amount {
  readonly max: number | null;
  /** `requests/month`; a month is meant if it names no period. */
  readonly unit: string | null;
}

/**
 * An amount of a month that is more than the amount of a day gives in a month, `reached`. Null if
 * there is none.
 */
export function findUnreachable<Found extends Amount>(
  amounts: readonly Found[],
): { readonly month: Found; readonly day: Found; readonly reached: number } | null {
  for (const day of amounts.filter(({ unit, max }) => unit?.endsWith('/day') && max)) {
    const reached = Math.floor((day.max ?? 0) * monthDays);
    const month = amounts.find(
      ({ unit, max }) =>
        !unit?.endsWith('/day') && nameOf(unit) === nameOf(day.unit) && (max ?? 0) > reached,
    );
    if (month !== undefined) return { month, day, reached };
  }
  return null;
}

/** `requests` of `requests/month` */
function nameOf(unit: string | null): string {
  return unit?.split('/')[0] ?? '';
}

/** Whether one of a unit is one of the other: each response answers a request. */
export function isSameUse(unit: string, other: string): boolean {
  return unit === other || [unit, other].every((each) => unitsOfOneCall.has(each));
}

/** The greatest difference between a price and its rounded text, as a share. */
const rounding = 0.005;

type Known = number | null | undefined;

/**
 * Whether the price of a million is the fee divided by what it includes: a price in another unit
 * then counts the unit of the plan under a wrong name.
 */
export function isPriceOfPlan(fee: Known, included: Known, perMillion: Known): boolean {
  if (!fee || !included || !perMillion) return false;
  const share = (fee / included) * 1e6;
  return Math.abs(share - perMillion) <= perMillion * rounding;
}

/**
 * The unit that a price of use counts if the plan includes amounts of another one only. Null if
 * each is a call, or something says what a call costs in it.
 */
export function otherUnitOf(
  priceUnit: string | null,
  amounts: readonly Amount[],
  isDocumented: (unit: string) => boolean,
): string | null {
  const [, counted] = /^million (.+)$/.exec(priceUnit ?? '') ?? [];
  const names = amounts.flatMap(({ unit, max }) => (max ? nameOf(unit) : []));
  if (counted === undefined || names.length === 0 || names.includes(counted)) return null;
  const isKnown = (unit: string) => unitsOfOneCall.has(unit) || isDocumented(unit);
  return [counted, ...names].every(isKnown) ? null : counted;
}
