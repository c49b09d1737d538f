/** What a bill depends on beside fee and use: payment of several months at once, and minimums. */
import type { Amount, Offer } from './offer.ts';
import { amountText, type Cost, roundCost, spanText, type Words } from './result.ts';

/** What a text says of a bill besides the price. */
export function termsText(amount: Amount): string {
  const paid = amount.terms.filter(({ kind, months }) => kind === 'paid' && months > 1);
  const isOnly = !amount.terms.some(({ kind, months }) => kind === 'paid' && months === 1);
  const payments = paid.map(({ months, min, max }) =>
    isOnly && paid.length === 1
      ? ` It is paid for ${months} months at once.`
      : ` If ${months} months are paid at once, it costs ${spanText(min, max)} a month.`,
  );
  const least = minimumOf(amount);
  return `${payments.join('')}${least === 0 ? '' : ` A bill is at least ${amountText(least)} a month.`}`;
}

/** The least of a bill a month; 0 if the text states none. */
export function minimumOf({ terms }: Pick<Amount, 'terms'>): number {
  return Math.max(0, ...terms.flatMap(({ kind, min }) => (kind === 'minimum' ? min : [])));
}

/** The least that bills of a plan are, by its cell of the fee and by that of use. */
export interface Minimums {
  readonly fee: number;
  readonly use: number;
  readonly currency: string | null;
  /** What the text of the price of use says; null if it names no least bill. */
  readonly text: Words | null;
}

/** Of two currencies, only that of the fee counts. */
export function minimumsOf({ fee, use }: Offer): Minimums {
  const ofFee = fee?.amount == null ? 0 : minimumOf(fee.amount);
  const paid = fee?.amount != null && fee.amount.max > 0 ? fee.amount.currency : null;
  const isOther = paid !== null && paid !== use?.amount?.currency;
  const ofUse = use?.amount == null || isOther ? 0 : minimumOf(use.amount);
  return {
    fee: ofFee,
    use: ofUse,
    currency:
      paid ?? (ofUse > 0 ? (use?.amount?.currency ?? null) : (fee?.amount?.currency ?? null)),
    text:
      ofUse === 0 ? null : () => `A bill is at least ${amountText(ofUse)} a month: ${use?.text}.`,
  };
}

/**
 * A cost that is not less than the minimums. Texts do not say whether a minimum is that of the
 * whole bill or of its part: the least is by the first, the most by the second.
 */
export function raised(cost: Cost, fee: Cost, minimums: Minimums): Cost {
  const most = Math.max(minimums.fee, minimums.use);
  if (most === 0) return cost;
  const isClosed = cost.bound === 'exact' || cost.bound === 'range';
  const min = Math.max(cost.min, most);
  const use = cost.max - fee.max;
  const max = roundCost(Math.max(minimums.fee, fee.max) + Math.max(minimums.use, use));
  return {
    min,
    max,
    currency: cost.max === 0 ? minimums.currency : cost.currency,
    bound: isClosed ? (min === max ? 'exact' : 'range') : cost.bound,
  };
}
