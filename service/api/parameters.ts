/** The parameters of API resources, as the OpenAPI documents describe them. query/params.ts parses them. */
import { z } from 'zod';
import { defaultPageSize, maxPageSize, maxSearchLength } from '../query/params.ts';
import { defaultFormat, exportFormats } from './export-formats.ts';

export type ParameterName = keyof ReturnType<typeof describeParameters>;

export interface ParameterInput {
  readonly categoryKeys: readonly string[];
  /** A category with rows, null on a network without rows. */
  readonly exampleCategory: string | null;
  /** A provider in that category. */
  readonly exampleProvider: { readonly name: string; readonly slug: string } | null;
}

export function describeParameters({ categoryKeys, exampleCategory, exampleProvider }: ParameterInput) {
  const filters = exampleProvider ? JSON.stringify([{ id: 'provider', value: [exampleProvider.name] }]) : undefined;
  return {
    category: {
      in: 'query',
      required: true,
      schema: z.enum(categoryKeys),
      description: 'Category key.',
      example: exampleCategory ?? categoryKeys[0],
    },
    search: {
      in: 'query',
      schema: z.string().max(maxSearchLength),
      description: 'Search terms. Every term must match; case and accents are ignored; "quoted words" are one term.',
      example: exampleProvider?.name,
    },
    filters: {
      in: 'query',
      schema: z.string(),
      description:
        'JSON list of {"id": column, "value": [text, ...]}. Every filter must match. ' +
        'A range filter expects [min, max]; "" leaves an end open.',
      example: filters,
    },
    sorting: {
      in: 'query',
      schema: z.string(),
      description: 'JSON list of at most 3 {"id": column, "desc": boolean}.',
      example: JSON.stringify([{ id: 'provider', desc: true }]),
    },
    page: { in: 'query', schema: z.int().min(1).default(1), description: 'Page number, from 1.', example: 1 },
    pageSize: {
      in: 'query',
      schema: z.int().min(1).max(maxPageSize).default(defaultPageSize),
      description: 'Providers per page.',
      example: defaultPageSize,
    },
    numbers: {
      in: 'query',
      schema: z.enum(['0', '1']).default('0'),
      description:
        'With 1, each row also has the numbers of its texts: `<column>Min` and `<column>Max`, and of prices `<column>Currency`, ' +
        '`<column>Unit` and `<column>Bound`.',
      example: '1',
    },
    format: {
      in: 'query',
      schema: z.enum(Object.keys(exportFormats)).default(defaultFormat),
      description: 'File format.',
      example: defaultFormat,
    },
    slug: {
      in: 'path',
      required: true,
      schema: z.string(),
      description: 'Provider slug.',
      example: exampleProvider?.slug,
    },
  } as const;
}
