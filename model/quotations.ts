/** A quotation says where a fact of an offer was read: one line of quotations.csv. */
import * as z from 'zod';

export const quotationSchema = z
  .object({
    /** Key of the category. */
    category: z.string(),
    /** Slug of the offer. */
    slug: z.string(),
    /** Column of the offer that states the fact. */
    column: z.string(),
    /** Page that has the words. */
    address: z.url({ protocol: /^https?$/, error: 'is not an absolute http(s) address' }),
    /** As the page has them: long enough to say what they are about. */
    words: z
      .string()
      .min(3, 'has fewer than 3 characters')
      .max(200, 'has more than 200 characters'),
    /** Day on which the words were read; blank if it is not known. */
    readOn: z.iso
      .date('is not a day such as 2026-11-27')
      .nullish()
      .transform((day) => day ?? ''),
  })
  .readonly();

export type Quotation = z.infer<typeof quotationSchema>;
