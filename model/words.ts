/**
 * Words that users type and what they mean: a category, filters or a sort order. One line of
 * words.csv.
 */
import * as z from 'zod';
import { setSchema } from './sets.ts';

/** Most letters of the words of a line. */
const maxLength = 40;

/** The words mean nothing by themselves, such as `for` and `best`, if the other cells are blank. */
export const wordSchema = z
  .object({
    words: z
      .string()
      .max(maxLength, `has more than ${maxLength} characters`)
      .regex(/^[^\p{Lu}\s]+(?: [^\p{Lu}\s]+)*$/u, 'is not lowercase words with single spaces'),
    /** Category key; null if the words name none. */
    category: z.string().nullable(),
    /** As in a ready set. They apply in categories that use all their columns. */
    filters: setSchema.unwrap().shape.filters,
    sorting: setSchema.unwrap().shape.sorting,
  })
  .readonly();

export type WordDefinition = z.infer<typeof wordSchema>;
