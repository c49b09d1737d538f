/** What a plan includes and allows, compared with what a workload needs. */
import { monthDays, monthSeconds } from '../../common/durations.ts';
import { findUnreachable, isPriceOfPlan, isSameUse } from '../../model/contradictions.ts';
import { type CostOf, countedIn, quoted } from './fees.ts';
import type { Offer, Quota } from './offer.ts';
import { amountText, type Lack, type Reason, reasons, type Words } from './result.ts';
import { tiersIn } from './tiers.ts';
import type { Volume, Workload } from './workloads.ts';

export interface Included {
  /** Units a month; infinite if the plan does not limit them. */
  readonly amount: number;
  /** Of the smallest tier. */
  readonly least: number;
  /** Of all tiers, in the order of the text; null if they are not known. */
  readonly tiers: readonly number[] | null;
  readonly unit: string;
  /** Units of an average call; null if nobody documents it. */
  readonly perCall: number | null;
  readonly text: Words;
}

/**
 * What the plan includes, in its unit, and what else it limits. Of several amounts that counts whose
 * unit has a price of use, otherwise the first.
 */
export function limitsOf(
  offer: Offer,
  costOf: CostOf,
): { readonly included: Included; readonly others: readonly Included[] } {
  const { included: first, further } = offer;
  const counted = countedIn(offer.use);
  const all = first === null ? further : [first, ...further];
  const priced = all.find(({ unit, bound }) => bound !== 'unlimited' && unitName(unit) === counted);
  const countedQuota = priced ?? first;
  const others = all
    .filter(
      (quota) => quota !== countedQuota && quota.bound !== 'unlimited' && quota.bound !== 'unread',
    )
    .map((quota) => amountOf(quota, offer.limits, costOf));
  return { included: includedOf(offer, countedQuota, costOf), others };
}

/** What cannot be known of the amounts of an offer, for any volume; null if there is nothing. */
export function unknownOf(
  { fee, use, included: stated, unread }: Offer,
  { unit, amount }: Included,
  costOf: (unit: string) => number | null,
): Lack | null {
  if (use?.isUnread === true) return { reason: 'unread', detail: quoted(use.text) };
  if (stated?.bound === 'unread')
    return { reason: 'unread', detail: unread === null ? null : quoted(unread) };
  const counted = countedIn(use);
  const isCounted = stated !== null && amount > 0 && Number.isFinite(amount);
  if (use === null || counted === null || !isCounted || (use.amount?.max ?? 0) === 0) return null;
  const isPlan = isPriceOfPlan(fee?.amount?.first, amount, use.amount?.min);
  const isKnown = isSameUse(unit, counted) || (!isPlan && isDocumented([unit, counted], costOf));
  // A unit that nobody documents is the reason that says more.
  if (isKnown || costOf(unit) === null) return null;
  return { reason: 'two-units', detail: `${unit} or ${counted} (${use.text})` };
}

function isDocumented(units: readonly string[], costOf: CostOf): boolean {
  return units.every((unit) => costOf(unit) !== null);
}

/** `requests` of `requests/month` */
function unitName(unit: string): string {
  return unit.split('/')[0] ?? '';
}

function includedOf({ use, limits }: Offer, quota: Quota | null, costOf: CostOf): Included {
  const nothing = { amount: 0, least: 0, tiers: null, perCall: 1, unit: 'requests' };
  if (quota === null) return { ...nothing, text: () => nothingIncluded(limits) };
  const unit = unitName(quota.unit);
  if (quota.bound === 'unlimited') {
    // A plan without a limit whose use has a price includes nothing.
    if ((use?.amount?.max ?? 0) > 0)
      return { ...nothing, text: () => `The plan does not limit ${unit}, and use has a price.` };
    const infinite = Number.POSITIVE_INFINITY;
    return {
      ...nothing,
      unit,
      amount: infinite,
      least: infinite,
      text: () => `The plan does not limit ${unit}.`,
    };
  }
  return amountOf(quota, limits, costOf);
}

function amountOf(quota: Quota, limits: string | null, costOf: CostOf): Included {
  const [unit = '', period] = quota.unit.split('/');
  const months = period === 'day' ? monthDays : 1;
  const tiers = limits === null ? null : tiersIn(limits, quota);
  return {
    unit,
    amount: quota.max * months,
    least: quota.min * months,
    tiers: tiers?.map((tier) => tier * months) ?? null,
    perCall: costOf(unit),
    text: () => includedText(quota, period, months),
  };
}

/**
 * Amounts of one unit of which one cannot be reached: 100K requests a day beside 5M a month. Null
 * if there are none.
 */
export function contradictionOf({ included, further }: Offer): string | null {
  const found = findUnreachable(included === null ? further : [included, ...further]);
  if (found === null) return null;
  const { month, day, reached } = found;
  return `The plan states ${amountText(month.max)} ${month.unit} and ${amountText(day.max)} ${day.unit}, which are ${amountText(reached)} a month: the texts contradict, and the smaller amount counts.`;
}

/** Limits that state no amount of use are not the same as none. */
function nothingIncluded(limits: string | null): string {
  return limits === null
    ? 'The plan states nothing that it includes.'
    : `The limits of the plan state no amount of use that it includes: ${limits}.`;
}

function includedText(
  { min, max, unit }: Quota,
  period: string | undefined,
  months: number,
): string {
  const stated = `The plan includes ${min === max ? '' : `${amountText(min)} to `}${amountText(max)} ${unit}`;
  if (period === undefined)
    return `${stated}; the text names no period, so they count as those of a month.`;
  return period === 'day'
    ? `${stated}: ${amountText(Math.floor(max * months))} a month if use is even.`
    : `${stated}.`;
}

interface Checked {
  /** Null if there is nothing to tell. */
  readonly text: Words | null;
  /** Why the offer does not suffice, or why nobody can say whether it does. */
  readonly lacks?: Reason;
}

/** Need of a workload besides its number of requests. */
export interface Need {
  readonly kind: 'archive' | 'rate';
  readonly check: (volume: Volume) => Checked;
}

/** Past states, and the rate at the peak. */
export function checksOf(
  offer: Offer,
  { isArchive }: Pick<Workload, 'isArchive'>,
  costOf: CostOf,
): readonly Need[] {
  const history = checkHistory(offer);
  return [
    ...(isArchive ? [{ kind: 'archive', check: () => history } as const] : []),
    { kind: 'rate', check: rateCheck(offer.rate, costOf) },
  ];
}

/**
 * An offer that says that it keeps recent states lacks the past ones. One that says nothing, or
 * `Custom`, is not known to have them.
 */
function checkHistory({ history }: Offer): Checked {
  if (history === null) return { text: () => reasons['unknown-archive'], lacks: 'unknown-archive' };
  const text = () => `The historical data of the offer: ${history}.`;
  if (/^(?:pruned|recent)/i.test(history)) return { text, lacks: 'no-archive' };
  return /archive|trace/i.test(history) ? { text } : { text, lacks: 'unknown-archive' };
}

/**
 * A plan must allow the average rate, too. A rate that is not stated is a reason only if the
 * workload names its peak.
 */
function rateCheck(quota: Quota | null, costOf: CostOf): Need['check'] {
  const compare = rateComparison(quota, costOf);
  return ({ peakPerSecond, requestsPerMonth }) => {
    const average = requestsPerMonth / monthSeconds;
    if (peakPerSecond !== null) return compare(Math.max(peakPerSecond, average));
    const compared = compare(average);
    if (compared.lacks === 'unread') return compared;
    return compared.lacks === 'too-slow'
      ? { ...compared, text: () => `${compared.text?.()} That is the average of the month.` }
      : { text: null };
  };
}

function rateComparison(quota: Quota | null, costOf: CostOf): (perSecond: number) => Checked {
  const always = (text: string, lacks?: Reason) => () =>
    lacks === undefined ? { text: () => text } : { text: () => text, lacks };
  if (quota === null) return always(reasons['unknown-rate'], 'unknown-rate');
  if (quota.bound === 'unread') return always('The rate of the plan is not read.', 'unread');
  if (quota.bound === 'unlimited')
    return always(`The plan does not limit ${quota.unit} per second.`);
  const perCall = quota.unit.includes('/') ? null : costOf(quota.unit);
  const stated = `The plan allows ${amountText(quota.max)} ${quota.unit} per second`;
  if (perCall === null) return always(`${stated}, which is not compared.`, 'no-factor');
  return (perSecond) => {
    const needed = perSecond * perCall;
    const text = () => `${stated}; ${amountText(needed)} are needed.`;
    return quota.bound !== 'from' && needed > quota.max ? { text, lacks: 'too-slow' } : { text };
  };
}
