/**
 * Filter kind of columns with numbers: rows whose numbers overlap [min, max]. Prices are compared
 * in one currency and unit.
 */
import { quoteName, quoteText } from '../../../common/sql.ts';
import {
  type ColumnDefinition,
  estimateFigure,
  isFigure,
  isMoney,
  numberKeys,
  quotaUnitOf,
  statedBy,
} from '../../../model/columns.ts';
import type { Workload } from '../../estimate/workloads.ts';
import {
  estimateGroup,
  firstGroup,
  groupColumn,
  groupLabel,
  parseGroup,
} from '../../snapshot/texts/price-groups.ts';
import type { Conversion } from '../rates.ts';
import { type FilterKind, figureSql, filterError, formField, type ListingFacts } from './kind.ts';

export interface RangeFilter {
  readonly kind: 'range';
  readonly column: ColumnDefinition;
  /** Null for an open end. */
  readonly min: number | null;
  readonly max: number | null;
  /**
   * Price group to compare; null for the one with most prices in the listing, and for columns
   * without money.
   */
  readonly group: string | null;
  /** Further groups, compared without conversion. */
  readonly others: readonly string[];
  /** What an estimate is for; null for the usual workload, and for other columns. */
  readonly workload: Workload | null;
}

/** Whether amounts of the column have units that are not compared with each other. */
export function hasUnits(column: ColumnDefinition): boolean {
  return isMoney(column) || unitOf(column) !== null || statedBy(column)?.kind === 'amount';
}

/** The unit that is compared by default of a column that has a usual one. */
export function unitOf(column: ColumnDefinition): string | null {
  return column.key === estimateFigure.key ? estimateGroup : quotaUnitOf(column);
}

/** What an amount of tokens is for, after the token: `ETH/request`. */
export const amountUnit = 'request';

/** Units of a range: more than anybody compares. */
const maxUnits = 10;

const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;

export const range: FilterKind<RangeFilter> = {
  parse(column, values) {
    const [min, max] = values.slice(0, 2).map((value) => readNumber(column, value));
    const units = values.slice(2);
    const most = hasUnits(column) ? maxUnits : 0;
    const isList = units.length > 1 && units.some((unit) => parseGroup(unit) === null);
    if (units.length > most || isList || min === undefined || max === undefined) {
      const unit = isMoney(column) ? '<currency>/<unit>' : unitOf(column);
      const expected = hasUnits(column) ? `[min, max] or [min, max, "${unit}"]` : '[min, max]';
      throw filterError(`the filter "${column.key}" expects ${expected}; use "" for an open end`);
    }
    if (min !== null && max !== null && min > max) {
      throw filterError(`the filter "${column.key}" expects min <= max, not [${min}, ${max}]`);
    }
    const [group = null, ...others] = new Set(
      units.flatMap((text) => readGroup(column, text) ?? []),
    );
    return { kind: 'range', column, min, max, group, others, workload: null };
  },

  toValues: ({ min, max, group, others }) => [
    String(min ?? ''),
    String(max ?? ''),
    ...(group === null ? [] : [group, ...others]),
  ],

  toSql(filter, add, facts) {
    const { column, min, max } = filter;
    if (isFigure(column)) {
      const groups = filter.group === null ? [] : [filter.group, ...filter.others];
      return figureSql({ ...filter, groups }, add, facts);
    }
    const group = filter.group ?? quotaUnitOf(column) ?? facts.mainOf(column.key);
    const conversions = group === null ? [] : conversionsOf(filter, group, facts);
    const groupName = quoteName(groupColumn(column.key));
    const [low = '', high = ''] = numberKeys(column.key).map(quoteName);
    const amount = (number: string) => converted(number, groupName, conversions);
    const conditions = [`${low} IS NOT NULL`];
    if (min !== null) conditions.push(`${amount(high)} >= ${add(min)}`);
    if (max !== null) conditions.push(`${amount(low)} <= ${add(max)}`);
    if (!hasUnits(column) || group === null || isOpen(filter)) return conditions.join(' AND ');
    const groups = [group, ...filter.others, ...conversions.map((conversion) => conversion.group)];
    const isCompared = `list_contains(${add(groups)}, ${groupName})`;
    // What is free costs 0 in every currency and unit.
    return [...conditions, isMoney(column) ? `(${high} = 0 OR ${isCompared})` : isCompared].join(
      ' AND ',
    );
  },

  /** Swaps the two fields if they were filled in the wrong order. */
  readForm(key, form) {
    const [min = '', max = ''] = ['min', 'max'].map(
      (end) => form.get(`${formField(key)}.${end}`)?.trim() ?? '',
    );
    const groups = form.getAll(`${formField(key)}.in`).filter((group) => group !== '');
    if (min === '' && max === '' && groups.length === 0) return [];
    const ends = min !== '' && max !== '' && Number(min) > Number(max) ? [max, min] : [min, max];
    return [...ends, ...groups];
  },

  toForm({ column, min, max, group, others }) {
    const name = formField(column.key);
    const units = group === null || others.length === 0 ? group : [group, ...others];
    return { [`${name}.min`]: min, [`${name}.max`]: max, [`${name}.in`]: units };
  },

  parts: (filter) => [{ text: rangeText(filter), rest: null }],
};

/** Of the groups that the filter does not compare as they are. */
export function conversionsOf(
  { column, others }: Pick<RangeFilter, 'column' | 'others'>,
  group: string,
  facts: Pick<ListingFacts, 'conversionsOf'>,
): readonly Conversion[] {
  if (!isMoney(column)) return [];
  return facts
    .conversionsOf(column.key, group)
    .filter((conversion) => !others.includes(conversion.group));
}

/** SQL of a number in the compared group. */
export function converted(
  number: string,
  group: string,
  conversions: readonly Conversion[],
): string {
  if (conversions.length === 0) return number;
  const factors = conversions.map(
    (conversion) => `WHEN ${quoteText(conversion.group)} THEN ${conversion.factor}`,
  );
  return `${number} * CASE ${group} ${factors.join(' ')} ELSE 1 END`;
}

/** Whether the filter matches any number, so that it compares none. */
export function isOpen({ min, max, group }: Pick<RangeFilter, 'min' | 'max' | 'group'>): boolean {
  return min === null && max === null && group === null;
}

function rangeText({ column, min, max, group: priceGroup, others }: RangeFilter): string {
  const group = priceGroup ?? unitOf(column);
  const named = group === null ? [] : [group, ...others];
  const label = named.map((id) => groupLabel(parseGroup(id))).join(' or ');
  if (min === null && max === null) return priceGroup === null ? 'any number' : label;
  const unit = label === '' ? '' : ` ${label}`;
  if (min === null) return `up to ${max}${unit}`;
  return max === null ? `from ${min}${unit}` : `${min} to ${max}${unit}`;
}

/** Null for the default group. */
function readGroup(column: ColumnDefinition, text: string): string | null {
  if (text === '' || parseGroup(text) !== null) return text || null;
  const example = unitOf(column) ?? firstGroup(column);
  const form = isMoney(column) ? '"<currency>/<unit>"' : 'a unit';
  throw filterError(
    `the filter "${column.key}" expects ${form} such as "${example}", not "${text}"`,
  );
}

function readNumber(column: ColumnDefinition, value: string): number | null {
  const text = value.trim();
  if (text === '') return null;
  if (number.test(text) && Number.isFinite(Number(text))) return Number(text);
  throw filterError(`the filter "${column.key}" expects numbers, not "${value}"`);
}
