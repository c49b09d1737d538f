/** `make diff`: says what a build of the sources would change, and publishes nothing. */
import { readBase } from '../base/read-base.ts';
import { checkSources } from '../check-sources.ts';
import { compareSides } from '../diff/compare.ts';
import { sideOfSources } from '../diff/make-side.ts';
import { formatDiff, parseDiffFormat } from '../diff/present/index.ts';
import { createProgress } from '../progress.ts';
import { project } from '../project.ts';
import { countBySeverity } from '../report/counts.ts';
import { wantsColour } from '../report/style.ts';
import type { Flags } from './flags.ts';
import { print } from './output.ts';

export async function diff(flags: Flags): Promise<number> {
  const format = parseDiffFormat(flags.format);
  const options = { ...flags, project, progress: createProgress(process.stderr) };
  const checked = await checkSources(options);
  const { base, side } = await readBase(options);
  const after = sideOfSources(checked.sources, checked.resolved.networks);
  const compared = compareSides({ before: side, after, base, problems: countBySeverity(checked.problems) });
  print(formatDiff(format, compared, { colour: wantsColour(process.stdout, process.env), all: flags.all }));
  return checked.hasErrors ? 1 : 0;
}
