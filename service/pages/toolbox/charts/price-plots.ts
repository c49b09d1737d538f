/**
 * Strip plots of prices: a dot for each offer at its price on a logarithmic scale, in a strip for
 * each plan type.
 */
import { getOrInsert } from '../../../../common/get-or-insert.ts';
import { groupBy } from '../../../../common/group-by.ts';
import { type ColumnDefinition, isMoney, priceKeys } from '../../../../model/columns.ts';
import { aUnit, periodOf } from '../../../../model/price-period.ts';
import { moneyText, shortMoneyText } from '../../../answers/cost-text.ts';
import { type VaryingCell, valuesText, varyingCells } from '../../../answers/offer-cells.ts';
import { titleOf } from '../../../notations/offer-title.ts';
import { formField } from '../../../query/filters/kind.ts';
import { groupOffers } from '../../../query/offers.ts';
import { type ListQuestion, listParameters, withQuery } from '../../../questions/list.ts';
import type { Snapshot } from '../../../snapshot/snapshot.ts';
import { groupLabel, type PriceGroup } from '../../../snapshot/texts/price-groups.ts';
import { textsOf } from '../../../text/cells.ts';
import { clip } from '../../../text/clip.ts';
import { plural } from '../../../text/counts.ts';
import { hashOf } from '../../../text/monogram.ts';
import { planOf } from '../../../text/offer-names.ts';
import { hiddenFields } from '../../../urls.ts';
import type { Toolbox } from '../read.ts';
import { logScale, powersOfTen, rounded, tints } from './scales.ts';

/** Percentages of the width, so that dots and texts keep their size on every screen. */
const places = { free: 3, from: 15, to: 82, custom: 97 } as const;
/** Dots side by side in a pile of what has no place on the scale. */
const besides = 5;
/** In pixels. The name of the plan type is above its dots. */
const strip = { least: 46, name: 13, step: 5, tallestPile: 80 } as const;
/** Prices in a further currency or unit have a plot of their own from this number on. */
const fewest = 20;
/** Characters of a price that has no place on the scale. */
const longPrice = 60;
/** Dots that are nearer than this, in percent, are stacked. */
const near = 1.2;

interface PlottedOffer {
  readonly slug: string;
  readonly name: string;
  readonly type: string;
  /** Null if the cell states no number, or one in another currency or unit. */
  readonly price: number | null;
  /** The cell, if its price has no place on the scale. */
  readonly stated: string | null;
  readonly hasNumber: boolean;
}

/**
 * A plot for each column of prices, or the link that asks for them; null in categories without
 * prices.
 */
export function presentPricePlots(toolbox: Toolbox) {
  const { snapshot, network, question, listing, href } = toolbox;
  const prices = snapshot.pricesOf(network, question.query.category);
  const plotted = listing.filled.filter((column) => isMoney(column) && prices.has(column.key));
  if (plotted.length === 0) return null;
  const toggle = href({ ...question, hasChart: !question.hasChart });
  const comparable = plotted.flatMap((column) => {
    const { main, groups = [] } = prices.get(column.key) ?? {};
    const all = groups.filter((group) => group !== main && group.count >= fewest);
    return main === undefined
      ? []
      : [main, ...all].map((group) => ({ column, group, isMain: group === main }));
  });
  const plots = question.hasChart
    ? comparable.flatMap((comparablePrices) => presentPlot(toolbox, comparablePrices))
    : [];
  return { toggle, hasPlots: question.hasChart, plots };
}

/** Prices of a column in one currency and unit. */
interface ComparablePrices {
  readonly column: ColumnDefinition;
  readonly group: PriceGroup;
  /** Whether filters compare this group unless another one is chosen. */
  readonly isMain: boolean;
}

/** None without an offer. */
function presentPlot(toolbox: Toolbox, prices: ComparablePrices) {
  const { column, group, isMain } = prices;
  const offers = readOffers(toolbox, prices).filter(
    ({ price }) => isMain || (price !== null && price > 0),
  );
  if (offers.length === 0) return [];
  const scale = logScale(paidOf(offers), [places.from, places.to]);
  const [least = 1, most = 10] = scale.domain();
  const xOf = ({ price }: PlottedOffer) =>
    price === null ? places.custom : price === 0 ? places.free : rounded(scale(price));
  const byType = [...groupBy(offers, ({ type }) => type)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const { currency } = group;
  const { unit } = group;
  const per = unit === periodOf(column) ? aUnit(unit) : `per ${unit ?? ''}`;
  const textOf = ({ price, stated }: PlottedOffer) =>
    price === null ? stated : price === 0 ? 'free' : `${moneyText(price, currency)} ${per}`;
  let height = 0;
  const strips = byType.map(([type, offersOfType]) => {
    const dots = stack(offersOfType, xOf);
    const top = height;
    height += Math.max(strip.least, strip.name + 12 + Math.max(...dots.map(({ up }) => up)));
    return {
      type,
      y: top + strip.name,
      tint: hashOf(type) % tints,
      dots: dots.map(({ offer, x, up }) => ({
        x: rounded(x),
        y: rounded(height - 6 - up),
        name: `${offer.name}: ${textOf(offer)}`,
        href: toolbox.link('/compare', { category: toolbox.category.key, offer: offer.slug }),
      })),
    };
  });
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
    table: byType.map(([type, offersOfType]) => summarize(type, offersOfType, currency)),
    isMain,
    range: presentRange(toolbox.question, prices),
  };
}

function paidOf(offers: readonly PlottedOffer[]): number[] {
  return offers
    .flatMap(({ price }) => (price !== null && price > 0 ? [price] : []))
    .toSorted((a, b) => a - b);
}

/** Puts neighbours above each other; a high pile is squeezed. `up`: in pixels. */
function stack(offers: readonly PlottedOffer[], xOf: (offer: PlottedOffer) => number) {
  const piles = [...groupBy(offers, (offer) => Math.round(xOf(offer) / near)).values()];
  return piles.flatMap((pile) => {
    const [{ price = null } = {}] = pile;
    const columns = price === null || price === 0 ? Math.min(besides, pile.length) : 1;
    const step = Math.min(strip.step, (strip.tallestPile * columns) / pile.length);
    return pile.map((offer, at) => ({
      offer,
      x: xOf(offer) + ((at % columns) - (columns - 1) / 2) * near,
      up: Math.floor(at / columns) * step,
    }));
  });
}

/** The plot in numbers, for those who do not see it. */
function summarize(type: string, offers: readonly PlottedOffer[], currency: string | null) {
  const paid = paidOf(offers);
  const text = (at: number) => (paid.length === 0 ? '–' : moneyText(paid[at] ?? 0, currency));
  const free = offers.filter(({ price }) => price === 0).length;
  const apart = offers.filter(({ price }) => price === null);
  const other = apart.filter(({ hasNumber }) => hasNumber).length;
  const amounts = {
    lowest: text(0),
    median: text(Math.floor(paid.length / 2)),
    highest: text(paid.length - 1),
  };
  return { type, offers: offers.length, free, ...amounts, custom: apart.length - other, other };
}

/**
 * Offers that state a price, whatever it says: one for each price of its listings. Each row is read
 * once for a snapshot.
 */
function readOffers(
  { snapshot, matchedRows }: Toolbox,
  { column: { key }, group }: ComparablePrices,
) {
  const known = snapshot.derived.of(
    `plotted ${key} ${group.id}`,
    () => new Map<number, readonly PlottedOffer[]>(),
  );
  const read = (id: number) => getOrInsert(known, id, () => readOffer(snapshot, id, key, group));
  return groupOffers(snapshot, matchedRows.ids).flatMap(({ rows }) => {
    const cell = varyingCells(snapshot, rows).get(key);
    return cell === undefined ? read(rows[0] ?? -1) : readListings(snapshot, cell, rows.map(read));
  });
}

/** A dot for each price that the listings of an offer state, with the networks. */
function readListings(
  snapshot: Snapshot,
  cell: VaryingCell,
  all: readonly (readonly PlottedOffer[])[],
): readonly PlottedOffer[] {
  const byPrice = groupBy(all.flat(), ({ price }) => price);
  const places = valuesText(cell, snapshot);
  return [...byPrice.values()].flatMap(([first]) =>
    first === undefined ? [] : [{ ...first, name: `${first.name} (${places})` }],
  );
}

/** None without a price. */
function readOffer(
  snapshot: Snapshot,
  id: number,
  key: string,
  group: PriceGroup,
): readonly PlottedOffer[] {
  const row = snapshot.row(id);
  const { roles } = snapshot.catalog;
  const [text = null] = textsOf(row[key]);
  if (text === null) return [];
  const first = snapshot.numbers(id)[priceKeys(key)[3]];
  const prices = snapshot.columnPrices(snapshot.categoryOf(id), key);
  const isCompared = typeof first === 'number' && (first === 0 || prices.groupOf(id) === group.id);
  const type = planOf(row, roles) || 'No plan type';
  const name = `${snapshot.providerOf(id)} ${titleOf(row, roles)}`;
  const price = isCompared ? first : null;
  const stated = price === null ? clip(text, longPrice) : null;
  const hasNumber = typeof first === 'number';
  return [{ slug: snapshot.slugOf(id), name, type, price, stated, hasNumber }];
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
