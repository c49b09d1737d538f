/** Table of filter kinds, and the `filters` parameter of the API. */
import * as z from 'zod';
import { type ColumnDefinition, isMoney } from '../../../model/columns.ts';
import { maxFilters } from '../../../model/sets.ts';
import { assertShortLists, badParameter, nearestName } from '../../errors.ts';
import { type AnyOfFilter, anyOf } from './any-of.ts';
import { type FlagFilter, flag } from './flag.ts';
import { type FilterKind, filterError, formField } from './kind.ts';
import { type RangeFilter, range } from './range.ts';

export type Filter = AnyOfFilter | FlagFilter | RangeFilter;

/** By the column's `filter`. */
const kinds: Readonly<Record<NonNullable<ColumnDefinition['filter']>, FilterKind<Filter>>> = {
  searchableMultiSelect: anyOf,
  select: anyOf,
  range,
};

/** Null if the column has no filter. */
export function filterKindOf({ filter, valueKind }: ColumnDefinition): FilterKind<Filter> | null {
  if (filter === 'select' && valueKind === 'boolean') return flag;
  return filter === null ? null : kinds[filter];
}

/** Kind of a filter's column, which always has one. */
export function kindOf({ column }: Filter): FilterKind<Filter> {
  const kind = filterKindOf(column);
  if (kind) return kind;
  throw new Error(`the column ${column.key} has no filter`);
}

/** An item of the parameter `filters`. */
export const apiFilterSchema = z.strictObject({
  id: z.string().describe('Column key.'),
  value: z.array(z.string()).describe('Values, of which a row must have one; of a range the bounds, `""` for none.'),
});
export type ApiFilter = z.infer<typeof apiFilterSchema>;

export function toApiFilter(filter: Filter): ApiFilter {
  return { id: filter.column.key, value: [...kindOf(filter).toValues(filter)] };
}

/** Parses a list of `{id, value: [text, ...]}`. Throws 400. */
export function parseFilters(list: unknown, columns: readonly ColumnDefinition[]): Filter[] {
  return assertList(list, 'filters', maxFilters).map((item, index) => {
    const result = apiFilterSchema.safeParse(item);
    if (result.success) return parseFilter(result.data, columns);
    throw filterError(`filters[${index}] is not {"id": "<column>", "value": ["<text>", ...]}`);
  });
}

/** The JSON of a parameter as a list of at most `max` items. Throws 400. */
export function assertList(list: unknown, parameter: string, max: number): unknown[] {
  if (!Array.isArray(list)) throw badParameter(parameter, `${parameter} is not a JSON list`);
  if (list.length > max) throw badParameter(parameter, `${parameter} has ${list.length} items; ${max} are allowed`);
  assertShortLists(list, parameter);
  return list;
}

function parseFilter({ id, value }: ApiFilter, columns: readonly ColumnDefinition[]): Filter {
  const column = columns.find((candidate) => candidate.key === id);
  const kind = column ? filterKindOf(column) : null;
  if (!column || !kind) {
    const allowed = columns.filter(({ filter }) => filter !== null).map(({ key }) => key);
    const message = column ? `the column "${id}" has no filter` : `no column "${id}" in this category`;
    throw badParameter('filters', message, { allowed, ...nearestName(id, allowed) });
  }
  if (value.length === 0) throw filterError(`the filter "${id}" has no value`);
  return kind.parse(column, value);
}

/** Filters in the fields of a form, such as `f.planType=Free`. Blank fields count as missing. */
export function readForm(columns: readonly ColumnDefinition[], form: URLSearchParams): ApiFilter[] {
  return columns.flatMap((column) => {
    const value = filterKindOf(column)?.readForm(column.key, form) ?? [];
    return value.length === 0 ? [] : [{ id: column.key, value: [...value] }];
  });
}

/** Throws 400 for a field that no filter of the columns has, or an end of a range that is given twice. */
export function assertFields(form: URLSearchParams, columns: readonly ColumnDefinition[]): void {
  const ends = columns.filter(({ filter }) => filter === 'range').flatMap(rangeFields);
  const values = columns.filter(({ filter }) => filter !== null && filter !== 'range').map(({ key }) => formField(key));
  const allowed = [...values, ...ends];
  for (const name of new Set(form.keys())) {
    if (!allowed.includes(name))
      throw badParameter(name, `no filter "${name}" in this category`, { allowed, ...nearestName(name, allowed) });
    if (ends.includes(name) && form.getAll(name).length > 1)
      throw badParameter(name, `the parameter "${name}" is given more than once`);
  }
}

function rangeFields(column: ColumnDefinition): string[] {
  return ['min', 'max', ...(isMoney(column) ? ['in'] : [])].map((end) => `${formField(column.key)}.${end}`);
}
