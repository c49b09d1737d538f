/**
 * Table of filter kinds, filters of which a row must match one, and the `filters` parameter of the
 * API.
 */
import * as z from 'zod';
import { getOrInsert } from '../../../common/get-or-insert.ts';
import {
  type ColumnDefinition,
  estimateFigure,
  figureColumnsOf,
  mentionsColumn,
  quotaColumnsOf,
} from '../../../model/columns.ts';
import { maxFilters } from '../../../model/sets.ts';
import { type Terms, usualTerms } from '../../../model/terms.ts';
import { assertShortLists, badParameter, nearestName } from '../../errors.ts';
import type { Workload } from '../../estimate/workloads.ts';
import { type AnyOfFilter, anyOf, type FlagFilter, flag } from './any-of.ts';
import { type FilterKind, filterError, formField } from './kind.ts';
import { type MentionsFilter, mentions } from './mentions.ts';
import { isPresence, type PresenceFilter, presence } from './presence.ts';
import { hasUnits, type RangeFilter, range } from './range.ts';

export type Filter =
  | AnyOfFilter
  | FlagFilter
  | RangeFilter
  | PresenceFilter
  | MentionsFilter
  | EitherFilter;

/** Filters of which a row must match one. */
interface EitherFilter {
  readonly kind: 'either';
  /** Of the first. */
  readonly column: ColumnDefinition;
  readonly filters: readonly Filter[];
}

/** By the column's `filter`. */
const kinds: Readonly<Record<NonNullable<ColumnDefinition['filter']>, FilterKind<Filter>>> = {
  searchableMultiSelect: anyOf,
  select: anyOf,
  range,
};

/** Null if the column has no filter. */
export function filterKindOf(column: ColumnDefinition): FilterKind<Filter> | null {
  const { filter, valueKind } = column;
  if (column === mentionsColumn) return mentions;
  if (filter === 'select' && valueKind === 'boolean') return flag;
  return filter === null ? null : kinds[filter];
}

/** Kind of a filter. */
export function kindOf({ kind: kindName, column }: Filter): FilterKind<Filter> {
  if (kindName === 'presence') return presence;
  if (kindName === 'either') return either;
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
      'Values, of which a row must have one; `!` before a value: not this one; `!*`: blank, `*` alone: not blank. Of a range the bounds, `""` for none. Of the id `or` columns: a row must match the filter of one of them.',
    ),
});
export type ApiFilter = z.infer<typeof apiFilterSchema>;

export function toApiFilters(filters: readonly Filter[]): ApiFilter[] {
  return filters.flatMap((filter) => {
    if (filter.kind === 'either')
      return [...toApiFilters(filter.filters), { id: orId, value: keysOf(filter.filters) }];
    return { id: filter.column.key, value: [...kindOf(filter).toValues(filter)] };
  });
}

/**
 * Item of `filters`, and field of a form, whose values are columns: a row must match the filter of
 * one of them. No column has this key.
 */
export const orId = 'or';

const either: FilterKind<EitherFilter> = {
  parse: () => {
    throw new Error('filters are joined after they are parsed');
  },

  toValues: () => [],

  toSql: ({ filters }, add, facts) =>
    `(${filters.map((member) => kindOf(member).toSql(member, add, facts)).join(' OR ')})`,

  readForm: () => [],

  toForm: ({ filters }) =>
    Object.assign({}, ...filters.map((member) => kindOf(member).toForm(member)), {
      [formField(orId)]: keysOf(filters).join(),
    }),

  parts: ({ column, filters }) => {
    const texts = filters.flatMap((member) =>
      kindOf(member)
        .parts(member)
        .map(({ text }) => (member.column === column ? text : `${member.column.label} ${text}`)),
    );
    return [{ text: texts.join(' or '), rest: null }];
  },
};

export function keysOf(filters: readonly Filter[]): string[] {
  return [...new Set(singleFilters(filters).map(({ column }) => column.key))];
}

/** The filters that compare cells. */
export function singleFilters(filters: readonly Filter[]): Filter[] {
  return filters.flatMap((filter) => (filter.kind === 'either' ? filter.filters : filter));
}

/**
 * The filters of the columns become one in the place of the first. Throws 400 unless each column
 * has one, and together two.
 */
function joinFilters(filters: readonly Filter[], columns: readonly string[]): readonly Filter[] {
  const wanted = new Set(columns.map((key) => key.trim().toLowerCase()));
  const isWanted = (filter: Filter) =>
    filter.kind !== 'either' && wanted.has(filter.column.key.toLowerCase());
  const joined = filters.filter(isWanted);
  const [first] = joined;
  if (first === undefined || joined.length < 2 || keysOf(joined).length < wanted.size) {
    const example = `{"id": "${orId}", "value": ["<column>", "<column>"]}`;
    throw filterError(
      `the filter "${orId}" names columns of two or more other filters, such as ${example}`,
      {
        allowed: keysOf(filters),
      },
    );
  }
  const { column } = first;
  return filters.flatMap((filter) => {
    if (filter === first) return { kind: 'either', column, filters: joined };
    return isWanted(filter) ? [] : filter;
  });
}

/** Parses a list of `{id, value: [text, ...]}`. Throws 400. */
export function parseFilters(
  list: unknown,
  columns: readonly ColumnDefinition[],
  terms: Terms = usualTerms,
): Filter[] {
  const items = assertList(list, 'filters', maxFilters).map((item, index) => {
    const result = apiFilterSchema.safeParse(item);
    if (result.success) return result.data;
    throw filterError(`filters[${index}] is not {"id": "<column>", "value": ["<text>", ...]}`);
  });
  const filterable = withFigures(columns, terms);
  const filters = items.flatMap((item) => (item.id === orId ? [] : parseFilter(item, filterable)));
  const joins = items.filter(({ id }) => id === orId);
  return joins.reduce<Filter[]>((joined, { value }) => [...joinFilters(joined, value)], filters);
}

/** The JSON of a parameter as a list of at most `max` items. Throws 400. */
export function assertList(list: unknown, parameter: string, max: number): unknown[] {
  if (!Array.isArray(list)) throw badParameter(parameter, `${parameter} is not a JSON list`);
  if (list.length > max)
    throw badParameter(parameter, `${parameter} has ${list.length} items; ${max} are allowed`);
  assertShortLists(list, parameter);
  return list;
}

function parseFilter({ id, value }: ApiFilter, columns: readonly ColumnDefinition[]): Filter {
  const column = columns.find((candidate) => candidate.key === id);
  const isAny = column !== mentionsColumn && isPresence(value);
  if (column && isAny) return presence.parse(column, value);
  const kind = column ? filterKindOf(column) : null;
  if (!column || !kind) {
    const allowed = columns.filter(({ filter }) => filter !== null).map(({ key }) => key);
    const message = column
      ? `the column "${id}" has no filter`
      : `no column "${id}" in this category`;
    throw badParameter('filters', message, { allowed, ...nearestName(id, allowed) });
  }
  if (value.length === 0) throw filterError(`the filter "${id}" has no value`);
  return kind.parse(column, value);
}

/** Filters in the fields of a form, such as `f.provider=Acme`. Blank fields count as missing. */
export function readForm(columns: readonly ColumnDefinition[], form: URLSearchParams): ApiFilter[] {
  if (![...form.keys()].some((name) => name.startsWith(formField('')))) return [];
  const joins = form.getAll(formField(orId)).filter((keys) => keys !== '');
  const columnFilters = withFigures(columns).flatMap((column) => {
    const presenceValues = presence.readForm(column.key, form);
    const value = isPresence(presenceValues)
      ? presenceValues
      : (filterKindOf(column)?.readForm(column.key, form) ?? []);
    return value.length === 0 ? [] : [{ id: column.key, value: [...value] }];
  });
  return [...columnFilters, ...joins.map((keys) => ({ id: orId, value: keys.split(',') }))];
}

/**
 * The columns, the quotas that lists of limits state, the figures of offers, and all texts, which
 * are filtered as columns are. `terms`: for labels; not needed for keys.
 */
export function withFigures(
  columns: readonly ColumnDefinition[],
  terms: Terms = usualTerms,
): readonly ColumnDefinition[] {
  const ofTerms = getOrInsert(figured, columns, () => new WeakMap());
  return getOrInsert(ofTerms, terms, () => [
    ...columns,
    ...columns.flatMap(quotaColumnsOf),
    ...figureColumnsOf(columns, terms),
    mentionsColumn,
  ]);
}

/** Those of the columns of a category are asked for several times in each request. */
const figured = new WeakMap<
  readonly ColumnDefinition[],
  WeakMap<Terms, readonly ColumnDefinition[]>
>();

/** The filters, those on estimates for a workload. */
export function estimatedFor(filters: readonly Filter[], workload: Workload): readonly Filter[] {
  return filters.map((filter) => {
    if (filter.kind === 'either')
      return { ...filter, filters: estimatedFor(filter.filters, workload) };
    const isEstimate = filter.column.key === estimateFigure.key;
    return isEstimate && 'workload' in filter ? { ...filter, workload } : filter;
  });
}

/** Whether one of the filters is on estimates. */
export function hasEstimate(filters: readonly Filter[]): boolean {
  return keysOf(filters).includes(estimateFigure.key);
}

/**
 * Throws 400 for a field that no filter of the columns has, or an end of a range that is given
 * twice.
 */
export function assertFields(form: URLSearchParams, columns: readonly ColumnDefinition[]): void {
  const all = withFigures(columns);
  const ranged = all.filter(({ filter }) => filter === 'range');
  const ends = ranged.flatMap(({ key }) => ['min', 'max'].map((end) => `${formField(key)}.${end}`));
  const units = ranged.filter(hasUnits).map(({ key }) => `${formField(key)}.in`);
  const values = all
    .filter(({ filter }) => filter !== null && filter !== 'range')
    .map(({ key }) => formField(key));
  const allowed = [...values, ...ends, ...units, formField(orId)];
  // Every column can be blank.
  const present = all
    .filter(({ key }) => isPresence(form.getAll(formField(key))))
    .map(({ key }) => formField(key));
  for (const name of new Set(form.keys())) {
    if (!allowed.includes(name) && !present.includes(name))
      throw badParameter(name, `no filter "${name}" in this category`, {
        allowed,
        ...nearestName(name, allowed),
      });
    if (ends.includes(name) && form.getAll(name).length > 1)
      throw badParameter(name, `the parameter "${name}" is given more than once`);
  }
}
