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

import { addCosts, type Fee, feeOf, overageOf } from './fees.ts';
import { type Offer, readOffer } from './offer.ts';
import { type CostOf, checkNeeds, type Use, useOf } from './quotas.ts';
import { amountText, type Cost, type Estimate, type Reason, type Step, type WordedStep } from './result.ts';
import type { UnitCost } from './unit-costs.ts';
import { callCost } from './units.ts';
import type { Workload } from './workloads.ts';

interface EstimateInput {
  /** Cells of a row and the numbers that they state, by column. */
  readonly cells: Readonly<Record<string, unknown>>;
  readonly workload: Workload;
  readonly units: readonly UnitCost[];
}

export function estimateCost({ cells, workload, units }: EstimateInput): Estimate {
  return estimatesOf({ offer: readOffer(cells), workload, units })(workload.requestsPerMonth);
}

interface EstimatesInput extends Omit<EstimateInput, 'cells'> {
  readonly offer: Offer;
}

/** Estimates of an offer for any number of requests a month of a workload. */
export function estimatesOf({ offer, workload, units }: EstimatesInput): (requestsPerMonth: number) => Estimate {
  const fee = feeOf(offer);
  if (typeof fee === 'string') return () => ({ kind: 'none', reason: fee, steps: [] });
  const costs = new Map<string, number | null>();
  const costOf = (unit: string) => {
    const known = costs.get(unit);
    if (known !== undefined) return known;
    const cost = callCost({ ...offer, unit }, workload, units);
    costs.set(unit, cost);
    return cost;
  };
  return (requestsPerMonth) => estimate(offer, { ...workload, requestsPerMonth }, { fee, costOf });
}

interface Priced {
  readonly fee: Fee;
  readonly costOf: CostOf;
}

function estimate(offer: Offer, workload: Workload, { fee, costOf }: Priced): Estimate {
  const steps: WordedStep[] = [{ kind: 'fee', text: fee.text }];
  const none = (reason: Reason): Estimate => withSteps({ kind: 'none', reason }, steps);
  const needs = checkNeeds(offer, workload, costOf);
  steps.push(...needs.steps);
  if (needs.reason !== null) return none(needs.reason);
  const use = useOf(offer, workload, costOf);
  steps.push({ kind: 'included', text: use.text });
  const { needed } = use;
  if (needed === null) return none('no-factor');
  if (use.included !== Number.POSITIVE_INFINITY)
    steps.push({ kind: 'need', text: () => `${amountText(needed)} ${use.unit} a month are needed.` });
  const amount = needed - use.included;
  // The highest of several fees is that of the plan that includes most.
  const most = fee.max > fee.min ? amount : needed - use.least;
  const overage = overageOf(offer, { amount, most, unit: use.unit, isStated: offer.included !== null, costOf });
  if (typeof overage === 'string') return none(overage);
  if (overage !== null) steps.push({ kind: 'overage', text: overage.text });
  const cost = addCosts(tierOf(fee, use), overage);
  if (cost === null) return none('other-currency');
  steps.push({ kind: 'total', text: () => totalText(cost) });
  return withSteps({ kind: 'cost', ...cost }, steps);
}

/** The steps are worded when they are read. */
function withSteps<T extends object>(result: T, steps: readonly WordedStep[]) {
  return {
    ...result,
    get steps(): Step[] {
      return steps.map(({ kind, text }) => ({ kind, text: text() }));
    },
  };
}

function totalText({ min, max, currency }: Cost): string {
  const span = min === max ? amountText(min) : `${amountText(min)} to ${amountText(max)}`;
  return `${[span, currency ?? ''].join(' ').trim()} a month.`;
}

/** The lowest of several tiers if it includes enough. Which of the higher ones does is not known. */
function tierOf(fee: Fee, { needed, least }: Use): Fee {
  return fee.max > fee.min && needed !== null && needed <= least ? { ...fee, max: fee.min } : fee;
}
