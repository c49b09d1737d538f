/** What a plan costs a month, and what use beyond the plan costs. */
import { wordOf } from '../../common/amounts/lexicon.ts';
import type { PriceTier } from '../../model/rows.ts';
import { minimumOf, termsText } from './bills.ts';
import type { Amount, Offer } from './offer.ts';
import {
  type Bound,
  type Cost,
  type Lack,
  type Reason,
  roundCost,
  shortText,
  spanText,
  type Words,
} from './result.ts';
import { tiersIn } from './tiers.ts';

/** Units of an average call; null if nobody documents it. */
export type CostOf = (unit: string) => number | null;

export interface Fee extends Cost {
  readonly text: Words;
  /** Of several tiers, in the order of the text; null if they are not known. */
  readonly tiers: readonly number[] | null;
  /** What the text lacks, so that the amount is a lower bound; null if nothing. */
  readonly lack: Lack | null;
}

/** The fee of the plan per month, paid monthly if the text states such a price. */
export function feeOf({ fee }: Offer): Fee | Lack {
  if (fee === null) return { reason: 'no-price', detail: null };
  const { text, amount } = fee;
  if (amount === null)
    return fee.isUnread
      ? { reason: 'unread', detail: quoted(text) }
      : { reason: 'custom', detail: null };
  const other = amount.max > 0 ? feeLack(amount) : null;
  if (other !== null) return leastFee(text, amount) ?? { reason: other, detail: quoted(text) };
  const { currency, bound } = amount;
  const lack = leastLack(text, amount);
  const period = lack === noPeriod ? '; the text names no period, so it counts as a month' : '';
  const span = spanOf(amount);
  return {
    ...span,
    tiers: tiersIn(text, span),
    currency,
    bound: lack === null ? openBound(bound) : 'from',
    text: () => `The plan costs ${text}${period}.${termsText(amount)}`,
    lack,
  };
}

const noPeriod: Lack = { reason: 'no-period', detail: null };

/** Why a fee is the least of what the plan costs; null if it is not. */
function leastLack(text: string, { max, unit, bound }: Amount): Lack | null {
  if (max > 0 && unit === null) return noPeriod;
  return openLack(text, isMore(text) ? 'from' : bound);
}

/** A price from an amount on is the least. */
function openLack(text: string, bound: string): Lack | null {
  return bound === 'from' ? { reason: 'open-price', detail: quoted(text) } : null;
}

/**
 * What a plan costs at least whose price is for something else than a month: one of several things,
 * or the least of a bill. Null if the text says neither.
 */
function leastFee(text: string, amount: Amount): Fee | null {
  const { currency, unit, min } = amount;
  const [thing = '', period] = unit?.split('/') ?? [];
  const isWhole = period === 'month' && wordOf(thing)?.roles.includes('whole') === true;
  const least = Math.max(isWhole ? min : 0, minimumOf(amount));
  if (currency === null || least === 0) return null;
  const counted = isWhole ? `; how many are needed is not known, so the price of one counts` : '';
  return {
    min: least,
    max: least,
    tiers: null,
    currency,
    bound: 'from',
    text: () => `The plan costs ${text}${counted}.${termsText(amount)}`,
    lack: isWhole
      ? { reason: 'per-unit', detail: thing }
      : { reason: 'other-unit', detail: quoted(text) },
  };
}

function feeLack({ unit, bound, currency }: Amount): Reason | null {
  if (currency === null) return 'no-currency';
  if (unit === null) return bound === 'upTo' ? 'no-period' : null;
  return unit === 'month' ? null : 'other-unit';
}

export function quoted(text: string): string {
  return `“${text}”`;
}

/** Whether something unknown is added to the amount: `$49/mo + double RPS cost`. */
function isMore(text: string): boolean {
  return /\+ ?\p{L}/u.test(text);
}

/** Of a month, if the text states several payments; of tiers all. */
function spanOf({ min, max, first, terms }: Amount): Pick<Cost, 'min' | 'max'> {
  const [paid] = terms.filter(({ kind }) => kind === 'paid');
  if (paid !== undefined) return { min: paid.min, max: paid.max };
  return first > min ? { min: first, max: first } : { min, max };
}

function openBound(bound: string): Bound {
  return bound === 'from' || bound === 'upTo' ? bound : 'exact';
}

interface Beyond {
  /** Unit of what the plan includes. */
  readonly unit: string;
  /** Whether the plan states what it includes. */
  readonly isStated: boolean;
  /** Units of an average call; null if nobody documents it. */
  readonly costOf: CostOf;
}

/** The price of use. */
interface Use extends Cost {
  readonly text: Words;
  /** `20M x 0.62/1M` */
  readonly sum: Words;
  /** Without what it is the least; null if nothing. */
  readonly lack: Lack | null;
}

/**
 * Price of the units a month beyond what the plan includes; null if it includes enough. `most`: the
 * same if the plan includes only the least that its text states.
 */
export type Overage = (amount: number, most: number) => Use | Reason | null;

export function overageOf(offer: Offer, beyond: Beyond): Overage {
  const priceOf = priceBeyond(offer, beyond);
  if (typeof priceOf === 'string')
    return (amount, most) => {
      if (amount > 0) return priceOf;
      return most <= 0
        ? null
        : { ...nothing, bound: 'from', text: () => `${several}.`, lack: unknownTier };
    };
  return (amount, most) => {
    const least = amount > 0 ? priceOf(amount) : null;
    if (most <= Math.max(0, amount)) return least;
    const highest = priceOf(most);
    return { ...highest, min: least?.min ?? 0, text: () => `${several}: ${highest.text()}` };
  };
}

const several = 'The text states several amounts that the plan includes, so more may have a price';
const unknownTier: Lack = { reason: 'unknown-limit', detail: null };
const nothing = { min: 0, max: 0, currency: null, sum: () => '', lack: null } as const;

function priceBeyond(
  { use }: Offer,
  { unit, isStated, costOf }: Beyond,
): ((units: number) => Use) | Reason {
  const unstated = isStated ? 'too-small' : 'unknown-limit';
  if (use === null) return unstated;
  const { amount, text } = use;
  if (amount === null) return /custom/i.test(text) ? 'custom' : unstated;
  if (amount.max === 0) return unstated;
  const counted = countedIn(use);
  if (counted === null) return 'other-unit';
  const [from, to] = unit === counted ? [1, 1] : [costOf(unit), costOf(counted)];
  if (from === null || to === null || from === 0) return 'no-factor';
  const tiers = tiersOfUse(amount, isStated);
  const isPartlyFree = !isStated && tiers === null && isBeyondFree(text);
  const bound = isPartlyFree ? 'upTo' : openBound(amount.bound);
  const lack = openLack(text, bound);
  return (units) => {
    const millions = ((units / from) * to) / 1e6;
    const { min, max } = tiers === null ? amount : pricesAt(tiers, millions * 1e6);
    return {
      min: min * millions,
      max: max * millions,
      currency: amount.currency,
      bound,
      lack,
      sum: () => `${shortText(millions * 1e6)} ${counted} x ${spanText(min, max)}/1M`,
      text: () =>
        `${Number(millions.toPrecision(8))} million ${counted} beyond the plan cost ${text}.${isPartlyFree ? ' How much is free before is not stated, so it may cost less.' : ''}`,
    };
  };
}

/** A plan that states what it includes names what is free at first twice. */
function tiersOfUse({ tiers }: Amount, isStated: boolean): Amount['tiers'] {
  if (tiers === null || !isStated) return tiers;
  const paid = tiers.filter(({ price }) => price > 0);
  return paid.length > 1 ? paid : null;
}

/** Whether a price is one of use beyond some that has none: `$20/1M queries over free plan`. */
function isBeyondFree(text: string): boolean {
  return /\b(?:extra|additional|over|beyond|above)\b/i.test(text);
}

/** Unit of a price of use by the million: `requests`; null for other prices, as of `entities`. */
export function countedIn(use: Offer['use']): string | null {
  const [, counted = ''] = /^million (.+)$/.exec(use?.amount?.unit ?? '') ?? [];
  const isUse = wordOf(counted)?.roles.includes('use') ?? counted !== '';
  return isUse ? counted : null;
}

/**
 * Price of a million at a volume. Texts do not say whether all of it has the price of its tier, or
 * each part that of its own: the prices are those of the first and of the second.
 */
function pricesAt(tiers: readonly PriceTier[], volume: number): { min: number; max: number } {
  const reached = tiers.filter(({ from }, at) => at === 0 || from < volume);
  const parts = reached.map(({ from, to, price }, at) => {
    const end = Math.min(to ?? volume, volume);
    return (end - (at === 0 ? 0 : from)) * price;
  });
  const whole = reached.at(-1)?.price ?? 0;
  const sum = parts.reduce((total, part) => total + part, 0);
  // What is below the first volume may have its price, or none.
  const below = Math.min(tiers[0]?.from ?? 0, volume) * (tiers[0]?.price ?? 0);
  const priceOf = (cost: number) => (volume === 0 ? whole : Number((cost / volume).toPrecision(8)));
  // What is free at first is free for all.
  const isFree = tiers[0]?.price === 0;
  const prices = isFree ? [priceOf(sum)] : [whole, priceOf(sum), priceOf(sum - below)];
  return { min: Math.min(...prices), max: Math.max(...prices) };
}

/** With `max` as the highest fee. Null if both cost something in different currencies. */
export function addCosts(max: number, fee: Cost, use: Cost | null): Cost | null {
  const isPaid = use !== null && use.max > 0;
  if (isPaid && max > 0 && use.currency !== fee.currency) return null;
  const currency = max > 0 ? fee.currency : isPaid ? use.currency : 'USD';
  const { bound, ...span } = sumOf({ ...fee, max }, use ?? { ...nothing, bound: 'exact' });
  return { ...span, currency, bound };
}

/** Where one may cost more and the other less, the sum is what both cost at least. */
function sumOf(fee: Cost, use: Cost): Omit<Cost, 'currency'> {
  const isOpen = (bound: Bound) => fee.bound === bound || use.bound === bound;
  const leastOf = ({ min, bound }: Cost) => (isOpen('from') && bound === 'upTo' ? 0 : min);
  const min = roundCost(leastOf(fee) + leastOf(use));
  const highest = roundCost(fee.max + use.max);
  if (isOpen('from')) return { min, max: isOpen('upTo') ? min : highest, bound: 'from' };
  return {
    min,
    max: highest,
    bound: isOpen('upTo') ? 'upTo' : min === highest ? 'exact' : 'range',
  };
}
