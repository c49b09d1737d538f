/** Filter kind of columns with numbers: rows whose numbers overlap [min, max]. */
import { type ColumnDefinition, numberKeys } from '../../../model/columns.ts';
import { quoteName } from '../../snapshot/statement.ts';
import { type FilterKind, filterError, formField } from './kind.ts';

export interface RangeFilter {
  readonly kind: 'range';
  readonly column: ColumnDefinition;
  /** Null for an open end. */
  readonly min: number | null;
  readonly max: number | null;
}

const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

export const range: FilterKind<RangeFilter> = {
  parse(column, values) {
    const [min, max] = values.map((value) => readNumber(column, value));
    if (values.length !== 2 || min === undefined || max === undefined) {
      throw filterError(`the filter "${column.key}" expects [min, max]; use "" for an open end`);
    }
    if (min !== null && max !== null && min > max) {
      throw filterError(`the filter "${column.key}" expects min <= max, not [${min}, ${max}]`);
    }
    return { kind: 'range', column, min, max };
  },

  toValues: ({ min, max }) => [String(min ?? ''), String(max ?? '')],

  toSql({ column, min, max }, values) {
    const [low, high] = numberKeys(column.key).map(quoteName);
    const conditions = [`${low} IS NOT NULL`];
    if (min !== null) conditions.push(`${high} >= ${values.add(min)}`);
    if (max !== null) conditions.push(`${low} <= ${values.add(max)}`);
    return `(${conditions.join(' AND ')})`;
  },

  /** Swaps the two fields if they were filled in the wrong order. */
  readForm(key, form) {
    const [min = '', max = ''] = ['min', 'max'].map((end) => form.get(`${formField(key)}.${end}`)?.trim() ?? '');
    if (min === '' && max === '') return [];
    return min !== '' && max !== '' && Number(min) > Number(max) ? [max, min] : [min, max];
  },

  toForm({ column, min, max }) {
    const name = formField(column.key);
    return { [`${name}.min`]: min, [`${name}.max`]: max };
  },

  parts: (filter) => [{ text: rangeText(filter), rest: null }],

  count(index, { ids, base, itemOf }) {
    if (index.kind !== 'numbers') throw new Error(`the column ${index.column.key} has no index of numbers`);
    let [least, greatest, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    let last: unknown;
    for (const id of ids) {
      const low = index.min[id - base] ?? Number.NaN;
      if (Number.isNaN(low)) continue;
      least = Math.min(least, low);
      greatest = Math.max(greatest, index.max[id - base] ?? low);
      if (itemOf(id) !== last) count++;
      last = itemOf(id);
    }
    const [min, max] = count === 0 ? [null, null] : [least, greatest];
    return { kind: 'numbers', column: index.column, min, max, count };
  },
};

function rangeText({ min, max }: RangeFilter): string {
  if (min === null) return max === null ? 'any number' : `up to ${max}`;
  return max === null ? `from ${min}` : `${min} to ${max}`;
}

function readNumber(column: ColumnDefinition, value: string): number | null {
  const text = value.trim();
  if (text === '') return null;
  if (number.test(text) && Number.isFinite(Number(text))) return Number(text);
  throw filterError(`the filter "${column.key}" expects numbers, not "${value}"`);
}
