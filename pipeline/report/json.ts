/** JSON report with all problems. */
import * as z from 'zod';
import type { Problem } from '../problem.ts';
import { countByRule, countBySeverity } from './counts.ts';
import type { ReportOptions } from './options.ts';

const count = z.int().nonnegative();
const text = z.string().nullable();
const severityCounts = { errors: count, warnings: count };

export const problemFields = {
  severity: z.enum(['error', 'warning']),
  rule: z.string(),
  /** Relative to the source folder, with `/`. */
  file: z.string(),
  /** Counted from 1; null if the problem concerns the whole file. */
  line: z.int().positive().nullable(),
  /** The column's header; null if the problem concerns the whole line. */
  column: text,
  message: z.string(),
};

export const jsonProblemSchema = z.strictObject({
  ...problemFields,
  /** The cell as written; null if the problem concerns no cell. */
  value: text,
  suggestion: text,
  /** All places of a problem that has several. */
  places: z.array(z.strictObject({ file: z.string(), line: z.int().positive().nullable(), column: text })).optional(),
});

export type JsonProblem = z.infer<typeof jsonProblemSchema>;

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

export function formatJson(problems: readonly Problem[], { appeared }: ReportOptions): string {
  const counts = new Map<string, number>();
  for (const { rule, count } of countByRule(problems)) counts.set(rule, (counts.get(rule) ?? 0) + count);
  const report: JsonReport = {
    counts: {
      ...countBySeverity(problems),
      byRule: Object.fromEntries(counts),
      ...(appeared === null ? {} : { new: countBySeverity([...appeared]) }),
    },
    problems: problems.map((problem) => ({
      ...toJsonProblem(problem),
      ...(appeared === null ? {} : { new: appeared.has(problem) }),
    })),
  };
  return JSON.stringify(report, null, 2);
}

export function toJsonProblem(problem: Problem): JsonProblem {
  const { severity, rule, file, line, column, value = null, message, suggestion = null, places } = problem;
  const several = places === undefined ? {} : { places: [...places] };
  return { severity, rule, file, line, column, value, message, suggestion, ...several };
}
