/** What a plan includes and allows, compared with what a workload needs. */
import type { Offer, Quota } from './offer.ts';
import { amountText, type Reason, type Words } from './result.ts';
import type { Volume, Workload } from './workloads.ts';

export type CostOf = (unit: string) => number | null;

export interface Included {
  /** Units a month; infinite if the plan does not limit them. */
  readonly amount: number;
  /** Of the smallest tier. */
  readonly least: number;
  readonly unit: string;
  /** Units of an average call; null if nobody documents it. */
  readonly perCall: number | null;
  readonly text: Words;
}

/** Days in an average month. */
const monthDays = 365 / 12;
const monthSeconds = monthDays * 86_400;

/** In the unit of the plan. */
export function includedOf({ included: quota, use, limits }: Offer, costOf: CostOf): Included {
  const nothing = { amount: 0, least: 0, perCall: 1, unit: 'requests' };
  if (quota === null) return { ...nothing, text: () => nothingIncluded(limits) };
  const [unit = '', period] = quota.unit.split('/');
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
  const months = period === 'day' ? monthDays : 1;
  return {
    unit,
    amount: quota.max * months,
    least: quota.min * months,
    perCall: costOf(unit),
    text: () => includedText(quota, period, months),
  };
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
  readonly isMissing: boolean;
}

/** Needs of a workload besides its number of requests. */
export interface Need {
  readonly kind: 'archive' | 'rate';
  readonly reason: Reason;
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
    ...(isArchive
      ? [{ kind: 'archive', reason: 'no-archive', check: () => history } as const]
      : []),
    { kind: 'rate', reason: 'too-slow', check: rateCheck(offer.rate, costOf) },
  ];
}

/** Only an offer that says that it keeps recent states lacks the past ones. */
function checkHistory({ historicalData }: Offer): Checked {
  if (historicalData === null)
    return { text: () => 'The offer does not say whether it has past states.', isMissing: false };
  const isMissing = /^(?:pruned|recent)/i.test(historicalData);
  return { text: () => `The historical data of the offer: ${historicalData}.`, isMissing };
}

/**
 * A rate that cannot be compared is no reason against a plan. A plan must allow the average rate,
 * too.
 */
function rateCheck(quota: Quota | null, costOf: CostOf): Need['check'] {
  const compare = rateComparison(quota, costOf);
  return ({ peakPerSecond, requestsPerMonth }) => {
    const average = requestsPerMonth / monthSeconds;
    if (peakPerSecond !== null) return compare(Math.max(peakPerSecond, average));
    const compared = compare(average);
    return compared.isMissing
      ? { ...compared, text: () => `${compared.text?.()} That is the average of the month.` }
      : fine;
  };
}

const fine: Checked = { text: null, isMissing: false };

function rateComparison(quota: Quota | null, costOf: CostOf): (perSecond: number) => Checked {
  const always = (text: Words) => () => ({ text, isMissing: false });
  if (quota === null) return always(() => 'The plan does not say what it allows per second.');
  if (quota.bound === 'unlimited')
    return always(() => `The plan does not limit ${quota.unit} per second.`);
  const perCall = quota.unit.includes('/') ? null : costOf(quota.unit);
  const stated = () => `The plan allows ${amountText(quota.max)} ${quota.unit} per second`;
  if (perCall === null) return always(() => `${stated()}, which is not compared.`);
  return (perSecond) => {
    const needed = perSecond * perCall;
    const isMissing = quota.bound !== 'from' && needed > quota.max;
    return { text: () => `${stated()}; ${amountText(needed)} are needed.`, isMissing };
  };
}
