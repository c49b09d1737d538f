/** Amounts -> comparable numbers: per month in subscriptions, per million units in prices of queries. */
import { type Amount, parseAmounts } from './amounts.ts';
import { buildRange, type NumberRange } from './range.ts';

const million = 1e6;

/** More digits than any price has, and fewer than those in which doubles differ from decimals. */
const significantDigits = 12;

/** Per month where a billing period is stated, else as stated. */
export function parsePrice(text: string): NumberRange | null {
  return buildPrices(parseAmounts(text, false), ({ value, months }) => (months === null ? value : value / months));
}

/** Per million units where a count of units is stated, else as stated. */
export function parseUnitPrice(text: string): NumberRange | null {
  return buildPrices(parseAmounts(text, true), ({ value, unitCount }) =>
    unitCount === null ? value : (value * million) / unitCount,
  );
}

function buildPrices(amounts: readonly Amount[], compare: (amount: Amount) => number): NumberRange | null {
  return buildRange(amounts.map((amount) => Number(compare(amount).toPrecision(significantDigits))));
}
