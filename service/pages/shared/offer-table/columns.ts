/** Selects the columns of the table: the chosen ones, or a default selection. */
import type { ColumnDefinition } from '../../../../model/columns.ts';
import type { Facet } from '../../../query/filters/kind.ts';
import { rankOf, ranks } from '../../../query/offers/column-rank.ts';
import { isFact } from './offer-row.ts';
import { availableWidth, widthByFacet } from './widths.ts';

/** More columns are hard to read, even if they fit. */
const maxColumns = 8;
/** Wallets have so many flags that they would displace all other columns. */
const maxFlags = 5;
/** Lists are wide: they are added only up to this number of columns. */
const maxColumnsWithLists = 5;

/** Leaves out the columns that are empty on the network, as `facets` tell. */
export function defaultColumns(columns: readonly ColumnDefinition[], facets: readonly Facet[]): ColumnDefinition[] {
  const empty = new Set(facets.filter(isEmpty).map(({ column }) => column.key));
  const useful = columns.filter((column) => isFact(column) && rankOf(column) < ranks.never && !empty.has(column.key));
  const ofRank = (rank: number) => useful.filter((column) => rankOf(column) === rank);
  const flags = ofRank(ranks.flag).slice(0, maxFlags);
  const plain = [
    ...ofRank(ranks.first),
    ...ofRank(ranks.deciding),
    ...flags,
    ...ofRank(ranks.word),
    ...ofRank(ranks.fact),
  ];
  const lists = ofRank(ranks.list).slice(0, Math.max(0, maxColumnsWithLists - plain.length));
  const fitting = fit([...plain, ...lists], facets, availableWidth(columns));
  return columns.filter((column) => fitting.has(column));
}

/** Takes columns in order while they fit. A narrow column may follow a wide one that did not fit. */
function fit(ranked: readonly ColumnDefinition[], facets: readonly Facet[], room: number): Set<ColumnDefinition> {
  const chosen = new Set<ColumnDefinition>();
  let left = room;
  for (const column of ranked) {
    const width = widthByFacet(column, facets);
    if (width > left || chosen.size === maxColumns) continue;
    chosen.add(column);
    left -= width;
  }
  return chosen;
}

/** The chosen columns, or the default ones. `offered`: columns that have values. */
export function tableColumns(
  chosen: readonly string[] | null,
  { offered, defaults }: { offered: readonly ColumnDefinition[]; defaults: readonly ColumnDefinition[] },
): readonly ColumnDefinition[] {
  const wanted = offered.filter((column) => chosen?.includes(column.key));
  return wanted.length > 0 ? wanted : defaults;
}

export function isEmpty(facet: Facet): boolean {
  if (facet.kind === 'values') return facet.values.length === 0;
  return facet.count === 0 && (facet.prices === null || facet.prices.groups.length === 0);
}
