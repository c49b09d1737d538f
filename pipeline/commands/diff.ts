/** `make diff`: prints what a build would change and publishes nothing. */

import type { CheckOptions } from '../check-sources.ts';
import { checkSources } from '../check-sources.ts';
import { compareStates } from '../diff/compare.ts';
import { formatDiff, parseDiffFormat } from '../diff/present/index.ts';
import type { Diff } from '../diff/schema.ts';
import { stateOfSources } from '../diff/state.ts';
import type { BaseOptions } from '../diff-base/open-base.ts';
import { readBase } from '../diff-base/read-base.ts';
import { compareProblems, problemState } from '../problem-changes.ts';
import { countBySeverity } from '../report/counts.ts';
import { toJsonProblem } from '../report/json.ts';
import { wantsColour } from '../report/style.ts';
import { createProgress, type Flags, print } from './flags.ts';

export async function diff(flags: Flags): Promise<number> {
  const format = parseDiffFormat(flags.format);
  const compared = await compareWithBase({ ...flags, progress: createProgress(process.stderr) });
  print(formatDiff(format, compared, { colour: wantsColour(process.stdout, process.env), all: flags.all }));
  return compared.problems.errors > 0 ? 1 : 0;
}

/** Compares the sources with a base. Throws if the base cannot be read. */
export async function compareWithBase(options: BaseOptions & CheckOptions): Promise<Diff> {
  const { sources, resolved, problems } = await checkSources(options);
  const { base, state, problems: known } = await readBase(options);
  const { appeared, fixed } = compareProblems(known, problemState(problems, sources));
  // Only a build decodes logos, so a logo that it could not decode is not known to be fixed.
  const found = base.kind === 'snapshot' ? fixed.filter(({ rule }) => rule !== 'logo-not-shown') : fixed;
  return compareStates({
    before: state,
    after: stateOfSources(sources, resolved.networks),
    base: { ...base, problems: countBySeverity(known.problems) },
    problems: countBySeverity(problems),
    newProblems: appeared.map(toJsonProblem),
    fixedProblems: found.map(toJsonProblem),
  });
}
