/** Parameters, shapes, headers and JSON that lists share. */
import * as z from 'zod';
import { companionsOf } from '../../model/companions.ts';
import { badParameter, nearestName } from '../errors.ts';
import type { Context } from '../http/context.ts';
import { maxHeaderAddress } from '../http/respond.ts';
import type { Pagination } from '../query/paging.ts';
import {
  category,
  fieldsOf,
  groupPaging,
  meta,
  mode,
  numbers,
  probes,
  selection,
  sorting,
} from '../questions/parameters.ts';
import {
  ignoredParameters,
  type ParsedParameters,
  parseParameters,
  type QueryCatalog,
  resolveSorted,
} from '../questions/parse.ts';
import type { Urls } from '../urls.ts';
import { apiVersion } from './shapes.ts';

/** Parameters of `rows`. */
export const rowsParameters = {
  category,
  ...selection,
  sorting,
  ...groupPaging,
  numbers,
  probes,
  mode,
  fields: fieldsOf('rows', 'slug,provider,planName'),
  meta,
};

/** As `resolveListQuery`. */
export function parseListQuery(queryString: string, catalog: QueryCatalog) {
  return resolveListQuery(
    parseParameters(new URLSearchParams(queryString), rowsParameters),
    catalog,
  );
}

export type ListQuery = ReturnType<typeof resolveListQuery>;

/** Query of `rows`. Throws 400. */
export function resolveListQuery(
  parameters: ParsedParameters<typeof rowsParameters>,
  catalog: QueryCatalog,
) {
  const sorted = resolveSorted(parameters, catalog);
  const columns = catalog.columnsOf(sorted.category);
  const {
    page,
    pageSize,
    mode: modeParameter,
    numbers: withNumbers,
    probes: withProbes,
  } = parameters;
  const companions = withNumbers ? columns.flatMap(companionsOf) : [];
  const keys = [...columns, ...companions].map(({ key }) => key);
  const shape = parseShape(parameters, [
    'network',
    'scope',
    ...keys,
    ...(withProbes ? ['probes', 'measured', 'benchmarks'] : []),
  ]);
  return {
    ...sorted,
    page,
    pageSize,
    mode: modeParameter,
    numbers: withNumbers,
    probes: withProbes,
    ...shape,
  };
}

interface ShapeParameters {
  readonly fields?: string | undefined;
  readonly meta?: 'columns' | 'none';
}

/**
 * Keys of each item in the order of the answer, null for all, and whether columns are described.
 * `allowed`: keys that an item can have. Throws 400.
 */
export function parseShape(parameters: ShapeParameters, allowed: readonly string[]) {
  return {
    fields: parseFields(parameters.fields, allowed),
    withColumns: parameters.meta === 'columns',
  };
}

function parseFields(
  text: string | undefined,
  allowed: readonly string[],
): readonly string[] | null {
  if (text === undefined) return null;
  const fields = [...new Set(text.split(',').map((field) => field.trim()))];
  for (const field of fields) {
    if (allowed.includes(field)) continue;
    const message = field === '' ? 'fields has an empty key' : `no field "${field}"`;
    throw badParameter('fields', `${message}; separate keys by commas`, {
      allowed,
      ...nearestName(field, allowed),
    });
  }
  return fields;
}

export const countHeader = { 'X-Total-Count': z.int().describe('Items on all pages.') };

export const listHeaders = {
  ...countHeader,
  Link: z
    .string()
    .optional()
    .describe(
      'Addresses of the next, previous, first and last page: `rel="next"`, `prev`, `first` and `last` (RFC 8288).',
    ),
};

export function setTotalCount(ctx: Context, count: number): void {
  ctx.set('X-Total-Count', String(count));
}

/** Headers of a list with pages. */
export function setListHeaders(
  ctx: Context,
  { totalOffers, page, totalPages }: Pick<Pagination, 'totalOffers' | 'page' | 'totalPages'>,
  urls: Urls,
): void {
  setTotalCount(ctx, totalOffers);
  const links: string[] = [];
  const pages = [
    [page + 1, 'next'],
    [Math.min(page - 1, totalPages), 'prev'],
    [1, 'first'],
    [totalPages, 'last'],
  ] as const;
  for (const [number, rel] of pages) {
    if (number < 1 || number > totalPages) continue;
    const address = urls.to(ctx.state.network, ctx.path, {
      ...parametersOf(ctx.state.parameters),
      page: number,
    });
    if (links.join().length + address.length <= maxHeaderAddress)
      links.push(`<${address}>; rel="${rel}"`);
  }
  if (links.length > 0) ctx.set('Link', links.join(', '));
}

/** Parameters of an address, without those that are ignored. */
export function parametersOf(query: URLSearchParams): Record<string, string[]> {
  const names = [...new Set(query.keys())].filter((name) => !ignoredParameters.test(name));
  return Object.fromEntries(names.map((name) => [name, query.getAll(name)]));
}

/**
 * The given keys of an item, in their order; null for a key that the item lacks. The whole item if
 * `fields` is null.
 */
export function pick(item: object, fields: readonly string[] | null): object {
  if (fields === null) return item;
  const values = new Map(Object.entries(item));
  return Object.fromEntries(fields.map((key) => [key, values.get(key) ?? null]));
}

interface ListAnswer {
  readonly generatedAt: string;
  /** JSON array; null to leave the columns out. */
  readonly columnsJson: string | null;
  /** JSON of the items, and the key under which the answer has them. */
  readonly items: readonly string[];
  readonly itemsKey: 'rows' | 'offers';
  readonly pagination: Pagination;
  /** Conditions as they were applied; left out without any. */
  readonly applied?: readonly object[];
  /** Null if something matches, or if there are no suggestions. */
  readonly hints: object | null;
  /** Names in the request that nothing has; left out if the request names none. */
  readonly missing?: readonly string[] | undefined;
}

/** JSON of an answer, in parts. */
export function presentList({
  generatedAt,
  columnsJson,
  items,
  itemsKey,
  pagination,
  applied = [],
  hints,
  missing,
}: ListAnswer): string[] {
  const columns = columnsJson === null ? '' : `"columnsMeta":${columnsJson},`;
  const appliedPart = applied.length === 0 ? '' : `,"applied":${JSON.stringify(applied)}`;
  const hintsPart = hints === null ? '' : `,"hints":${JSON.stringify(hints)}`;
  const missingPart = missing === undefined ? '' : `,"missing":${JSON.stringify(missing)}`;
  const head = `{"result":{"version":${apiVersion},"generatedAt":${JSON.stringify(generatedAt)},`;
  const list = items.map((item, at) => (at === 0 ? item : `,${item}`));
  const tail = `],"pagination":${JSON.stringify(pagination)}${appliedPart}${hintsPart}${missingPart}}}`;
  return [`${head}${columns}"${itemsKey}":[`, ...list, tail];
}
