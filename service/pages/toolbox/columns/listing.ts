/** Columns and facets of a whole listing. Search and filters do not change them, so that the table keeps its columns. */
import { groupBy } from '../../../../common/group-by.ts';
import type { ColumnDefinition } from '../../../../model/columns.ts';
import { wholeListing } from '../../../query/ask.ts';
import { countFacets } from '../../../query/facets.ts';
import type { Facet } from '../../../query/filters/kind.ts';
import type { Snapshot } from '../../../snapshot/snapshot.ts';
import { defaultColumns } from '../../shared/offer-table/columns.ts';
import { isFact } from '../../shared/offer-table/offer-row.ts';
import { distinguishRows } from '../../shared/offer-table/render-offers.ts';
import { widthByFacet } from '../../shared/offer-table/widths.ts';
import { commonColumns, describeCommon, rareColumns } from './common.ts';

/** Values and numbers of all rows of a listing. */
export type ListingFacets = () => readonly Facet[];

/** Columns of a listing. */
export interface ListingColumns {
  /** Columns of the table that some row of the listing has a value for. */
  readonly filled: readonly ColumnDefinition[];
  readonly defaults: readonly ColumnDefinition[];
  /** The default columns of a table without those that all rows have one value in, or nearly none has. */
  readonly telling: readonly ColumnDefinition[];
  /** The values that all rows have. */
  readonly common: readonly string[];
  /** Whether an offer of the listing has a plan name. */
  readonly hasPlans: boolean;
  /** By column key. */
  readonly widths: ReadonlyMap<string, number>;
}

export interface ListingPlace {
  readonly network: string;
  readonly category: string;
}

/** Counted on first use, and kept with the snapshot. */
export function facetsOfListing(snapshot: Snapshot, { network, category }: ListingPlace): ListingFacets {
  const count = () => countFacets(snapshot, { category, found: wholeListing(snapshot, network, category) }).facets;
  return () => snapshot.derived.of(`facets ${network} ${category}`, count);
}

/** Kept with the snapshot. `columns`: of the category. */
export function readColumns(
  snapshot: Snapshot,
  place: ListingPlace,
  columns: readonly ColumnDefinition[],
  facetsOf: ListingFacets = facetsOfListing(snapshot, place),
): ListingColumns {
  return snapshot.derived.of(`columns ${place.network} ${place.category}`, () => {
    const facets = facetsOf();
    const filledKeys = keysOfFilled(snapshot, place, facets);
    const filled = columns.filter((column) => isFact(column) && filledKeys.has(column.key));
    const described = columns.filter((column) => filled.includes(column) || !isFact(column));
    const widths = new Map(filled.map((column) => [column.key, widthByFacet(column, facets)]));
    const defaults = defaultColumns(described, facets);
    const { telling, common } = tellApart(snapshot, place, { described, defaults, facets });
    return { filled, defaults, telling, common, hasPlans: filledKeys.has('planName'), widths };
  });
}

interface TellApartInput {
  readonly described: readonly ColumnDefinition[];
  readonly defaults: readonly ColumnDefinition[];
  readonly facets: readonly Facet[];
}

function tellApart(snapshot: Snapshot, place: ListingPlace, { described, defaults, facets }: TellApartInput) {
  const ids = snapshot.rowsOfListing(place.network, place.category);
  const [first] = ids;
  if (first === undefined) return { telling: defaults, common: [] };
  const same = commonColumns({ snapshot, ids, facets });
  const rare = rareColumns({ snapshot, ids, facets }, place.category);
  const varied = described.filter((column) => !(same.has(column) || rare.has(column)));
  const row = snapshot.row(first);
  return {
    telling: defaultColumns(varied, facets),
    common: defaults.filter((column) => same.has(column)).map((column) => describeCommon(column, row)),
  };
}

/** Keys of the columns that some row of the listing has a value for. */
function keysOfFilled(snapshot: Snapshot, { network, category }: ListingPlace, facets: readonly Facet[]): Set<string> {
  const rows = snapshot.rowsOfListing(network, category);
  const keys = new Set<string>();
  for (const facet of facets) if (facet.kind === 'values' && facet.values.length > 0) keys.add(facet.column.key);
  for (const [key, { partOf, filled }] of snapshot.facetIndex(category).filled)
    if (rows.some((id) => filled[partOf(id)] === 1)) keys.add(key);
  return keys;
}

/** Texts that tell rows of one provider and title apart, by row. Rows with a title of their own have none. They depend on the whole listing, so that search and filters never change them. */
export type DistinguishingTexts = (provider: string) => ReadonlyMap<number, string>;

/** The rows of a provider are read at the first call for it. */
export function distinguishingTexts(snapshot: Snapshot, { network, category }: ListingPlace): DistinguishingTexts {
  let rows: ReadonlyMap<string, readonly number[]> | null = null;
  return (provider) =>
    snapshot.derived.of(`distinguishing texts ${network} ${category} ${provider}`, () => {
      rows ??= groupBy(snapshot.rowsOfListing(network, category), (id) => snapshot.providerOf(id));
      return distinguishRows(snapshot, rows.get(provider) ?? []);
    });
}
