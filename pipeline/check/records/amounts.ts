/** Amounts of a plan that contradict each other. */
import { compact } from '../../../common/amounts/lexer.ts';
import { daySeconds, monthSeconds } from '../../../common/durations.ts';
import { isPriceOfPlan, isSameUse } from '../../../model/contradictions.ts';
import type { Stated, StatedLimits, StatedPrice } from '../../../model/rows.ts';
import type { Fault } from '../rule.ts';

/** What the cell of a column states; null if it states no number. */
export type StatedIn = (column: string) => Stated | null;

interface Amount {
  /** `compute units` */
  readonly unit: string;
  readonly amount: number;
  /** Null if the text names none, which is taken as a month. */
  readonly period: 'second' | 'day' | 'month' | null;
}

function secondsOf({ period }: Amount): number {
  return period === 'second' ? 1 : period === 'day' ? daySeconds : monthSeconds;
}

/** An amount that those of the same unit in a shorter time do not reach. */
export function findUnreachable(stated: Stated | null): Fault | null {
  const limits = limitsIn(stated);
  if (limits === null) return null;
  const all = amountsOf(limits);
  const reachedBy = (less: Amount, { unit, ...more }: Amount) =>
    less.unit === unit && secondsOf(less) < secondsOf({ unit, ...more })
      ? (less.amount * secondsOf({ unit, ...more })) / secondsOf(less)
      : Number.POSITIVE_INFINITY;
  for (const more of all) {
    const less = all.find((each) => reachedBy(each, more) < more.amount);
    if (less === undefined) continue;
    const [wanted, reached] = [more.amount, reachedBy(less, more)].map(format);
    return [
      `${wanted} ${more.unit} a ${more.period ?? 'month'} cannot be reached with ${format(less.amount)} a ${less.period}, which are ${reached}`,
      'correct one of the amounts or its period',
    ];
  }
  return null;
}

/** The fee divided by what it includes is the price of use, which counts another unit. */
export function findOtherUnit(
  fee: Stated | null,
  use: Stated | null,
  stated: Stated | null,
): Fault | null {
  const [price, paid, limits] = [priceIn(use), priceIn(fee), limitsIn(stated)];
  const [, counted] = /^million (.+)$/.exec(price?.unit ?? '') ?? [];
  if (!price || !paid || limits === null || counted === undefined) return null;
  const included = amountsOf(limits).filter((each) => secondsOf(each) === monthSeconds);
  if (included.length !== 1 || paid.first === 0 || price.min !== price.max) return null;
  const [{ unit, amount } = { unit: counted, amount: 0 }] = included;
  if (isSameUse(unit, counted) || !isPriceOfPlan(paid.first, amount, price.min)) return null;
  return [
    `the fee divided by ${format(amount)} ${unit} is the price of a million, and the cell names a million ${counted}`,
    `write the price of ${unit}, or as a limit how many ${counted} the plan includes`,
  ];
}

function limitsIn(stated: Stated | null): StatedLimits | null {
  return stated !== null && 'included' in stated ? stated : null;
}

function priceIn(stated: Stated | null): StatedPrice | null {
  return stated !== null && 'first' in stated ? stated : null;
}

/** Those that are one number. */
function amountsOf({ included, rate, further }: StatedLimits): readonly Amount[] {
  const perSecond = rate === null ? [] : [{ ...rate, unit: `${rate.unit}/second` }];
  return [...(included === null ? [] : [included]), ...further, ...perSecond].flatMap(
    ({ unit, min, max, bound }) => {
      if (bound !== 'exact' || unit === null || max === null || max === 0 || min !== max) return [];
      const [, name = unit, period = null] = /^(.+)\/(second|day|month)$/.exec(unit) ?? [];
      return [{ unit: name, amount: max, period: period as Amount['period'] }];
    },
  );
}

/** `34.56M` */
function format(amount: number): string {
  return compact(Number(amount.toPrecision(4)));
}
