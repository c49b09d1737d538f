/** What a plan costs a month, and what use beyond the plan costs. */
import type { Amount, Offer } from './offer.ts';
import type { CostOf } from './quotas.ts';
import type { Bound, Cost, Reason, Words } from './result.ts';

export interface Fee extends Cost {
  readonly text: Words;
}

/** The fee of the plan per month, paid monthly if the text states this price first. */
export function feeOf({ fee }: Offer): Fee | Reason {
  if (fee === null) return 'no-price';
  const { text, amount } = fee;
  if (amount === null) return 'custom';
  if (amount.max > 0 && amount.unit === null) return 'no-period';
  if (amount.max > 0 && amount.unit !== 'month') return 'other-unit';
  const { currency, bound } = amount;
  const open = isMore(text) ? 'from' : openBound(bound);
  return { ...spanOf(amount), currency, bound: open, text: () => `The plan costs ${text}.` };
}

/** Whether something unknown is added to the amount: `$49/mo + double RPS cost`. */
function isMore(text: string): boolean {
  return /\+ ?\p{L}/u.test(text);
}

/** Of a monthly and a yearly price the first one; of tiers all. */
function spanOf({ min, max, first }: Amount): Pick<Cost, 'min' | 'max'> {
  return first > min ? { min: first, max: first } : { min, max };
}

function openBound(bound: string): Bound {
  return bound === 'from' || bound === 'upTo' ? bound : 'exact';
}

interface Missing {
  /** Units a month beyond what the plan includes. */
  readonly amount: number;
  /** The same if the plan includes only the least that its text states. */
  readonly most: number;
  readonly unit: string;
  /** Whether the plan states what it includes. */
  readonly isStated: boolean;
  /** Units of an average call; null if nobody documents it. */
  readonly costOf: CostOf;
}

/** Null if the plan includes enough. */
export function overageOf(offer: Offer, missing: Missing): Fee | Reason | null {
  const least = missing.amount > 0 ? priceOf(offer, missing, missing.amount) : null;
  if (typeof least === 'string' || missing.most <= Math.max(0, missing.amount)) return least;
  const most = priceOf(offer, missing, missing.most);
  const text = 'The text states several amounts that the plan includes, so more may have a price';
  if (typeof most === 'string') return { ...(least ?? nothing), bound: 'from', text: () => `${text}.` };
  return { ...most, min: least?.min ?? 0, text: () => `${text}: ${most.text()}` };
}

const nothing = { min: 0, max: 0, currency: null } as const;

function priceOf({ use }: Offer, missing: Missing, beyond: number): Fee | Reason {
  const unstated = missing.isStated ? 'too-small' : 'unknown-limit';
  if (use === null) return unstated;
  const { amount, text } = use;
  if (amount === null) return /custom/i.test(text) ? 'custom' : unstated;
  if (amount.max === 0) return unstated;
  const [, counted] = /^million (.+)$/.exec(amount.unit ?? '') ?? [];
  if (counted === undefined) return 'other-unit';
  const needed = convert(missing, beyond, counted);
  if (needed === null) return 'no-factor';
  const millions = needed / 1e6;
  return {
    min: amount.min * millions,
    max: amount.max * millions,
    currency: amount.currency,
    bound: openBound(amount.bound),
    text: () => `${Number(millions.toPrecision(8))} million ${counted} beyond the plan cost ${text}.`,
  };
}

/** The missing units in the unit of the price; null without a factor. */
function convert({ unit, costOf }: Missing, amount: number, counted: string): number | null {
  if (unit === counted) return amount;
  const [from, to] = [costOf(unit), costOf(counted)];
  return from === null || to === null || from === 0 ? null : (amount / from) * to;
}

/** Null if both cost something in different currencies. */
export function addCosts(fee: Cost, use: Cost | null): Cost | null {
  const parts = [fee, ...(use === null ? [] : [use])];
  const paid = parts.filter(({ max }) => max > 0);
  const currencies = new Set(paid.map(({ currency }) => currency));
  if (currencies.size > 1) return null;
  const sum = (key: 'min' | 'max') => round(parts.reduce((total, part) => total + part[key], 0));
  const [min, max] = [sum('min'), sum('max')];
  const [currency = 'USD'] = currencies;
  const open = (['from', 'upTo'] as const).find((bound) => parts.some((part) => part.bound === bound));
  return { min, max, currency, bound: open ?? (min === max ? 'exact' : 'range') };
}

/** Rounds to the hundredth of a cent. */
function round(value: number): number {
  return Number(value.toFixed(4));
}
