/**
 * Runs reading, resolving and checking over a source folder, and shows what was found as the
 * command line does.
 */
import { type Checked, checkSources } from '../../pipeline/check-sources.ts';
import type { Problem } from '../../pipeline/problem.ts';
import { placesOf } from '../../pipeline/problem.ts';
import { formatProblem } from '../../pipeline/report/problem-line.ts';
import { smallProject } from './paths.ts';
import { type Tree, writeTree } from './source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from './temporary-folder.ts';

/** Prices and plans of tests are those of this day. */
const usualDay = '2026-11-29';

/** meta/ is that of the small sources where the folder has none. `day`: ISO. */
export async function checkFolder(sources: string, day = usualDay): Promise<Checked> {
  return checkSources({ sources, project: smallProject, now: new Date(`${day}T12:00:00Z`) });
}

export async function checkTree(cleanUp: CleanUp, tree: Tree): Promise<Checked> {
  const folder = await makeTemporaryFolder(cleanUp);
  await writeTree(folder, tree);
  return checkFolder(folder);
}

/** `error listings/...apis.csv:14 offer: no offer "x" ...; did you mean "y"? [offer-not-found]` */
export function describeProblems(problems: readonly Problem[]): string[] {
  return problems.map(
    (problem) => `${problem.severity} ${formatProblem(problem)}${describeOthers(problem)}`,
  );
}

/** The other places of a problem; empty if there are none. */
function describeOthers(problem: Problem): string {
  const others = placesOf(problem).slice(1);
  return others.length === 0
    ? ''
    : ` also ${others.map(({ file, line }) => `${file}:${line}`).join(', ')}`;
}
