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

/** An amount with its sign, or with its code after it. Cents only if there are any. */
export function moneyText(amount: number, currency: string | null): string {
  const isWhole = Number.isInteger(amount);
  const number = amount.toLocaleString('en-US', {
    minimumFractionDigits: isWhole ? 0 : 2,
    maximumFractionDigits: amount < 1 ? 4 : 2,
  });
  const sign = signs.get(currency);
  return sign === undefined ? [number, currency ?? ''].join(' ').trim() : `${sign}${number}`;
}
