/**
 * Zod shapes that several API resources share. The OpenAPI documents are generated from the shapes.
 */
import * as z from 'zod';
import {
  cellTypes,
  columnSchema,
  filterKinds,
  sortingKinds,
  valueKinds,
} from '../../model/columns.ts';
import { scopes } from '../../model/rows.ts';

/** Version of every answer that depends on the snapshot. */
export const apiVersion = 2;

export const flagShape = z.literal([0, 1]);
export const uriShape = z.string().meta({ format: 'uri' });
export const timestampShape = z
  .string()
  .meta({ format: 'date-time', description: 'ISO 8601, UTC, with milliseconds.' });

/** Not a literal, so that clients can read the version of an answer that they do not know. */
const versionShape = z
  .int()
  .meta({ description: 'A breaking change raises it.', examples: [apiVersion] });

/**
 * Text of a vocabulary to which later versions may add words. An `enum` would make clients reject
 * them.
 */
export function openShape(words: readonly string[]) {
  return z.string().meta({ examples: [...words] });
}

export const scopeShape = openShape(scopes).describe(
  '`all-networks` if one of the listings that count is a listing of all {{networks}}, else `network`.',
);

/** Scope of several offers of a provider. */
export const providerScopeShape = openShape([...scopes, 'both']).describe(
  '`network` if all listings that count are of single {{networks}}, `all-networks` if all are of all {{networks}}, `both` if there are some of each.',
);

/** The envelope of every answer that depends on the snapshot. */
export function resultShape<T extends z.ZodRawShape>(shape: T) {
  return z.object({
    result: z.object({ version: versionShape, generatedAt: timestampShape, ...shape }),
  });
}

/** Fields of a result besides `version` and `generatedAt`. */
export type FactsOf<Shape extends z.ZodType<{ result: object }>> = Omit<
  z.infer<Shape>['result'],
  'version' | 'generatedAt'
>;

export const errorShape = z
  .object({
    error: z.object({
      code: z.string().describe('Stable, for programs: `bad-parameter`, `not-found`.'),
      message: z.string().describe('Description of the problem, for people.'),
      parameter: z.string().optional().describe('The invalid query parameter.'),
      allowed: z.array(z.string()).optional().describe('Accepted values.'),
      suggestion: z.string().optional().describe('The closest accepted value.'),
      example: z
        .string()
        .optional()
        .describe('A parameter with a value that works, not percent-encoded.'),
      current: z
        .string()
        .optional()
        .describe('Id of the current snapshot, if the requested one is not available.'),
    }),
  })
  .meta({ id: 'Error' });

/** RFC 9457, for clients that ask for it. */
export const problemShape = errorShape.shape.error
  .omit({ message: true })
  .extend({
    type: z.string().describe('`about:blank`: `code` says what is wrong.'),
    title: z.string().describe('Words of the status.'),
    status: z.int().describe('Status of the response.'),
    detail: z.string().describe('Description of the problem, for people.'),
  })
  .meta({ id: 'Problem' });

/**
 * A row of any category. The OpenAPI document of a network replaces it with the rows of its
 * categories.
 */
export const rowShape = z.record(z.string(), z.unknown()).meta({ id: 'Row' });

/** A cell of any column. */
export const cellShape = z
  .union([z.string(), flagShape, z.array(z.string()), z.null()])
  .meta({ id: 'Cell', description: 'Text, flag, list or nothing, as `columnsMeta` says.' });

/** A row with `fields`. */
export const partialShape = z.record(z.string(), cellShape).meta({
  id: 'PartialRow',
  description: 'The requested keys of a row, with the parameter `fields`.',
});

/** The public fields of a column. The others concern the pipeline and the pages only. */
export const columnShape = z
  .object({
    ...columnSchema.unwrap().omit({
      states: true,
      unit: true,
      role: true,
      trueMeans: true,
      categories: true,
      requiredIn: true,
      core: true,
    }).shape,
    key: z.string().describe('A key of every row.'),
    label: z.string().describe('Name for people.'),
    icon: z.string().nullable().describe('May contain two alternatives separated by `||`.'),
    description: z.string().nullable().describe('Meaning of the cells.'),
    filter: openShape(filterKinds)
      .nullable()
      .describe('Kind of the filter; null if the column has none.'),
    sorting: openShape(sortingKinds)
      .nullable()
      .describe('How rows are ordered by the column; null if they cannot be.'),
    pinning: openShape(['left'])
      .nullable()
      .describe('Edge of the table at which pages keep the column.'),
    cellType: openShape(cellTypes)
      .nullable()
      .describe('How pages show the cells; null for plain text.'),
    valueKind: openShape(valueKinds).describe('JSON type of the cells; a `boolean` is 0 or 1.'),
    itemKind: openShape(['string']).nullable().describe('Type of the items of a list.'),
    nullable: z.boolean().describe('Whether a cell may be null.'),
  })
  .meta({ id: 'ColumnMeta' });

/** An exact count with its display form. */
export const countShape = z
  .object({
    value: z.int().describe('Exact count.'),
    display: z
      .string()
      .describe('Display form: from 100 up rounded down to a multiple of ten, `1,490+`.'),
  })
  .meta({ id: 'Count' });
