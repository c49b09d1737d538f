/** Parameters of rows of a category: what to select, and how to answer. */
import * as z from 'zod';
import { scopes } from '../../../model/rows.ts';
import { maxFilters, maxSorts } from '../../../model/sets.ts';
import { apiFilterSchema } from '../../query/filters/index.ts';
import { pagingModes } from '../../query/pages.ts';
import { defaultPageSize, maxPageSize, maxSearchLength, sortSchema } from '../../query/params.ts';
import { snapshotParameter } from '../../snapshot/holder.ts';
import { columnsMetaModes } from '../lists.ts';
import { defaultFormat, exportFormats } from '../rows/export-formats.ts';
import { fieldsOf, inPath, type ParameterInput } from './input.ts';

/** A parameter that is JSON: a text whose content has a schema of its own, for generated clients. */
function jsonText(shape: z.ZodType) {
  const { $schema: _, ...contentSchema } = z.toJSONSchema(shape, { io: 'input' });
  return z.string().meta({ contentMediaType: 'application/json', contentSchema });
}

export function selectionParameters({ categoryKeys, exampleCategory, exampleProvider, exampleScope }: ParameterInput) {
  const category = {
    required: true,
    schema: z.string().meta({ examples: [...categoryKeys] }),
    description: 'Category key.',
    example: exampleCategory ?? categoryKeys[0],
  } as const;
  const filters = exampleProvider ? JSON.stringify([{ id: 'provider', value: [exampleProvider.name] }]) : undefined;
  return {
    category: category,
    pathCategory: { name: 'category', in: 'path', ...category },
    search: {
      schema: z.string().max(maxSearchLength),
      description: 'Search terms. Every term must match; case and accents are ignored; "quoted words" are one term.',
      example: exampleProvider?.name,
    },
    scope: {
      schema: z.enum(scopes),
      description:
        '`network`: only listings of single networks. `all-networks`: only those of all networks. Both by default.',
      example: exampleScope,
    },
    filters: {
      schema: jsonText(z.array(apiFilterSchema).max(maxFilters)),
      description:
        'JSON list of {"id": column, "value": [text, ...]}. Every filter must match. ' +
        'A range filter expects [min, max]; "" leaves an end open.',
      example: filters,
    },
    facetColumn: {
      name: 'column',
      schema: z.string(),
      description: 'Key of the only column whose values are returned. All columns with a filter by default.',
      example: 'provider',
    },
    sorting: {
      schema: jsonText(z.array(sortSchema).max(maxSorts)),
      description: 'JSON list of at most 3 {"id": column, "desc": boolean}.',
      example: JSON.stringify([{ id: 'provider', desc: true }]),
    },
    page: { schema: z.int().min(1).default(1), description: 'Page number, from 1.', example: 1 },
    pageSize: {
      schema: z.int().min(1).max(maxPageSize).default(defaultPageSize),
      description: 'Providers per page.',
      example: defaultPageSize,
    },
  } as const;
}

export function answerParameters({ exampleProvider, exampleSnapshot }: ParameterInput) {
  return {
    [snapshotParameter]: {
      schema: z.string(),
      description:
        'Id of the snapshot to answer from, such as that of the first page: the current one, or the one before it for ' +
        '10 minutes (`PIN_MINUTES`) after it was replaced. The current one by default.',
      example: exampleSnapshot,
    },
    mode: {
      schema: z.enum(pagingModes).default('group'),
      description: 'A page has `pageSize` whole providers with `group`, `pageSize` rows with `offer`.',
      example: 'offer',
    },
    fields: fieldsOf('rows', 'slug,provider,planName'),
    meta: {
      schema: z.enum(columnsMetaModes).default('columns'),
      description: '`none` leaves `columnsMeta` out.',
      example: 'none',
    },
    numbers: {
      schema: z.enum(['0', '1']).default('0'),
      description:
        'With 1, each row also has the numbers of its texts: `<column>Min` and `<column>Max`, and of prices `<column>Currency`, ' +
        '`<column>Unit` and `<column>Bound`.',
      example: '1',
    },
    format: {
      schema: z.enum(Object.keys(exportFormats)).default(defaultFormat),
      description: 'File format.',
      example: defaultFormat,
    },
    slug: {
      ...inPath,
      schema: z.string(),
      description: 'Provider slug.',
      example: exampleProvider?.slug,
    },
  } as const;
}
