/**
 * Offers with what they cost for a workload: of each provider the cheapest plan that suffices
 * first, then the other plans, then lower bounds.
 */
import { groupBy } from '../../common/group-by.ts';
import { stripEnd } from '../../common/strip.ts';
import type { CostColumns } from '../../model/columns.ts';
import { periodColumns } from '../../model/periods.ts';
import type { Terms } from '../../model/terms.ts';
import type { PriceModel } from '../estimate/estimate.ts';
import {
  columnOfStep,
  type Lack,
  type Result,
  reasons,
  type Step,
  stepOf,
} from '../estimate/result.ts';
import type { Workload } from '../estimate/workloads.ts';
import { costColumns, priceModels } from '../query/figures.ts';
import { presenceOf } from '../query/offers.ts';
import type { MatchedOffer, Offer } from '../snapshot/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { joinNames, plural } from '../text/counts.ts';
import {
  cheapestOf,
  compareEstimates,
  costsSame,
  isKnown,
  type KnownCost,
  spanOf,
  sumOf,
} from './compare-estimates.ts';
import { estimateText } from './cost-text.ts';
import { differenceOf, differenceText, placeText, varyingKeys } from './offer-cells.ts';

export interface EstimatedOffer extends MatchedOffer, Estimate {
  /** Whether no other plan of the provider that suffices costs less. */
  readonly isCheapest: boolean;
  /** Plans of the provider that cost the same. */
  readonly ties: readonly Offer[];
  /** Whether it is not on each of the networks that a question names. */
  readonly isPartial: boolean;
}

interface CitedStep extends Step {
  /** Key of the column whose cell the step comes from; null if it comes from no cell. */
  readonly column: string | null;
}

interface Estimate {
  readonly estimate: Result;
  /** What was computed, in order. */
  readonly stepsOf: () => readonly CitedStep[];
  /** What tells listings with other estimates apart; null if all have one. */
  readonly by: string | null;
}

/**
 * What an offer costs by its listings at a place. If they differ, the estimate is a range over them,
 * and each step names the networks that it holds for. `within`: keys of the networks of the place.
 */
export function estimateListings(
  snapshot: Snapshot,
  rows: readonly number[],
  workload: Workload,
  within: readonly string[] = [],
): Estimate {
  const modelOf = priceModels(snapshot, workload);
  const estimateOf = (id: number): Estimate => ({
    by: null,
    estimate: modelOf(id)(workload),
    stepsOf: () => {
      const steps: Step[] = [];
      modelOf(id)(workload, steps);
      return steps.map((step) => citedStep(step, costColumns(snapshot, id)));
    },
  });
  const [first = 0, ...others] = rows;
  const differs = others.length > 0 && areEstimatesVaried(snapshot, first);
  if (!differs) return estimateOf(first);
  const byResult = groupBy(rows, (id) => JSON.stringify(modelOf(id)(workload)));
  const groups = Array.from(byResult.values(), (ids) => ({
    ...estimateOf(ids[0] ?? first),
    ...presenceOf(snapshot, ids, within),
  }));
  if (groups.length < 2) return estimateOf(first);
  const difference = differenceOf(groups);
  return {
    by: differenceText(difference, snapshot.catalog),
    estimate: spanOf(groups.map(({ estimate }) => estimate)),
    stepsOf: () =>
      groups.flatMap((group) => stepsOn(placeText(snapshot, difference, group), group)),
  };
}

/**
 * What an offer costs by its listings, for any volume of the calls of a workload: a range where they
 * differ.
 */
export function listingsModel(
  snapshot: Snapshot,
  rows: readonly number[],
  workload: Workload,
): PriceModel {
  const modelOf = priceModels(snapshot, workload);
  const [first = 0, ...others] = rows;
  const differs = others.length > 0 && areEstimatesVaried(snapshot, first);
  if (!differs) return modelOf(first);
  const models = rows.map(modelOf);
  return (volume) => spanOf(models.map((model) => model(volume)));
}

/** Whether listings of the offer differ in a cell that estimates read. */
function areEstimatesVaried(snapshot: Snapshot, id: number): boolean {
  const columns: readonly (string | null)[] = Object.values({ ...costColumns(snapshot, id) });
  const estimatedFrom = [...columns, 'technology', periodColumns.availability];
  return varyingKeys(snapshot, snapshot.offers.of(id)).some((key) => estimatedFrom.includes(key));
}

function citedStep(step: Step, columns: CostColumns): CitedStep {
  const { kind, text, source } = step;
  const part = columnOfStep[kind];
  return { kind, text, column: part && columns[part], source };
}

/** The steps at some listings; the reason if there is no estimate. */
function stepsOn(place: string, { estimate, stepsOf }: Estimate): readonly CitedStep[] {
  const steps = stepsOf().map((step) => ({ ...step, text: `${place}: ${step.text}` }));
  if (estimate.kind === 'cost') return steps;
  const text = `${place}: ${reasonSentence(estimate)}`;
  return [...steps, { ...stepOf('total', text), column: null }];
}

/** A step, with the column that it comes from: `Access price: The plan costs $49/mo.` */
export function stepSentence({ catalog }: Snapshot, { text, column, source }: CitedStep): string {
  if (source !== null) return `${stripEnd(text, '.')} (${source}).`;
  const label = column === null ? undefined : catalog.columns.get(column)?.label;
  return label === undefined ? text : `${label}: ${text}`;
}

/** The sum or the reason first, then the steps. */
export function stepSentences(
  snapshot: Snapshot,
  estimate: Result,
  steps: readonly CitedStep[],
): string[] {
  const isSum = ({ kind }: Step) => kind === 'total';
  const sums =
    estimate.kind === 'none'
      ? [reasonSentence(estimate)]
      : steps.filter(isSum).map(({ text }) => text);
  return [
    ...sums,
    ...steps.filter((step) => !isSum(step)).map((step) => stepSentence(snapshot, step)),
  ];
}

function reasonSentence({ reason, detail }: Lack): string {
  return detail === null ? reasons[reason] : `${stripEnd(reasons[reason], '.')}: ${detail}.`;
}

export interface EstimatedPlace {
  /** Keys of the networks of the place; empty for all. */
  readonly within: readonly string[];
  /** Keys of the networks that the question names. */
  readonly requestedNetworks: readonly string[];
}

const sectionNames = ['cheapest', 'others', 'least', 'none', 'partial'] as const;

export type EstimateSection = (typeof sectionNames)[number];

/**
 * In order: the cheapest plan of each provider, further plans that suffice, lower bounds, offers
 * without an estimate, and those that are not on each of several networks.
 */
export function estimateOffers(
  snapshot: Snapshot,
  offers: readonly MatchedOffer[],
  workload: Workload,
  { within, requestedNetworks }: EstimatedPlace,
): readonly EstimatedOffer[] {
  const estimated = offers.map((matched) => ({
    ...matched,
    ...estimateListings(snapshot, matched.rows, workload, within),
    isPartial: requestedNetworks.length > 1 && !isOnEach(snapshot, matched.rows, requestedNetworks),
  }));
  const [partial = [], whole = []] = [true, false].map((isPartial) =>
    estimated.filter((estimate) => estimate.isPartial === isPartial),
  );
  const all = [whole, partial].flatMap((part) =>
    [...groupBy(part, ({ offer }) => offer.provider).values()].flatMap(markCheapest),
  );
  const rankOf = (offer: EstimatedOffer) => sectionNames.indexOf(sectionOf(offer));
  return all.toSorted((a, b) => rankOf(a) - rankOf(b) || compareEstimates(a.estimate, b.estimate));
}

function isOnEach(
  snapshot: Snapshot,
  rows: readonly number[],
  networks: readonly string[],
): boolean {
  return presenceOf(snapshot, rows, networks).networks.length === networks.length;
}

/** Part of the list that an offer is in. */
export function sectionOf({ estimate, isCheapest, isPartial }: EstimatedOffer): EstimateSection {
  if (isPartial) return 'partial';
  if (estimate.kind === 'none') return 'none';
  if (!isKnown(estimate)) return 'least';
  return isCheapest ? 'cheapest' : 'others';
}

/** Two plans, one for each of two networks that no plan with a known cost serves both. */
export interface PlanPair {
  readonly plans: readonly [EstimatedOffer, EstimatedOffer];
  readonly cost: KnownCost;
}

/**
 * The cheapest pair of plans where no plan with a known cost is on both of two networks. Each plan
 * holds all requests, so that they suffice however the requests divide. Null if there is no pair.
 */
export function cheapestPair(
  snapshot: Snapshot,
  estimated: readonly EstimatedOffer[],
  requestedNetworks: readonly string[],
): PlanPair | null {
  const [one, other, third] = requestedNetworks;
  if (one === undefined || other === undefined || third !== undefined) return null;
  if (estimated.some((candidate) => !candidate.isPartial && isKnown(candidate.estimate)))
    return null;
  const [first, second] = [one, other].map((network) =>
    estimated
      .filter(({ rows, estimate }) => isKnown(estimate) && isOnEach(snapshot, rows, [network]))
      .toSorted((a, b) => compareEstimates(a.estimate, b.estimate))
      .at(0),
  );
  if (first === undefined || second === undefined) return null;
  const cost = sumOf(first.estimate, second.estimate);
  return cost === null ? null : { plans: [first, second], cost };
}

/** Whether limits state that the plan holds for any number of networks: `Unlimited networks`. */
export function isPaidOnce(
  limits: unknown,
  { network, networks }: Pick<Terms, 'network' | 'networks'>,
): boolean {
  const phrases = [`unlimited ${networks}`, `all ${networks}`, `any ${network}`];
  const items = [limits].flat().filter((item) => typeof item === 'string');
  return items.some((item) => phrases.includes(item.trim().toLowerCase()));
}

/** Plans that are paid once for several networks, by their texts; null if no text says so. */
function paidOnceNote(
  snapshot: Snapshot,
  estimated: readonly EstimatedOffer[],
  terms: Terms,
): string | null {
  const paidOnce = estimated.filter(({ rows }) =>
    rows.some((id) => {
      const { limits } = costColumns(snapshot, id);
      return limits !== null && isPaidOnce(snapshot.row(id)[limits], terms);
    }),
  );
  if (paidOnce.length === 0) return null;
  const names = joinNames(paidOnce.map(({ offer }) => snapshot.offers.keyOf(offer)));
  const one = paidOnce.length === 1;
  return `${names} ${one ? 'states' : 'state'} any number of ${terms.networks}, and ${one ? 'is' : 'are'} paid once.`;
}

/**
 * What a workload on several networks means: whether requests are counted together, whether a plan
 * is paid once, and which plans to combine if none serves both.
 */
export function severalNotes(
  snapshot: Snapshot,
  estimated: readonly EstimatedOffer[],
  requestedNetworks: readonly string[],
): string[] {
  if (requestedNetworks.length < 2) return [];
  const { on, networks } = snapshot.catalog.terms;
  const paidOnce = paidOnceNote(snapshot, estimated, snapshot.catalog.terms);
  const names = joinNames(
    requestedNetworks.map((network) => snapshot.catalog.networkName(network)),
  );
  const partial = estimated.filter(({ isPartial }) => isPartial).length;
  const pair = cheapestPair(snapshot, estimated, requestedNetworks);
  const planOf = ({ offer, estimate }: EstimatedOffer, at: number) =>
    `${snapshot.offers.keyOf(offer)} of ${offer.provider} ${on} ${snapshot.catalog.networkName(requestedNetworks[at] ?? '')} (${estimateText(estimate)})`;
  return [
    `The requests are those ${on} ${names} together. A plan is counted once: ${paidOnce === null ? '' : 'except for those named next, '}its texts do not say whether it is paid once for several ${networks}.`,
    ...(paidOnce === null ? [] : [paidOnce]),
    ...(partial === 0
      ? []
      : [
          `${plural(partial, 'offer')} ${on} some of these ${networks} only ${partial === 1 ? 'is' : 'are'} last.`,
        ]),
    ...(pair === null
      ? []
      : [
          `No plan with a known cost is ${on} both. The cheapest known pair, each for all requests: ${pair.plans.map(planOf).join(' and ')}, ${estimateText(pair.cost)} a month together.`,
        ]),
  ];
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
