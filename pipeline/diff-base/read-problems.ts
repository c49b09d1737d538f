/** The warnings that a snapshot keeps in its report. */
import path from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../common/json.ts';
import { readBounded } from '../../common/read-bounded.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import { PipelineError } from '../errors.ts';
import type { Problem } from '../problem.ts';
import type { ProblemState } from '../problem-changes.ts';
import { problemFields } from '../report/json.ts';
import { snapshotFolder } from '../write/build-folder/publish.ts';

const maxReportBytes = 500_000_000;

const reportSchema = z.object({
  warnings: z.array(
    z.object({
      ...problemFields,
      row: z.string().optional(),
      owner: z.string().optional(),
      value: z.string().optional(),
      suggestion: z.string().optional(),
    }),
  ),
});

/** Throws if the report cannot be read. */
export async function readSnapshotProblems(build: string, id: string): Promise<ProblemState> {
  try {
    const file = path.join(snapshotFolder(build, id), snapshotPaths.report);
    const { warnings } = reportSchema.parse(parseJson(await readBounded(file, maxReportBytes)));
    return { problems: warnings as readonly Problem[], files: null, lines: null };
  } catch (error) {
    const message = `the report of the snapshot "${id}" cannot be read: ${(error as Error).message}; name another BASE`;
    throw new PipelineError('broken-snapshot', message, { cause: error });
  }
}
