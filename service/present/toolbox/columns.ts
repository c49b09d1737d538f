/** Which columns stand in the table: those that were chosen, else what is compared first. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { Facet } from '../../query/facets.ts';
import { isFact } from './offer-row.ts';

const usualCount = 7;

/** What tells plans apart at a glance comes first: how a plan is sold, where, at which price; then yes and no, then words. */
function rankOf({ cellType, valueKind, filter, sorting }: ColumnDefinition): number {
  if (cellType === 'planType' || cellType === 'chain' || cellType === 'numericRange') return 0;
  if (valueKind === 'boolean') return 1;
  if (valueKind === 'string' && cellType === null && filter !== null) return 2;
  if (cellType === 'slaNumeric') return 3;
  if (valueKind === 'array' && sorting !== null) return 4;
  return 5;
}

/** Flags crowd out everything else in a table of wallets: no more of them than these, as long as there are words. */
const usualFlags = 5;

/** `facets` tell which columns hold nothing on the network: those are no use to anyone who has not asked for them. */
export function usualColumns(columns: readonly ColumnDefinition[], facets: readonly Facet[]): ColumnDefinition[] {
  const empty = new Set(facets.filter(isEmpty).map(({ column }) => column.key));
  const useful = columns.filter((column) => isFact(column) && rankOf(column) < 5 && !empty.has(column.key));
  const ranked = useful.toSorted((a, b) => rankOf(a) - rankOf(b));
  const flags = ranked.filter((column) => rankOf(column) === 1);
  const first = ranked.filter((column) => !flags.slice(usualFlags).includes(column));
  const usual = new Set(first.slice(0, usualCount));
  return columns.filter((column) => usual.has(column));
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
