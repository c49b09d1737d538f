/**
 * What a directory page shows, all of it in its address: plain parameters that a form without script sends
 * (`f.planType=Free`, `f.accessPrice.max=100`, `sort=accessPrice`, `dir=desc`, `cols=...`) -> a view, and back.
 */
import { parseJson } from '../../common/json.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import type { Parameters } from '../urls.ts';
import { defaultPageSize, parseRowsQuery, type QueryCatalog } from './params.ts';
import type { Filter, RowsQuery, Sort } from './query.ts';

export interface View {
  /** As it was typed. */
  readonly search: string;
  readonly query: RowsQuery;
  /** Keys of the columns that were chosen for the table; null for the usual ones. */
  readonly columns: readonly string[] | null;
  /** Key of the filter of which all values are listed. */
  readonly facet: string | null;
  /** Slugs of offers that were picked for comparison, on whichever page. */
  readonly picked: readonly string[];
}

interface ApiFilter {
  readonly id: string;
  readonly value: readonly string[];
}

/** More than these are never compared side by side. */
export const maxPicked = 6;

/** Unknown names, columns and empty fields are left alone, of a repeated name the first value counts; a value that a known one cannot take is a 400. */
export function parseView(category: string, queryString: string, catalog: QueryCatalog): View {
  const given = new URLSearchParams(queryString);
  const columns = catalog.columnsOf(category);
  const asked = new URLSearchParams({ category });
  for (const name of ['search', 'page', 'pageSize'] as const) setFirst(asked, name, given);
  const filters = [...listOf(given.get('filters')), ...columns.flatMap((column) => readFilter(column, given))];
  if (filters.length > 0) asked.set('filters', JSON.stringify(filters));
  const sorting = readSorting(columns, given);
  if (sorting !== null) asked.set('sorting', sorting);
  // What is not JSON is given to the reader of the API as it is: it says what is wrong with it.
  if (given.has('filters') && parseJson(given.get('filters') ?? '') === undefined) setFirst(asked, 'filters', given);
  return {
    search: asked.get('search') ?? '',
    query: parseRowsQuery(asked.toString(), catalog),
    columns: readColumns(columns, given),
    facet: columns.find(({ key, filter }) => filter !== null && key === given.get('facet'))?.key ?? null,
    picked: [...new Set(given.getAll('compare').filter((slug) => slug !== ''))].slice(0, maxPicked),
  };
}

/** The view as parameters of the page, as few as possible. */
export function viewParameters(view: View): Parameters {
  const { search, query, columns, facet, picked } = view;
  return {
    search,
    ...filterParameters(query.filters),
    ...sortParameters(query.sorting),
    cols: columns,
    pageSize: query.pageSize === defaultPageSize ? null : query.pageSize,
    page: query.page === 1 ? null : query.page,
    facet,
    compare: picked,
  };
}

/** The selection and order of the view as the API takes them. */
export function apiParameters({ search, query }: View): Parameters {
  const { category, filters, sorting } = query;
  return {
    category,
    search,
    filters: filters.length === 0 ? null : JSON.stringify(filters.map(toApiFilter)),
    sorting:
      sorting.length === 0 ? null : JSON.stringify(sorting.map(({ column, desc }) => ({ id: column.key, desc }))),
  };
}

/** The same view with something else asked; it begins at the first page. */
export function withQuery(view: View, changes: Partial<RowsQuery>): View {
  return { ...view, facet: null, query: { ...view.query, page: 1, ...changes } };
}

/** Without one value of a filter, or without the filter. */
export function withoutFilter(view: View, filter: Filter, value?: string): View {
  const filters = view.query.filters.flatMap((candidate) => {
    if (candidate !== filter) return [candidate];
    if (candidate.kind !== 'anyOf' || value === undefined) return [];
    const values = candidate.values.filter((other) => other !== value);
    return values.length === 0 ? [] : [{ ...candidate, values }];
  });
  return withQuery(view, { filters });
}

function setFirst(asked: URLSearchParams, name: string, given: URLSearchParams): void {
  const value = given.get(name);
  if (value !== null && value !== '') asked.set(name, value);
}

/** Whatever the list holds: the reader of the API says what is wrong with an item. */
function listOf(text: string | null): unknown[] {
  const list = text === null ? [] : parseJson(text);
  return Array.isArray(list) ? list : list === undefined ? [] : [list];
}

function readFilter(column: ColumnDefinition, given: URLSearchParams): ApiFilter[] {
  const { key, filter } = column;
  if (filter === null) return [];
  const value = filter === 'range' ? readRange(key, given) : readValues(key, given);
  return value.length === 0 ? [] : [{ id: key, value }];
}

function readValues(key: string, given: URLSearchParams): string[] {
  return [...new Set(given.getAll(`f.${key}`).filter((value) => value.trim() !== ''))];
}

/** Two fields that were filled in the wrong way round are turned. */
function readRange(key: string, given: URLSearchParams): string[] {
  const [min, max] = ['min', 'max'].map((end) => given.get(`f.${key}.${end}`)?.trim() ?? '');
  if (min === undefined || max === undefined || (min === '' && max === '')) return [];
  return min !== '' && max !== '' && Number(min) > Number(max) ? [max, min] : [min, max];
}

function readSorting(columns: readonly ColumnDefinition[], given: URLSearchParams): string | null {
  const column = columns.find(({ key, sorting }) => sorting !== null && key === given.get('sort'));
  if (column) return JSON.stringify([{ id: column.key, desc: given.get('dir') === 'desc' }]);
  return given.get('sorting');
}

function readColumns(columns: readonly ColumnDefinition[], given: URLSearchParams): string[] | null {
  const wanted = new Set(given.getAll('cols'));
  const known = columns.map(({ key }) => key).filter((key) => wanted.has(key));
  return known.length === 0 ? null : known;
}

/** Two filters of one column do not fit into a form: they stay what the API takes. */
function filterParameters(filters: readonly Filter[]): Parameters {
  const keys = new Set(filters.map(({ column }) => column.key));
  if (keys.size < filters.length) return { filters: JSON.stringify(filters.map(toApiFilter)) };
  return Object.assign({}, ...filters.map(formFilter));
}

function formFilter(filter: Filter): Parameters {
  const name = `f.${filter.column.key}`;
  if (filter.kind === 'range') return { [`${name}.min`]: filter.min, [`${name}.max`]: filter.max };
  return { [name]: filter.values.map(String) };
}

function toApiFilter(filter: Filter): ApiFilter {
  const id = filter.column.key;
  if (filter.kind === 'range') return { id, value: [String(filter.min ?? ''), String(filter.max ?? '')] };
  return { id, value: filter.values.map(String) };
}

function sortParameters(sorting: readonly Sort[]): Parameters {
  const [first, ...more] = sorting;
  if (!first) return {};
  if (more.length > 0)
    return { sorting: JSON.stringify(sorting.map(({ column, desc }) => ({ id: column.key, desc }))) };
  return { sort: first.column.key, dir: first.desc ? 'desc' : null };
}
