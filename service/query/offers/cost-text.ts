/** Monthly costs as people read them: `$61.40`, `$28 to $31.50`, `from €110`. */
import type { KnownCost } from './estimates.ts';

const signs: ReadonlyMap<string | null, string> = new Map([
  ['USD', '$'],
  ['EUR', '€'],
  ['GBP', '£'],
]);

export function costText({ min, max, currency, bound }: Pick<KnownCost, 'min' | 'max' | 'currency' | 'bound'>): string {
  const span = min === max ? moneyText(min, currency) : `${moneyText(min, currency)} to ${moneyText(max, currency)}`;
  if (bound === 'from') return `from ${span}`;
  return bound === 'upTo' ? `up to ${span}` : span;
}

/** Cents only if there are any. */
export function moneyText(amount: number, currency: string | null): string {
  const isWhole = Number.isInteger(amount);
  const digits =
    amount < 0.01
      ? { maximumSignificantDigits: 2 }
      : { minimumFractionDigits: isWhole ? 0 : 2, maximumFractionDigits: amount < 1 ? 4 : 2 };
  return withCurrency(amount.toLocaleString('en-US', digits), currency);
}

/** `$10K`, for a power of ten. */
export function shortMoneyText(amount: number, currency: string | null): string {
  return withCurrency(amount.toLocaleString('en-US', { notation: 'compact', maximumSignificantDigits: 1 }), currency);
}

/** The sign before the number, or the code after it. */
function withCurrency(number: string, currency: string | null): string {
  const sign = signs.get(currency);
  return sign === undefined ? [number, currency ?? ''].join(' ').trim() : `${sign}${number}`;
}
