/**
 * Estimate of what an offer costs a month for a workload, with each step, or the reason why there
 * is none. Pure: it takes the cells of a row together with the numbers that they state (a row of
 * the API with `numbers=1`, or of a Parquet file).
 *
 * const estimateOf = priceModel({ offer: readOffer({ ...row, ...numbers }), workload, units:
 * catalog.units });
 *     const estimate = estimateOf(workload, steps);
 *     if (estimate.kind === 'cost') show(estimate.min, estimate.max, estimate.currency, steps);
 *     else show(reasons[estimate.reason], steps);
 *
 * No factor is invented: a unit without a line in units.csv is not compared. Currencies are never
 * converted.
 */

import type { UnitCost } from '../../model/unit-costs.ts';
import { addCosts, type Fee, feeOf, hasUnreadNumber, type Overage, overageOf } from './fees.ts';
import type { Offer } from './offer.ts';
import { checksOf, type Included, includedOf, type Need } from './quotas.ts';
import {
  amountText,
  type Cost,
  type Reason,
  type Result,
  reasons,
  type Step,
  shortText,
  spanText,
} from './result.ts';
import { callCost } from './units.ts';
import type { Volume, Workload } from './workloads.ts';

interface ModelInput {
  readonly offer: Offer;
  /** Kinds of calls. */
  readonly workload: Pick<Workload, 'mix' | 'isArchive'>;
  readonly units: readonly UnitCost[];
}

/**
 * Estimates by volume. Adds to `steps` what it computes: to word it costs more than the estimate.
 */
export type PriceModel = (volume: Volume, steps?: Step[]) => Result;

/** Reads the texts of an offer once, so that an estimate is arithmetic. */
export function priceModel({ offer, workload, units }: ModelInput): PriceModel {
  const fee = feeOf(offer);
  if (typeof fee === 'string') return () => none(fee);
  const costOf = (unit: string) => callCost({ ...offer, unit }, workload, units);
  const included = includedOf(offer, costOf);
  const needs = checksOf(offer, workload, costOf);
  const overage = overageOf(offer, {
    unit: included.unit,
    isStated: offer.included !== null,
    costOf,
  });
  const priced = { fee, isUnread: isUnread(offer), needs, included, overage };
  return (volume, steps) => estimate(priced, volume, steps);
}

function none(reason: Reason): Result {
  return { kind: 'none', reason };
}

/**
 * Whether the price of use, the quota or the rate of an offer has a number that could not be read.
 */
function isUnread({ use, included, rate }: Offer): boolean {
  return (
    (use !== null && hasUnreadNumber(use)) ||
    included?.bound === 'unread' ||
    rate?.bound === 'unread'
  );
}

interface Priced {
  readonly fee: Fee;
  readonly isUnread: boolean;
  readonly needs: readonly Need[];
  readonly included: Included;
  readonly overage: Overage;
}

function estimate(
  { fee, isUnread, needs, included, overage: overageFor }: Priced,
  volume: Volume,
  steps?: Step[],
) {
  steps?.push({ kind: 'fee', text: fee.text() });
  const lack = firstLack(needs, volume, steps);
  if (lack !== null) return none(lack);
  if (isUnread) return atLeast(fee, 'unread', steps);
  steps?.push({ kind: 'included', text: included.text() });
  if (included.perCall === null) return atLeast(fee, 'no-factor', steps);
  const needed = volume.requestsPerMonth * included.perCall;
  if (included.amount !== Number.POSITIVE_INFINITY)
    steps?.push({
      kind: 'need',
      text: `${amountText(needed)} ${included.unit} a month are needed.`,
    });
  const amount = needed - included.amount;
  // The highest of several fees is that of the plan that includes most.
  const overage = overageFor(amount, fee.max > fee.min ? amount : needed - included.least);
  if (typeof overage === 'string') return atLeast(fee, overage, steps);
  if (overage !== null) steps?.push({ kind: 'overage', text: overage.text() });
  // The lowest of several tiers if it includes enough. Which of the higher ones does is not known.
  const highest = needed <= included.least ? fee.min : fee.max;
  const cost = addCosts(highest, fee, overage);
  if (cost === null) return atLeast(fee, 'other-currency', steps);
  const sum =
    steps === undefined || overage === null || overage.max === 0
      ? ''
      : ` = ${spanText(fee.min, highest)} + ${overage.sum()}`;
  steps?.push({ kind: 'total', text: `${totalText(cost)}${sum}: ${countText(volume, included)}.` });
  return { kind: 'cost', ...cost, missing: fee.missing } as const;
}

/** The fee as a lower bound, if nothing says that the plan does not suffice. */
function atLeast({ min, bound, currency }: Fee, reason: Reason, steps?: Step[]): Result {
  if (min === 0 || bound === 'upTo' || reason === 'too-small') return none(reason);
  const cost = { min, max: min, currency, bound: 'from' } as const;
  steps?.push({ kind: 'total', text: `${totalText(cost)}, the fee alone: ${reasons[reason]}` });
  return { kind: 'cost', ...cost, missing: reason };
}

function firstLack(
  needs: readonly Need[],
  volume: Volume,
  steps: Step[] | undefined,
): Reason | null {
  let lack: Reason | null = null;
  for (const { kind, reason, check } of needs) {
    const { text, isMissing } = check(volume);
    if (text !== null) steps?.push({ kind, text: text() });
    if (isMissing) lack ??= reason;
  }
  return lack;
}

/** `from 49 USD a month` */
function totalText({ min, max, currency, bound }: Cost): string {
  const words = [bound === 'from' ? 'from' : '', spanText(min, max), currency ?? '', 'a month'];
  return words.filter((word) => word !== '').join(' ');
}

/** `40M requests x 20 credits = 800M credits, 80M included` */
function countText({ requestsPerMonth }: Volume, { perCall, unit, amount }: Included): string {
  const requests = `${shortText(requestsPerMonth)} requests`;
  const product = `${requests} x ${amountText(perCall ?? 1)} ${unit} = ${shortText(requestsPerMonth * (perCall ?? 1))} ${unit}`;
  const included =
    amount === Number.POSITIVE_INFINITY ? 'without a limit' : `${shortText(amount)} included`;
  return `${perCall === 1 ? requests : product}, ${included}`;
}
