/**
 * A correction says which value of a cell was recorded wrongly, so that it is no news when it
 * appeared and went: one line of corrections.csv.
 */
import * as z from 'zod';

export const correctionSchema = z
  .object({
    /** Key of the category. */
    category: z.string(),
    /** Slug of the offer. */
    slug: z.string(),
    column: z.string(),
    /** The wrong value, as the cell had it. */
    was: z.string(),
  })
  .readonly();

export type Correction = z.infer<typeof correctionSchema>;

/** Texts by which changes know the value: TRUE and FALSE are lowercase there. */
export function correctedTexts({ was }: Pick<Correction, 'was'>): readonly string[] {
  const flag = was.toLowerCase();
  return flag === 'true' || flag === 'false' ? [was, flag] : [was];
}
