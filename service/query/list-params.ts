/** Parameters that every list takes: which keys its items have, whether the columns are described, and the paging mode. */
import { z } from 'zod';
import { companionsOf } from '../../model/companions.ts';
import { badParameter, nearestName } from '../errors.ts';
import { parseParameters, type QueryCatalog, type RowsQuery, resolveSorted, rowsSchema } from './params.ts';

/** A page of `group` has whole providers, a page of `offer` has rows. */
export const pagingModes = ['group', 'offer'] as const;
export type PagingMode = (typeof pagingModes)[number];

export const columnsMetaModes = ['columns', 'none'] as const;

export const shapeSchema = z.object({
  fields: z.string().optional(),
  meta: z.enum(columnsMetaModes).default('columns'),
});

/** What the items of an answer have. */
export interface ListShape {
  /** Keys in the order of the answer; null for all. */
  readonly fields: readonly string[] | null;
  /** Whether the answer describes the columns. */
  readonly withColumns: boolean;
}

export interface ListQuery extends RowsQuery, ListShape {
  readonly mode: PagingMode;
}

const listSchema = rowsSchema.extend({ ...shapeSchema.shape, mode: z.enum(pagingModes).default('group') });

/** Query of `rows`. Throws 400. */
export function parseListQuery(queryString: string, catalog: QueryCatalog): ListQuery {
  const given = parseParameters(queryString, listSchema);
  const selection = resolveSorted(given, catalog);
  const columns = catalog.columnsOf(selection.category);
  const companions = given.numbers === '1' ? columns.flatMap(companionsOf) : [];
  const keys = ['network', ...[...columns, ...companions].map(({ key }) => key)];
  const { page, pageSize, mode } = given;
  const numbers = given.numbers === '1';
  return { ...selection, page, pageSize, mode, numbers, ...parseShape(given, keys) };
}

/** `allowed`: keys that an item can have. Throws 400. */
export function parseShape(given: z.infer<typeof shapeSchema>, allowed: readonly string[]): ListShape {
  return { fields: parseFields(given.fields, allowed), withColumns: given.meta === 'columns' };
}

function parseFields(text: string | undefined, allowed: readonly string[]): readonly string[] | null {
  if (text === undefined) return null;
  const fields = [...new Set(text.split(',').map((field) => field.trim()))];
  for (const field of fields) {
    if (allowed.includes(field)) continue;
    const message = field === '' ? 'fields has an empty key' : `no field "${field}"`;
    throw badParameter('fields', `${message}; separate keys by commas`, { allowed, ...nearestName(field, allowed) });
  }
  return fields;
}
