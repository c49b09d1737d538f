/**
 * Estimate of what an offer costs a month for a workload, with each step, or the reason why there is none. Pure: it takes the
 * cells of a row together with the numbers that they state (a row of the API with `numbers=1`, or of a Parquet file).
 *
 *     const estimate = estimateCost({ cells: { ...row, ...numbers }, workload, units: catalog.units });
 *     if (estimate.kind === 'cost') show(estimate.min, estimate.max, estimate.currency, estimate.steps);
 *     else show(reasons[estimate.reason], estimate.steps);
 *
 * No factor is invented: a unit without a line in units.csv is not compared. Currencies are never converted.
 */

import { addCosts, type Fee, feeOf, type Overage, overageOf } from './fees.ts';
import { type Offer, type Price, readOffer } from './offer.ts';
import { checksOf, type Included, includedOf, type Need } from './quotas.ts';
import { amountText, type Cost, type Estimate, type Reason, type Result, type Step } from './result.ts';
import type { UnitCost } from './unit-costs.ts';
import { callCost } from './units.ts';
import type { Volume, Workload } from './workloads.ts';

interface EstimateInput {
  /** Cells of a row and the numbers that they state, by column. */
  readonly cells: Readonly<Record<string, unknown>>;
  readonly workload: Workload;
  readonly units: readonly UnitCost[];
}

export function estimateCost({ cells, workload, units }: EstimateInput): Estimate {
  const steps: Step[] = [];
  return { ...priceModel({ offer: readOffer(cells), workload, units })(workload, steps), steps };
}

interface ModelInput extends Pick<EstimateInput, 'units'> {
  readonly offer: Offer;
  /** Kinds of calls. */
  readonly workload: Pick<Workload, 'mix' | 'isArchive'>;
}

/** Estimates by volume. Adds to `steps` what it computes: to word it costs more than the estimate. */
export type PriceModel = (volume: Volume, steps?: Step[]) => Result;

/** Reads the texts of an offer once, so that an estimate is arithmetic. */
export function priceModel({ offer, workload, units }: ModelInput): PriceModel {
  const fee = isUnread(offer) ? 'unread' : feeOf(offer);
  if (typeof fee === 'string') return () => ({ kind: 'none', reason: fee });
  const costOf = (unit: string) => callCost({ ...offer, unit }, workload, units);
  const included = includedOf(offer, costOf);
  const needs = checksOf(offer, workload, costOf);
  const overage = overageOf(offer, { unit: included.unit, isStated: offer.included !== null, costOf });
  const priced = { fee, needs, included, overage };
  return (volume, steps) => estimate(priced, volume, steps);
}

/** Whether an offer has a text with numbers that no reader understands. */
function isUnread({ fee, use, included, rate }: Offer): boolean {
  const isText = (price: Price | null) => price?.amount === null && /(?<![\p{L}\d])\d/u.test(price.text);
  return isText(fee) || isText(use) || included?.bound === 'unread' || rate?.bound === 'unread';
}

interface Priced {
  readonly fee: Fee;
  readonly needs: readonly Need[];
  readonly included: Included;
  readonly overage: Overage;
}

function estimate({ fee, needs, included: use, overage: overageFor }: Priced, volume: Volume, steps?: Step[]): Result {
  const none = (reason: Reason): Result => ({ kind: 'none', reason });
  steps?.push({ kind: 'fee', text: fee.text() });
  const lack = firstLack(needs, volume, steps);
  if (lack !== null) return none(lack);
  steps?.push({ kind: 'included', text: use.text() });
  if (use.perCall === null) return none('no-factor');
  const needed = volume.requestsPerMonth * use.perCall;
  if (use.amount !== Number.POSITIVE_INFINITY)
    steps?.push({ kind: 'need', text: `${amountText(needed)} ${use.unit} a month are needed.` });
  const amount = needed - use.amount;
  // The highest of several fees is that of the plan that includes most.
  const overage = overageFor(amount, fee.max > fee.min ? amount : needed - use.least);
  if (typeof overage === 'string') return none(overage);
  if (overage !== null) steps?.push({ kind: 'overage', text: overage.text() });
  // The lowest of several tiers if it includes enough. Which of the higher ones does is not known.
  const cost = addCosts(needed <= use.least ? fee.min : fee.max, fee, overage);
  if (cost === null) return none('other-currency');
  steps?.push({ kind: 'total', text: totalText(cost) });
  return { kind: 'cost', ...cost };
}

function firstLack(needs: readonly Need[], volume: Volume, steps: Step[] | undefined): Reason | null {
  let lack: Reason | null = null;
  for (const { kind, reason, check } of needs) {
    const { text, isMissing } = check(volume);
    if (text !== null) steps?.push({ kind, text: text() });
    if (isMissing) lack ??= reason;
  }
  return lack;
}

function totalText({ min, max, currency }: Cost): string {
  const span = min === max ? amountText(min) : `${amountText(min)} to ${amountText(max)}`;
  return `${[span, currency ?? ''].join(' ').trim()} a month.`;
}
