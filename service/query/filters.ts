/** The table of filter kinds: how the values of a filter are read for each kind of column. */

import { z } from 'zod';
import { parseJson } from '../../common/json.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import { badParameter, type HttpError } from '../http/errors.ts';
import { nearestName } from '../nearest-name.ts';
import type { Filter } from './query.ts';

const maxFilters = 20;
const filterSchema = z.strictObject({ id: z.string(), value: z.array(z.string()) });
const flags: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  false: false,
  '0': false,
  no: false,
};
const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

const readers = {
  searchableMultiSelect: readAnyOf,
  select: (column: ColumnDefinition, values: readonly string[]) =>
    column.valueKind === 'boolean' ? readFlag(column, values) : readAnyOf(column, values),
  range: readRange,
} as const;

/** The `filters` parameter: a JSON list of `{id, value: [text, ...]}`. Throws what is wrong with it. */
export function parseFilters(text: string, columns: readonly ColumnDefinition[]): Filter[] {
  const list = parseJsonList(text, 'filters', maxFilters);
  return list.map((item, index) => {
    const result = filterSchema.safeParse(item);
    if (result.success) return parseFilter(result.data, columns);
    throw fault(`filters[${index}] is not {"id": "<column>", "value": ["<text>", ...]}`);
  });
}

/** A parameter that holds a JSON list of at most `max` items. */
export function parseJsonList(text: string, parameter: string, max: number): unknown[] {
  const list = parseJson(text);
  if (!Array.isArray(list)) throw badParameter(parameter, `${parameter} is not a JSON list`);
  if (list.length > max) throw badParameter(parameter, `${parameter} has ${list.length} items; ${max} are allowed`);
  return list;
}

function parseFilter({ id, value }: z.infer<typeof filterSchema>, columns: readonly ColumnDefinition[]): Filter {
  const filterable = columns.filter((column) => column.filter !== null);
  const column = filterable.find((candidate) => candidate.key === id);
  if (!column?.filter) {
    const allowed = filterable.map(({ key }) => key);
    const known = columns.some(({ key }) => key === id);
    const message = known ? `the column "${id}" has no filter` : `no column "${id}" in this category`;
    throw badParameter('filters', message, { allowed, ...nearestName(id, allowed) });
  }
  if (value.length === 0) throw fault(`the filter "${id}" has no value`);
  return readers[column.filter](column, value);
}

function readAnyOf(column: ColumnDefinition, values: readonly string[]): Filter {
  if (values.some((value) => value.trim() === '')) throw fault(`the filter "${column.key}" has an empty value`);
  return { kind: 'anyOf', column, values };
}

function readFlag(column: ColumnDefinition, values: readonly string[]): Filter {
  const read = values.map((value) => {
    const flag = Object.hasOwn(flags, value.toLowerCase()) ? flags[value.toLowerCase()] : undefined;
    if (flag !== undefined) return flag;
    throw badParameter('filters', `the filter "${column.key}" takes true or false, not "${value}"`, {
      allowed: ['true', 'false', '1', '0', 'Yes', 'No'],
    });
  });
  return { kind: 'flag', column, values: read };
}

function readRange(column: ColumnDefinition, values: readonly string[]): Filter {
  const [min, max] = values.map((value) => readNumber(column, value));
  if (values.length !== 2 || min === undefined || max === undefined) {
    throw fault(`the filter "${column.key}" takes two values, the least and the greatest; "" leaves one open`);
  }
  if (min !== null && max !== null && min > max) {
    throw fault(`the filter "${column.key}" has a least value above its greatest (${min} and ${max})`);
  }
  return { kind: 'range', column, min, max };
}

function readNumber(column: ColumnDefinition, value: string): number | null {
  const text = value.trim();
  if (text === '') return null;
  if (number.test(text) && Number.isFinite(Number(text))) return Number(text);
  throw fault(`the filter "${column.key}" takes numbers, not "${value}"`);
}

function fault(message: string): HttpError {
  return badParameter('filters', message);
}
