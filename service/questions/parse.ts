/**
 * Query string -> checked query. Throws 400 that names the parameter, the allowed values and the
 * nearest of them.
 */
import * as z from 'zod';
import { getOrInsert } from '../../common/get-or-insert.ts';
import { parseJson } from '../../common/json.ts';
import type { CategoryDefinition } from '../../model/categories.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import { maxSorts } from '../../model/sets.ts';
import type { Terms } from '../../model/terms.ts';
import { badParameter, type HttpError, nearestName } from '../errors.ts';
import {
  assertFields,
  assertList,
  estimatedFor,
  type Filter,
  hasEstimate,
  parseFilters,
  readForm,
  withFigures,
} from '../query/filters/index.ts';
import { formField } from '../query/filters/kind.ts';
import {
  isOfEstimates,
  type Selection,
  type Sort,
  type SortedSelection,
  sortedFor,
} from '../query/selection.ts';
import { snapshotParameter } from '../snapshot/requested-id.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Shape } from './parameter.ts';
import { type selection, sortSchema } from './parameters.ts';
import { readWorkload, withArchive } from './workload.ts';

/** Names that a query may use, from the snapshot. */
export interface QueryCatalog {
  /** Those of a directory that states none, if left out. */
  readonly terms?: Terms;
  readonly categoryKeys: readonly string[];
  columnsOf(category: string): readonly ColumnDefinition[];
}

/** Tracking parameters, and private parameters of the caller. */
export const ignoredParameters = /^(utm_|_)/;

/** Beginning of the names of all form fields of filters. */
export const fieldPrefix = formField('');

/** Filters as the fields of a form have them: `f.<column>=<value>`, `f.<column>.max=100`. */
interface FormFilters {
  readonly form?: URLSearchParams;
}

export type ParsedParameters<S extends Shape> = z.infer<z.ZodObject<S>> & FormFilters;

/**
 * Parameters of an address as their schemas read them. A shape with `filters` takes fields of a
 * form as well. Throws 400.
 */
export function parseParameters<S extends Shape>(
  query: URLSearchParams,
  shape: S,
): ParsedParameters<S> {
  const pairs = [...query];
  const fields = 'filters' in shape ? pairs.filter(([name]) => name.startsWith(fieldPrefix)) : [];
  const others =
    fields.length === 0 ? pairs : pairs.filter(([name]) => !name.startsWith(fieldPrefix));
  const form = fields.length === 0 ? {} : { form: new URLSearchParams(fields) };
  return { ...parseValues(Object.fromEntries(readLists(others, shape)), shape), ...form };
}

/**
 * The same of values that were read: texts, or lists of texts. A list that is not given is empty.
 */
export function parseValues<S extends Shape>(
  values: Readonly<Record<string, unknown>>,
  shape: S,
): z.infer<z.ZodObject<S>> {
  const { object, lists, texts } = getOrInsert(compiled, shape, () => compile(shape));
  const present = new Map<string, unknown>();
  for (const name of lists) present.set(name, [values[name] ?? []].flat());
  for (const name of texts) {
    const value = firstOf(values[name]);
    if (value !== undefined) present.set(name, value);
  }
  const result = object.safeParse(Object.fromEntries(present));
  if (result.success) return result.data as z.infer<z.ZodObject<S>>;
  const [issue] = result.error.issues;
  const name = String(issue?.path[0]);
  const value = String([values[name] ?? ''].flat()[0] ?? '');
  if (issue?.code === 'invalid_value') throw unknownValue(name, value, issue.values.map(String));
  if (values[name] === undefined) throw badParameter(name, `the parameter "${name}" is missing`);
  throw badParameter(name, `${name} ${issue?.message}${value === '' ? '' : `, not "${value}"`}`);
}

const compiled = new WeakMap<Shape, ReturnType<typeof compile>>();

/**
 * zod compiles an object once. `lists`: names of parameters that may be repeated; `texts`: the
 * others.
 */
function compile(shape: Shape) {
  const names = Object.keys(shape);
  const isList = (name: string) => shape[name] !== undefined && isRepeatable(shape[name]);
  return {
    object: z.object(shape),
    lists: names.filter(isList),
    texts: names.filter((name) => !isList(name)),
  };
}

function firstOf(value: unknown): unknown {
  return (Array.isArray(value) ? value[0] : value) ?? undefined;
}

export function isRepeatable(schema: z.ZodType): boolean {
  return schema instanceof z.ZodArray;
}

/** Throws 400 if there is a parameter, for resources that take none. */
export function assertNoParameters(query: URLSearchParams): void {
  readLists([...query], {});
}

/**
 * Values by name. Throws 400 for a name that is not in the shape, or is repeated and not
 * repeatable.
 */
function readLists(
  parameters: readonly (readonly [name: string, value: string])[],
  shape: Shape,
): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, string[]>();
  for (const [name, value] of parameters) {
    if (ignoredParameters.test(name) || name === snapshotParameter) continue;
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (schema === undefined) {
      const allowed = Object.keys(shape);
      throw badParameter(name, `unknown parameter "${name}"`, {
        allowed,
        ...nearestName(name, allowed),
      });
    }
    const known = lists.get(name);
    if (known && !isRepeatable(schema))
      throw badParameter(name, `the parameter "${name}" is given more than once`);
    lists.set(name, [...(known ?? []), value]);
  }
  return lists;
}

export function unknownValue(name: string, value: string, allowed: readonly string[]): HttpError {
  const message =
    value === '' ? `the parameter "${name}" is missing` : `unknown ${name} "${value}"`;
  return badParameter(name, message, { allowed, ...nearestName(value, allowed) });
}

/** Throws 400 for a category that the snapshot does not have. */
export function assertCategory(
  category: string | null | undefined,
  { categoryKeys }: QueryCatalog,
): void {
  if (typeof category === 'string' && !categoryKeys.includes(category))
    throw unknownValue('category', category, categoryKeys);
}

/** The category of a key. Throws 400. */
export function categoryOf(
  { catalog }: Pick<Snapshot, 'catalog'>,
  key: string,
): CategoryDefinition {
  const column = catalog.categories.find((category) => category.key === key);
  if (column !== undefined) return column;
  throw unknownValue('category', key, catalog.categoryKeys);
}

/** Parameters that select rows, as they were read. */
export interface SelectionParameters extends ParsedParameters<typeof selection> {
  readonly category?: string | undefined;
}

/** Replaces the names in parsed parameters by the snapshot's columns. Throws 400. */
export function resolveSelection(
  parameters: SelectionParameters,
  catalog: QueryCatalog,
): Selection {
  const { category = '', search: terms, scope, confirmed } = parameters;
  assertCategory(category, catalog);
  const filters = resolveFilters(parameters, category, catalog);
  const workload = hasEstimate(filters) ? readWorkload(withArchive(parameters, filters)) : null;
  return {
    category,
    terms,
    scope,
    confirmed,
    filters: workload === null ? filters : estimatedFor(filters, workload),
  };
}

function resolveFilters(
  { filters, form }: Pick<SelectionParameters, 'filters' | 'form'>,
  category: string,
  catalog: QueryCatalog,
): readonly Filter[] {
  if (filters === undefined && form === undefined) return [];
  const columns = catalog.columnsOf(category);
  if (form !== undefined) assertFields(form, columns);
  const inForm = form === undefined ? [] : readForm(columns, form);
  const listed = filters === undefined ? [] : parseJson(filters);
  return parseFilters(
    Array.isArray(listed) ? [...listed, ...inForm] : listed,
    columns,
    catalog.terms,
  );
}

/** As `resolveSelection`, with the sort order. */
export function resolveSorted(
  parameters: SelectionParameters & { readonly sorting?: string | undefined },
  catalog: QueryCatalog,
): SortedSelection {
  const selection = resolveSelection(parameters, catalog);
  const { sorting } = parameters;
  if (sorting === undefined) return { ...selection, sorting: [] };
  const sorts = parseSorting(sorting, catalog.columnsOf(selection.category), catalog.terms);
  if (!sorts.some(isOfEstimates)) return { ...selection, sorting: sorts };
  const workload = readWorkload(withArchive(parameters, selection.filters));
  return { ...selection, sorting: sortedFor(sorts, workload) };
}

export function parseSorting(
  text: string,
  columns: readonly ColumnDefinition[],
  terms?: Terms,
): Sort[] {
  const all = withFigures(columns, terms);
  const byKey = new Map(all.map((column) => [column.key, column]));
  const sortable = all.filter(({ sorting }) => sorting !== null).map(({ key }) => key);
  return parseSortIds(text, sortable, {
    isKnown: (id) => byKey.has(id),
    place: 'this category',
  }).flatMap(({ id, desc }) => {
    const column = byKey.get(id);
    return column ? [{ column, desc }] : [];
  });
}

/**
 * Parses a JSON list of `{id, desc}`. Throws 400 for an id that is not allowed. `isKnown`: names
 * that cannot be sorted by.
 * `place`: what has no such id, for the message.
 */
export function parseSortIds<T extends string>(
  text: string | undefined,
  allowed: readonly T[],
  { isKnown, place }: { readonly isKnown: (id: string) => boolean; readonly place: string },
): { readonly id: T; readonly desc: boolean }[] {
  if (text === undefined) return [];
  return assertList(parseJson(text), 'sorting', maxSorts).map((item, index) => {
    const result = sortSchema.safeParse(item);
    if (!result.success) {
      throw badParameter(
        'sorting',
        `sorting[${index}] is not {"id": "<column>", "desc": true or false}`,
      );
    }
    const { id, desc } = result.data;
    const allowedId = allowed.find((candidate) => candidate === id);
    if (allowedId !== undefined) return { id: allowedId, desc };
    const message = isKnown(id)
      ? `the column "${id}" cannot be sorted by`
      : `no column "${id}" in ${place}`;
    throw badParameter('sorting', message, { allowed, ...nearestName(id, allowed) });
  });
}
