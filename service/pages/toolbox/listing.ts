/** Columns and facets of a whole listing. Search and filters do not change them, so that the table keeps its columns. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import { countListing } from '../../query/facets.ts';
import type { Facet } from '../../query/filters/kind.ts';
import type { Fragment } from '../../snapshot/fragment-cache.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { defaultColumns } from '../shared/offer-table/columns.ts';
import { isFact } from '../shared/offer-table/offer-row.ts';
import { type Width, widthByFacet } from '../shared/offer-table/widths.ts';

/** Values and numbers of all rows of a listing. */
export type ListingFacets = () => readonly Facet[];

/** Columns of a listing. */
export interface ListingColumns extends Fragment {
  /** Columns of the table that some row of the listing has a value for. */
  readonly filled: readonly ColumnDefinition[];
  readonly defaults: readonly ColumnDefinition[];
  /** Whether an offer of the listing has a plan name. */
  readonly hasPlans: boolean;
  /** By column key. */
  readonly widths: ReadonlyMap<string, Width>;
}

export interface ListingPlace {
  readonly network: string;
  readonly category: string;
}

/** Counted on first use: several parts of a page need them, and a page from the cache needs none. */
export function facetsOfListing(snapshot: Snapshot, { network, category }: ListingPlace): ListingFacets {
  let counted: readonly Facet[] | null = null;
  return () => (counted ??= countListing(snapshot, { network, category }).facets);
}

/** Cached for the snapshot. `columns`: of the category. */
export function readColumns(
  snapshot: Snapshot,
  place: ListingPlace,
  columns: readonly ColumnDefinition[],
  facetsOf: ListingFacets = facetsOfListing(snapshot, place),
): ListingColumns {
  const key = `listing ${place.network} ${place.category}`;
  const cached = snapshot.fragments.get<ListingColumns>(key);
  if (cached) return cached;
  const facets = facetsOf();
  const filledKeys = keysOfFilled(snapshot, place, facets);
  const filled = columns.filter((column) => isFact(column) && filledKeys.has(column.key));
  const described = columns.filter((column) => filled.includes(column) || !isFact(column));
  const widths = new Map(filled.map((column) => [column.key, widthByFacet(column, facets)]));
  const hasPlans = filledKeys.has('planName');
  return snapshot.fragments.set(key, {
    html: '',
    filled,
    defaults: defaultColumns(described, facets),
    hasPlans,
    widths,
  });
}

/** Keys of the columns that some row of the listing has a value for. */
function keysOfFilled(snapshot: Snapshot, { network, category }: ListingPlace, facets: readonly Facet[]): Set<string> {
  const contents = snapshot.contentsOfListing(network, category);
  const keys = new Set<string>();
  for (const facet of facets) if (facet.kind === 'values' && facet.values.length > 0) keys.add(facet.column.key);
  for (const [key, { partOf, filled }] of snapshot.facetIndex(category).filled)
    if (contents.some((id) => filled[partOf(id)] === 1)) keys.add(key);
  return keys;
}
