/** Sort orders and price bounds in words, as a reader can take them back. */
import { formatCount } from '../../../common/format-count.ts';
import { isMoney } from '../../../model/columns.ts';
import { aUnit, type PricePeriod } from '../../../model/price-period.ts';
import type { Sort } from '../../query/selection.ts';
import type { Bound } from './bounds.ts';
import type { Call } from './calls.ts';
import type { ColumnBound } from './column-bounds.ts';
import type { Volume } from './volume.ts';

export function sortLabel({ column, desc }: Sort): string {
  if (isMoney(column)) return desc ? 'dearest first' : 'cheapest first';
  return column.valueKind === 'boolean'
    ? `${column.label.toLowerCase()} first`
    : `by ${column.label}`;
}

/** `40M requests a month`, `at least 25 requests per second`. */
export function volumeLabel({ amount, period, unit, bound }: Volume): string {
  const count =
    amount >= 1e6 && amount % 1e5 === 0 ? `${formatCount(amount / 1e6)}M` : formatCount(amount);
  const noun = amount === 1 ? unit.replace(/s$/, '') : unit;
  return `${bound === null ? '' : `${bound} `}${count} ${noun} ${period === 'month' ? 'a' : 'per'} ${period}`;
}

/** `70 % eth_call`, `5M eth_getLogs a month` */
export function callLabel({ name, weight, volume }: Call): string {
  return volume === null ? `${weight} % ${name}` : volumeLabel({ ...volume, unit: name });
}

/** Signs of currencies, by code. */
export const currencySigns: ReadonlyMap<string, string> = new Map([
  ['USD', '$'],
  ['EUR', '€'],
  ['GBP', '£'],
]);

export function boundLabel(
  { min, max, currency, isTimed, unit }: Bound,
  period: PricePeriod,
): string {
  const sign = currencySigns.get(currency);
  const amount = (value: number | null) =>
    sign === undefined ? `${value ?? ''} ${currency}` : `${sign}${value ?? ''}`;
  const per = unit === null ? (isTimed ? ` ${aUnit(period)}` : '') : ` per ${unit}`;
  if (min === null) return `at most ${amount(max)}${per}`;
  return `${max === null ? `at least ${amount(min)}` : `${amount(min)} to ${amount(max)}`}${per}`;
}

/** `Uptime SLA at least 99.99` */
export function columnBoundLabel(
  { end, amount, isStrict, group }: ColumnBound,
  label: string,
): string {
  if (amount === null) return label;
  const words = end === 'min' ? ['at least', 'more than'] : ['at most', 'less than'];
  const token = group === null ? '' : ` ${group.split('/')[0]}`;
  return `${label} ${words[Number(isStrict)]} ${amount}${token}`;
}
