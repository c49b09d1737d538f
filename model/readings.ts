/**
 * Line of readings.csv: an irregular text of prices or limits, and its numbers as a person read
 * them.
 */
import * as z from 'zod';

const amount = z.coerce.number('is not a number').nonnegative('is less than 0').nullable();

export const readingSchema = z
  .object({
    /** The text of the cell, or the item of the list, without the whitespace around it. */
    text: z.string(),
    /** Key of the column. */
    column: z.string(),
    min: amount,
    max: amount,
    /** ISO 4217 code or token ticker. */
    currency: z.string().nullable(),
    /** Unit of the amount: `TB`, `million requests`, `credits`. */
    unit: z.string().nullable(),
    /** Amounts of another period must be converted. */
    period: z.enum(['second', 'day', 'month', 'once']).nullable(),
    /** `no number`: the text states none that could be compared. */
    bound: z.enum(['exact', 'range', 'from', 'upTo', 'unlimited', 'no number']),
  })
  .refine(({ min, bound }) => (min === null) === /^(?:unlimited|no number)$/.test(bound), {
    path: ['min'],
    error: 'does not fit the bound: only "unlimited" and "no number" have no amount',
  })
  .readonly();

export type Reading = z.infer<typeof readingSchema>;
