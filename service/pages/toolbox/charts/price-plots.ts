/** Plot of the prices of a column in one currency and unit, and links to the plots of others. */
import { groupBy } from '../../../../common/group-by.ts';
import { isMoney } from '../../../../model/columns.ts';
import { moneyText, shortMoneyText } from '../../../answers/cost-text.ts';
import { formField } from '../../../query/filters/kind.ts';
import {
  chartOf,
  firstChart,
  type ListQuestion,
  listParameters,
  withQuery,
} from '../../../questions/list.ts';
import { groupLabel } from '../../../snapshot/texts/price-groups.ts';
import { plural } from '../../../text/counts.ts';
import { hiddenFields } from '../../../urls.ts';
import type { Toolbox } from '../read.ts';
import { type ComparablePrices, type PlottedOffer, readOffers } from './plotted-offers.ts';
import { byPlan, type OffersOfPlan, places, planLabel, presentStrips } from './price-strips.ts';
import { logScale, powersOfTen, rounded } from './scales.ts';

/** Prices in a further currency or unit have a plot of their own from this number on. */
const fewest = 5;

/** The plot that the address names, or the button that opens one; null without prices. */
export function presentPricePlots(toolbox: Toolbox) {
  const { snapshot, network, question, listing, href } = toolbox;
  const { chart, query } = question;
  const prices = snapshot.pricesOf(network, query.category);
  const plotted = listing.filled.filter((column) => isMoney(column) && prices.has(column.key));
  if (plotted.length === 0) return null;
  const toggle = href({ ...question, chart: chart === null ? firstChart : null });
  if (chart === null) return { toggle, hasPlot: false, plot: null };
  const all = plotted.flatMap((column) => {
    const { main, groups = [] } = prices.get(column.key) ?? {};
    const others = groups.filter((group) => group !== main);
    return main === undefined
      ? []
      : [main, ...others].map((group) => ({ column, group, isMain: group === main }));
  });
  const plots = all
    .map((comparable) => ({
      ...comparable,
      offers: readOffers(toolbox, comparable),
      name: chartOf(comparable.column.key, comparable.group.id),
    }))
    .filter(({ isMain, offers }) => offers.length >= (isMain ? 1 : fewest));
  const shown = plots.find(({ name }) => name === chart) ?? plots[0];
  const others = groupBy(
    plots.filter((plot) => plot !== shown),
    ({ column }) => column.label,
  );
  const plot = shown === undefined ? null : presentPlot(toolbox, shown, shown.offers);
  return {
    toggle,
    hasPlot: true,
    plot: plot && {
      ...plot,
      others: Array.from(others, ([label, ofColumn]) => ({
        label,
        plots: ofColumn.map(({ group, offers, name }) => ({
          unit: groupLabel(group),
          count: offers.length,
          href: href({ ...question, chart: name }),
        })),
      })),
    },
  };
}

function presentPlot(toolbox: Toolbox, prices: ComparablePrices, offers: readonly PlottedOffer[]) {
  const { column, group, isMain } = prices;
  const { currency } = group;
  const scale = logScale(paidOf(offers), [places.from, places.to]);
  const [least = 1, most = 10] = scale.domain();
  const plans = byPlan(offers);
  const { height, strips } = presentStrips(toolbox, prices, { plans, scale });
  return {
    label: column.label,
    caption: `${column.label} of ${plural(offers.length, 'offer')} in ${groupLabel(group)}`,
    height: height + 20,
    axis: height,
    ticksAt: height + 14,
    ticks: powersOfTen(scale).map((value) => ({
      x: rounded(scale(value)),
      text: shortMoneyText(value, currency),
    })),
    least,
    most,
    ...places,
    strips,
    table: plans.map((plan) => summarize(toolbox, plan, currency)),
    isMain,
    range: presentRange(toolbox.question, prices),
  };
}

function paidOf(offers: readonly PlottedOffer[]): number[] {
  return offers
    .flatMap(({ price }) => (price !== null && price > 0 ? [price] : []))
    .toSorted((a, b) => a - b);
}

/** The plot in numbers, for those who do not see it. */
function summarize(toolbox: Toolbox, [plan, offers]: OffersOfPlan, currency: string | null) {
  const paid = paidOf(offers);
  const text = (at: number) => (paid.length === 0 ? 'none' : moneyText(paid[at] ?? 0, currency));
  const apart = offers.filter(({ price }) => price === null);
  const other = apart.filter(({ hasNumber }) => hasNumber).length;
  return {
    plan: planLabel(toolbox, plan),
    offers: offers.length,
    free: offers.filter(({ price }) => price === 0).length,
    lowest: text(0),
    median: text(Math.floor(paid.length / 2)),
    highest: text(paid.length - 1),
    custom: apart.length - other,
    other,
  };
}

/** Two fields that filter the list by the price. */
function presentRange(question: ListQuestion, { column, group, isMain }: ComparablePrices) {
  const { filters } = question.query;
  const columnFilter = filters.find((filter) => filter.column === column);
  const without = withQuery(question, {
    filters: filters.filter((filter) => filter !== columnFilter),
  });
  const parameters = listParameters(
    withQuery(question, { filters: columnFilter === undefined ? [] : [columnFilter] }),
  );
  const name = formField(column.key);
  const unit = isMain ? null : group.id;
  const isCompared = (parameters[`${name}.in`] ?? null) === unit;
  return {
    name,
    min: isCompared ? (parameters[`${name}.min`] ?? null) : null,
    max: isCompared ? (parameters[`${name}.max`] ?? null) : null,
    hidden: hiddenFields({ ...listParameters(without), [`${name}.in`]: unit }),
  };
}
