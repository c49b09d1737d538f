/** Order, ties and counts of estimates. */
import { formatCount } from '../../common/format-count.ts';
import { addCosts } from '../estimate/fees.ts';
import { type Cost, lackOf, missingFact, type Result } from '../estimate/result.ts';
import { plural } from '../text/counts.ts';

export type KnownCost = Extract<Result, { kind: 'cost' }>;

/** Null if both cost something in different currencies. */
export function sumOf(a: Result, b: Result): KnownCost | null {
  if (!isKnown(a) || !isKnown(b)) return null;
  const cost = addCosts(a.max, a, b);
  return cost === null ? null : { kind: 'cost', ...cost, missing: null, detail: null };
}

/**
 * Of listings that differ. Without an estimate of one of them there is none of the offer. Where one
 * may cost more and another less, the least is nothing.
 */
export function spanOf(estimates: readonly Result[]): Result {
  const unknown = estimates.find(({ kind }) => kind === 'none');
  if (unknown !== undefined) return unknown;
  const costs = estimates.flatMap((estimate) => (estimate.kind === 'cost' ? estimate : []));
  const paid = costs.filter(({ max }) => max > 0);
  const [{ currency } = { currency: 'USD' }] = paid;
  if (paid.some((cost) => cost.currency !== currency))
    return { kind: 'none', reason: 'other-currency', detail: null };
  const open = costs.find(({ missing }) => missing !== null);
  const highest = Math.max(...costs.map(({ max }) => max));
  return {
    kind: 'cost',
    ...boundsOf(costs, highest),
    currency,
    missing: open?.missing ?? null,
    detail: open?.detail ?? null,
  };
}

function boundsOf(costs: readonly Cost[], highest: number): Pick<Cost, 'min' | 'max' | 'bound'> {
  const min = Math.min(...costs.map((cost) => cost.min));
  const [isFrom, isUpTo] = (['from', 'upTo'] as const).map((bound) =>
    costs.some((cost) => cost.bound === bound),
  );
  if (isFrom && isUpTo) return { min: 0, max: 0, bound: 'from' };
  if (isFrom) return { min, max: highest, bound: 'from' };
  if (isUpTo) return { min: highest, max: highest, bound: 'upTo' };
  return { min, max: highest, bound: min === highest ? 'exact' : 'range' };
}

/** Offers by what is known of their cost. */
export interface CountedEstimates {
  /** Those whose cost is known. */
  readonly known: number;
  /** Those of which only the least is known. */
  readonly least: number;
  /** Those that state too little for an estimate. */
  readonly unknown: number;
  /** Those of both whose price or limits could not be read. */
  readonly unread: number;
  /** Those that do not suffice: too small, too slow, or without past states. */
  readonly tooLittle: number;
  /** Those that ended, or begin on a later day. */
  readonly notOffered: number;
}

export function countEstimates(estimates: readonly Result[]): CountedEstimates {
  const counts = { known: 0, least: 0, unknown: 0, unread: 0, tooLittle: 0, notOffered: 0 };
  for (const estimate of estimates) {
    const lack = lackOf(estimate);
    if (lack?.reason === 'unread') counts.unread++;
    if (lack === null) counts.known++;
    else if (estimate.kind === 'cost') counts.least++;
    else if (lack.reason === 'not-offered') counts.notOffered++;
    else if (missingFact(lack) === null) counts.tooLittle++;
    else counts.unknown++;
  }
  return counts;
}

/** `50 of 290 offers have an estimate, 94 a lower bound; 20 do not suffice, 126 state too little.` */
export function countedText(counts: CountedEstimates): string {
  const { known, least, unknown, unread, tooLittle, notOffered } = counts;
  const total = known + least + unknown + tooLittle + notOffered;
  const bounds = least === 0 ? '' : `, ${formatCount(least)} a lower bound`;
  const rest = [
    ...(tooLittle === 0 ? [] : [`${formatCount(tooLittle)} do not suffice`]),
    ...(unknown === 0 ? [] : [`${formatCount(unknown)} state too little`]),
    ...(unread === 0 ? [] : [`the texts of ${formatCount(unread)} could not be read`]),
    ...(notOffered === 0 ? [] : [`${formatCount(notOffered)} not offered on this day`]),
  ].join(', ');
  const others = rest === '' ? '' : `; ${rest}`;
  return `${formatCount(known)} of ${plural(total, 'offer')} have an estimate${bounds}${others}.`;
}

/** Whether the plan is known to suffice, so that its cost is more than a lower bound. */
export function isKnown(estimate: Result): estimate is KnownCost {
  return estimate.kind === 'cost' && estimate.missing === null;
}

/** The first of those that cost least; null if none is known to suffice. */
export function cheapestOf(estimates: readonly Result[]): KnownCost | null {
  let cheapest: KnownCost | null = null;
  for (const estimate of estimates)
    if (isKnown(estimate) && (cheapest === null || compareEstimates(estimate, cheapest) < 0))
      cheapest = estimate;
  return cheapest;
}

export function costsSame(a: Result, b: Result): boolean {
  return a.kind === 'cost' && b.kind === 'cost' && compareEstimates(a, b) === 0;
}

/**
 * Dollars first, because most prices are in dollars; other currencies stay apart. By what a plan
 * costs at least, then by what it may cost.
 */
export function compareEstimates(a: Result, b: Result): number {
  if (a.kind === 'none' || b.kind === 'none')
    return Number(a.kind === 'none') - Number(b.kind === 'none');
  return (
    compareCurrencies(a, b) ||
    a.min - b.min ||
    a.max - b.max ||
    Number(isOpen(a)) - Number(isOpen(b))
  );
}

function compareCurrencies({ currency: a }: KnownCost, { currency: b }: KnownCost): number {
  if (a === b) return 0;
  const [one, other] = [a, b].map((currency) => (currency === 'USD' ? '' : (currency ?? '\uffff')));
  return (one ?? '') < (other ?? '') ? -1 : 1;
}

/** Whether a plan may cost more than its estimate. */
function isOpen({ bound }: KnownCost): boolean {
  return bound === 'from';
}
