/**
 * Answers of lists and failures. api/contract.test.ts holds the shape of lists against interface.md
 * and the OpenAPI documents.
 */
import assert from 'node:assert/strict';
import * as z from 'zod';
import type { ColumnDefinition } from '../../model/columns.ts';
import type { hintsShape } from '../../service/answers/search/hints.ts';
import type { columnShape } from '../../service/api/shapes.ts';
import type { paginationShape } from '../../service/query/paging.ts';
import type { Answer } from './service-get.ts';

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

interface Dated {
  readonly version: number;
  readonly generatedAt: string;
}
export type PublicRow = Record<string, string | number | string[] | null>;
export interface RowsResult extends Dated {
  readonly columnsMeta: (z.infer<typeof columnShape> & ColumnMeta)[];
  readonly rows: PublicRow[];
  readonly pagination: z.infer<typeof paginationShape>;
  readonly hints?: z.infer<typeof hintsShape>;
}
type ColumnMeta = Pick<
  ColumnDefinition,
  'filter' | 'sorting' | 'pinning' | 'cellType' | 'valueKind' | 'itemKind'
>;
type Category = Record<'key' | 'label', string> & Record<'count' | 'providersCount', number>;
export interface CategoriesResult extends Dated {
  readonly categories: (Category & Record<'description' | 'icon', string | null>)[];
  readonly metrics: { readonly asOf: string } & Readonly<Record<string, unknown>>;
}
type Network = Record<'key' | 'name' | 'url' | 'icon' | 'docs', string> &
  Record<'aliases' | 'chains', string[]>;
export interface NetworksResult {
  readonly networks: (Network & { readonly caip2: string | null })[];
}
export type Failure = z.infer<typeof failure>['error'];

export const readRows = (answer: Answer) => readResult<RowsResult>(answer);
export const readCategories = (answer: Answer) => readResult<CategoriesResult>(answer);
export const readNetworks = (answer: Answer) => readResult<NetworksResult>(answer);

function readResult<T>(answer: Answer): T {
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.headers['content-type'] ?? '', /^application\/json\b/);
  return (answer.json() as { result: T }).result;
}

/**
 * The failure that the answer tells as JSON; `status` is the expected one. A key too many fails,
 * too.
 */
export function readFailure(answer: Answer, status: number): Failure {
  assert.equal(answer.status, status, answer.text);
  assert.match(answer.headers['content-type'] ?? '', /^application\/json\b/);
  const read = failure.safeParse(answer.json());
  return read.success ? read.data.error : assert.fail(z.prettifyError(read.error));
}
