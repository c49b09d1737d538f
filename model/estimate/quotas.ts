/** What a plan includes and allows, compared with what a workload needs. */
import type { Offer, Quota } from './offer.ts';
import { amountText } from './result.ts';
import type { Workload } from './workloads.ts';

export type CostOf = (unit: string) => number | null;

export interface Use {
  /** Units a month; infinite if the plan does not limit them. */
  readonly included: number;
  /** Of the smallest tier. */
  readonly least: number;
  /** Null if nobody documents what a call costs in the unit. */
  readonly needed: number | null;
  readonly unit: string;
  readonly text: string;
}

/** Days in an average month. */
const monthDays = 365 / 12;

/** In the unit of the plan. */
export function useOf({ included: quota, use }: Offer, { requestsPerMonth }: Workload, costOf: CostOf): Use {
  const nothing = { included: 0, least: 0, needed: requestsPerMonth, unit: 'requests' };
  if (quota === null) return { ...nothing, text: 'The plan states nothing that it includes.' };
  const [unit = '', period] = quota.unit.split('/');
  if (quota.bound === 'unlimited') {
    // A plan without a limit whose use has a price includes nothing.
    if ((use?.amount?.max ?? 0) > 0)
      return { ...nothing, text: `The plan does not limit ${unit}, and use has a price.` };
    const infinite = Number.POSITIVE_INFINITY;
    return { ...nothing, unit, included: infinite, least: infinite, text: `The plan does not limit ${unit}.` };
  }
  const months = period === 'day' ? monthDays : 1;
  const perCall = costOf(unit);
  return {
    unit,
    included: quota.max * months,
    least: quota.min * months,
    needed: perCall === null ? null : requestsPerMonth * perCall,
    text: includedText(quota, period, months),
  };
}

function includedText({ min, max, unit }: Quota, period: string | undefined, months: number): string {
  const stated = `The plan includes ${min === max ? '' : `${amountText(min)} to `}${amountText(max)} ${unit}`;
  if (period === undefined) return `${stated}; the text names no period, so they count as those of a month.`;
  return period === 'day' ? `${stated}: ${amountText(Math.floor(max * months))} a month if use is even.` : `${stated}.`;
}

/** A rate that cannot be compared is no reason against a plan. */
export function checkRate(
  quota: Quota | null,
  { peakPerSecond }: Workload,
  costOf: CostOf,
): { readonly text: string | null; readonly isTooSlow: boolean } {
  if (peakPerSecond === null) return { text: null, isTooSlow: false };
  if (quota === null) return { text: 'The plan does not say what it allows per second.', isTooSlow: false };
  if (quota.bound === 'unlimited')
    return { text: `The plan does not limit ${quota.unit} per second.`, isTooSlow: false };
  const perCall = quota.unit.includes('/') ? null : costOf(quota.unit);
  const stated = `The plan allows ${amountText(quota.max)} ${quota.unit} per second`;
  if (perCall === null) return { text: `${stated}, which is not compared.`, isTooSlow: false };
  const needed = peakPerSecond * perCall;
  const isTooSlow = quota.bound !== 'from' && needed > quota.max;
  return { text: `${stated}; ${amountText(needed)} are needed.`, isTooSlow };
}
