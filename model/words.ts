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

/** Words for the lowest price, in a directory whose words.csv says nothing of the first. */
const lowestPrice = ['cheapest', 'cheap', 'cheaper', 'lowest price'];

/**
 * The words, with those for the lowest price: a list is sorted by the first price of its category.
 * `prices`: keys of these columns.
 */
export function withPrices(
  words: readonly WordDefinition[],
  prices: readonly string[],
): readonly WordDefinition[] {
  if (words.some((word) => word.words === lowestPrice[0])) return words;
  const usual = lowestPrice.flatMap((phrase) =>
    prices.map((id) => ({
      words: phrase,
      category: null,
      filters: null,
      sorting: JSON.stringify([{ id, desc: false }]),
    })),
  );
  return [...words, ...usual];
}
