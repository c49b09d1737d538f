/** Filter kind of columns with numbers: rows whose numbers overlap [min, max]. Prices are compared in one currency and unit. */
import { quoteName } from '../../../common/sql.ts';
import { type ColumnDefinition, isMoney, numberKeys } from '../../../model/columns.ts';
import type { NumberIndex, ValueIndex } from '../../snapshot/texts/facet-index.ts';
import { firstGroup, groupColumn, groupLabel, parseGroup } from '../../snapshot/texts/price-groups.ts';
import { type FilterKind, filterError, formField, type Matches } from './kind.ts';

export interface RangeFilter {
  readonly kind: 'range';
  readonly column: ColumnDefinition;
  /** Null for an open end. */
  readonly min: number | null;
  readonly max: number | null;
  /** Price group to compare; null for the one with most prices in the listing, and for columns without money. */
  readonly group: string | null;
}

const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;

export const range: FilterKind<RangeFilter> = {
  parse(column, values) {
    const [min, max] = values.slice(0, 2).map((value) => readNumber(column, value));
    const most = isMoney(column) ? 3 : 2;
    if (values.length > most || min === undefined || max === undefined) {
      const expected = isMoney(column) ? '[min, max] or [min, max, "<currency>/<unit>"]' : '[min, max]';
      throw filterError(`the filter "${column.key}" expects ${expected}; use "" for an open end`);
    }
    if (min !== null && max !== null && min > max) {
      throw filterError(`the filter "${column.key}" expects min <= max, not [${min}, ${max}]`);
    }
    return { kind: 'range', column, min, max, group: readGroup(column, values[2] ?? '') };
  },

  toValues: ({ min, max, group }) => [String(min ?? ''), String(max ?? ''), ...(group === null ? [] : [group])],

  toSql(filter, add, main) {
    const { column, min, max } = filter;
    const [low, high] = numberKeys(column.key).map(quoteName);
    const conditions = [`${low} IS NOT NULL`];
    if (min !== null) conditions.push(`${high} >= ${add(min)}`);
    if (max !== null) conditions.push(`${low} <= ${add(max)}`);
    const group = filter.group ?? main;
    // What is free costs 0 in every currency and unit.
    if (isMoney(column) && group !== null && !isOpen(filter))
      conditions.push(`(${high} = 0 OR ${quoteName(groupColumn(column.key))} = ${add(group)})`);
    return conditions.join(' AND ');
  },

  /** Swaps the two fields if they were filled in the wrong order. */
  readForm(key, form) {
    const [min = '', max = ''] = ['min', 'max'].map((end) => form.get(`${formField(key)}.${end}`)?.trim() ?? '');
    const group = form.get(`${formField(key)}.in`) ?? '';
    if (min === '' && max === '' && group === '') return [];
    const ends = min !== '' && max !== '' && Number(min) > Number(max) ? [max, min] : [min, max];
    return group === '' ? ends : [...ends, group];
  },

  toForm({ column, min, max, group }) {
    const name = formField(column.key);
    return { [`${name}.min`]: min, [`${name}.max`]: max, [`${name}.in`]: group };
  },

  parts: (filter) => [{ text: rangeText(filter), rest: null }],

  count(index, { equalRows, owners: { offer }, counts, prices }) {
    const numbers = assertNumbers(index);
    const isCompared = testGroup(prices);
    let [least, greatest, count, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -1];
    const { parts, first, sizes } = equalRows(numbers.partOf);
    for (const [run, part] of parts.entries()) {
      const low = numbers.min[part] ?? Number.NaN;
      if (Number.isNaN(low) || !isCompared(part)) continue;
      least = Math.min(least, low);
      greatest = Math.max(greatest, numbers.max[part] ?? low);
      const owner = offer[first[run] ?? 0] ?? -1;
      count += counts === 'rows' ? (sizes[run] ?? 0) : Number(owner !== last);
      last = owner;
    }
    const [min, max] = count === 0 ? [null, null] : [least, greatest];
    return { kind: 'numbers', column: index.column, min, max, count, prices };
  },
};

/** Whether the filter matches any number, so that it compares none. */
export function isOpen({ min, max, group }: Pick<RangeFilter, 'min' | 'max' | 'group'>): boolean {
  return min === null && max === null && group === null;
}

/** Parts with a price in the compared group, or free: that is 0 in every currency and unit. All parts of columns without money. */
function testGroup(prices: Matches['prices']): (part: number) => boolean {
  if (prices === null) return () => true;
  const { ids, numbers, free } = prices.index;
  const wanted = ids.indexOf(prices.compared);
  return (part) => free[part] === 1 || (wanted >= 0 && numbers[part] === wanted);
}

function assertNumbers(index: ValueIndex | NumberIndex): NumberIndex {
  if (index.kind === 'numbers') return index;
  throw new Error(`the column ${index.column.key} has no index of numbers`);
}

function rangeText({ min, max, group }: RangeFilter): string {
  if (min === null && max === null) return group === null ? 'any number' : groupLabel(parseGroup(group));
  const unit = group === null ? '' : ` ${groupLabel(parseGroup(group))}`;
  if (min === null) return `up to ${max}${unit}`;
  return max === null ? `from ${min}${unit}` : `${min} to ${max}${unit}`;
}

function readGroup(column: ColumnDefinition, text: string): string | null {
  if (text === '' || parseGroup(text) !== null) return text || null;
  throw filterError(`the filter "${column.key}" expects "<currency>/<unit>" such as "${firstGroup}", not "${text}"`);
}

function readNumber(column: ColumnDefinition, value: string): number | null {
  const text = value.trim();
  if (text === '') return null;
  if (number.test(text) && Number.isFinite(Number(text))) return Number(text);
  throw filterError(`the filter "${column.key}" expects numbers, not "${value}"`);
}
