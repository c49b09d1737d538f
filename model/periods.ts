/**
 * A period says when a cell of an offer has another value than its line, or when the offer itself
 * begins or ends: one line of periods.csv.
 */
import * as z from 'zod';

const day = z.iso
  .date('is not a day such as 2027-01-31')
  .nullish()
  .transform((text) => text ?? null);

export const periodSchema = z
  .object({
    /** Key of the category. */
    category: z.string(),
    /** Slug of the offer. */
    slug: z.string(),
    /** Column of the offer; null if the line is about the offer itself. */
    column: z
      .string()
      .nullish()
      .transform((key) => key ?? null),
    /** The cell in this time, as a line of offers would have it; null if it is blank then. */
    value: z
      .string()
      .nullish()
      .transform((text) => text ?? null),
    /** First day; null if it began before anybody looked. */
    from: day,
    /** Last day; null if no end is known. */
    until: day,
  })
  .readonly();

export type Period = z.infer<typeof periodSchema>;

/** Columns that builds fill in from the periods. */
export const periodColumns = { announced: 'announced', availability: 'availability' } as const;

/** Values of the column `availability`; null on the days of the offer. */
export const availabilities = { before: 'Announced', after: 'Ended' } as const;

/** Days are ISO texts, which sort by time. */
export function periodState(
  { from, until }: Pick<Period, 'from' | 'until'>,
  day: string,
): 'before' | 'in' | 'after' {
  if (until !== null && until < day) return 'after';
  return from !== null && from > day ? 'before' : 'in';
}

/** The day of a moment, in UTC. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
