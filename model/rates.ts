/**
 * Rate of a currency: one line of rates.csv. A directory that states rates compares prices across
 * currencies.
 */
import * as z from 'zod';

export const rateSchema = z
  .object({
    /** ISO 4217 code or token ticker, as prices state it. */
    currency: z.string().regex(/^[A-Z][A-Z\d]{1,9}$/, 'is not a code such as EUR'),
    /** Units of the currency for one dollar. */
    perUsd: z.coerce.number('is not a number').positive('is not above 0'),
    /** Day of the rate. */
    day: z.iso.date('is not a day such as 2025-06-30'),
    /** Address of whoever published it. */
    source: z.url({ protocol: /^https$/, error: 'is not an https address' }),
  })
  .readonly();

export type Rate = z.infer<typeof rateSchema>;
