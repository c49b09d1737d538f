/** The report of FORMAT=json. */
import * as z from 'zod';
import { jsonProblemSchema } from '../../pipeline/compare/schema.ts';

const count = z.int().nonnegative();
const severityCounts = { errors: count, warnings: count };

export const jsonReportSchema = z.strictObject({
  counts: z.strictObject({
    ...severityCounts,
    /** Rules without problems are omitted. */
    byRule: z.record(z.string(), count.positive()),
    /** Problems that the base does not have; only with a base. */
    new: z.strictObject(severityCounts).optional(),
  }),
  /** Most serious first, then by file, line and column. */
  problems: z.array(
    jsonProblemSchema.extend({
      /** False if the base has the problem too; only with a base. */
      new: z.boolean().optional(),
    }),
  ),
});

export type JsonReport = z.infer<typeof jsonReportSchema>;
