/**
 * A ready set is a named view of a category: filters and a sort order that many users want. One
 * line of sets.csv.
 */
import * as z from 'zod';

/** Most filters and sort columns of a view, in sets and in requests. */
export const maxFilters = 20;
export const maxSorts = 3;

export const setFilterSchema = z
  .array(z.strictObject({ id: z.string(), value: z.array(z.string()).min(1) }))
  .max(maxFilters);
export const setSortingSchema = z
  .array(z.strictObject({ id: z.string(), desc: z.boolean().default(false) }))
  .max(maxSorts);

export const setSchema = z
  .object({
    /** Category key. */
    category: z.string(),
    label: z.string().max(40, 'has more than 40 characters'),
    description: z.string().nullable(),
    /** The API's parameter `filters`; null for none. */
    filters: z
      .string()
      .refine(
        (text) => isJson(text, setFilterSchema),
        'is not a JSON list such as [{"id":"provider","value":["Acme"]}]',
      )
      .nullable(),
    /** The API's parameter `sorting`; null for the default order. */
    sorting: z
      .string()
      .refine(
        (text) => isJson(text, setSortingSchema),
        'is not a JSON list such as [{"id":"accessPrice","desc":false}]',
      )
      .nullable(),
  })
  .readonly();

export type SetDefinition = z.infer<typeof setSchema>;

function isJson(text: string, schema: z.ZodType): boolean {
  try {
    return schema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
