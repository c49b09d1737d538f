/** Query string -> a checked query, or the 400 that says what to change. */
import { z } from 'zod';
import { foldText } from '../../common/fold.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import { badParameter } from '../http/errors.ts';
import { nearestName } from '../nearest-name.ts';
import { parseFilters, parseJsonList } from './filters.ts';
import type { RowsQuery, Selection, Sort } from './query.ts';

export const maxSearchLength = 200;
export const maxPageSize = 100;
export const defaultPageSize = 10;
const maxPage = 999_999_999;
const maxSorts = 3;
/** Marks of campaigns, and names that a caller keeps for itself, mean nothing to us. */
const ignored = /^(utm_|_)/;

const sortSchema = z.strictObject({ id: z.string(), desc: z.boolean().default(false) });

/** What a query may name, taken from the snapshot. */
export interface QueryCatalog {
  readonly categoryKeys: readonly string[];
  columnsOf(category: string): readonly ColumnDefinition[];
}

export const selectionParameters = ['category', 'search', 'filters'] as const;
export const rowsParameters = [...selectionParameters, 'sorting', 'page', 'pageSize'] as const;

export function parseRowsQuery(queryString: string, catalog: QueryCatalog): RowsQuery {
  const given = readParameters(queryString, rowsParameters);
  const selection = readSelection(given, catalog);
  return {
    ...selection,
    sorting: readSorting(given, catalog.columnsOf(selection.category)),
    page: parseWhole(given, 'page', { otherwise: 1, max: maxPage }),
    pageSize: parseWhole(given, 'pageSize', { otherwise: defaultPageSize, max: maxPageSize }),
  };
}

export function parseSelection(queryString: string, catalog: QueryCatalog): Selection {
  return readSelection(readParameters(queryString, selectionParameters), catalog);
}

type Given = ReadonlyMap<string, string>;

export function readSelection(given: Given, catalog: QueryCatalog): Selection {
  const category = parseCategory(given.get('category'), catalog.categoryKeys);
  const filters = given.get('filters');
  return {
    category,
    terms: parseSearch(given.get('search') ?? ''),
    filters: filters === undefined ? [] : parseFilters(filters, catalog.columnsOf(category)),
  };
}

export function readSorting(given: Given, columns: readonly ColumnDefinition[]): Sort[] {
  const sorting = given.get('sorting');
  return sorting === undefined ? [] : parseSorting(sorting, columns);
}

/** The parameters by name; one that is not allowed, or stands twice, is a mistake that must not pass silently. */
export function readParameters(queryString: string, allowed: readonly string[]): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(queryString)) {
    if (ignored.test(name)) continue;
    if (!allowed.includes(name)) {
      throw badParameter(name, `unknown parameter "${name}"`, { allowed, ...nearestName(name, allowed) });
    }
    if (given.has(name)) throw badParameter(name, `the parameter "${name}" is given more than once`);
    given.set(name, value);
  }
  return given;
}

function parseCategory(category: string | undefined, keys: readonly string[]): string {
  if (category !== undefined && keys.includes(category)) return category;
  const message = category ? `unknown category "${category}"` : 'the parameter "category" is missing';
  throw badParameter('category', message, { allowed: keys, ...nearestName(category ?? '', keys) });
}

/** Terms at white space; `"quoted words"` are one term. Folded, without repetitions. */
export function parseSearch(search: string): string[] {
  if ([...search].length > maxSearchLength) {
    throw badParameter('search', `search is longer than ${maxSearchLength} characters`);
  }
  const terms = Array.from(search.matchAll(/(?<!\S)"([^"]+)"(?!\S)|\S+/g), ([term, quoted]) => quoted ?? term);
  const folded = terms.map(foldText);
  return [...new Set(folded.filter((term) => term.trim() !== ''))];
}

function parseSorting(text: string, columns: readonly ColumnDefinition[]): Sort[] {
  const sortable = columns.filter((column) => column.sorting !== null);
  return parseJsonList(text, 'sorting', maxSorts).map((item, index) => {
    const result = sortSchema.safeParse(item);
    if (!result.success) {
      throw badParameter('sorting', `sorting[${index}] is not {"id": "<column>", "desc": true or false}`);
    }
    const { id, desc } = result.data;
    const column = sortable.find((candidate) => candidate.key === id);
    if (column) return { column, desc };
    const allowed = sortable.map(({ key }) => key);
    const known = columns.some(({ key }) => key === id);
    const message = known ? `the column "${id}" cannot be sorted by` : `no column "${id}" in this category`;
    throw badParameter('sorting', message, { allowed, ...nearestName(id, allowed) });
  });
}

function parseWhole(given: Given, name: string, { otherwise, max }: { otherwise: number; max: number }): number {
  const text = given.get(name);
  if (text === undefined) return otherwise;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= max) return value;
  throw badParameter(name, `${name} must be a whole number from 1 to ${max}, not "${text}"`);
}

/** The same for a page, whose address may carry anything: what it does not know it leaves alone. */
export function parsePageQuery(
  category: string,
  queryString: string,
  catalog: QueryCatalog,
): { search: string; query: RowsQuery } {
  const known = new URLSearchParams({ category });
  for (const [name, value] of new URLSearchParams(queryString)) {
    if (name !== 'category' && rowsParameters.some((parameter) => parameter === name)) known.set(name, value);
  }
  return { search: known.get('search') ?? '', query: parseRowsQuery(known.toString(), catalog) };
}
