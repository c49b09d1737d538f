/** Strip plot of prices: a dot for each offer at its price on a logarithmic scale, in a strip for each plan type. */
import { groupBy } from '../../../common/group-by.ts';
import { type ColumnDefinition, isMoney, priceKeys } from '../../../model/columns.ts';
import { formField } from '../../query/filters/kind.ts';
import { moneyText } from '../../query/offers/cost-text.ts';
import { groupOffers } from '../../query/offers/offers.ts';
import { type View, viewParameters, withQuery } from '../../query/view.ts';
import type { Row } from '../../snapshot/catalog.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { firstGroup, groupOf } from '../../snapshot/texts/price-groups.ts';
import { plural } from '../../text/counts.ts';
import { hashOf } from '../../text/monogram.ts';
import { pairsOf } from '../../urls.ts';
import { titleOf } from '../shared/offer-table/title.ts';
import type { ViewLink } from './links.ts';

/** Percentages of the width, so that dots and texts keep their size on every screen. */
const places = { free: 3, from: 15, to: 88, custom: 97 } as const;
/** Number of colours of tags in the style sheet. */
const tints = 6;
/** In pixels. The name of the plan type is above its dots. */
const strip = { height: 46, name: 13, step: 5 } as const;
/** Dots that are nearer than this, in percent, are stacked. */
const near = 1.2;

interface PlottedOffer {
  readonly slug: string;
  readonly name: string;
  readonly type: string;
  /** Dollars a month; null if the price is custom, blank, or in another currency or unit. */
  readonly price: number | null;
}

interface Input {
  readonly snapshot: Snapshot;
  readonly view: View;
  /** Columns of the category in which some offer of the network has a value. */
  readonly columns: readonly ColumnDefinition[];
  /** Rows that the page lists. */
  readonly ids: readonly number[];
  readonly href: ViewLink;
  readonly offerHref: (slug: string) => string;
}

/** The plot, or the link that asks for it; null in categories without prices. */
export function presentPricePlot({ view, columns, href, ...input }: Input) {
  const column = columns.find(isMoney);
  if (column === undefined) return null;
  const toggle = href({ ...view, hasChart: !view.hasChart });
  return { toggle, plot: view.hasChart ? presentPlot({ ...input, view, column }) : null };
}

function presentPlot({ column, ...input }: Omit<Input, 'columns' | 'href'> & { readonly column: ColumnDefinition }) {
  const offers = readOffers(input, column);
  const paid = offers.flatMap(({ price }) => (price !== null && price > 0 ? [price] : []));
  const [least, most] = decadesOf(paid);
  const xOf = ({ price }: PlottedOffer) => (price === null ? places.custom : logPlace(price, least, most));
  const byType = [...groupBy(offers, ({ type }) => type)].toSorted(([, a], [, b]) => b.length - a.length);
  return {
    label: column.label,
    count: plural(offers.length, 'offer'),
    height: byType.length * strip.height + 20,
    axis: byType.length * strip.height,
    ticksAt: byType.length * strip.height + 14,
    ticks: powersOfTen(least, most).map((value) => ({
      x: logPlace(value, least, most),
      text: tickText(value),
    })),
    strips: byType.map(([type, own], at) => ({
      type,
      y: at * strip.height + strip.name,
      tint: hashOf(type) % tints,
      dots: stack(own, xOf, (at + 1) * strip.height - 6, input.offerHref),
    })),
    table: byType.map(([type, own]) => summarize(type, own)),
    range: presentRange(input.view, column),
  };
}

/** The powers of ten around the prices. */
function decadesOf(paid: readonly number[]): readonly [least: number, most: number] {
  if (paid.length === 0) return [1, 10];
  const least = 10 ** Math.floor(Math.log10(Math.min(...paid)));
  return [least, Math.max(least * 10, 10 ** Math.ceil(Math.log10(Math.max(...paid))))];
}

function logPlace(value: number, least: number, most: number): number {
  if (value === 0) return places.free;
  const share = Math.log10(value / least) / Math.log10(most / least);
  return Number((places.from + share * (places.to - places.from)).toFixed(1));
}

function powersOfTen(least: number, most: number): number[] {
  const [from, to] = [least, most].map((value) => Math.round(Math.log10(value))) as [number, number];
  return Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at));
}

/** `$10`, `$10K` */
function tickText(value: number): string {
  return `$${value.toLocaleString('en-US', { notation: 'compact' })}`;
}

/** Puts neighbours above each other; a high stack is squeezed into its strip. */
function stack(
  offers: readonly PlottedOffer[],
  xOf: (offer: PlottedOffer) => number,
  bottom: number,
  offerHref: (slug: string) => string,
) {
  const piles = [...groupBy(offers, (offer) => Math.round(xOf(offer) / near)).values()];
  return piles.flatMap((pile) => {
    const step = Math.min(strip.step, (strip.height - strip.name - 12) / pile.length);
    return pile.map((offer, at) => ({
      x: xOf(offer),
      y: Number((bottom - at * step).toFixed(1)),
      name: `${offer.name}: ${offer.price === null ? 'custom or not comparable' : priceText(offer.price)}`,
      href: offerHref(offer.slug),
    }));
  });
}

function priceText(price: number): string {
  return price === 0 ? 'free' : `${moneyText(price, 'USD')} a month`;
}

/** The plot in numbers, for those who do not see it. */
function summarize(type: string, offers: readonly PlottedOffer[]) {
  const paid = offers.flatMap(({ price }) => (price !== null && price > 0 ? [price] : [])).toSorted((a, b) => a - b);
  const text = (at: number) => (paid.length === 0 ? '–' : moneyText(paid[at] ?? 0, 'USD'));
  return {
    type,
    offers: offers.length,
    free: offers.filter(({ price }) => price === 0).length,
    lowest: text(0),
    median: text(Math.floor(paid.length / 2)),
    highest: text(paid.length - 1),
    custom: offers.filter(({ price }) => price === null).length,
  };
}

function readOffers({ snapshot, ids, view }: Pick<Input, 'snapshot' | 'ids' | 'view'>, column: ColumnDefinition) {
  const index = snapshot.facetIndex(view.query.category);
  return groupOffers(snapshot, ids).map(({ offer, rows: [id = -1] }): PlottedOffer => {
    const row: Row = snapshot.row(id);
    const first = snapshot.numbers(id)[priceKeys(column.key)[3]];
    const isCompared = groupOf(index, column.key, id) === firstGroup && typeof first === 'number';
    return {
      slug: snapshot.slugOf(id),
      name: `${offer.provider} ${titleOf(row)}`,
      type: typeof row.planType === 'string' ? row.planType : 'No plan type',
      price: isCompared ? first : null,
    };
  });
}

/** Two fields that filter the list by the price. */
function presentRange(view: View, column: ColumnDefinition) {
  const { filters } = view.query;
  const own = filters.find((filter) => filter.column === column);
  const without = withQuery(view, { filters: filters.filter((filter) => filter !== own) });
  const given = viewParameters(withQuery(view, { filters: own === undefined ? [] : [own] }));
  const name = formField(column.key);
  return {
    name,
    min: given[`${name}.min`] ?? null,
    max: given[`${name}.max`] ?? null,
    hidden: pairsOf(viewParameters(without)).map(([key, value]) => ({ name: key, value })),
  };
}
