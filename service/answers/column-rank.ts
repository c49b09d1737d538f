/** How much a column helps to decide between offers, from its definition. */
import { type ColumnDefinition, isAmount } from '../../model/columns.ts';

/** Plan type, chain and price first; then deciding facts, flags, words, facts and lists. */
export const ranks = {
  first: 0,
  deciding: 1,
  flag: 2,
  word: 3,
  fact: 4,
  list: 5,
  never: 6,
} as const;

export function rankOf(column: ColumnDefinition): number {
  const { cellType, valueKind, filter, role, sorting } = column;
  if (role === 'lead') return ranks.deciding;
  if (role === 'plan' || cellType === 'chain' || isAmount(column)) return ranks.first;
  if (valueKind === 'boolean') return ranks.flag;
  if (valueKind === 'array') return sorting === null ? ranks.never : ranks.list;
  if (cellType === null && filter !== null) return ranks.word;
  return cellType === 'slaNumeric' || (cellType === null && sorting !== null)
    ? ranks.fact
    : ranks.never;
}
