/** What an estimate says. */

export const reasons = {
  custom: 'The price is agreed with the provider.',
  'no-price': 'The offer states no price.',
  'no-period': 'The price names no period.',
  'other-unit': 'The price is for something else than a month or requests.',
  'no-factor': 'No documentation says what a call costs in the unit of the plan.',
  'too-small': 'The plan includes less, and no price of more is known.',
  'no-archive': 'The offer keeps recent states only.',
  'too-slow': 'The plan allows fewer requests per second.',
  'unknown-limit': 'The plan does not say how much it includes.',
  unread: 'A price or a limit of the plan is written in a form that is not read.',
  'other-currency': 'Fee and use are priced in different currencies.',
} as const;

export type Reason = keyof typeof reasons;

export interface Step {
  readonly kind: 'archive' | 'fee' | 'rate' | 'included' | 'need' | 'overage' | 'total';
  readonly text: string;
}

/** Words of a step, which few estimates need. */
export type Words = () => string;

export type Bound = 'exact' | 'range' | 'from' | 'upTo';

/** An amount of money a month. */
export interface Cost {
  readonly min: number;
  /** More than `min` if the texts state a range of prices. */
  readonly max: number;
  /** ISO 4217 code or token ticker; null if the text names none. What is free has USD. */
  readonly currency: string | null;
  /** `from` if it may cost more, `upTo` if it may cost less. */
  readonly bound: Bound;
}

/**
 * Cost of an offer, or the reason why it is unknown. `missing`: the fact without which only the
 * least is known.
 */
export type Result =
  | ({ readonly kind: 'cost'; readonly missing: Reason | null } & Cost)
  | { readonly kind: 'none'; readonly reason: Reason };

const amounts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });

export function amountText(value: number): string {
  return amounts.format(value);
}

const shortAmounts = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumSignificantDigits: 4,
});

/** `40M`, `1.064B` */
export function shortText(value: number): string {
  return shortAmounts.format(value);
}

export function spanText(min: number, max: number): string {
  return min === max ? amountText(min) : `${amountText(min)} to ${amountText(max)}`;
}
