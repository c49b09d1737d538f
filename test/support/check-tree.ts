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

/** meta/ is that of the small sources where the folder has none. */
export async function checkFolder(sources: string): Promise<Checked> {
  return checkSources({ sources, project: smallProject });
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
