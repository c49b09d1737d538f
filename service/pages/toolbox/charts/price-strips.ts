/**
 * Strips of a plot of prices, one for each kind of plan. Each offer is a dot; dots at one place are
 * a pile, which is one link to the list of its offers.
 */
import { groupBy } from '../../../../common/group-by.ts';
import type { ColumnDefinition } from '../../../../model/columns.ts';
import { aUnit, periodOf } from '../../../../model/price-period.ts';
import { moneyText } from '../../../answers/cost-text.ts';
import { type Filter, filterKindOf } from '../../../query/filters/index.ts';
import { blank, presence } from '../../../query/filters/presence.ts';
import { type ListQuestion, withQuery } from '../../../questions/list.ts';
import { joinSome, plural } from '../../../text/counts.ts';
import { hashOf } from '../../../text/monogram.ts';
import type { Toolbox } from '../read.ts';
import type { ComparablePrices, PlottedOffer } from './plotted-offers.ts';
import { rounded, tints } from './scales.ts';

/** Percentages of the width, so that dots and texts keep their size on every screen. */
export const places = { free: 3, from: 15, to: 72, custom: 97 } as const;
/** Dots side by side in a pile of what has no place on the scale. */
const besides = 5;
/** In pixels. The name of the plan type is above its dots. */
const strip = { least: 46, name: 13, step: 6, tallestPile: 84 } as const;
/** A pile of more offers names their providers only, and not all of them. */
const longPile = 12;
const maxPrices = 5;
/** Dots that are nearer than this, in percent, are one pile. */
const near = 1.2;

export type OffersOfPlan = readonly [plan: string, offers: readonly PlottedOffer[]];

const priceRank = ({ price }: PlottedOffer) => price ?? Number.MAX_VALUE;

/** The kinds of plans with most offers first. */
export function byPlan(offers: readonly PlottedOffer[]): readonly OffersOfPlan[] {
  return [...groupBy(offers, ({ plan }) => plan)].toSorted(([, a], [, b]) => b.length - a.length);
}

/** A directory without plans has one strip. */
export function planLabel({ snapshot }: Toolbox, plan: string): string {
  return snapshot.catalog.has.has('plans') ? plan || 'No plan type' : 'All offers';
}

/** From the top to the bottom. `scale`: the place of a price, in percent. */
export function presentStrips(
  toolbox: Toolbox,
  prices: ComparablePrices,
  { plans, scale }: { plans: readonly OffersOfPlan[]; scale: (price: number) => number },
) {
  const xOf = ({ price }: PlottedOffer) =>
    price === null ? places.custom : price === 0 ? places.free : rounded(scale(price));
  let height = 0;
  const strips = plans.map(([plan, offers]) => {
    const ascending = offers.toSorted((a, b) => priceRank(a) - priceRank(b));
    const piles = [...groupBy(ascending, (offer) => Math.round(xOf(offer) / near)).values()];
    const stacked = piles.map((pile) => ({ pile, ...stack(pile, xOf) }));
    const top = height;
    const tallest = Math.max(...stacked.flatMap(({ columns }) => columns.map(({ up }) => up)));
    height += Math.max(strip.least, Math.ceil(strip.name + 12 + tallest));
    const base = height - 6;
    const listed = listOfPlan(toolbox, plan);
    return {
      plan: planLabel(toolbox, plan),
      href: toolbox.href(listed),
      y: top + strip.name,
      tint: hashOf(plan) % tints,
      piles: stacked.map(({ pile, step, columns }) => ({
        names: namesOf(pile, prices),
        href: toolbox.href(listOfPile(listed, pile, prices)),
        // A dash of a dotted line is a dot. A line is a little longer, so that it has its last one.
        columns: columns.map(({ x, up }) => ({ x, from: base, to: rounded(base - up - 0.5) })),
        step: step === strip.step ? null : rounded(step),
      })),
    };
  });
  return { height, strips };
}

/**
 * Dots above each other in the middle of their places, in pixels; a high pile is squeezed. What has
 * no place on the scale has several columns.
 */
function stack(pile: readonly PlottedOffer[], xOf: (offer: PlottedOffer) => number) {
  const [{ price = null } = {}] = pile;
  const isBeside = price === null || price === 0;
  const beside = isBeside ? Math.min(besides, pile.length) : 1;
  const step = Math.min(strip.step, (strip.tallestPile * beside) / pile.length);
  const middle = pile.reduce((sum, offer) => sum + xOf(offer), 0) / pile.length;
  const columns = Array.from({ length: beside }, (_, at) => ({
    x: rounded(middle + (at - (beside - 1) / 2) * near),
    up: Math.floor((pile.length - 1 - at) / beside) * step,
  }));
  return { step, columns };
}

/** `$199 a month: Chainstack Pro, GetBlock Advanced; $225 a month: Infura Team` */
function namesOf(pile: readonly PlottedOffer[], { column, group }: ComparablePrices): string {
  const { unit } = group;
  const per = unit === periodOf(column) ? aUnit(unit) : `per ${unit ?? ''}`;
  const textOf = ({ price, stated }: PlottedOffer) =>
    price === null ? stated : price === 0 ? 'Free' : `${moneyText(price, group.currency)} ${per}`;
  const byText = [...groupBy(pile, textOf)];
  const isLong = pile.length > longPile;
  const texts = byText.slice(0, maxPrices).map(([text, offers]) => {
    const names = new Set(offers.map(({ name, provider }) => (isLong ? provider : name)));
    return `${text}: ${joinSome([...names])}`;
  });
  const more = byText.length - maxPrices;
  return [...texts, ...(more > 0 ? [plural(more, 'other price')] : [])].join('; ');
}

/** The list of one kind of plan. */
function listOfPlan({ question, snapshot }: Toolbox, plan: string): ListQuestion {
  const { columns, roles } = snapshot.catalog;
  const column = columns.get(roles.plan ?? '');
  if (column === undefined) return question;
  const filter =
    plan === ''
      ? presence.parse(column, [blank])
      : (filterKindOf(column)?.parse(column, [plan]) ?? null);
  return filter === null ? question : withColumn(question, column, filter);
}

/** What has no place on the scale has no filter of its own: then the list of its plans. */
function listOfPile(
  listed: ListQuestion,
  pile: readonly PlottedOffer[],
  { column, group, isMain }: ComparablePrices,
): ListQuestion {
  const amounts = pile.flatMap(({ price }) => price ?? []);
  if (amounts.length === 0) return listed;
  const bounds = [
    toCents(Math.min(...amounts), Math.floor),
    toCents(Math.max(...amounts), Math.ceil),
  ].map(String);
  const filter = filterKindOf(column)?.parse(column, isMain ? bounds : [...bounds, group.id]);
  return filter === undefined ? listed : withColumn(listed, column, filter);
}

/** A bound that has at most two digits where an amount has more, such as the month of a day. */
function toCents(amount: number, round: (cents: number) => number): number {
  const isShort = amount < 1 || Number(amount.toFixed(2)) === amount;
  return isShort ? amount : round(amount * 100) / 100;
}

/** The list with a filter in place of that of the column. */
function withColumn(question: ListQuestion, column: ColumnDefinition, filter: Filter) {
  const others = question.query.filters.filter((other) => other.column !== column);
  return withQuery(question, { filters: [...others, filter] });
}
