/**
 * Offers with what they cost for a workload: of each provider the cheapest plan that suffices
 * first, then the other plans, then lower bounds.
 */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { groupBy } from '../../common/group-by.ts';
import { type PriceModel, priceModel } from '../estimate/estimate.ts';
import { readOffer } from '../estimate/offer.ts';
import type { Result, Step } from '../estimate/result.ts';
import type { Workload } from '../estimate/workloads.ts';
import type { FoundOffer, Offer } from '../snapshot/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

export type KnownCost = Extract<Result, { kind: 'cost' }>;

export interface EstimatedOffer extends FoundOffer {
  readonly estimate: Result;
  /** What was computed, in order. */
  readonly stepsOf: () => readonly Step[];
  /** Whether no other plan of the provider that suffices costs less. */
  readonly isCheapest: boolean;
  /** Plans of the provider that cost the same. */
  readonly ties: readonly Offer[];
}

/** Price models of rows for the calls of a workload. Each row is read once for a snapshot. */
export function priceModels(
  snapshot: Snapshot,
  { mix, isArchive }: Workload,
): (id: number) => PriceModel {
  const key = `price models ${JSON.stringify([mix, isArchive])}`;
  const models = snapshot.derived.of(key, () => new Map<number, PriceModel>());
  const { units } = snapshot.catalog;
  const read = (id: number) => readOffer({ ...snapshot.row(id), ...snapshot.numbers(id) });
  return (id) =>
    getOrInsert(models, id, () =>
      priceModel({ offer: read(id), workload: { mix, isArchive }, units }),
    );
}

/**
 * In order: the cheapest plan of each provider, further plans that suffice, lower bounds, offers
 * without an estimate.
 */
export function estimateOffers(
  snapshot: Snapshot,
  offers: readonly FoundOffer[],
  workload: Workload,
): readonly EstimatedOffer[] {
  const modelOf = priceModels(snapshot, workload);
  const estimated = offers.map((found) => {
    const model = modelOf(found.rows[0] ?? 0);
    const stepsOf = () => {
      const steps: Step[] = [];
      model(workload, steps);
      return steps;
    };
    return { ...found, estimate: model(workload), stepsOf };
  });
  const ofProviders = groupBy(estimated, ({ offer }) => offer.provider);
  const all = [...ofProviders.values()].flatMap((plans) => markCheapest(plans));
  const ranks = ['cheapest', 'others', 'least', 'none'];
  const rankOf = (offer: EstimatedOffer) => ranks.indexOf(sectionOf(offer));
  return all.toSorted((a, b) => rankOf(a) - rankOf(b) || compareEstimates(a.estimate, b.estimate));
}

/** Part of the list that an offer is in. */
export function sectionOf({
  estimate,
  isCheapest,
}: EstimatedOffer): 'cheapest' | 'others' | 'least' | 'none' {
  if (estimate.kind === 'none') return 'none';
  if (!isKnown(estimate)) return 'least';
  return isCheapest ? 'cheapest' : 'others';
}

/** Whether the plan is known to suffice, so that its cost is more than a lower bound. */
export function isKnown(estimate: Result): estimate is KnownCost {
  return estimate.kind === 'cost' && estimate.missing === null;
}

type Plan = Omit<EstimatedOffer, 'isCheapest' | 'ties'>;

/** Of several plans with the same cost, the first one. */
function markCheapest(plans: readonly Plan[]): EstimatedOffer[] {
  const cheapest = cheapestOf(plans.map(({ estimate }) => estimate));
  return plans.map((plan) => ({
    ...plan,
    isCheapest: cheapest !== null && plan.estimate === cheapest,
    ties: plans
      .filter((other) => other !== plan && costsSame(plan.estimate, other.estimate))
      .map(({ offer }) => offer),
  }));
}

/** The first of those that cost least; null if none is known to suffice. */
export function cheapestOf(estimates: readonly Result[]): KnownCost | null {
  let cheapest: KnownCost | null = null;
  for (const estimate of estimates)
    if (isKnown(estimate) && (cheapest === null || compareEstimates(estimate, cheapest) < 0))
      cheapest = estimate;
  return cheapest;
}

function costsSame(a: Result, b: Result): boolean {
  return a.kind === 'cost' && b.kind === 'cost' && compareEstimates(a, b) === 0;
}

/**
 * Dollars first, because most prices are in dollars; other currencies stay apart. What may cost
 * more is compared by that.
 */
export function compareEstimates(a: Result, b: Result): number {
  if (a.kind === 'none' || b.kind === 'none')
    return Number(a.kind === 'none') - Number(b.kind === 'none');
  return (
    compareCurrencies(a, b) ||
    a.max - b.max ||
    a.min - b.min ||
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
