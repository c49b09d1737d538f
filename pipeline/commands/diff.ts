/** `make diff`: prints what a build would change and publishes nothing. */
import type { CheckOptions } from '../check-sources.ts';
import { checkSources } from '../check-sources.ts';
import { compareWithBase } from '../compare/base/compare-problems.ts';
import type { BaseOptions } from '../compare/base/open-base.ts';
import { readBase } from '../compare/base/read-base.ts';
import { compareStates } from '../compare/compare.ts';
import { diffFormats, formatDiff } from '../compare/present/index.ts';
import type { Diff } from '../compare/schema.ts';
import { countBySeverity } from '../report/counts.ts';
import { groupProblems } from '../report/group-problems.ts';
import { parseFormat } from '../report/index.ts';
import { toJsonProblem } from '../report/json.ts';
import { wantsColour } from '../report/style.ts';
import { baseBefore, diffOfAuthor } from './diff-since.ts';
import { streams, writeReport } from './flags.ts';
import type { Flags } from './options.ts';

export async function diff(flags: Flags): Promise<number> {
  if (flags.author !== null) return diffOfAuthor(flags);
  const format = parseFormat(flags.format, diffFormats);
  const base = flags.since === null ? flags.base : await baseBefore(flags);
  const compared = await diffWithBase({ ...flags, base, guard: !flags.confirm });
  const colour = wantsColour(streams.stdout, process.env);
  writeReport(
    formatDiff(format, compared, { colour, all: flags.all }),
    colour && format === 'text',
  );
  return compared.problems.errors > 0 ? 1 : 0;
}

/** Compares the sources with a base. Throws if the base cannot be read. */
export async function diffWithBase(
  options: BaseOptions & CheckOptions & { readonly guard: boolean },
): Promise<Diff> {
  const read = await readBase(options);
  const checked = await checkSources(options);
  const { base, state: before, problems: earlier } = read;
  const { state: after, current, appeared, fixed } = compareWithBase(read, checked, options.guard);
  // Only a build decodes logos, so a logo that it could not decode is not known to be fixed.
  const found =
    base.kind === 'snapshot' ? fixed.filter(({ rule }) => rule !== 'logo-not-shown') : fixed;
  return compareStates({
    before,
    after,
    base: { ...base, problems: countBySeverity(groupProblems(earlier.problems)) },
    problems: countBySeverity(groupProblems(current)),
    // Grouped and sorted as in the report of a check.
    newProblems: groupProblems(appeared).map(toJsonProblem),
    fixedProblems: found.map(toJsonProblem),
  });
}
