/**
 * Filter of every column: rows in which it is blank, or not. A column with numbers is blank in rows
 * that state none.
 */
import { quoteName } from '../../../common/sql.ts';
import { type ColumnDefinition, isFigure, numberKeys, orderKey } from '../../../model/columns.ts';
import type { Workload } from '../../estimate/workloads.ts';
import { anyGroup, type FilterKind, figureSql, formField } from './kind.ts';

export interface PresenceFilter {
  readonly kind: 'presence';
  readonly column: ColumnDefinition;
  readonly isBlank: boolean;
  /** What an estimate is for; null for the usual workload, and for other columns. */
  readonly workload: Workload | null;
}

/** Value of a filter for rows in which the column is not blank, and for those in which it is. */
export const [filled, blank] = ['*', '!*'] as const;

export function isPresence(values: readonly string[]): boolean {
  return values.length === 1 && (values[0] === filled || values[0] === blank);
}

export const presence: FilterKind<PresenceFilter> = {
  parse: (column, [value]) => ({
    kind: 'presence',
    column,
    isBlank: value === blank,
    workload: null,
  }),

  toValues: ({ isBlank }) => [isBlank ? blank : filled],

  toSql({ column, isBlank, workload }, add, facts) {
    const open = { column, min: null, max: null, groups: [anyGroup], workload };
    const stated = isFigure(column) ? figureSql(open, add, facts) : filledSql(column);
    return isBlank ? `NOT ${stated}` : stated;
  },

  readForm: (key, form) => form.getAll(formField(key)),

  toForm: ({ column, isBlank }) => ({ [formField(column.key)]: isBlank ? blank : filled }),

  parts: ({ isBlank }) => [{ text: isBlank ? 'blank' : 'not blank', rest: null }],
};

/** Never null. */
export function filledSql(column: ColumnDefinition): string {
  const { key, valueKind, filter, sorting } = column;
  const name = quoteName(key);
  if (filter === null && sorting === null) return `coalesce(${name}, false)`;
  if (valueKind === 'array') return `(coalesce(len(${name}), 0) > 0)`;
  if (valueKind !== 'string') return `(${name} IS NOT NULL)`;
  const isNumber = filter === 'range' || (filter === null && sorting === 'number');
  const known = isNumber ? numberKeys(key)[0] : filter === null ? orderKey(column) : key;
  return `(${quoteName(known)} IS NOT NULL)`;
}
