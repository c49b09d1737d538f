/** Amounts that a text states -> one price with its currency, unit and bound. */
import type { NumberRange, StatedPrice } from '../../../model/rows.ts';
import { maxUnitLength } from './terms.ts';
import { buildRange } from './tokens.ts';

export interface Amount {
  /** In the unit that amounts of the column are compared in. */
  readonly value: number;
  /** ISO 4217 code or token ticker; null if the text names none. */
  readonly currency: string | null;
  /** Null if the text names no unit. */
  readonly unit: string | null;
  /** `from` if the price may be higher, `upTo` if it may be lower; null if the text says neither. */
  readonly bound: 'from' | 'upTo' | null;
}

/** More digits than any price has; rounds off binary floating-point errors. */
const significantDigits = 12;

/**
 * `statements`: the amounts of each statement. `isOpen`: the text names more that has no price, such as `Custom`. Null if there
 * is no finite amount.
 */
export function buildPrice(statements: readonly (readonly Amount[])[], isOpen: boolean): StatedPrice | null {
  const finite = statements
    .map((amounts) => amounts.map(roundAmount).filter(({ value }) => Number.isFinite(value)))
    .filter(({ length }) => length > 0);
  const amounts = finite.flat();
  const range = buildRange(amounts.map(({ value }) => value));
  if (range === null) return null;
  // Nothing costs nothing in any currency and per any unit: `Free / $10/mo` is in dollars a month.
  const paid = amounts.filter(({ value }) => value !== 0);
  const telling = paid.length > 0 ? paid : amounts;
  return {
    ...range,
    currency: currencyOfAll(telling),
    unit: unitOfAll(telling),
    bound: boundOfAll(amounts, range, isOpen),
    first: Math.min(...(finite[0] ?? []).map(({ value }) => value)),
  };
}

function roundAmount(amount: Amount): Amount {
  return { ...amount, value: Number(amount.value.toPrecision(significantDigits)) };
}

function currencyOfAll(amounts: readonly Amount[]): string | null {
  const [first = null, ...others] = new Set(amounts.flatMap(({ currency }) => currency ?? []));
  return others.length === 0 ? first : null;
}

/** Several units are all named: `TB/month, TB`. Null if an amount has none, or if they are too long to be compared. */
function unitOfAll(amounts: readonly Amount[]): string | null {
  const units = new Set(amounts.map(({ unit }) => unit));
  const unit = [...units].join(', ');
  return units.has(null) || unit.length > maxUnitLength ? null : unit;
}

/** The words at the highest amount, then those at the lowest one: `up to $10/$500-$3K` may be lower than 10. */
function boundOfAll(amounts: readonly Amount[], { min, max }: NumberRange, isOpen: boolean): StatedPrice['bound'] {
  const has = (value: number, bound: Amount['bound']) =>
    amounts.some((amount) => amount.value === value && amount.bound === bound);
  if (isOpen || has(max, 'from')) return 'from';
  if (has(min, 'upTo')) return 'upTo';
  return min === max ? 'exact' : 'range';
}
