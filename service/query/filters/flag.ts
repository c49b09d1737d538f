/** Filter kind of boolean columns: true, false, or both for every row that has a value. */
import { quoteName } from '../../../common/sql.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { countValues, readFormValues } from './any-of.ts';
import { type FilterKind, filterError, formField } from './kind.ts';

export interface FlagFilter {
  readonly kind: 'flag';
  readonly column: ColumnDefinition;
  readonly values: readonly boolean[];
}

/** By lowercase spelling. */
const spellings: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
]);
const allowed = ['true', 'false', '1', '0', 'Yes', 'No'];

export const flag: FilterKind<FlagFilter> = {
  parse(column, values) {
    const flags = values.map((value) => {
      const read = spellings.get(value.toLowerCase());
      if (read !== undefined) return read;
      throw filterError(`the filter "${column.key}" expects true or false, not "${value}"`, { allowed });
    });
    return { kind: 'flag', column, values: [...new Set(flags)] };
  },

  toValues: ({ values }) => values.map(String),

  toSql({ column, values: [first, ...others] }) {
    const name = quoteName(column.key);
    if (others.length > 0) return `${name} IS NOT NULL`;
    return first === true ? name : `NOT ${name}`;
  },

  readForm: readFormValues,

  toForm: ({ column, values }) => ({ [formField(column.key)]: values.map(String) }),

  parts: ({ values }) => [{ text: values.map((value) => (value ? 'Yes' : 'No')).join(' or '), rest: null }],

  count: countValues,
};
