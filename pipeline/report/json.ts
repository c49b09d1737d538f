/** JSON report with all problems. */
import { z } from 'zod';
import type { Problem } from '../problem.ts';
import { countByRule, countBySeverity } from './counts.ts';

const count = z.int().nonnegative();
const text = z.string().nullable();

export const jsonReportSchema = z.strictObject({
  counts: z.strictObject({
    errors: count,
    warnings: count,
    /** Rules without problems are omitted. */
    byRule: z.record(z.string(), count.positive()),
  }),
  /** Most serious first, then by file, line and column. */
  problems: z.array(
    z.strictObject({
      severity: z.enum(['error', 'warning']),
      rule: z.string(),
      /** Relative to the source folder, with `/`. */
      file: z.string(),
      /** Counted from 1; null if the problem concerns the whole file. */
      line: z.int().positive().nullable(),
      /** The column's header; null if the problem concerns the whole line. */
      column: text,
      /** The cell as written; null if the problem concerns no cell. */
      value: text,
      message: z.string(),
      suggestion: text,
      /** All places of a problem that has several. */
      places: z
        .array(z.strictObject({ file: z.string(), line: z.int().positive().nullable(), column: text }))
        .optional(),
    }),
  ),
});

export type JsonReport = z.infer<typeof jsonReportSchema>;

export function formatJson(problems: readonly Problem[]): string {
  const counts = new Map<string, number>();
  for (const { rule, count } of countByRule(problems)) counts.set(rule, (counts.get(rule) ?? 0) + count);
  const report: JsonReport = {
    counts: { ...countBySeverity(problems), byRule: Object.fromEntries(counts) },
    problems: problems.map(({ severity, rule, file, line, column, value, message, suggestion, places }) => ({
      severity,
      rule,
      file,
      line,
      column,
      value: value ?? null,
      message,
      suggestion: suggestion ?? null,
      ...(places === undefined ? {} : { places: [...places] }),
    })),
  };
  return JSON.stringify(report, null, 2);
}
