/** The warnings that a snapshot keeps in its report. */
import path from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../../common/json.ts';
import { readBounded } from '../../../common/read-bounded.ts';
import { snapshotPaths } from '../../../model/manifest.ts';
import { PipelineError } from '../../errors.ts';
import { snapshotFolder } from '../../snapshot/build-folder/publish.ts';
import type { ProblemState } from '../problem-changes.ts';
import { problemFields } from '../schema.ts';

const maxReportBytes = 500_000_000;

const text = z.string().exactOptional();
const reportSchema = z.object({
  warnings: z.array(
    z.object({ ...problemFields, row: text, owner: text, value: text, suggestion: text }),
  ),
});

/** Throws if the report cannot be read. */
export async function readSnapshotProblems(build: string, id: string): Promise<ProblemState> {
  try {
    const file = path.join(snapshotFolder(build, id), snapshotPaths.report);
    const { warnings } = reportSchema.parse(parseJson(await readBounded(file, maxReportBytes)));
    return { problems: warnings, files: null, lines: null };
  } catch (error) {
    const message = `the report of the snapshot "${id}" cannot be read: ${(error as Error).message}; name another BASE`;
    throw new PipelineError('broken-snapshot', message, { cause: error });
  }
}
