/** Zod shapes that several API resources share. The OpenAPI documents are generated from the shapes. */
import { z } from 'zod';
import { columnSchema } from '../../model/columns.ts';

/** Version of every answer that depends on the snapshot. */
export const apiVersion = 2;

export const flagShape = z.literal([0, 1]);
export const uriShape = z.string().meta({ format: 'uri' });
export const timestampShape = z
  .string()
  .meta({ format: 'date-time', description: 'ISO 8601, UTC, with milliseconds.' });

/** The envelope of every answer that depends on the snapshot. */
export function resultShape<T extends z.ZodRawShape>(shape: T) {
  return z.object({
    result: z.object({ version: z.literal(apiVersion), generatedAt: timestampShape, ...shape }),
  });
}

export const errorShape = z
  .object({
    error: z.object({
      code: z.string().describe('Stable, for programs: `bad-parameter`, `not-found`.'),
      message: z.string().describe('Description of the problem, for people.'),
      parameter: z.string().optional().describe('The invalid query parameter.'),
      allowed: z.array(z.string()).optional().describe('Accepted values.'),
      suggestion: z.string().optional().describe('The closest accepted value.'),
      current: z.string().optional().describe('Id of the current snapshot, if the requested one is not available.'),
    }),
  })
  .meta({ id: 'Error' });

/** A row of any category. The OpenAPI document of a network replaces it with the rows of its categories. */
export const rowShape = z.record(z.string(), z.unknown()).meta({ id: 'Row' });

/** A cell of any column. */
export const cellShape = z
  .union([z.string(), flagShape, z.array(z.string()), z.null()])
  .meta({ id: 'Cell', description: 'Text, flag, list or nothing, as `columnsMeta` says.' });

/** A row with `fields`. */
export const partialShape = z
  .record(z.string(), cellShape)
  .meta({ id: 'PartialRow', description: 'The requested keys of a row, with the parameter `fields`.' });

/** The public fields of a column. Which categories use and require it concerns the pipeline only. */
export const columnShape = z
  .object({
    ...columnSchema.unwrap().omit({ categories: true, requiredIn: true, core: true }).shape,
    key: z.string().describe('A key of every row.'),
    icon: z.string().nullable().describe('May contain two alternatives separated by `||`.'),
  })
  .meta({ id: 'ColumnMeta' });

/** An exact count with its display form. */
export const countShape = z
  .object({
    value: z.int().describe('Exact count.'),
    display: z.string().describe('Display form: from 100 up rounded down to a multiple of ten, `1,490+`.'),
  })
  .meta({ id: 'Count' });
