/** Monthly costs as people read them: `$61.40`, `$28 to $31.50`, `from €110`. */

import { type Cost, lackOf, missingFact, type Result, shortReasons } from '../estimate/result.ts';
import { currencySigns } from '../questions/words/labels.ts';
import { clip } from '../text/clip.ts';

const longDetail = 48;

/**
 * An estimate in a few words, with what it lacks: `$61.40`, `from $49, limit not stated`, `Text not
 * read: “20K protected reqs/day”`. `by`: what tells listings with other estimates apart.
 */
export function estimateText(estimate: Result, by: string | null = null): string {
  const lack = lackOf(estimate);
  const short = lack === null ? '' : shortReasons[lack.reason];
  const costs =
    lack?.detail == null || lack.reason === 'no-period' || lack.reason === 'other-unit'
      ? short
      : `${short}: ${clip(lack.detail, longDetail)}`;
  const cost = estimate.kind === 'cost' ? costText(estimate) : '';
  const text =
    cost === ''
      ? costs
      : costs === ''
        ? cost
        : `${cost}, ${costs.charAt(0).toLowerCase()}${costs.slice(1)}`;
  return by === null ? text : `${text}, ${by}`;
}

/** `not known: how many requests are included`; null if nothing is missing. */
export function missingText(estimate: Result): string | null {
  const lack = lackOf(estimate);
  const fact = lack === null ? null : missingFact(lack);
  return fact === null ? null : `not known: ${fact}`;
}

export function costText({ min, max, currency, bound }: Cost): string {
  const span =
    min === max
      ? moneyText(min, currency)
      : `${moneyText(min, currency)} to ${moneyText(max, currency)}`;
  if (bound === 'from') return `from ${span}`;
  return bound === 'upTo' ? `up to ${span}` : span;
}

const formats = {
  tiny: new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 }),
  small: new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 }),
  whole: new Intl.NumberFormat('en-US'),
  usual: new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  short: new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 1 }),
} as const;

/** Cents only if there are any. */
export function moneyText(amount: number, currency: string | null): string {
  return withCurrency(formats[formatOf(amount)].format(amount), currency);
}

function formatOf(amount: number): keyof typeof formats {
  if (amount < 0.01) return 'tiny';
  if (Number.isInteger(amount)) return 'whole';
  return amount < 1 ? 'small' : 'usual';
}

/** `$10K`, for a power of ten. */
export function shortMoneyText(amount: number, currency: string | null): string {
  return withCurrency(formats.short.format(amount), currency);
}

/** The sign before the number, or the code after it. */
function withCurrency(number: string, currency: string | null): string {
  const sign = currencySigns.get(currency ?? '');
  return sign === undefined ? [number, currency ?? ''].join(' ').trim() : `${sign}${number}`;
}
