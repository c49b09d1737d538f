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
import { readOffer } from './offer.ts';
import { checkNeeds, type Use, useOf } from './quotas.ts';
import { amountText, type Estimate, type Reason, type Step } from './result.ts';
import type { UnitCost } from './unit-costs.ts';
import { callCost } from './units.ts';
import type { Workload } from './workloads.ts';

export interface EstimateInput {
  /** Cells of a row and the numbers that they state, by column. */
  readonly cells: Readonly<Record<string, unknown>>;
  readonly workload: Workload;
  readonly units: readonly UnitCost[];
}

export function estimateCost({ cells, workload, units }: EstimateInput): Estimate {
  const offer = readOffer(cells);
  const costOf = (unit: string) => callCost({ ...offer, unit }, workload, units);
  const steps: Step[] = [];
  const none = (reason: Reason): Estimate => ({ kind: 'none', reason, steps });
  const fee = feeOf(offer);
  if (typeof fee === 'string') return none(fee);
  steps.push({ kind: 'fee', text: fee.text });
  const needs = checkNeeds(offer, workload, costOf);
  steps.push(...needs.steps);
  if (needs.reason !== null) return none(needs.reason);
  const use = useOf(offer, workload, costOf);
  steps.push({ kind: 'included', text: use.text });
  if (use.needed === null) return none('no-factor');
  if (use.included !== Number.POSITIVE_INFINITY)
    steps.push({ kind: 'need', text: `${amountText(use.needed)} ${use.unit} a month are needed.` });
  const amount = use.needed - use.included;
  // The highest of several fees is that of the plan that includes most.
  const most = fee.max > fee.min ? amount : use.needed - use.least;
  const overage = overageOf(offer, { amount, most, unit: use.unit, isStated: offer.included !== null, costOf });
  if (typeof overage === 'string') return none(overage);
  if (overage !== null) steps.push({ kind: 'overage', text: overage.text });
  const cost = addCosts(tierOf(fee, use), overage);
  if (cost === null) return none('other-currency');
  const span = cost.min === cost.max ? amountText(cost.min) : `${amountText(cost.min)} to ${amountText(cost.max)}`;
  steps.push({ kind: 'total', text: `${[span, cost.currency ?? ''].join(' ').trim()} a month.` });
  return { kind: 'cost', ...cost, steps };
}

/** The lowest of several tiers if it includes enough. Which of the higher ones does is not known. */
function tierOf(fee: Fee, { needed, least }: Use): Fee {
  return fee.max > fee.min && needed !== null && needed <= least ? { ...fee, max: fee.min } : fee;
}
