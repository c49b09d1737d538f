/** Which columns stand in the table: those that were chosen, else what is compared first. */
import type { ColumnDefinition } from '../../../../model/columns.ts';
import type { Facet } from '../../../query/facets.ts';
import { isFact } from './offer-row.ts';
import { roomForColumns, widthByFacet, widths } from './widths.ts';

/** More are not read at a glance, even where they would fit. */
const usualCount = 8;
/** Flags crowd out everything else in a table of wallets. */
const usualFlags = 5;
/** Lists take much room: they only fill a table that would be narrow. */
const withLists = 5;

/** How a plan is sold, where, at which price; then flags, then words, then lists. */
const ranks = { first: 0, flag: 1, word: 2, fact: 3, list: 4, never: 5 } as const;

function rankOf({ cellType, valueKind, filter, sorting }: ColumnDefinition): number {
  if (cellType === 'planType' || cellType === 'chain' || cellType === 'numericRange') return ranks.first;
  if (valueKind === 'boolean') return ranks.flag;
  if (valueKind === 'array') return sorting === null ? ranks.never : ranks.list;
  if (cellType === null && filter !== null) return ranks.word;
  return cellType === 'slaNumeric' || (cellType === null && sorting !== null) ? ranks.fact : ranks.never;
}

/** `facets` tell which columns hold nothing on the network: those are no use to anyone who has not asked for them. */
export function usualColumns(columns: readonly ColumnDefinition[], facets: readonly Facet[]): ColumnDefinition[] {
  const empty = new Set(facets.filter(isEmpty).map(({ column }) => column.key));
  const useful = columns.filter((column) => isFact(column) && rankOf(column) < ranks.never && !empty.has(column.key));
  const ofRank = (rank: number) => useful.filter((column) => rankOf(column) === rank);
  const flags = ofRank(ranks.flag).slice(0, usualFlags);
  const plain = [...ofRank(ranks.first), ...flags, ...ofRank(ranks.word), ...ofRank(ranks.fact)];
  const lists = ofRank(ranks.list).slice(0, Math.max(0, withLists - plain.length));
  const usual = fit([...plain, ...lists], facets, roomForColumns(columns));
  return columns.filter((column) => usual.has(column));
}

/** The first ones for which there is room; a narrow one may follow where a wide one did not fit. */
function fit(ranked: readonly ColumnDefinition[], facets: readonly Facet[], room: number): Set<ColumnDefinition> {
  const chosen = new Set<ColumnDefinition>();
  let left = room;
  for (const column of ranked) {
    const width = widths[widthByFacet(column, facets)];
    if (width > left || chosen.size === usualCount) continue;
    chosen.add(column);
    left -= width;
  }
  return chosen;
}

export function tableColumns(
  columns: readonly ColumnDefinition[],
  chosen: readonly string[] | null,
  facets: readonly Facet[],
): ColumnDefinition[] {
  const wanted = chosen === null ? [] : columns.filter((column) => isFact(column) && chosen.includes(column.key));
  return wanted.length > 0 ? wanted : usualColumns(columns, facets);
}

function isEmpty(facet: Facet): boolean {
  return facet.kind === 'values' ? facet.values.length === 0 : facet.count === 0;
}
