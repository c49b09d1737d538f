/** Columns of a whole listing, before search and filters, so that a filter never changes the table. Cached for the snapshot. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import { countFacets } from '../../query/facets.ts';
import type { Facet } from '../../query/filters/kind.ts';
import type { Fragment } from '../../snapshot/fragment-cache.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { textsOf } from '../shared/offer-table/cell.ts';
import { defaultColumns } from '../shared/offer-table/columns.ts';
import { isFact } from '../shared/offer-table/offer-row.ts';
import { apartIn } from '../shared/offer-table/render-offers.ts';
import { type Width, widthByFacet } from '../shared/offer-table/widths.ts';

export interface Listing extends Fragment {
  /** Columns of the table that some row of the listing has a value for. */
  readonly filled: readonly ColumnDefinition[];
  readonly defaults: readonly ColumnDefinition[];
  /** Whether an offer of the listing has a plan name. */
  readonly hasPlans: boolean;
  /** By column key. */
  readonly widths: ReadonlyMap<string, Width>;
  /** By content: what sets it apart from other offers of its provider and title. */
  readonly apart: ReadonlyMap<number, string>;
}

export async function readListing(
  snapshot: Snapshot,
  { network, category }: { readonly network: string; readonly category: string },
  columns: readonly ColumnDefinition[],
): Promise<Listing> {
  const key = `listing ${network} ${category}`;
  const cached = snapshot.fragments.get<Listing>(key);
  if (cached) return cached;
  const facets = await countListing(snapshot, network, category);
  const left = new Set(columns.filter(isFact));
  const ids = [...snapshot.contentsOfListing(network, category)];
  const rows = ids.map((id) => snapshot.row(id));
  for (const row of rows) {
    if (left.size === 0) break;
    for (const column of left) if (textsOf(row[column.key]).length > 0) left.delete(column);
  }
  const filled = columns.filter((column) => isFact(column) && !left.has(column));
  const described = columns.filter((column) => filled.includes(column) || !isFact(column));
  const widths = new Map(filled.map((column) => [column.key, widthByFacet(column, facets)]));
  return snapshot.fragments.set(key, {
    html: '',
    filled,
    defaults: defaultColumns(described, facets),
    hasPlans: rows.some(({ planName }) => planName),
    widths,
    apart: apartIn(snapshot, ids, rows),
  });
}

/** Values and numbers of all rows of the listing. */
export async function countListing(snapshot: Snapshot, network: string, category: string): Promise<readonly Facet[]> {
  return (await countFacets(snapshot, network, { category, terms: [], filters: [] })).facets;
}
