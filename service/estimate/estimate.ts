/**
 * Estimate of what an offer costs a month for a workload, with each step, or the reason why there
 * is none. Pure: it takes the cells of a row together with the numbers that they state (a row of
 * the API with `numbers=1`, or of a Parquet file).
 *
 * const estimateOf = priceModel({ offer: readOffer(row, numbers), workload, units:
 * catalog.units });
 *     const estimate = estimateOf(workload, steps);
 *     if (estimate.kind === 'cost') show(estimate.min, estimate.max, estimate.currency, steps);
 *     else show(reasons[estimate.reason], steps);
 *
 * No factor is invented: a unit without a line in units.csv is not compared. Currencies are never
 * converted.
 */

import type { UnitCost } from '../../model/unit-costs.ts';
import { type Minimums, minimumsOf, raised } from './bills.ts';
import { addCosts, type Fee, feeOf, type Overage, overageOf, quoted } from './fees.ts';
import type { Offer } from './offer.ts';
import {
  checksOf,
  contradictionOf,
  type Included,
  limitsOf,
  type Need,
  unknownOf,
} from './quotas.ts';
import {
  amountText,
  type Cost,
  type Lack,
  missingFact,
  type Reason,
  type Result,
  reasons,
  type Step,
  shortText,
  spanText,
  stepOf,
} from './result.ts';
import { tierFor } from './tiers.ts';
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
  if (offer.availability !== null)
    return () => ({ kind: 'none', reason: 'not-offered', detail: offer.availability });
  const fee = feeOf(offer);
  if ('reason' in fee) return () => ({ kind: 'none', ...fee });
  const factorOf = (unit: string) => callCost({ ...offer, unit }, workload, units);
  const costOf = (unit: string) => {
    const cost = factorOf(unit);
    return 'missing' in cost ? null : cost.perCall;
  };
  const limits = limitsOf(offer, costOf);
  const { included } = limits;
  const factor = factorOf(included.unit);
  const priced = {
    fee,
    minimums: minimumsOf(offer),
    ...limits,
    needs: checksOf(offer, workload, costOf),
    unknown: unknownOf(offer, included, costOf),
    contradiction: contradictionOf(offer),
    source: 'missing' in factor ? null : factor.source,
    noWeights: 'missing' in factor ? factor.missing : included.unit,
    unread: offer.unread === null ? null : quoted(offer.unread),
    hasUse: (offer.use?.amount?.max ?? 0) > 0,
    overage: overageOf(offer, {
      unit: included.unit,
      isStated: offer.included !== null,
      costOf,
    }),
  };
  return (volume, steps) => estimate(priced, volume, steps);
}

interface Priced {
  readonly fee: Fee;
  readonly minimums: Minimums;
  readonly needs: readonly Need[];
  readonly included: Included;
  readonly others: readonly Included[];
  readonly unknown: Lack | null;
  readonly contradiction: string | null;
  /** Documentation of what a call costs in the unit of the plan. */
  readonly source: string | null;
  /** The unit, or the calls in it, whose cost nobody documents, if that of the plan is one. */
  readonly noWeights: string;
  /** Limits that were not read. */
  readonly unread: string | null;
  /** Whether use beyond the plan has a price. */
  readonly hasUse: boolean;
  readonly overage: Overage;
}

function estimate(priced: Priced, volume: Volume, steps?: Step[]): Result {
  const { fee, included, minimums } = priced;
  steps?.push(stepOf('fee', fee.text()));
  if (minimums.text !== null) steps?.push(stepOf('overage', minimums.text()));
  const lack = checkNeeds(priced, volume, steps);
  if (lack !== null && missingFact(lack) === null) return { kind: 'none', ...lack };
  if (priced.unknown !== null) return atLeast(priced, lack ?? priced.unknown, steps);
  if (lack !== null && fee.min === 0 && leastOf(priced) === 0) return atLeast(priced, lack, steps);
  steps?.push(stepOf('included', included.text()));
  if (priced.contradiction !== null) steps?.push(stepOf('contradiction', priced.contradiction));
  const { perCall } = included;
  if (perCall === null)
    return atLeast(priced, lack ?? { reason: 'no-factor', detail: priced.noWeights }, steps);
  const short = checkOthers(priced, volume, steps);
  if (short !== null) return atLeast(priced, { reason: short, detail: null }, steps);
  const needed = volume.requestsPerMonth * perCall;
  return addUse(tierFor(priced, needed, steps), { volume, needed, lack }, steps);
}

interface Use {
  readonly volume: Volume;
  /** In the unit of what the plan includes. */
  readonly needed: number;
  /** What nobody can say of the plan, so that its cost is the least; null if nothing. */
  readonly lack: Lack | null;
}

function addUse(priced: Priced, { volume, needed, lack }: Use, steps?: Step[]): Result {
  const { fee, included, overage: overageFor } = priced;
  steps?.push(...needSteps(priced, needed));
  const beyond = needed - included.amount;
  // The highest of several fees is that of the plan that includes most.
  const overage = overageFor(beyond, fee.max > fee.min ? beyond : needed - included.least);
  if (typeof overage === 'string') return atLeast(priced, { reason: overage, detail: null }, steps);
  if (overage !== null) steps?.push(stepOf('overage', overage.text()));
  const total = totalOf(priced, needed, overage);
  if (total === null) return atLeast(priced, { reason: 'other-currency', detail: null }, steps);
  const unknown = lack ?? fee.lack ?? overage?.lack ?? null;
  // What may cost less and may not suffice costs at least the fee; at least nothing says nothing.
  const isLess = lack !== null && total.cost.bound === 'upTo';
  if (unknown !== null && (isLess || total.cost.min === 0)) return atLeast(priced, unknown, steps);
  const cost = unknown === null ? total.cost : { ...total.cost, bound: 'from' as const };
  const sum = total.sumText(cost);
  steps?.push(stepOf('total', `${totalText(cost)}${sum}: ${countText(volume, included)}.`));
  const { reason: missing, detail } = unknown ?? { reason: null, detail: null };
  return { kind: 'cost', ...cost, missing, detail };
}

function needSteps({ included, source }: Priced, needed: number): Step[] {
  const { amount, perCall, unit } = included;
  const factor = `A call of the workload counts as ${amountText(perCall ?? 1)} ${unit}.`;
  const need = `${amountText(needed)} ${unit} a month are needed.`;
  return [
    ...(source === null || perCall === 1 ? [] : [stepOf('factor', factor, source)]),
    ...(amount === Number.POSITIVE_INFINITY ? [] : [stepOf('need', need)]),
  ];
}

/**
 * Fee and use, or the least of a bill; null if they are in different currencies. `sumText`: ` = 49 +
 * 40M requests x 5/1M`; blank if nothing is added, or the sum is less.
 */
function totalOf(
  { fee, included, minimums }: Priced,
  needed: number,
  overage: Exclude<ReturnType<Overage>, string>,
): { readonly cost: Cost; readonly sumText: (cost: Cost) => string } | null {
  // The lowest of several tiers if it includes enough. Which of the higher ones does is not known.
  const highest = needed <= included.least ? fee.min : fee.max;
  const known = addCosts(highest, fee, overage);
  if (known === null) return null;
  const cost = raised(known, { ...fee, max: highest }, minimums);
  const isRaised = cost.min !== known.min || cost.max !== known.max;
  const sumText = ({ bound }: Cost) => {
    const least = isRaised ? ', and not less than the least of a bill' : '';
    const isLess = bound === 'from' && overage?.bound === 'upTo';
    if (overage === null || overage.max === 0 || isLess) return least;
    return ` = ${spanText(fee.min, highest)} + ${overage.sum()}${least}`;
  };
  return { cost, sumText };
}

/** The fee, or the least of a bill. */
function leastOf({ fee, minimums }: Priced): number {
  return Math.max(fee.bound === 'upTo' ? 0 : fee.min, minimums.fee, minimums.use);
}

/** The fee as a lower bound, if nothing says that the plan does not suffice. */
function atLeast(priced: Priced, lack: Lack, steps?: Step[]): Result {
  const min = leastOf(priced);
  if (min === 0 || missingFact(lack) === null) return { kind: 'none', ...lack };
  const currency = priced.fee.min > 0 ? priced.fee.currency : priced.minimums.currency;
  const cost = { min, max: min, currency, bound: 'from' } as const;
  const { reason, detail } = lack;
  const about = detail === null ? '' : ` (${detail})`;
  const text = `${totalText(cost)}, the fee alone: ${reasons[reason].replace(/\.$/, '')}${about}.`;
  steps?.push(stepOf('total', text));
  return { kind: 'cost', ...cost, missing: reason, detail };
}

/**
 * Why a plan does not suffice, or else why nobody can say; null if it does. All needs are told.
 */
function checkNeeds(
  { needs, unread }: Priced,
  volume: Volume,
  steps: Step[] | undefined,
): Lack | null {
  const missing: Lack[] = [];
  for (const { kind, check } of needs) {
    const { text, lacks } = check(volume);
    if (text !== null) steps?.push(stepOf(kind, text()));
    if (lacks !== undefined)
      missing.push({ reason: lacks, detail: lacks === 'unread' ? unread : null });
  }
  return missing.find((lack) => missingFact(lack) === null) ?? missing[0] ?? null;
}

/** Why a plan does not suffice by one of its further limits; null if it does. */
function checkOthers(
  { others, hasUse }: Priced,
  { requestsPerMonth }: Volume,
  steps: Step[] | undefined,
): Reason | null {
  for (const { text, unit, perCall, amount } of others) {
    if (perCall === null) {
      steps?.push(stepOf('included', `${text()} No documentation says what a call costs in it.`));
      continue;
    }
    const needed = requestsPerMonth * perCall;
    steps?.push(stepOf('included', `${text()} ${amountText(needed)} ${unit} are needed.`));
    if (needed > amount) return hasUse ? 'two-limits' : 'too-small';
  }
  return null;
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
