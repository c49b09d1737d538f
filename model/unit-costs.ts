/**
 * What a call costs in the unit that a provider counts: one line of units.csv. Facts of public
 * documentation, each with its address.
 */
import * as z from 'zod';

/** Units are those of quotas and prices. A provider may count a call as several requests. */
const unitNames = [
  'requests',
  'compute units',
  'credits',
  'RU',
  'SU',
  'TU',
  'WU',
  'response units',
] as const;

export const unitCostSchema = z
  .object({
    /** Name of the provider, as rows have it; the case does not count. */
    provider: z.string(),
    unit: z.enum(unitNames),
    /** Technology of the rows that the line is about; null for all of the provider's. */
    technology: z.string().nullable().default(null),
    /**
     * Name of the call, `debug_*` for those of a namespace, `archive` for any call of past states, or
     * `*` for any other. `eth_call archive` is the call of past states.
     */
    call: z
      .string()
      .regex(
        /^(?:\*|[A-Za-z]\w{0,63}\*?(?: archive)?)$/,
        'is not the name of a call, "debug_*", "archive" or "*"',
      ),
    cost: z.coerce.number('is not a number').nonnegative('is less than 0'),
    /** Address of the documentation. */
    source: z.url({ protocol: /^https$/, error: 'is not an https address' }),
    /** Day on which the fact was known to be documented. */
    readOn: z.iso.date('is not a day such as 2025-06-30'),
  })
  .readonly();

export type UnitCost = z.infer<typeof unitCostSchema>;
