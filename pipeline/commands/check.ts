/** `make check`: says what is wrong in the sources, and publishes nothing. */
import { checkSources } from '../check-sources.ts';
import { createProgress } from '../progress.ts';
import { project } from '../project.ts';
import { parseFormat } from '../report/index.ts';
import type { Flags } from './flags.ts';
import { printReport } from './print-report.ts';

export async function check(flags: Flags): Promise<number> {
  const format = parseFormat(flags.format);
  const { problems, hasErrors } = await checkSources({ ...flags, project, progress: createProgress(process.stderr) });
  await printReport(format, problems, flags);
  return hasErrors || (flags.strict && problems.length > 0) ? 1 : 0;
}
