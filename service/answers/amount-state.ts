/** What is known of the amounts of a cell, in words. The build reads it (`<column>State`). */
import {
  type ColumnDefinition,
  contradictsKey,
  hasState,
  isMoney,
  stateKeys,
} from '../../model/columns.ts';
import { isMeasured } from '../../model/measures.ts';
import type { AmountState } from '../../model/rows.ts';
import type { Row } from '../snapshot/catalog.ts';
import { clip } from '../text/clip.ts';
import { currencyNote, priceIn } from './price-text.ts';

const longUnread = 60;

const blankTexts: Readonly<Partial<Record<AmountState, string>>> = {
  notStated: 'not stated',
  notApplicable: 'does not apply',
};

/** A blank cell in words. Nobody states what probes measure. */
export function blankWords({ key }: Pick<ColumnDefinition, 'key'>): string {
  return isMeasured(key) ? 'not measured' : 'not stated';
}

/** `numbers`: those that the row states. Null for a column without states. */
export function stateIn(column: ColumnDefinition, numbers: Row): AmountState | null {
  const state = numbers[stateKeys(column.key)[0]];
  return hasState(column) && typeof state === 'string' ? (state as AmountState) : null;
}

/** `not stated`, `does not apply`; null if something is stated, and for a column without states. */
export function blankText(column: ColumnDefinition, numbers: Row): string | null {
  return blankTexts[stateIn(column, numbers) ?? 'read'] ?? null;
}

/** `texts contradict: 100M requests/month, and use is priced in compute units`; null if none do. */
export function contradictionText({ key }: ColumnDefinition, numbers: Row): string | null {
  const text = numbers[contradictsKey(key)];
  return typeof text === 'string' ? `texts contradict: ${text}` : null;
}

/** What is not read of a cell, what it lacks and what contradicts it; null if nothing. */
export function remarkText(column: ColumnDefinition, numbers: Row): string | null {
  const remarks = [
    unreadText(column, numbers),
    isMoney(column) ? currencyNote(priceIn(column, numbers)) : null,
    contradictionText(column, numbers),
  ];
  return remarks.filter((text) => text !== null).join('; ') || null;
}

/**
 * `not read: 20K protected reqs/day`, `not read` of a price, whose text is one; null if all is read
 * or nothing is stated.
 */
export function unreadText(column: ColumnDefinition, numbers: Row): string | null {
  if (stateIn(column, numbers) !== 'unread') return null;
  if (isMoney(column)) return 'not read';
  const unread = numbers[stateKeys(column.key)[1]];
  return typeof unread === 'string' ? `not read: ${clip(unread, longUnread)}` : null;
}
