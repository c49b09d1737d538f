/** Table of filter kinds, and the `filters` parameter of the API. */
import * as z from 'zod';
import { type ColumnDefinition, quotaColumnsOf } from '../../../model/columns.ts';
import { maxFilters } from '../../../model/sets.ts';
import { assertShortLists, badParameter, nearestName } from '../../errors.ts';
import { type AnyOfFilter, anyOf } from './any-of.ts';
import { type FlagFilter, flag } from './flag.ts';
import { type FilterKind, filterError, formField } from './kind.ts';
import { isPresence, type PresenceFilter, presence } from './presence.ts';
import { hasUnits, type RangeFilter, range } from './range.ts';

export type Filter = AnyOfFilter | FlagFilter | RangeFilter | PresenceFilter;

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

/** Kind of a filter. */
export function kindOf({ kind: own, column }: Filter): FilterKind<Filter> {
  if (own === 'presence') return presence;
  const kind = filterKindOf(column);
  if (kind) return kind;
  throw new Error(`the column ${column.key} has no filter`);
}

/** An item of the parameter `filters`. */
export const apiFilterSchema = z.strictObject({
  id: z.string().describe('Column key.'),
  value: z
    .array(z.string())
    .describe(
      'Values, of which a row must have one; `!` before a value: not this one; `!*`: blank, `*` alone: not blank. Of a range the bounds, `""` for none.',
    ),
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
  const column = withQuotas(columns).find((candidate) => candidate.key === id);
  if (column && isPresence(value)) return presence.parse(column, value);
  const kind = column ? filterKindOf(column) : null;
  if (!column || !kind) {
    const allowed = withQuotas(columns)
      .filter(({ filter }) => filter !== null)
      .map(({ key }) => key);
    const message = column ? `the column "${id}" has no filter` : `no column "${id}" in this category`;
    throw badParameter('filters', message, { allowed, ...nearestName(id, allowed) });
  }
  if (value.length === 0) throw filterError(`the filter "${id}" has no value`);
  return kind.parse(column, value);
}

/** Filters in the fields of a form, such as `f.planType=Free`. Blank fields count as missing. */
export function readForm(columns: readonly ColumnDefinition[], form: URLSearchParams): ApiFilter[] {
  return withQuotas(columns).flatMap((column) => {
    const given = presence.readForm(column.key, form);
    const value = isPresence(given) ? given : (filterKindOf(column)?.readForm(column.key, form) ?? []);
    return value.length === 0 ? [] : [{ id: column.key, value: [...value] }];
  });
}

/** The columns, and the quotas that lists of limits state, which are filtered and sorted as columns are. */
export function withQuotas(columns: readonly ColumnDefinition[]): readonly ColumnDefinition[] {
  return [...columns, ...columns.flatMap(quotaColumnsOf)];
}

/** Throws 400 for a field that no filter of the columns has, or an end of a range that is given twice. */
export function assertFields(form: URLSearchParams, columns: readonly ColumnDefinition[]): void {
  const all = withQuotas(columns);
  const ranged = all.filter(({ filter }) => filter === 'range');
  const ends = ranged.flatMap(({ key }) => ['min', 'max'].map((end) => `${formField(key)}.${end}`));
  const units = ranged.filter(hasUnits).map(({ key }) => `${formField(key)}.in`);
  const values = all.filter(({ filter }) => filter !== null && filter !== 'range').map(({ key }) => formField(key));
  const allowed = [...values, ...ends, ...units];
  // Every column can be blank.
  const present = all.filter(({ key }) => isPresence(form.getAll(formField(key)))).map(({ key }) => formField(key));
  for (const name of new Set(form.keys())) {
    if (!allowed.includes(name) && !present.includes(name))
      throw badParameter(name, `no filter "${name}" in this category`, { allowed, ...nearestName(name, allowed) });
    if (ends.includes(name) && form.getAll(name).length > 1)
      throw badParameter(name, `the parameter "${name}" is given more than once`);
  }
}
