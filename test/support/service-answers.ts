/** The shapes that the interface promises, strict: a key too many is a failure too. */
import assert from 'node:assert/strict';
import * as z from 'zod';
import { cellTypes, filterKinds, sortingKinds, valueKinds } from '../../model/columns.ts';
import type { Answer } from './service-get.ts';

const count = z.int().nonnegative();
const cell = z.union([z.string(), z.literal(0), z.literal(1), z.array(z.string()), z.null()]);

/** Only the keys of `numbers=1` hold numbers other than flags. */
const row = z
  .record(z.string(), z.union([cell, z.number()]))
  .refine((cells) =>
    Object.entries(cells).every(([key, value]) => /(Min|Max|First)$/.test(key) || cell.safeParse(value).success),
  );

const columnMeta = z.strictObject({
  key: z.string(),
  label: z.string(),
  icon: z.string().nullable(),
  description: z.string().nullable(),
  filter: z.enum(filterKinds).nullable(),
  sorting: z.enum(sortingKinds).nullable(),
  pinning: z.literal('left').nullable(),
  cellType: z.enum(cellTypes).nullable(),
  valueKind: z.enum(valueKinds).nullable(),
  itemKind: z.literal('string').nullable(),
  nullable: z.boolean().nullable(),
});

const pagination = z.strictObject({
  mode: z.literal('group'),
  page: z.int().positive(),
  pageSize: z.int().positive(),
  totalPages: count,
  totalProviders: count,
  totalOffers: count,
});

const unit = { currency: z.string().nullable(), unit: z.string().nullable() };
const priceGroup = z.strictObject({ ...unit, totalOffers: count });

const rowsAnswer = z.strictObject({
  result: z.strictObject({
    version: z.literal(2),
    generatedAt: z.iso.datetime({ precision: 3 }),
    columnsMeta: z.array(columnMeta),
    rows: z.array(row),
    pagination,
    /** Beyond the interface, only where nothing is found or prices are compared. */
    hints: z
      .strictObject({
        providers: z.array(z.string()).optional(),
        search: z.string().min(1).optional(),
        dropFilters: z.array(z.looseObject({ totalOffers: count })).optional(),
        priceOrder: z
          .array(z.strictObject({ id: z.string(), groups: z.array(priceGroup), withoutNumber: count }))
          .optional(),
        priceFilters: z
          .array(z.strictObject({ id: z.string(), ...unit, notCompared: count, withoutNumber: count }))
          .optional(),
      })
      .optional(),
  }),
});

const categoriesAnswer = z.strictObject({
  result: z.strictObject({
    version: z.literal(2),
    generatedAt: z.iso.datetime({ precision: 3 }),
    categories: z.array(
      z.strictObject({
        key: z.string(),
        label: z.string(),
        description: z.string().nullable(),
        icon: z.string().nullable(),
        count,
        providersCount: count,
      }),
    ),
    metrics: z.looseObject({ asOf: z.iso.datetime({ precision: 3 }) }),
  }),
});

const networksAnswer = z.strictObject({
  result: z.strictObject({
    networks: z.array(
      z.strictObject({
        key: z.string(),
        name: z.string(),
        url: z.url(),
        icon: z.string().min(1),
        docs: z.url(),
        caip2: z.string().nullable(),
        aliases: z.array(z.string()),
        chains: z.array(z.string()),
      }),
    ),
  }),
});

const failure = z.strictObject({
  error: z.strictObject({
    code: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
    message: z.string().min(1),
    parameter: z.string().optional(),
    allowed: z.array(z.string()).optional(),
    example: z.string().optional(),
    suggestion: z.string().optional(),
    current: z.string().optional(),
  }),
});

export type RowsResult = z.infer<typeof rowsAnswer>['result'];
export type PublicRow = RowsResult['rows'][number];
export type CategoriesResult = z.infer<typeof categoriesAnswer>['result'];
export type NetworksResult = z.infer<typeof networksAnswer>['result'];
export type Failure = z.infer<typeof failure>['error'];

export function readRows(answer: Answer): RowsResult {
  return parse(rowsAnswer, readResult(answer)).result;
}

export function readCategories(answer: Answer): CategoriesResult {
  return parse(categoriesAnswer, readResult(answer)).result;
}

export function readNetworks(answer: Answer): NetworksResult {
  return parse(networksAnswer, readResult(answer)).result;
}

/** The failure that the answer tells as JSON; `status` is the expected one. */
export function readFailure(answer: Answer, status: number): Failure {
  assert.equal(answer.status, status, answer.text);
  assert.match(answer.headers['content-type'] ?? '', /^application\/json\b/);
  return parse(failure, answer.json()).error;
}

function readResult(answer: Answer): unknown {
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.headers['content-type'] ?? '', /^application\/json\b/);
  return answer.json();
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  return read.success ? read.data : assert.fail(z.prettifyError(read.error));
}
