/** `make diff`: prints what a build would change and publishes nothing. */

import { checkSources } from '../check-sources.ts';
import { compareStates } from '../diff/compare.ts';
import { formatDiff, parseDiffFormat } from '../diff/present/index.ts';
import { stateOfSources } from '../diff/state.ts';
import { readBase } from '../diff-base/read-base.ts';
import { countBySeverity } from '../report/counts.ts';
import { wantsColour } from '../report/style.ts';
import { createProgress, type Flags, print } from './flags.ts';

export async function diff(flags: Flags): Promise<number> {
  const format = parseDiffFormat(flags.format);
  const options = { ...flags, progress: createProgress(process.stderr) };
  const checked = await checkSources(options);
  const { base, state } = await readBase(options);
  const after = stateOfSources(checked.sources, checked.resolved.networks);
  const compared = compareStates({ before: state, after, base, problems: countBySeverity(checked.problems) });
  print(formatDiff(format, compared, { colour: wantsColour(process.stdout, process.env), all: flags.all }));
  return checked.hasErrors ? 1 : 0;
}
