/** Period by which prices are compared: what site.csv says, or the month. */
import { round } from '../common/amounts/lexer.ts';
import { daySeconds, monthSeconds } from '../common/durations.ts';

export const pricePeriods = ['hour', 'day', 'week', 'month', 'year'] as const;
export type PricePeriod = (typeof pricePeriods)[number];

interface Compared {
  readonly period?: PricePeriod;
}

const seconds: Readonly<Record<PricePeriod, number>> = {
  hour: 3600,
  day: daySeconds,
  week: 7 * daySeconds,
  month: monthSeconds,
  year: 12 * monthSeconds,
};

/** Columns of a directory whose prices know the period that its site.csv names. */
export function withPeriod<Column extends Compared & { readonly states: string | null }>(
  columns: readonly Column[],
  site: { readonly pricePeriod?: PricePeriod | null | undefined } | null,
): readonly Column[] {
  const period = site?.pricePeriod ?? 'month';
  if (period === 'month') return columns;
  return columns.map((column) => (column.states === 'price' ? { ...column, period } : column));
}

export function periodOf({ period = 'month' }: Compared): PricePeriod {
  return period;
}

/** Null for a unit that is no such period: `quarter`, `million requests`. */
export function periodSeconds(unit: string | null): number | null {
  return unit !== null && Object.hasOwn(seconds, unit) ? seconds[unit as PricePeriod] : null;
}

/** An amount of a period as one of another: 2.5 an hour of 1,825 a month. */
export function inPeriod(amount: number, paidFor: number, compared: PricePeriod): number {
  return round((amount / paidFor) * seconds[compared]);
}

/** `a month`, `an hour`, `a GPU-hour` */
export function aUnit(unit: string): string {
  return /^(?:[aeio]|hour)/i.test(unit) ? `an ${unit}` : `a ${unit}`;
}
