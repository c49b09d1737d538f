/** What a plan includes and allows, compared with what a workload needs. */
import type { Offer, Quota } from './offer.ts';
import { amountText, type Reason, type WordedStep, type Words } from './result.ts';
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
  readonly text: Words;
}

/** Days in an average month. */
const monthDays = 365 / 12;
const monthSeconds = monthDays * 86_400;

/** In the unit of the plan. */
export function useOf({ included: quota, use }: Offer, { requestsPerMonth }: Workload, costOf: CostOf): Use {
  const nothing = { included: 0, least: 0, needed: requestsPerMonth, unit: 'requests' };
  if (quota === null) return { ...nothing, text: () => 'The plan states nothing that it includes.' };
  const [unit = '', period] = quota.unit.split('/');
  if (quota.bound === 'unlimited') {
    // A plan without a limit whose use has a price includes nothing.
    if ((use?.amount?.max ?? 0) > 0)
      return { ...nothing, text: () => `The plan does not limit ${unit}, and use has a price.` };
    const infinite = Number.POSITIVE_INFINITY;
    return { ...nothing, unit, included: infinite, least: infinite, text: () => `The plan does not limit ${unit}.` };
  }
  const months = period === 'day' ? monthDays : 1;
  const perCall = costOf(unit);
  return {
    unit,
    included: quota.max * months,
    least: quota.min * months,
    needed: perCall === null ? null : requestsPerMonth * perCall,
    text: () => includedText(quota, period, months),
  };
}

function includedText({ min, max, unit }: Quota, period: string | undefined, months: number): string {
  const stated = `The plan includes ${min === max ? '' : `${amountText(min)} to `}${amountText(max)} ${unit}`;
  if (period === undefined) return `${stated}; the text names no period, so they count as those of a month.`;
  return period === 'day' ? `${stated}: ${amountText(Math.floor(max * months))} a month if use is even.` : `${stated}.`;
}

interface Checked {
  /** Null if there is nothing to tell. */
  readonly text: Words | null;
  readonly isMissing: boolean;
}

/** Whether the plan has what the workload needs besides the number of requests: past states, and the rate at the peak. */
export function checkNeeds(
  offer: Offer,
  workload: Workload,
  costOf: CostOf,
): { readonly steps: readonly WordedStep[]; readonly reason: Reason | null } {
  const checks = [
    { kind: 'archive', reason: 'no-archive', ...checkHistory(offer, workload) },
    { kind: 'rate', reason: 'too-slow', ...checkRate(offer.rate, workload, costOf) },
  ] as const;
  return {
    steps: checks.flatMap(({ kind, text }) => (text === null ? [] : [{ kind, text }])),
    reason: checks.find(({ isMissing }) => isMissing)?.reason ?? null,
  };
}

/** Only an offer that says that it keeps recent states lacks the past ones. */
function checkHistory({ historicalData }: Offer, { isArchive }: Workload): Checked {
  if (!isArchive) return fine;
  if (historicalData === null)
    return { text: () => 'The offer does not say whether it has past states.', isMissing: false };
  const isMissing = /^(?:pruned|recent)/i.test(historicalData);
  return { text: () => `The historical data of the offer: ${historicalData}.`, isMissing };
}

/** A rate that cannot be compared is no reason against a plan. A plan must allow the average rate, too. */
function checkRate(quota: Quota | null, { peakPerSecond, requestsPerMonth }: Workload, costOf: CostOf): Checked {
  const average = requestsPerMonth / monthSeconds;
  if (peakPerSecond !== null) return compareRate(quota, Math.max(peakPerSecond, average), costOf);
  const compared = compareRate(quota, average, costOf);
  return compared.isMissing
    ? { ...compared, text: () => `${compared.text?.()} That is the average of the month.` }
    : fine;
}

const fine: Checked = { text: null, isMissing: false };

function compareRate(quota: Quota | null, perSecond: number, costOf: CostOf): Checked {
  if (quota === null) return { text: () => 'The plan does not say what it allows per second.', isMissing: false };
  if (quota.bound === 'unlimited')
    return { text: () => `The plan does not limit ${quota.unit} per second.`, isMissing: false };
  const perCall = quota.unit.includes('/') ? null : costOf(quota.unit);
  const stated = () => `The plan allows ${amountText(quota.max)} ${quota.unit} per second`;
  if (perCall === null) return { text: () => `${stated()}, which is not compared.`, isMissing: false };
  const needed = perSecond * perCall;
  const isMissing = quota.bound !== 'from' && needed > quota.max;
  return { text: () => `${stated()}; ${amountText(needed)} are needed.`, isMissing };
}
