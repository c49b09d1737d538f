/**
 * What a call costs in the unit that a provider counts: one line of units.csv. Facts of public
 * documentation, each with its address. A line without a provider says how many units a name of
 * the directory means, such as 1,000,000 tokens for `Mtok`.
 */
import * as z from 'zod';

/** Units are those of quotas and prices. A provider may count a call as several requests. */
const unitNames: readonly string[] = [
  'requests',
  'compute units',
  'credits',
  'RU',
  'SU',
  'TU',
  'WU',
  'response units',
];

export const unitCostSchema = z
  .object({
    /** Name of the provider, as rows have it; the case does not count. */
    provider: z.string().nullable(),
    unit: z.string(),
    /** Technology of the rows that the line is about; null for all of the provider's. */
    technology: z.string().nullable().default(null),
    /**
     * Name of the call, `debug_*` for those of a namespace, `archive` for any call of past states, or
     * `*` for any other. `eth_call archive` is the call of past states.
     */
    call: z.string(),
    cost: z.coerce.number('is not a number').nonnegative('is less than 0'),
    /** Address of the documentation. */
    source: z.url({ protocol: /^https$/, error: 'is not an https address' }).nullable(),
    /** Day on which the fact was known to be documented. */
    readOn: z.iso.date('is not a day such as 2025-06-30').nullable(),
  })
  .superRefine((line, { addIssue }) => {
    if (line.provider === null) return;
    const { source, readOn, unit, call } = line;
    for (const [key, cell] of Object.entries({ source, readOn }))
      if (cell === null) addIssue({ code: 'invalid_type', expected: 'string', path: [key] });
    if (!unitNames.includes(unit))
      addIssue({ code: 'invalid_value', values: [...unitNames], path: ['unit'] });
    const message = 'is not the name of a call, "debug_*", "archive" or "*"';
    if (!/^(?:\*|[A-Za-z]\w{0,63}\*?(?: archive)?)$/.test(call))
      addIssue({ code: 'custom', message, path: ['call'] });
  })
  .readonly();

export type UnitLine = z.infer<typeof unitCostSchema>;
/** What a call of a provider costs. */
export type UnitCost = UnitLine & { readonly provider: string };

export function isUnitCost(line: UnitLine): line is UnitCost {
  return line.provider !== null;
}
