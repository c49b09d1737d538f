/** Plans of one provider in a comparison of providers, with their costs and limits. */
import { groupBy } from '../../../common/group-by.ts';
import { labelsOnly } from '../../../common/markdown-links.ts';
import { type ColumnDefinition, isMoney, quotaKind } from '../../../model/columns.ts';
import type { ProviderDefinition } from '../../../model/providers.ts';
import { cheapestOf, compareEstimates } from '../../answers/compare-estimates.ts';
import { costText, estimateText } from '../../answers/cost-text.ts';
import { estimateListings } from '../../answers/estimates.ts';
import { orderPlans, rungReader, rungs } from '../../answers/ladder.ts';
import { offerCells } from '../../answers/offer-cells.ts';
import { priceIn, shortPrice } from '../../answers/price-text.ts';
import { distinguishRows, labelOf } from '../../notations/offer-title.ts';
import { type CompareQuestion, comparisonParameters } from '../../questions/compare.ts';
import type { Place } from '../../questions/place.ts';
import { readWorkload, type WorkloadParameters } from '../../questions/workload.ts';
import { textsOf } from '../../text/cells.ts';
import { clip } from '../../text/clip.ts';
import { plural } from '../../text/counts.ts';
import { logosOf } from '../shared/logos.ts';

/** Plans of a provider in its column. */
const maxPlans = 20;

const maxLimits = 70;

export const maxLinks = 8;

interface PlansInput {
  readonly place: Place;
  readonly question: CompareQuestion;
  readonly workload: WorkloadParameters | null;
}

/** `rows`: those of the provider that the conditions select. */
export function readPlans(
  provider: ProviderDefinition,
  rows: readonly number[],
  { place, question, workload }: PlansInput,
) {
  const { snapshot } = place;
  const { category } = question.list.query;
  const byOffer = groupBy(rows, (id) => snapshot.offers.of(id));
  const firstRows = Array.from(byOffer.values(), ([id = 0]) => id);
  const listingsOf = (id: number) => byOffer.get(snapshot.offers.of(id)) ?? [id];
  const ids = orderPlans(snapshot, firstRows, listingsOf);
  const rungOf = rungReader(snapshot);
  const distinguishing = distinguishRows(snapshot, ids);
  const linkOf = (offer: string) =>
    place.href('/compare', comparisonParameters({ ...question, offers: [offer], providers: [] }));
  const plans = ids.map((id) => ({
    title:
      labelOf(snapshot.row(id), distinguishing.get(id) ?? null, snapshot.catalog.roles) ||
      provider.name,
    ...describePlan(listingsOf(id), category, place),
    ...costOf(listingsOf(id), workload, place),
    href: linkOf(snapshot.offers.keyOf(snapshot.offers.of(id))),
    rung: rungOf(listingsOf(id)),
  }));
  const costs = plans.flatMap(({ estimate }) => (estimate?.kind === 'cost' ? estimate : []));
  // Without a plan that is known to suffice, a lower bound says more than nothing.
  const least = cheapestOf(costs) ?? costs.toSorted(compareEstimates)[0] ?? null;
  const cheapest = least === null ? undefined : plans.find(({ estimate }) => estimate === least);
  const paid = plans.find(
    ({ rung: [at, price] }) => at !== rungs.free && price > 0 && price < Number.MAX_VALUE,
  );
  const { slug, name } = provider;
  return {
    head: {
      ...logosOf(place)(name),
      name,
      profile: place.href(`/providers/${slug}`),
      counts: plans.length === 0 ? 'No offers here' : plural(plans.length, 'offer'),
    },
    least,
    cost: { text: least === null ? null : costText(least), note: cheapest?.title ?? null },
    paid: { text: paid?.price ?? null, note: paid?.title ?? null },
    plans: plans.slice(0, maxPlans),
    more: plans.length > maxPlans ? plural(plans.length - maxPlans, 'more offer') : null,
  };
}

/** Price and limits of a plan in a few words; null if it states none. `rows`: of its listings. */
function describePlan(
  rows: readonly number[],
  category: string,
  { snapshot, networks }: ComparedPlace,
) {
  const { row, varying } = offerCells(snapshot, rows, networks);
  const columns = snapshot.catalog.columnsOf(category);
  const textOf = (column: ColumnDefinition | undefined) =>
    column === undefined ? '' : textsOf(row[column.key]).map(labelsOnly).join(', ');
  const money = columns.find((column) => isMoney(column) && textsOf(row[column.key]).length > 0);
  const limits = textOf(columns.find((column) => quotaKind(column) === 'limits'));
  return {
    price:
      money === undefined
        ? null
        : varying.has(money.key)
          ? textOf(money)
          : shortPrice(textOf(money), priceIn(money, snapshot.numbers(rows[0] ?? 0))),
    limits: limits === '' ? null : clip(limits, maxLimits),
  };
}

/** What a plan costs for a workload, or why that is not known. `rows`: of its listings. */
function costOf(
  rows: readonly number[],
  workloadParameters: WorkloadParameters | null,
  { snapshot, networks }: ComparedPlace,
) {
  if (workloadParameters === null) return { estimate: null, cost: null, isKnown: false };
  const { estimate, by } = estimateListings(
    snapshot,
    rows,
    readWorkload(workloadParameters),
    networks,
  );
  const isKnown = estimate.kind === 'cost';
  return {
    estimate,
    isKnown,
    cost: isKnown
      ? `costs ${costText(estimate)} a month${by === null ? '' : `, ${by}`}`
      : estimateText(estimate, by),
  };
}

export type ComparedPlace = Pick<Place, 'snapshot' | 'networks'>;
