/**
 * Figures of offers that no cell states: what a workload costs a month, and on how many networks an
 * offer is.
 */
import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../common/get-or-insert.ts';
import {
  type ColumnDefinition,
  type CostColumns,
  costColumnsOf,
  estimateFigure,
  networkFigure,
  numberKeys,
  statedBy,
} from '../../model/columns.ts';
import type { Rate } from '../../model/rates.ts';
import { type PriceModel, priceModel } from '../estimate/estimate.ts';
import { type Offer, readOffer } from '../estimate/offer.ts';
import { averageMonth, isPreset, type Workload } from '../estimate/workloads.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { anyGroup, type FigureSpan } from './filters/kind.ts';
import { amountUnit, unitOf } from './filters/range.ts';
import { conversionsInto } from './rates.ts';
import type { Sort } from './selection.ts';

/** Own mixes whose price models are kept: users change a volume more often than their calls. */
const keptMixes = 8;

type Models = Map<Offer, PriceModel>;

/** Price models of offers by the calls of a workload: all of presets, the latest of own mixes. */
function modelsFor(snapshot: Snapshot, { mix, isArchive }: Workload): Models {
  const key = `price models ${JSON.stringify([mix, isArchive])}`;
  if (isPreset(mix)) return snapshot.derived.of(key, () => new Map());
  const figures = snapshot.derived.of(
    'price models of own mixes',
    () => new LRUCache<string, Models>({ max: keptMixes }),
  );
  const models = figures.get(key) ?? new Map();
  figures.set(key, models);
  return models;
}

/**
 * What estimates need of a row, read once for a snapshot. Rows that state the same have the same
 * object: most are equal to others of their offer.
 */
function offerOf(snapshot: Snapshot, id: number): Offer {
  const { byId, byFacts } = snapshot.derived.of('offers of estimates', () => ({
    byId: new Map<number, Offer>(),
    byFacts: new Map<string, Offer>(),
  }));
  return getOrInsert(byId, id, () => {
    const columns = costColumns(snapshot, id);
    const offer = readOffer(snapshot.row(id), snapshot.numbers(id), columns);
    return getOrInsert(byFacts, JSON.stringify(offer), () => offer);
  });
}

/** Columns of the row's category that estimates read. */
export function costColumns({ offers, catalog, derived }: Snapshot, id: number): CostColumns {
  const { category } = offers.of(id);
  return derived.of(`cost columns ${category}`, () => costColumnsOf(catalog.columnsOf(category)));
}

/** Price models of rows for the calls of a workload, one for all rows that state the same. */
export function priceModels(snapshot: Snapshot, workload: Workload): (id: number) => PriceModel {
  const { mix, isArchive } = workload;
  const models = modelsFor(snapshot, workload);
  const { units } = snapshot.catalog;
  return (id) => {
    const offer = offerOf(snapshot, id);
    return getOrInsert(models, offer, () =>
      priceModel({ offer, workload: { mix, isArchive }, units }),
    );
  };
}

interface Figure {
  readonly min: number;
  readonly max: number;
  /** Lowercase currencies, tokens and units that it is in; null if it is compared with all. */
  readonly groups: readonly string[] | null;
}

type FigureOf = (id: number) => Figure | null;

/** The figure of a row or its offer: null if it is not known. */
export function figureOf(
  snapshot: Snapshot,
  { column, workload }: Pick<FigureSpan, 'column' | 'workload'>,
): FigureOf {
  if (column.key === networkFigure.key) return networkCountOf(snapshot);
  const stated = statedBy(column);
  return stated === null ? costOf(snapshot, workload ?? averageMonth) : statedOf(snapshot, stated);
}

/** A lower bound is no estimate: nobody knows that the plan suffices. */
function costOf(snapshot: Snapshot, workload: Workload): FigureOf {
  const modelOf = priceModels(snapshot, workload);
  return (id) => {
    const cost = modelOf(id)(workload);
    if (cost.kind === 'none' || cost.missing !== null) return null;
    const { min, max, currency } = cost;
    // What is free costs 0 in every currency.
    return { min, max, groups: max === 0 ? null : [`${currency ?? ''}/month`.toLowerCase()] };
  };
}

/** Whether a cost that is not known is above an amount: its lower bound is. */
export function aboveTest(
  snapshot: Snapshot,
  { workload, max, groups }: Pick<FigureSpan, 'workload' | 'max' | 'groups'>,
): (id: number) => boolean {
  const costs = workload ?? averageMonth;
  const modelOf = priceModels(snapshot, costs);
  return (id) => {
    const cost = modelOf(id)(costs);
    if (cost.kind === 'none' || cost.missing === null || max === null) return false;
    const unit = `${cost.currency ?? ''}/month`.toLowerCase();
    const figure = { min: cost.min, max: cost.max, groups: [unit] };
    const span = { column: estimateFigure, groups };
    const factor = factorOf(figure, span, snapshot.catalog.rates);
    return factor !== null && cost.min * factor > max;
  };
}

function networkCountOf(snapshot: Snapshot): FigureOf {
  const counts = snapshot.derived.of('networks of offers', () => {
    const { catalog, offers } = snapshot;
    const all = catalog.categoryKeys.flatMap((category) => offers.inCategory(category));
    return new Map(
      all.map(({ offer, rows }) => {
        const listings = rows.flatMap((id) => snapshot.listingIdsOf(id));
        return [offer, new Set(listings.map((id) => catalog.networkOfListing(id))).size] as const;
      }),
    );
  });
  return (id) => {
    const count = counts.get(snapshot.offers.of(id)) ?? 0;
    return { min: count, max: count, groups: null };
  };
}

/** Amounts and times that texts of a column state. Each row is read once for a snapshot. */
function statedOf(snapshot: Snapshot, stated: Stated): FigureOf {
  const known = snapshot.derived.of(
    `figures ${stated.column}`,
    () => new Map<number, Figure | null>(),
  );
  return (id) => getOrInsert(known, id, () => readStated(snapshot, stated, id));
}

/** Tokens in which texts state amounts of a column; none of another figure. */
export function statedTokens(snapshot: Snapshot, column: ColumnDefinition): ReadonlySet<string> {
  const { catalog } = snapshot;
  const stated = statedBy(column);
  if (stated?.kind !== 'amount') return new Set();
  const categories = catalog.categoryKeys.filter((category) =>
    catalog.usedColumnsOf(category).some(({ key }) => key === stated.column),
  );
  const rows = categories.flatMap((category) => [...snapshot.rowsOfListing(null, category)]);
  const units = rows.map((id) => snapshot.numbers(id)[`${stated.column}Unit`]);
  return new Set(units.filter((unit) => typeof unit === 'string'));
}

type Stated = NonNullable<ReturnType<typeof statedBy>>;

function readStated(snapshot: Snapshot, { column: key, kind }: Stated, id: number): Figure | null {
  const numbers = snapshot.numbers(id);
  const [min, max] = numberKeys(key).map((name) => numbers[name]);
  if (typeof min !== 'number' || typeof max !== 'number') return null;
  if (kind === 'hours') return { min, max, groups: null };
  const unit = numbers[`${key}Unit`];
  // Without a unit, the amount is of the token of the network, which has its name.
  const tokens = typeof unit === 'string' ? [unit] : namesOf(snapshot, id);
  return { min, max, groups: tokens.map((token) => `${token}/${amountUnit}`.toLowerCase()) };
}

/** Names of the networks of a row. */
function namesOf(snapshot: Snapshot, id: number): string[] {
  const { catalog } = snapshot;
  return snapshot.listingIdsOf(id).flatMap((listing) => {
    const key = catalog.networkKey(catalog.networkOfListing(listing));
    const { name = null, aliases = [] } = catalog.networks.get(key) ?? {};
    return [key, name ?? key, ...aliases];
  });
}

/**
 * Factor that makes a figure one of the units: 1 if it is in one of them, or in the usual one if
 * none is given. Null if it is in another one, and the directory states no rates of both.
 */
export function factorOf(
  figure: Figure,
  span: Pick<FigureSpan, 'column' | 'groups'>,
  rates: readonly Rate[],
): number | null {
  if (isCompared(figure, span)) return 1;
  const [wanted = unitOf(span.column) ?? ''] = span.groups;
  return conversionsInto(wanted, figure.groups ?? [], rates)[0]?.factor ?? null;
}

function isCompared(
  { groups }: Figure,
  { column, groups: priceGroups }: Pick<FigureSpan, 'column' | 'groups'>,
): boolean {
  const usual = unitOf(column);
  if (
    groups === null ||
    priceGroups.includes(anyGroup) ||
    (priceGroups.length === 0 && usual === null)
  )
    return true;
  const wanted = priceGroups.length === 0 && usual !== null ? [usual] : priceGroups;
  return wanted.some((group) => groups.includes(group.toLowerCase()));
}

/**
 * Ids of the rows of a listing by what they cost: known costs before lower bounds, dollars before
 * other currencies, in both directions. Rows without a cost are not among them.
 */
export function estimateOrder(
  snapshot: Snapshot,
  listing: Listing,
  { desc, workload = averageMonth }: Pick<Sort, 'desc' | 'workload'>,
): number[] {
  const modelOf = priceModels(snapshot, workload);
  const costs = rowsOf(snapshot, listing).flatMap((id) => {
    const cost = modelOf(id)(workload);
    if (cost.kind === 'none') return [];
    const { min, max, missing, currency } = cost;
    const rank = missing === null ? 0 : 1;
    // What is free costs 0 in every currency.
    const group = max === 0 || currency === 'USD' ? '' : (currency ?? '~');
    return [{ id, rank, group, amount: desc ? -max : min }];
  });
  return costs
    .toSorted(
      (a, b) =>
        a.rank - b.rank ||
        a.group.localeCompare(b.group, 'en') ||
        a.amount - b.amount ||
        a.id - b.id,
    )
    .map(({ id }) => id);
}

interface Listing {
  readonly network: string | null;
  readonly categories: readonly string[];
}

function rowsOf(snapshot: Snapshot, { network, categories }: Listing): number[] {
  return categories.flatMap((category) => [...snapshot.rowsOfListing(network, category)]);
}

/** Ids of the rows of a listing whose offers have the figure within a span. */
export function figureRows(snapshot: Snapshot, listing: Listing, span: FigureSpan): number[] {
  const figureAt = figureOf(snapshot, span);
  const { min, max } = span;
  return rowsOf(snapshot, listing).filter((id) => {
    const figure = figureAt(id);
    const factor = figure && factorOf(figure, span, snapshot.catalog.rates);
    if (figure === null || factor === null) return false;
    const [least, most] = [figure.min * factor, figure.max * factor];
    return (min === null || most >= min) && (max === null || least <= max);
  });
}
