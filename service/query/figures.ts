/**
 * Figures of offers that no cell states: what a workload costs a month, and on how many networks an
 * offer is.
 */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { networkFigure } from '../../model/columns.ts';
import { type PriceModel, priceModel } from '../estimate/estimate.ts';
import { readOffer } from '../estimate/offer.ts';
import { averageMonth, type Workload } from '../estimate/workloads.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { firstGroup } from '../snapshot/texts/price-groups.ts';
import { anyGroup, type FigureSpan } from './filters/kind.ts';

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

interface Figure {
  readonly min: number;
  readonly max: number;
  /** Of an amount of money; null for other figures. */
  readonly group: string | null;
}

type FigureOf = (id: number) => Figure | null;

/** The figure of the offer of a row by the row: null if it is not known. */
export function figureOf(
  snapshot: Snapshot,
  { column, workload }: Pick<FigureSpan, 'column' | 'workload'>,
): FigureOf {
  return column.key === networkFigure.key
    ? networkCountOf(snapshot)
    : costOf(snapshot, workload ?? averageMonth);
}

/** A lower bound is no estimate: nobody knows that the plan suffices. */
function costOf(snapshot: Snapshot, workload: Workload): FigureOf {
  const modelOf = priceModels(snapshot, workload);
  return (id) => {
    const cost = modelOf(id)(workload);
    if (cost.kind === 'none' || cost.missing !== null) return null;
    return { min: cost.min, max: cost.max, group: `${cost.currency ?? ''}/month` };
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
    return { min: count, max: count, group: null };
  };
}

/** Whether a figure is compared: in its currency, or 0, which is 0 in every currency. */
export function isCompared({ max, group }: Figure, groups: readonly string[]): boolean {
  if (group === null || max === 0 || groups.includes(anyGroup)) return true;
  return groups.length === 0 ? group === firstGroup : groups.includes(group);
}

/** Ids of the rows of a listing whose offers have the figure within a span. */
export function figureRows(
  snapshot: Snapshot,
  listing: { readonly network: string | null; readonly categories: readonly string[] },
  span: FigureSpan,
): number[] {
  const figureAt = figureOf(snapshot, span);
  const { min, max, groups } = span;
  const rows = listing.categories.flatMap((category) => [
    ...snapshot.rowsOfListing(listing.network, category),
  ]);
  return rows.filter((id) => {
    const figure = figureAt(id);
    if (figure === null || !isCompared(figure, groups)) return false;
    return (min === null || figure.max >= min) && (max === null || figure.min <= max);
  });
}
