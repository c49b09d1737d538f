/** Amounts that a text states -> one price with its currency, unit and bound. */
import type { StatedPrice } from '../../../model/rows.ts';
import { maxUnitLength } from './terms.ts';
import { buildRange } from './tokens.ts';

export interface Amount {
  /** In the unit that amounts of the column are compared in. */
  readonly value: number;
  /** ISO 4217 code or token ticker; null if the text names none. */
  readonly currency: string | null;
  /** Null if the text names no unit. */
  readonly unit: string | null;
  /** Null if no word says that the amount is the lowest or the highest possible. */
  readonly bound: 'from' | 'upTo' | null;
}

/** More digits than any price has; rounds off binary floating-point errors. */
const significantDigits = 12;

/** Null if there is no finite amount. */
export function buildPrice(stated: readonly Amount[]): StatedPrice | null {
  const amounts = stated
    .map((amount) => ({ ...amount, value: Number(amount.value.toPrecision(significantDigits)) }))
    .filter(({ value }) => Number.isFinite(value));
  const range = buildRange(amounts.map(({ value }) => value));
  if (range === null) return null;
  // Nothing costs nothing in any currency and per any unit: `Free / $10/mo` is in dollars a month.
  const paid = amounts.filter(({ value }) => value !== 0);
  const telling = paid.length > 0 ? paid : amounts;
  return { ...range, currency: currencyOfAll(telling), unit: unitOfAll(telling), bound: boundOfAll(amounts, range) };
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

function boundOfAll(amounts: readonly Amount[], { min, max }: Pick<StatedPrice, 'min' | 'max'>): StatedPrice['bound'] {
  const [first = null, ...others] = new Set(amounts.map(({ bound }) => bound));
  if (first !== null && others.length === 0) return first;
  return min === max ? 'exact' : 'range';
}
