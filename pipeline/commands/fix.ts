/** `make fix`: applies safe fixes to the sources and prints what it did. */
import { openBase } from '../compare/base/open-base.ts';
import { plural } from '../report/counts.ts';
import { formatProblem } from '../report/problem-line.ts';
import { addCounts, describeCounts } from './fix/fix-counts.ts';
import { type FixPlan, planFixes } from './fix/fix-sources.ts';
import { print } from './flags.ts';
import type { Flags } from './options.ts';
import { writeTable } from './tables/write-table.ts';

export async function fix(flags: Flags): Promise<number> {
  const { project, sources, base, dryRun } = flags;
  const planWith = (folder: string | null) => planFixes({ sources, project, base: folder });
  const plan =
    base === null
      ? await planWith(null)
      : await openBase(flags, { sources: planWith, snapshot: null });
  for (const planned of plan.fixes) {
    if (!dryRun) await writeTable(planned.target, planned.text);
    print(
      [`${planned.path}: ${describeCounts(planned.counts)}`, ...(dryRun ? planned.diff : [])].join(
        '\n',
      ),
    );
  }
  print(`${plan.fixes.length > 0 ? '\n' : ''}${summarize(plan, dryRun)}`);
  for (const problem of plan.unreadable) print(`skipped: ${formatProblem(problem)}`);
  return plan.unreadable.length > 0 ? 1 : 0;
}

function summarize({ fixes }: FixPlan, dryRun: boolean): string {
  if (fixes.length === 0) return 'nothing to fix';
  const what = `${plural(fixes.length, 'file')}: ${describeCounts(addCounts(fixes.map(({ counts }) => counts)))}`;
  return dryRun ? `would fix ${what}` : `fixed ${what}`;
}
