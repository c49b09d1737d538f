/** Plans and writes the fixes of a source folder. */
import { decodeUtf8 } from '../../../common/json.ts';
import { type CheckOptions, checkSources } from '../../check-sources.ts';
import { type Problem, ProblemCollector, sortProblems } from '../../problem.ts';
import { SourceFolder } from '../../read/source-folder.ts';
import { parseTable } from '../../read/tables/parse-table.ts';
import type { FixableRule } from '../../rules.ts';
import { UnreadableInput } from '../../unreadable-input.ts';
import { fixableRules } from './fix-counts.ts';
import { type FixedTable, fixTable, kindsOf, type TableShape } from './fix-table.ts';

export interface Fix extends FixedTable {
  /** Relative to the source folder. */
  readonly path: string;
  /** File to write: what the path leads to, inside the source folder. */
  readonly target: string;
}

export interface FixPlan {
  /** Files that change, sorted by path. */
  readonly fixes: readonly Fix[];
  /** Problems that make files unreadable; these files stay unchanged. */
  readonly unreadable: readonly Problem[];
}

interface FixOptions extends Pick<CheckOptions, 'sources' | 'project'> {
  /**
   * Source folder of the base: files with the same bytes there stay unchanged. Null to fix all
   * files.
   */
  readonly base: string | null;
}

/** Fixes what a check reports, and nothing else. Writes nothing. */
export async function planFixes({ sources, project, base }: FixOptions): Promise<FixPlan> {
  const { sources: read, problems } = await checkSources({ sources, project });
  const reported = rulesByFile(problems);
  const skipped = new ProblemCollector();
  // Files of the default meta/ are among those read, but not in the folder.
  const folder = await SourceFolder.open(sources, {
    add: skipped.add,
    unreadable: new UnreadableInput(),
  });
  const old = base === null ? null : await SourceFolder.open(base);
  const unreadable: Problem[] = [];
  const fixes: Fix[] = [];
  for (const { path: file } of read.files) {
    const bytes = folder.read(file);
    const kinds = kindsOf(file, read.meta);
    if (bytes === null || kinds === null || isSameFile(old, file, bytes)) continue;
    const rules = new Set(reported.get(file));
    // Tracking parameters are removed from edited lines only.
    const before = old?.read(file);
    if (old !== null) rules.add('tracking-link');
    const shape = { kinds, rules, before: before ? decodeUtf8(before) : null };
    const fix = planFix(file, bytes, shape, unreadable);
    if (fix !== null) fixes.push({ ...fix, target: folder.locate(file) ?? '' });
  }
  return { fixes, unreadable: sortProblems([...skipped.sorted(), ...unreadable]) };
}

function isSameFile(old: SourceFolder | null, file: string, bytes: Uint8Array): boolean {
  const before = old?.read(file) ?? null;
  return before !== null && Buffer.compare(before, bytes) === 0;
}

function rulesByFile(problems: readonly Problem[]): Map<string, Set<FixableRule>> {
  const fixables = new Map<string, FixableRule>(fixableRules.map((rule) => [rule, rule]));
  const rules = new Map<string, Set<FixableRule>>();
  for (const { file, rule } of problems) {
    const fixable = fixables.get(rule);
    if (fixable !== undefined) rules.set(file, (rules.get(file) ?? new Set()).add(fixable));
  }
  return rules;
}

function planFix(
  file: string,
  bytes: Uint8Array,
  shape: TableShape,
  unreadable: Problem[],
): Omit<Fix, 'target'> | null {
  const faults = new ProblemCollector();
  const table = parseTable(file, bytes, faults.add);
  if (table === null || table.hasQuoteFaults) {
    unreadable.push(...faults.sorted());
    return null;
  }
  if (shape.rules.size === 0) return null;
  const source = decodeUtf8(bytes) ?? '';
  const fixed = fixTable(source, shape);
  return fixed === null || fixed.text === source ? null : { path: file, ...fixed };
}
